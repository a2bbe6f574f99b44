# What users of lm, randomForest and broom expect.
library(drfvi)
if (!nzchar(Sys.getenv("DRFVI")) && !nzchar(Sys.which("drfvi"))) {
  cat("skipped: the program drfvi is not there\n")
  quit(status = 0)
}
says <- function(expression, ...) {
  message <- tryCatch({ expression; "no error" }, error = conditionMessage)
  for (words in c(...)) if (!grepl(words, message, fixed = TRUE)) stop("expected ", words, "\nfound ", message)
}
same <- function(found, expected) if (!identical(found, expected)) stop("found ", deparse1(found), "\nexpected ", deparse1(expected))
quick <- function(...) suppressWarnings(drfvi(..., trees = 20, test = FALSE))

# Weights, clusters and subsets by bare names, as text, as vectors, of data, of where the formula
# is from, and of where the call is.
bare <- drfvi(weight ~ ., ChickWeight, cluster = Chick, trees = 20, test = FALSE)
same(bare$importances$variable, c("Time", "Diet"))
same(quick(weight ~ ., ChickWeight, cluster = "Chick")$importances, bare$importances)
same(quick(weight ~ Time + Diet, ChickWeight, cluster = as.character(Chick))$importances, bare$importances)
column <- "Chick"
same(quick(weight ~ ., ChickWeight, cluster = column)$importances, bare$importances)
inner <- function(d, ...) quick(weight ~ ., d, ...)
outer <- function(which) inner(ChickWeight, cluster = which)
same(outer("Chick")$importances, bare$importances)
elsewhere <- function(f, chicks) drfvi(f, ChickWeight, cluster = chicks, trees = 20, test = FALSE)
same(elsewhere(weight ~ Time + Diet, ChickWeight$Chick)$importances, bare$importances)
days <- 1 + (seq_len(nrow(faithful)) %% 2)
weighted <- quick(eruptions ~ waiting, faithful, weights = days)
same(quick(eruptions ~ waiting, transform(faithful, w = days), weights = w)$explained, weighted$explained)
stopifnot(quick(eruptions ~ waiting, faithful)$explained$share != weighted$explained$share)
same(update(bare, trees = 10)$settings$trees, 10L)
says(drfvi(weight ~ ., ChickWeight, cluster = chick), "there is no column \"chick\", which cluster names; did you mean \"Chick\"?")
says(drfvi(weight ~ ., ChickWeight, weights = weights), "weights names a function, expected a column of data or a vector")
says(drfvi(weight ~ ., ChickWeight, cluster = "chick"), "cluster is \"chick\", which is not a column")

part <- quick(Sepal.Length ~ Petal.Length + Petal.Width, iris, subset = Species != "setosa")
whole <- quick(Sepal.Length ~ Petal.Length + Petal.Width, iris[51:150, ])
same(part$importances, whole$importances)
same(part$n, 100L)
same(row.names(predict(part)), as.character(51:150))
for (subset in list(51:150, -(1:50), as.character(51:150))) same(quick(Sepal.Length ~ Petal.Length + Petal.Width, iris, subset = subset)$importances, whole$importances)
same(quick(Sepal.Length ~ Petal.Length, iris, subset = Petal.Width > 0.2, weights = Sepal.Width, cluster = Petal.Width)$importances,
     quick(Sepal.Length ~ Petal.Length, iris[iris$Petal.Width > 0.2, ], weights = Sepal.Width, cluster = Petal.Width)$importances)
same(quick(Sepal.Length ~ Petal.Length, iris, subset = ifelse(Species == "setosa", NA, TRUE))$n, 100L)
says(quick(Sepal.Length ~ ., iris, subset = c(TRUE, FALSE)), "subset has 2 values, expected one for each of the 150 rows")
says(quick(Sepal.Length ~ ., iris, subset = 149:151), "subset has 151, which is not a row of the table")
says(quick(Sepal.Length ~ ., iris, subset = Species == "rosa"), "subset leaves no rows")
says(quick(Sepal.Length ~ ., iris, subset = Species), "subset is of class factor, expected TRUE and FALSE, or numbers or names of rows")
holed <- iris
holed[80, "Petal.Length"] <- NA
says(drfvi(Sepal.Length ~ ., holed, subset = Species != "setosa"), "row 80, column \"Petal.Length\"")
for (f in list(drfvi_shapley, drfvi_rfe, drfvi_groups)) {
  same(suppressWarnings(f(Sepal.Length ~ Petal.Length + Petal.Width, iris, subset = Species == "virginica", weights = Sepal.Width, trees = 10))$n, 50L)
}

# Predictions of the training rows, by trees that did not see them.
fit <- quick(mpg ~ wt + hp, mtcars)
own <- predict(fit)
same(row.names(own), row.names(mtcars))
same(names(own), c("mpg_mean", "mpg_q0.1", "mpg_q0.5", "mpg_q0.9"))
stopifnot(mean(abs(own$mpg_mean - mtcars$mpg)) > mean(abs(predict(fit, mtcars)$mpg_mean - mtcars$mpg)))
same(predict(fit, type = "response"), structure(own$mpg_mean, names = row.names(mtcars)))
same(unlist(predict(drfvi_keep(fit))), unlist(own))
same(fitted(fit), predict(fit, type = "response"))
same(unname(residuals(fit)), mtcars$mpg - own$mpg_mean)
says(residuals(quick(Species ~ ., iris)), "residuals are of a single response that is a number, found Species")
some <- quick(Sepal.Length ~ Petal.Length + Species, transform(iris, Petal.Length = replace(Petal.Length, 3, NA), Species = replace(Species, 9, NA)), missing = "use")
same(nrow(predict(some, data.frame(Petal.Length = NA, Species = "setosa"))), 1L)
same(nrow(predict(some, data.frame(Petal.Length = 1:2, Species = NA))), 2L)
same(row.names(predict(quick(as.matrix(mtcars[2:4]), mtcars$mpg))), row.names(mtcars))
single <- suppressWarnings(drfvi(mpg ~ wt + hp, mtcars, preset = "paper", min_node_size = 1, honesty = FALSE, trees = 1, test = FALSE, method = "coupled"))
lone <- predict(single)
stopifnot(anyNA(lone$mpg_mean), !all(is.na(lone$mpg_mean)), identical(is.na(lone$mpg_q0.5), is.na(lone$mpg_mean)),
          identical(unname(is.na(predict(single, type = "response"))), is.na(lone$mpg_mean)))
gaps <- quick(Ozone ~ Wind + Solar.R, airquality, na.action = na.omit)
same(row.names(predict(gaps)), row.names(na.omit(airquality)))
padded <- quick(Ozone ~ Wind + Solar.R, airquality, na.action = na.exclude)
same(unname(is.na(residuals(padded))), !complete.cases(airquality[1:3]))
same(predict(padded)[complete.cases(airquality[1:3]), ], predict(gaps))
speed <- cars$speed
same(quick(cars$dist ~ speed)$explained, quick(dist ~ speed, cars)$explained)
same(quick(Sepal.Length ~ Petal.Length, iris, cluster = ~Petal.Width)$json$clusters, 22L)
says(quick(mpg ~ wt, mtcars, na.rm = TRUE), "unknown setting \"na.rm\"")
both <- quick(cbind(mpg, gear = factor(gear)) ~ wt + hp, mtcars)
same(names(predict(both, type = "response")), c("mpg", "gear"))
third <- predict(fit, mtcars[1:2, ], quantiles = 1 / 3)
same(names(third), c("mpg_mean", "mpg_q0.333333333333333"))

# Classes and probabilities.
kinds <- quick(Species ~ Sepal.Length + Petal.Length, transform(iris, Species = factor(Species, c("other", "virginica", "versicolor", "setosa"))))
classes <- predict(kinds, type = "class")
same(levels(classes), c("other", "virginica", "versicolor", "setosa"))
stopifnot(mean(as.character(classes) == iris$Species) > 0.85, identical(predict(kinds, type = "response"), classes))
p <- predict(kinds, iris[c(1, 150), ], type = "prob")
same(dimnames(p), list(c("1", "150"), c("other", "virginica", "versicolor", "setosa")))
stopifnot(abs(rowSums(p) - 1) < 1e-12, p[, "other"] == 0, p[1, "setosa"] > 0.9, p[2, "virginica"] > 0.5)
two <- quick(am ~ wt + hp, transform(mtcars, am = c("automatic", "manual")[am + 1]))
p <- predict(two, mtcars, type = "prob")
same(colnames(p), c("automatic", "manual"))
stopifnot(abs(rowSums(p) - 1) < 1e-12, mean((p[, "manual"] > 0.5) == mtcars$am) > 0.9)
same(names(predict(quick(cbind(factor(cyl), factor(gear)) ~ wt + hp, mtcars), type = "prob")), c("factor(cyl)", "factor(gear)"))
same(names(predict(both, type = "class")), row.names(mtcars))
says(predict(fit, type = "class"), "type = \"class\" is for categories, and mpg is a number: factor(y) has categories")
says(predict(quick(ordered(cyl) ~ wt, mtcars), type = "prob"), "as ordered factors are")
says(predict(fit, type = "clas"), "type is \"clas\", expected one of \"distribution\"")
says(predict(fit, mtcars, "class"), "quantiles are of class character, expected levels; a type is named, as in type = \"class\"")
says(predict(kinds, type = "class", conformal = TRUE), "expected no type beside it")

# Intervals.
tested <- suppressWarnings(drfvi(mpg ~ wt + hp + qsec, mtcars, trees = 50, level = 0.9))
ends <- confint(tested)
same(dimnames(ends), list(c("wt", "hp", "qsec"), c("5 %", "95 %")))
same(unname(ends["hp", ]), unlist(tested$importances[2, c("lower", "upper")], use.names = FALSE))
same(confint(tested, 2), ends[2, , drop = FALSE])
same(confint(tested, "hp", 0.9), ends["hp", , drop = FALSE])
says(confint(tested, level = 0.95), "the intervals were made at 0.9")
says(confint(tested, "disp"), "parm has \"disp\", which is not an input")
says(confint(quick(mpg ~ wt + hp, mtcars, method = "coupled", preset = "paper", min_node_size = 1, honesty = FALSE)), "method coupled has no intervals")

# What print says of few rows and of parentheses.
shown <- capture.output(print(tested))
stopifnot(any(grepl("(up to", shown, fixed = TRUE)) == any(grepl("^Parentheses: not significant", shown)))
sure <- suppressWarnings(drfvi(Petal.Length ~ Petal.Width, iris, trees = 50))
stopifnot(!grepl("parentheses", capture.output(print(sure))))
stopifnot(!any(grepl("rank", shown)), any(grepl("p (Holm)", shown, fixed = TRUE)))
set.seed(1)
two <- data.frame(a = rnorm(120), b = rnorm(120))
ranked <- capture.output(print(drfvi(two, 3 * two$a + two$b, trees = 20), adjust = "bonferroni"))
stopifnot(any(grepl("interval rank p \\(Bonferroni\\) +alone$", ranked)), any(grepl("^ a .* 1 +< 0.0001 .* %$", ranked)), !any(grepl(" $", ranked)))

# Columns that a later program adds come through.
later <- list(list(name = "a", importance = 1, rank_interval = list(1, 2), robustness = 0.1, moves = list()), list(name = "b", importance = 0, note = "x", others = list("u", "v, w"), curve = list(1, 2, 3)))
same(drfvi:::more_columns(later, drfvi:::known_keys),
     data.frame(rank_lower = c(1, NA), rank_upper = c(2, NA), robustness = c(0.1, NA), note = c(NA, "x"), others = c(NA, "u, v, w"), stringsAsFactors = FALSE))
same(dim(drfvi:::more_columns(later[1], names(later[[1]]))), c(1L, 0L))

if (requireNamespace("generics", quietly = TRUE)) {
  wide <- generics::augment(fit, quantiles = c(0.1, 0.9))
  same(names(wide), c(".rownames", names(mtcars), ".fitted", ".resid", ".q0.1", ".q0.9"))
  stopifnot(identical(wide$.fitted, own$mpg_mean), isTRUE(all.equal(wide$.resid, mtcars$mpg - own$mpg_mean)), identical(wide$.q0.9, own$mpg_q0.9))
  same(names(generics::augment(fit, newdata = mtcars[1:3, 2:6])), c(".rownames", names(mtcars)[2:6], ".fitted"))
  same(generics::augment(gaps)$Ozone, na.omit(airquality)$Ozone)
  same(generics::augment(part)$Sepal.Length, iris$Sepal.Length[51:150])
  same(names(generics::augment(both))[13:15], c(".fitted_mpg", ".resid_mpg", ".fitted_gear"))
  same(as.character(generics::augment(kinds)$.fitted), unname(as.character(classes)))
  same(names(generics::augment(quick(iris[3:4], iris[1]))), c(names(iris)[c(3, 4, 1)], ".fitted", ".resid"))
  says(generics::augment(fit, mtcars[1:3, ]), "data has 3 rows, but the result is of 32")
  same(inherits(wide, "tbl_df"), requireNamespace("tibble", quietly = TRUE))
  same(inherits(generics::tidy(tested), "tbl_df"), requireNamespace("tibble", quietly = TRUE))
  stopifnot(c("raw", "stands_in") %in% names(generics::tidy(tested)))
} else cat("not tested: augment, generics is not there\n")
if (!requireNamespace("tibble", quietly = TRUE)) cat("not tested: tibbles, tibble is not there\n")
