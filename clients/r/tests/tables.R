# Tables and names, without the program.
library(drfvi)
parts <- drfvi:::formula_parts
columns <- function(...) { p <- parts(...); list(x = names(p$x), y = names(p$y)) }
fails <- function(expression, ...) {
  message <- tryCatch({ expression; "no error" }, error = conditionMessage)
  for (words in c(...)) if (!grepl(words, message, fixed = TRUE)) stop("expected ", words, "\nfound ", message)
}
same <- function(found, expected) if (!identical(found, expected)) stop("found ", deparse1(found), "\nexpected ", deparse1(expected))

d <- data.frame(a = c(1, 2), b = c(3, 4), `c d` = c(5, 6), e = factor(c("u", "v")), check.names = FALSE)
same(columns(cbind(a, b) ~ ., d), list(x = c("c d", "e"), y = c("a", "b")))
same(columns(a + b ~ e, d), list(x = "e", y = c("a", "b")))
same(columns(a ~ . - e, d), list(x = c("b", "c d"), y = "a"))
same(columns(log(a) ~ `c d` + sqrt(b), d), list(x = c("c d", "sqrt(b)"), y = "log(a)"))
same(columns(cbind(logarithm = log(a), b) ~ e, d), list(x = "e", y = c("logarithm", "b")))
same(columns(I(a + b) ~ e, d), list(x = "e", y = "I(a + b)"))
outside <- c(7, 8)
same(parts(a ~ outside, d)$x$outside, outside)
d$m <- cbind(u = 1:2, v = 3:4)
same(columns(a ~ m + b, d), list(x = c("m.u", "m.v", "b"), y = "a"))
same(parts(a ~ m + b, d)$groups, list(m = c("m.u", "m.v")))

fails(parts(~ a, d), "has no response")
fails(parts(a ~ 1, d), "has no inputs")
fails(parts(a ~ b * e, d), "has interactions")
fails(parts(a ~ b + offset(e), d), "has an offset")
fails(parts(a ~ nowhere, d), "nowhere")
fails(parts(structure(list(1, 0), class = "Surv") ~ b, d), "censored")

two <- structure(list(1, 2, 3, 4), names = c("x, y", "x, y", "z", "z"), class = "data.frame", row.names = 1L)
fails(drfvi(two, 1), "several columns named \"x, y\", \"z\"")
fails(drfvi(data.frame(a = 1), data.frame(a = 1)), "several columns named \"a\"")
fails(drfvi(data.frame(a = 1:2), 1:3), "column \"1:3\" has 3 rows, but \"a\" has 2")
fails(drfvi(a ~ b, d, groups = list(g = c("b", "f"))), "groups name \"f\"")
fails(drfvi(a ~ b, d, groups = list(c("b"))), "groups have no names")
fails(drfvi(a ~ b, d, cluster = "f"), "cluster is \"f\"")
fails(drfvi(a ~ b, d, na.action = "na.keep"), "na.action is unknown")
fails(drfvi(a ~ b, d, adjust = "holms"), "should be one of")

plain <- function(v, dates = "refuse") drfvi:::plain(v, "column", dates)
same(plain(structure(1.5, class = "AsIs", label = "a label")), 1.5)
same(plain(c(TRUE, NA)), c(TRUE, NA))
same(plain(factor(c("b", NA, "a"), c("b", "a", "z"))), factor(c("b", NA, "a"), c("b", "a", "z")))
same(plain(ordered(c("low", "high"), c("low", "high"))), ordered(c("low", "high"), c("low", "high")))
same(plain(as.Date("1970-01-03"), "days"), 2)
same(plain(as.POSIXct("1970-01-02 12:00", tz = "UTC"), "days"), 1.5)
same(plain(as.difftime(3, units = "hours")), 3)
fails(plain(as.Date("1970-01-03")), "\"column\" holds dates", "dates = \"days\"")
fails(plain(1i), "of class complex")
fails(plain(list(1)), "of class list")
fails(plain(structure(1, class = "integer64")), "of class integer64")

policy <- drfvi:::missing_policy
same(c(policy(NULL, NULL), policy("use", NULL), policy(NULL, na.omit), policy(NULL, "na.pass"), policy("drop", na.fail)),
     c("refuse", "use", "drop", "use", "drop"))

names <- drfvi:::safe_names(c("x1", "a,b", "\u00e9t\u00e9", "x*", "column_1"))
same(unname(names), c("x1", "column__2", "\u00e9t\u00e9", "column__4", "column_1"))
same(drfvi:::real_names("\"column__2\" and column__4", names), "\"a,b\" and x*")
same(drfvi:::real_names("column_1, column_2", c("see column_2" = "column_1", "a\\1" = "column_2")), "see column_2, a\\1")
same(drfvi:::in_r("rows are left out with --missing drop; --sample-size is 5; or --method coupled --preset paper"),
     "rows are left out with missing = \"drop\"; sample_size is 5; or method = \"coupled\" preset = \"paper\"")
same(drfvi:::in_r("method mda uses no kernel, --kernel has no effect"), "method mda uses no kernel, kernel has no effect")
same(drfvi:::in_r("try --preset drf-1.3.1. --method says how"), "try preset = \"drf-1.3.1\". method says how")
same(drfvi:::arguments(list(trees = 1e5, kernel = 0.125, exact = TRUE, alpha = NULL, group = c("a=b", "c=d"), min_node_size = 5L)),
     c("--trees=100000", "--kernel=0.125", "--exact=true", "--group=a=b", "--group=c=d", "--min-node-size=5"))
fails(drfvi:::arguments(list(1)), "without a name")
