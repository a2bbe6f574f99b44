# Tests of conditional independence, and sensitivity, where the program is there.
library(drfvi)
if (!nzchar(Sys.getenv("DRFVI")) && !nzchar(Sys.which("drfvi"))) {
  cat("skipped: the program drfvi is not there\n")
  quit(status = 0)
}
caught <- function(expression) tryCatch({ expression; "no error" }, error = conditionMessage)

set.seed(3)
n <- 120
d <- data.frame(z = rnorm(n), e = rnorm(n), `k 2` = sample(c("a", "b"), n, TRUE), id = rep(1:40, 3), check.names = FALSE)
d$x <- d$z + d$e
d$apart <- d$z + rnorm(n)
d$y <- d$x + d$z + rnorm(n)
found <- drfvi_test(y ~ x | z + `k 2`, d, trees = 100, moves = TRUE)
shown <- capture.output(print(found))
stopifnot(inherits(found, "htest"), found$p.value < 0.05, found$robustness > 0, found$robustness < 1, "mean of y" %in% found$moves,
          found$conf.int[1] <= found$estimate, found$estimate <= found$conf.int[2], attr(found$conf.int, "conf.level") == 0.95,
          found$data.name == "y on x given z, k 2", grepl("^Significant dependence of y on x given z and k 2 \\(p ", found$sentence), any(grepl("^p-value = ", shown)),
          found$sentence %in% shown, any(grepl("^Moves: mean of y", shown)))
stopifnot(identical(drfvi_test(d$x, d$y, d[c("z", "k 2")], trees = 100, moves = TRUE)$p.value, found$p.value))
stopifnot(drfvi_test(apart ~ x | z, d, trees = 100)$p.value > 0.05, drfvi_test(apart ~ x, d, trees = 100)$p.value < 0.05)
stopifnot(drfvi_test(apart ~ x | z, d, cluster = id, trees = 100)$json$clusters == 40, drfvi_test(cbind(y, apart) ~ x | z, d, subset = z > 0, trees = 50)$n == sum(d$z > 0))
stopifnot(identical(drfvi_test(dist ~ . | speed, transform(cars, other = rev(speed)), trees = 20)$data.name, "dist on other given speed"))
stopifnot(drfvi_test(d$x, d$y, d$z, trees = 50)$data.name == "y on x given z",
          grepl("column \"x\" is in x and in given, expected it in one of them", caught(drfvi_test(d["x"], d$y, d[c("x", "z")]))),
          grepl("there is no column \"q7\"", caught(drfvi_test(y ~ x | q7, d))))

for (question in c(y ~ x | x, y ~ x | x + z, y ~ z + x + e | x, y ~ . + x | x)) stopifnot(caught(drfvi_test(question, d)) == "column \"x\" is in x and in given, expected it in one of them")
stopifnot(caught(drfvi_test(y ~ x | y, d)) == "column \"y\" is in y and in given, expected it in one of them",
          caught(drfvi_test(y ~ y, d)) == "column \"y\" is in y and in x, expected it in one of them",
          caught(drfvi_test(y + x ~ `k 2` | z + x, d)) == "column \"x\" is in y and in given, expected it in one of them",
          grepl("the responses are missing", caught(drfvi_test(d["x"]))),
          caught(drfvi_test(d["x"], d["x"])) == "column \"x\" is in y and in x, expected it in one of them",
          caught(drfvi_test(y ~ x | z + id, d, cluster = id)) == "column \"id\" is in given and in cluster, expected it in one of them",
          drfvi_test(y ~ x | ., d, cluster = id, trees = 20)$data.name == "y on x given z, e, k 2, apart",
          drfvi_test(y ~ . - x | x, d, cluster = "id", trees = 20)$data.name == "y on z, e, k 2, apart given x")

stopifnot(grepl("x is of class factor, expected a result of drfvi()", caught(drfvi_contrasts(iris$Species)), fixed = TRUE))

x <- cbind(a = runif(80), `b 1` = runif(80))
indices <- drfvi_sensitivity(x, exp(x[, 1]) + x[, 2], laws = list(`b 1` = list("uniform", 0, 1)), trees = 20)
frame <- as.data.frame(indices)
stopifnot(identical(frame$variable, c("a", "b 1")), frame$law[2] == "uniform(0, 1)", abs(frame$ST[1] - 0.7437) < 0.05, frame$S1_lower <= frame$S1, frame$S1 <= frame$S1_upper,
          frame$shapley_distribution[1] > frame$shapley_distribution[2], attr(indices, "json")$mean$learner == "process",
          any(grepl("^a +0\\.7", capture.output(print(indices)))), identical(names(indices["ST"]), "ST"))
print(indices["ST"])
same <- drfvi_sensitivity(y ~ a + b, data.frame(a = x[, 1], b = x[, 2], y = exp(x[, 1]) + x[, 2]), laws = list(b = list("uniform", 0, 1)), trees = 20)
stopifnot(identical(same$ST, indices$ST), grepl("laws name \"q\", which is not an input", caught(drfvi_sensitivity(y ~ x, d, laws = list(q = "rows")))),
          nrow(drfvi_sensitivity(y ~ x + z, d, subset = z > 0, trees = 20)) == 2)
none <- indices
none[c("S1", "S1_lower", "S1_upper")] <- 0
attr(none, "json")$warnings <- list("a doubt")
shown <- capture.output(print(none))
stopifnot(any(grepl("^a +0.000 \\(below 0.001\\)", shown)), any(grepl("^A Gaussian process that predicts [0-9.]+ % of the variance of left-out runs", shown)), tail(shown, 1) == "warning: a doubt")
