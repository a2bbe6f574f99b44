# The test that most tables get: a linear model with and without the input, compared by
# the partial F-test, or by Pillai's trace where there are several responses (MANOVA). Levels
# of a categorical input are tested together. Values are shares of what the others leave.
library(jsonlite)

request <- fromJSON(readLines(file("stdin")))
stopifnot(request$protocol == 1)
table <- read.csv(request$train, check.names = FALSE)
x <- table[, request$inputs, drop = FALSE]
for (name in unlist(request$categorical)) x[[name]] <- factor(x[[name]])
colnames(x) <- paste0("x", seq_along(x)) # names of any form
y <- as.matrix(table[, request$targets, drop = FALSE])

fitted_to <- function(inputs) lm(y ~ ., data = cbind(one = 1, inputs)) # also where there are no inputs
all <- fitted_to(x)
found <- sapply(seq_along(x), function(j) {
  without <- fitted_to(x[, -j, drop = FALSE])
  if (ncol(y) == 1) {
    p <- anova(without, all)[2, "Pr(>F)"]
  } else {
    p <- anova(all, without, test = "Pillai")[2, "Pr(>F)"]
  }
  scaled <- function(of) sum(sweep(as.matrix(residuals(of)), 2, apply(y, 2, sd), "/")^2)
  c(1 - scaled(all) / scaled(without), p)
})
importances <- data.frame(name = request$inputs, value = found[1, ], p = found[2, ])
software <- list(R = as.character(getRversion()))
cat(toJSON(list(protocol = 1, importances = importances, software = software), auto_unbox = TRUE, digits = NA))
