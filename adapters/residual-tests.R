# Two tests of whether responses depend on an input given all others, by residuals of
# ranger's forests, out-of-bag, with its own settings. First argument: gcm, the generalised
# covariance measure (Shah and Peters 2020), of several pairs the largest against draws from
# its normal limit; or dcov, the distance covariance (Székely, Rizzo and Bakirov 2007) by 199
# permutations. Values: statistic, distance correlation. Second: number of trees (500).
library(jsonlite)
library(ranger)

request <- fromJSON(readLines(file("stdin")))
stopifnot(request$protocol == 1)
arguments <- commandArgs(trailingOnly = TRUE)
test <- match.arg(arguments[1], c("gcm", "dcov"))
trees <- if (length(arguments) > 1) as.integer(arguments[2]) else 500
set.seed(request$seed)
table <- read.csv(request$train, check.names = FALSE)
x <- table[, request$inputs, drop = FALSE]
for (name in unlist(request$categorical)) x[[name]] <- factor(x[[name]])
colnames(x) <- paste0("x", seq_along(x)) # names of any form
y <- as.matrix(table[, request$targets, drop = FALSE])

# What others do not explain of the columns of a matrix, each with variance 1.
residuals <- function(of, others) {
  left <- apply(of, 2, function(y) {
    if (ncol(others) == 0) return(y - mean(y))
    y - ranger(x = others, y = y, num.trees = trees, seed = request$seed, num.threads = 1)$predictions
  })
  sweep(left, 2, pmax(sqrt(colMeans(left^2)), 1e-12), "/")
}

covariance <- function(a, b) {
  products <- do.call(cbind, lapply(seq_len(ncol(a)), function(k) a[, k] * b))
  spread <- scale(products)
  statistics <- abs(sqrt(nrow(a)) * colMeans(products) / attr(spread, "scaled:scale"))
  if (ncol(products) == 1) return(c(statistics, 2 * pnorm(-statistics)))
  draws <- abs(crossprod(spread, matrix(rnorm(nrow(a) * 999), nrow(a)))) / sqrt(nrow(a))
  c(max(statistics), (1 + sum(apply(draws, 2, max) >= max(statistics))) / 1000)
}

centred_distances <- function(a) {
  d <- as.matrix(dist(a))
  d - outer(rowMeans(d), colMeans(d), "+") + mean(d)
}

distance_covariance <- function(a, b) {
  permuted <- function(i) sum(a * b[i, i])
  chance <- replicate(199, permuted(sample(nrow(b))))
  c(sum(a * b) / sqrt(sum(a^2) * sum(b^2)), (1 + sum(chance >= sum(a * b))) / 200)
}

found <- sapply(seq_along(x), function(j) {
  others <- x[, -j, drop = FALSE]
  input <- model.matrix(~ ., x[, j, drop = FALSE])[, -1, drop = FALSE] # levels as columns
  a <- residuals(input, others)
  b <- residuals(y, others)
  if (test == "gcm") covariance(a, b) else distance_covariance(centred_distances(a), centred_distances(b))
})
importances <- data.frame(name = request$inputs, value = found[1, ], p = found[2, ])
software <- list(R = as.character(getRversion()), ranger = as.character(packageVersion("ranger")))
cat(toJSON(list(protocol = 1, importances = importances, software = software), auto_unbox = TRUE, digits = NA))
