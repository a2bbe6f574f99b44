# Permutation importance of randomForest (%IncMSE, not scaled), with the package's
# own number of candidates, a third of the inputs. Of several responses each alone,
# standardised, and of these the largest. Argument: the number of trees (500).
library(jsonlite)
suppressPackageStartupMessages(library(randomForest))

request <- fromJSON(readLines(file("stdin")))
stopifnot(request$protocol == 1)
arguments <- commandArgs(trailingOnly = TRUE)
trees <- if (length(arguments) > 0) as.integer(arguments[1]) else 500
set.seed(request$seed)
table <- read.csv(request$train, check.names = FALSE)
x <- as.matrix(table[, request$inputs, drop = FALSE])

values <- sapply(request$targets, function(target) {
  y <- table[[target]]
  if (length(request$targets) > 1) y <- as.vector(scale(y))
  forest <- randomForest(x, y, ntree = trees, importance = TRUE)
  unname(importance(forest, type = 1, scale = FALSE)[, 1])
})
answer <- list(
  protocol = 1,
  importances = data.frame(name = request$inputs, value = apply(as.matrix(values), 1, max)),
  software = list(R = as.character(getRversion()), randomForest = as.character(packageVersion("randomForest")))
)
cat(toJSON(answer, auto_unbox = TRUE, digits = NA))
