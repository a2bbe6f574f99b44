# The measure of the R package drf itself, variable_importance: weighted frequencies
# of splits. Written against drf 1.1.0 and not tested with the package. Argument: the
# number of trees (500).
library(jsonlite)
library(drf)

request <- fromJSON(readLines(file("stdin")))
stopifnot(request$protocol == 1)
arguments <- commandArgs(trailingOnly = TRUE)
trees <- if (length(arguments) > 0) as.integer(arguments[1]) else 500
table <- read.csv(request$train, check.names = FALSE)
x <- as.matrix(table[, request$inputs, drop = FALSE])
y <- as.matrix(table[, request$targets, drop = FALSE])
forest <- drf(X = x, Y = y, num.trees = trees, seed = request$seed, num.threads = request$workers)
answer <- list(
  protocol = 1,
  importances = data.frame(name = request$inputs, value = as.vector(variable_importance(forest))),
  software = list(R = as.character(getRversion()), drf = as.character(packageVersion("drf")))
)
cat(toJSON(answer, auto_unbox = TRUE, digits = NA))
