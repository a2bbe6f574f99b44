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
fails(parts(a ~ b * e, d), "has interactions", "drfvi(a ~ b + e, data, interactions = TRUE)")
fails(parts(a ~ b + offset(e), d), "the formula has offset(e)", "drfvi(I(a - e) ~ b, data)")
fails(parts(a ~ nowhere, d), "there is no column \"nowhere\", which the formula names")
fails(parts(length ~ log(lenght + 1), data.frame(length = 1:2)), "there is no column \"lenght\"", "did you mean \"length\"?")
fails(parts(a ~ log(e), d), "not meaningful for factors")
same(columns(u ~ v, cbind(u = 1:2, v = 3:4)), list(x = "v", y = "u"))
fails(parts(structure(list(1, 0), class = "Surv") ~ b, d), "censored")
fails(parts(dist(d) ~ b, d), "holds distances between rows, expected columns; cmdscale() makes some of them")

two <- structure(list(1, 2, 3, 4), names = c("x, y", "x, y", "z", "z"), class = "data.frame", row.names = 1L)
fails(drfvi(two, 1), "several columns named \"x, y\", \"z\"")
fails(drfvi(data.frame(a = 1), data.frame(a = 1)), "several columns named \"a\"")
fails(drfvi(data.frame(a = 1:2), 1:3), "column \"1:3\" has 3 rows, but \"a\" has 2")
fails(drfvi(a ~ b, d, groups = list(g = c("b", "f"))), "groups name \"f\"")
fails(drfvi(a ~ b, d, groups = list(c("b"))), "groups have no names")
fails(drfvi(a ~ b, d, cluster = "f"), "cluster is \"f\"")
fails(drfvi(length ~ width, data.frame(length = 1:2, width = 1:2), groups = list(g = "widt")), "did you mean \"width\"?")
fails(drfvi(length ~ width, data.frame(length = 1:2, width = 1:2), cluster = "Width"), "did you mean \"width\"?")
fails(drfvi(a ~ b, d, cluster = ~b + e), "cluster is ~b + e, expected the name of a single column")
fails(drfvi(a ~ ., "d.csv"), "data is \"d.csv\", expected a data frame, such as read.csv() makes")
fails(drfvi(a ~ .), "the formula has a dot", "there is no data")
fails(drfvi(a ~ b, d, family = binomial), "family is a function, which no setting takes", "no families")
fails(drfvi(a ~ b, d, random = ~1 | e), "random is a formula", "cluster = school")
fails(drfvi(a ~ b, d, targets = "e"), "found targets as an argument, expected responses and inputs in the formula")
fails(drfvi_test(a ~ b, d, given = ~e), "given is for columns beside x and y", "as in a ~ b | z")
fails(drfvi_test(a ~ b | e | f, d), "the formula has two bars", "as in ~ b | e + f")

# Without data variables are those of where the formula is from; new rows have all that the table had.
workspace <- function() { u <- c(1, 5, 2); v <- c(4, 3, 3); drfvi:::formula_parts(u ~ v + log(v), NULL) }
same(workspace()[c("x", "y", "data")], list(x = list(v = c(4, 3, 3), `log(v)` = log(c(4, 3, 3))), y = list(u = c(1, 5, 2)), data = NULL))
same(workspace()$inputs_of(data.frame(v = 1), character()), list(v = 1, `log(v)` = 0))
fails(workspace()$inputs_of(data.frame(w = 1), character()), "there is no column \"v\", which the formula names")
fails(workspace()$inputs_of("new.csv", character()), "found \"new.csv\", expected a data frame")

# Orders that are not those of numbers in levels are warned of.
orders <- function(levels) lengths(list(drfvi:::odd_orders(list(v = factor(levels, levels, ordered = TRUE)))))
same(vapply(list(levels(ChickWeight$Chick), levels(CO2$Plant), as.character(1:12), paste0("q", 12:1), paste0(rep(c("b", "a"), each = 5), 1:5), paste0(seq(5, 60, 5), "-", seq(9, 64, 5)), c("3", "1", "2")), orders, 0L),
     c(1L, 1L, 0L, 0L, 0L, 0L, 0L))
fails(drfvi(a ~ b, d, na.action = "na.keep"), "na.action is unknown")
fails(drfvi(a ~ b, d, adjust = "holms"), "adjust is \"holms\", expected one of \"holm\"")
fails(drfvi(a ~ b, d, adjust = "bh"), "did you mean \"BH\"?")
fails(drfvi(a ~ b, d, missing = "omit"), "missing is \"omit\", expected one of \"refuse\", \"drop\", \"use\"")
fails(drfvi_groups(a ~ b, d, dates = NA), "dates is NA, expected one of")
fails(drfvi(a ~ b, d, aspects = "yes"), "aspects is \"yes\", expected TRUE or FALSE")
fails(drfvi_shapley(a ~ b, d, pairs = 2), "pairs is 2, expected TRUE or FALSE")
fails(drfvi(a ~ b, d, cluster = school), "there is no column \"school\", which cluster names")
fails(drfvi(d[1], d[2], cluster = school), "cluster: object 'school' not found", "cluster = \"column\"")
fails(drfvi(d, "a"), "\"a\" is a text, expected columns", "drfvi(y ~ ., data)")
fails(drfvi("a", d), "\"a\" is a text, expected columns")
fails(drfvi(d), "the responses are missing")
fails(drfvi(), "the responses are missing")
fails(drfvi(a ~ b, d[0, ]), "the table has no rows")
fails(drfvi(a ~ b, d, weights = 1), "column \"(weights)\" has 1 row, but")

# Columns by class: type and cells.
cells <- function(v) { of <- drfvi:::column_of(v, "column"); c(of$field$type, of$cells) }
same(cells(structure(1.5, class = "AsIs", label = "a label")), c("number", "1.5"))
same(cells(c(0.1, NA)), c("number", "0.10000000000000001", ""))
same(cells(c(TRUE, NA)), c("boolean", "true", ""))
same(cells(c(3L, NA)), c("integer", "3", ""))
same(cells(c("a\r\n\"b\"", "NA", NA)), c("string", "\"a\r\n\"\"b\"\"\"", "\"NA\"", ""))
same(cells(factor(c("b", NA, "a"), c("b", "a", "z"))), c("string", "1", "", "2"))
same(cells(addNA(factor(c("b", NA)))), c("string", "1", ""))
same(drfvi:::column_of(ordered("low", c("low", "high")), "o")$field,
     list(name = "o", type = "string", categories = list(list(value = "1", label = "low"), list(value = "2", label = "high")), categoriesOrdered = TRUE))
same(cells(as.Date(c("1970-01-03", NA))), c("date", "172800", ""))
same(cells(as.POSIXct("1970-01-02 12:00", tz = "UTC")), c("datetime", "129600"))
same(cells(as.POSIXlt("1970-01-02 12:00", tz = "UTC")), c("datetime", "129600"))
same(cells(as.difftime(c(3, NA), units = "hours")), c("duration", "PT10800S", ""))
same(cells(as.difftime(-90, units = "secs")), c("duration", "-PT90S"))
same(cells(structure(3600, units = "secs", class = c("hms", "difftime"))), c("duration", "PT3600S"))
same(cells(structure(2, units = structure(list(numerator = "min", denominator = character()), class = "symbolic_units"), class = "units")), c("duration", "PT120S"))
metres <- structure(2, units = structure(list(numerator = "m", denominator = "s"), class = "symbolic_units"), class = "units")
same(cells(metres), c("number", "2"))
same(drfvi:::column_of(metres, "v")$field$unit, "m/s")
labelled <- function(...) structure(c(1, 99, 50), na_values = 99, ..., class = c("haven_labelled_spss", "haven_labelled", "vctrs_vctr", "double"))
same(cells(labelled()), c("number", "1", "", "50"))
same(cells(labelled(na_range = c(40, 60))), c("number", "1", "", ""))
fails(cells(1i), "column \"column\" is of class complex", "take Re and Im")
fails(cells(list(1)), "of class list", "a column for each element")
fails(cells(structure(2000.5, class = "yearmon")), "of class yearmon", "as.Date makes dates of it")
fails(cells(c(1, Inf)), "row 2, column \"column\": found Inf, expected a finite number")
fails(cells(structure(1, units = "fortnights", class = "difftime")), "in the unit \"fortnights\"")
if (requireNamespace("bit64", quietly = TRUE)) {
  same(cells(bit64::as.integer64(c("9007199254740993", NA))), c("integer", "9007199254740993", ""))
} else cat("not tested: integer64, bit64 is not there\n")
if (requireNamespace("lubridate", quietly = TRUE)) {
  same(cells(c(lubridate::seconds(57), lubridate::hours(1))), c("duration", "PT57S", "PT3600S"))
  fails(cells(lubridate::period(1, "month")), "row 1, column \"column\": found a period of months or years")
} else cat("not tested: periods, lubridate is not there\n")
old <- options(OutDec = ",")
same(cells(c(1.5, -2)), c("number", "1.5", "-2"))
options(old)
fails(drfvi(data.frame(d = Sys.Date() + 1:3), 1:3), "\"d\" holds dates", "dates = \"days\"")

# Transformations keep what they were made with, or are refused.
new <- function(formula, d, n) unname(unlist(parts(formula, d)$inputs_of(d[1:n, ], character())))
wide <- data.frame(y = 1:8, x = c(3, 1, 4, 1, 5, 9, 2, 6), g = factor(rep(c("u", "v"), 4)))
same(new(y ~ scale(x), wide, 2), as.vector(scale(wide$x))[1:2])
stopifnot(all.equal(new(y ~ poly(x, 2), wide, 2), as.vector(poly(wide$x, 2)[1:2, ])), all.equal(new(y ~ splines::ns(x, 2), wide, 2), as.vector(splines::ns(wide$x, 2)[1:2, ])))
same(new(y ~ log(x) + factor(x > 3), wide, 2), c(log(c(3, 1)), 1, 1))
for (of in c("rank(x)", "I(x - mean(x))", "cumsum(x)", "cut(x, 3)", "rev(x)", "ave(x, g)")) fails(parts(as.formula(paste("y ~", of)), wide), paste("the formula has", of), "depend on the other rows")
fails(parts(y ~ x + (1 | g), wide), "the formula has 1 | g", "named by cluster = g")
fails(parts(y ~ x | g, wide), "the formula has x | g", "drfvi_test(y ~ x | z)")
same(columns(y ~ I(x > 2 | x < 1), wide)$x, "I(x > 2 | x < 1)")

policy <- drfvi:::missing_policy
same(c(policy(NULL, NULL), policy("use", NULL), policy(NULL, na.omit), policy(NULL, "na.pass"), policy("drop", na.fail)),
     c("refuse", "use", "drop", "use", "drop"))

# Messages in the words of R, and settings in those of requests.
setting <- function(name, value = NULL) list(setting = name, value = value)
same(drfvi:::worded(list("lost; ", setting("missing", "drop"), " leaves out 2; ", setting("sample_size"), " is 5; ", setting("block", "30"), "; ", setting("cluster", "site \"a\""), "; ", setting("no_test"))),
     "lost; missing = \"drop\" leaves out 2; sample_size is 5; block = 30; cluster = \"site \\\"a\\\"\"; test = FALSE")
same(drfvi:::visible("a\033[31m\tb\n"), "a\\x1b[31m\tb\n")
same(drfvi:::visible(c("a\u202eb\u009bc", NA, "", "\u00e9", "a\u200db")), c("a\\u202eb\\x9bc", NA, "", "\u00e9", "a\u200db"))
same(drfvi:::short("a\tb\n\u2066"), "a\\tb\\n\\u2066")
same(drfvi:::few(c("age", "income", "region", "a rather long name", "b")), "age, income, region and 2 more")
same(drfvi:::few(strrep("x", 50)), drfvi:::short(strrep("x", 50)))
same(drfvi:::settings_of(list(level = 1 / 3, alpha = 0.1 + 0.2, kernel = 0.1, min.node.size = 5L, exact = TRUE, q = c(0.1, 0.5), w = "a", none = NULL)),
     list(level = "0.33333333333333331", alpha = "0.30000000000000004", kernel = "0.1", min_node_size = "5", exact = TRUE, q = list("0.1", "0.5"), w = "a"))
fails(drfvi:::settings_of(list(1)), "without a name")
