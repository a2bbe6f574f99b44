# Permutation importance of ranger: the rise of the out-of-bag squared error when
# the input is permuted, not scaled. Of several responses each alone, standardised,
# and of these the largest. Argument: the number of trees (500).
library(jsonlite)
library(ranger)

request <- fromJSON(readLines(file("stdin")))
stopifnot(request$protocol == 1)
arguments <- commandArgs(trailingOnly = TRUE)
trees <- if (length(arguments) > 0) as.integer(arguments[1]) else 500
table <- read.csv(request$train, check.names = FALSE)
x <- table[, request$inputs, drop = FALSE]
for (name in unlist(request$categorical)) x[[name]] <- factor(x[[name]])
colnames(x) <- paste0("x", seq_along(x)) # names of any form

values <- sapply(request$targets, function(target) {
  y <- table[[target]]
  if (length(request$targets) > 1) y <- as.vector(scale(y))
  forest <- ranger(
    x = x, y = y, num.trees = trees, importance = "permutation",
    scale.permutation.importance = FALSE, seed = request$seed, num.threads = request$workers
  )
  unname(forest$variable.importance)
})
answer <- list(
  protocol = 1,
  importances = data.frame(name = request$inputs, value = apply(as.matrix(values), 1, max)),
  software = list(R = as.character(getRversion()), ranger = as.character(packageVersion("ranger")))
)
cat(toJSON(answer, auto_unbox = TRUE, digits = NA))
