# Conditional permutation importance of party (Strobl et al. 2008): the rise of the
# squared error of a forest of conditional inference trees when the input is permuted
# among rows alike in the inputs that it depends on. Of several responses each alone,
# standardised, and of these the largest. Argument: the number of trees (500).
library(jsonlite)
suppressPackageStartupMessages(library(party))

request <- fromJSON(readLines(file("stdin")))
stopifnot(request$protocol == 1)
arguments <- commandArgs(trailingOnly = TRUE)
trees <- if (length(arguments) > 0) as.integer(arguments[1]) else 500
set.seed(request$seed)
table <- read.csv(request$train, check.names = FALSE)
x <- table[, request$inputs, drop = FALSE]
for (name in unlist(request$categorical)) x[[name]] <- factor(x[[name]])
colnames(x) <- paste0("x", seq_along(x)) # names of any form

values <- sapply(request$targets, function(target) {
  y <- table[[target]]
  if (length(request$targets) > 1) y <- as.vector(scale(y))
  candidates <- max(1, floor(sqrt(ncol(x))))
  forest <- cforest(y ~ ., data = cbind(y = y, x), controls = cforest_unbiased(ntree = trees, mtry = candidates))
  found <- varimp(forest, conditional = TRUE)
  as.vector(found[colnames(x)])
})
answer <- list(
  protocol = 1,
  importances = data.frame(name = request$inputs, value = apply(as.matrix(values), 1, max)),
  software = list(R = as.character(getRversion()), party = as.character(packageVersion("party")))
)
cat(toJSON(answer, auto_unbox = TRUE, digits = NA))
