# Predictions of the distribution of the responses.

# Flags that the forest of predictions does not have.
of_importances <- c("adjust", "along", "aspects", "exact", "figure-format", "figures", "html", "level", "method", "no-test", "plot", "rows", "scale")

predict.drfvi <- function(object, newdata, quantiles = c(0.1, 0.5, 0.9), conformal = FALSE, verbose = interactive(), ...) {
  no_more("predict", setdiff(names(formals()), "..."), ...)
  if (missing(newdata)) stop("newdata is missing, expected a table with the inputs, of rows to predict", call. = FALSE)
  t <- object$training
  extras <- Filter(function(v) is.character(v) && length(v) == 1, list(t$cluster, t$weights))
  new <- tryCatch(t$parts$inputs_of(newdata, extras), error = function(e) stop("newdata: ", conditionMessage(e), call. = FALSE))
  new <- in_order(flatten(new)$columns, t$parts$x)
  lacking <- setdiff(names(t$parts$x), c(names(new), extras))
  if (length(lacking) > 0) stop("newdata has no column ", dQuote(lacking[1], FALSE), ", which is an input", call. = FALSE)
  file <- tempfile("drfvi-", fileext = ".drf")
  on.exit(unlink(file))
  flags <- if (is.null(object$model)) forest_flags(t) else {
    writeBin(object$model, file)
    list(model = file)
  }
  flags <- c(flags, list(quantiles = paste(quantiles, collapse = ","), conformal = if (conformal) TRUE))
  json <- run_on(t$parts, "predict", flags, NULL, t$dates, t$cluster, t$weights, verbose, new)
  rows <- lapply(json$rows, function(row) unlist(Map(function(target, y) predicted(target, json$levels, json$coverages, y), row$targets, t$parts$y)))
  frame <- as.data.frame(do.call(rbind, rows), optional = TRUE)
  if (length(dim(newdata)) == 2 && !is.null(rownames(newdata))) row.names(frame) <- rownames(newdata)
  attr(frame, "check") <- if (is.null(object$model) || conformal) json$check else object$check
  frame
}

# in_order gives new columns the orders of levels that they have in the table, where they are
# text, factors without order or of some of the levels.
in_order <- function(new, table) {
  for (name in names(Filter(is.ordered, table[intersect(names(table), names(new))]))) {
    known <- levels(table[[name]])
    given <- as.character(new[[name]])
    odd <- which(!is.na(given) & !given %in% known)
    if (length(odd) > 0) {
      stop("newdata: row ", odd[1], ", column ", dQuote(name, FALSE), ": unknown level ", dQuote(given[odd[1]], FALSE), " (one of: ",
           paste(known, collapse = ", "), ")", call. = FALSE)
    }
    new[[name]] <- factor(given, known, ordered = TRUE)
  }
  new
}

# no_more refuses arguments that a function does not have, which would have no effect.
no_more <- function(name, has, ...) {
  if (...length() == 0) return(invisible())
  given <- names(list(...))[1]
  stop(name, if (isTRUE(nzchar(given))) paste0(" has no argument ", given, "; it has ") else " has only the arguments ", paste(has, collapse = ", "), call. = FALSE)
}

drfvi_keep <- function(fit, verbose = interactive()) {
  if (!inherits(fit, "drfvi")) stop("fit is of class ", class(fit)[1], ", expected a result of drfvi()", call. = FALSE)
  t <- fit$training
  file <- tempfile("drfvi-", fileext = ".drf")
  on.exit(unlink(file))
  # What there is to warn of, drfvi() has.
  json <- suppressWarnings(run_on(t$parts, "fit", c(forest_flags(t), list(out = file)), NULL, t$dates, t$cluster, t$weights, verbose))
  fit$check <- json$check
  fit$model <- readBin(file, "raw", file.size(file))
  fit
}

# forest_flags are those of the forest of predictions.
forest_flags <- function(training) training$flags[!gsub("[._]", "-", names(training$flags)) %in% of_importances]

# predicted names the predictions of a response, as the program's CSV does.
predicted <- function(target, levels, coverages, response) {
  name <- target$name
  if (!is.null(target$mean)) {
    ends <- if (length(coverages) > 0) paste0(c("_low", "_high"), rep(unlist(coverages), each = 2))
    return(structure(c(target$mean, unlist(target$quantiles), unlist(target$intervals)), names = paste0(name, c("_mean", paste0("_q", unlist(levels)), ends))))
  }
  p <- unlist(target$probabilities)
  given <- substring(names(target$probabilities), regexpr("=", names(target$probabilities), fixed = TRUE) + 1)
  if (length(p) == 1) { # of two categories the program tells one
    all <- sort(unique(as.character(response[!is.na(response)])))
    p <- ifelse(all == given, p, max(1 - p, 0))
    given <- all
  }
  structure(p, names = paste0(name, "=", given))
}
