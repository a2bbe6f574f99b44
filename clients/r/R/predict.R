# Predictions of the distribution of the responses.

# Settings that the forest of predictions does not have.
of_importances <- c("adjust", "along", "aspects", "exact", "figure_format", "figures", "html", "interactions", "level", "method", "no_test", "plot", "scale")

predict.drfvi <- function(object, newdata = NULL, quantiles = c(0.1, 0.5, 0.9), conformal = FALSE, verbose = interactive(),
                          type = c("distribution", "response", "class", "prob"), unseen = c("refuse", "skip"), ...) {
  no_more("predict", setdiff(names(formals()), "..."), ...)
  if (!is.numeric(quantiles)) stop("quantiles are of class ", class(quantiles)[1], ", expected levels; a type is named, as in type = \"class\"", call. = FALSE)
  if (!is.null(object$censoring)) stop("predictions of censored times are not offered; the survival curves are in fit$survival", call. = FALSE)
  type <- one_of("type", if (missing(type)) type[1] else type, eval(formals()$type))
  t <- object$training
  check_type(type, t$parts$y)
  unseen <- one_of("unseen", if (missing(unseen)) unseen[1] else unseen, eval(formals()$unseen))
  conformal <- yes_or_no("conformal", conformal)
  if (conformal && type != "distribution") stop("conformal adds intervals to the distribution, expected no type beside it", call. = FALSE)
  new <- if (!is.null(newdata)) new_inputs(newdata, t)
  file <- tempfile("drfvi-", fileext = ".drf")
  on.exit(unlink(file))
  flags <- if (is.null(object$model)) forest_flags(t) else {
    writeBin(object$model, file)
    list(model = file)
  }
  flags <- c(flags, list(unseen = if (unseen == "skip" && !is.null(new)) unseen, quantiles = quantiles, conformal = if (conformal) TRUE,
                         out_of_bag = if (is.null(new)) TRUE))
  json <- run_on(t$parts, "predict", flags, NULL, t$dates, t$cluster, t$weights, verbose, new, again = TRUE)
  if (length(json$skipped_rows) > 0) warning(grep("that no training row has", json$warnings, value = TRUE, fixed = TRUE)[1], call. = FALSE)
  rows <- json$rows
  if (is.null(new)) {
    number <- vapply(rows, `[[`, 0L, "row")
    rows <- rows[!duplicated(number)] # frequencies repeat rows
    names <- t$parts$row_names[unique(number)]
    if (isTRUE(t$parts$padded)) {
      rows <- replace(vector("list", length(t$parts$row_names)), unique(number), rows)
      names <- t$parts$row_names
    }
  } else {
    names <- if (length(dim(newdata)) == 2 && !is.null(rownames(newdata))) rownames(newdata) else as.character(seq_along(rows))
  }
  labels <- labels_of(json, t$parts$y)
  if (type != "distribution") return(of_type(type, rows, t$parts$y, labels, names))
  rows <- lapply(rows, function(row) unlist(Map(function(target, known) predicted(target, json, known), row$targets, labels)))
  columns <- names(Filter(Negate(is.null), rows)[[1]])
  frame <- as.data.frame(do.call(rbind, lapply(rows, null_to, structure(rep(NA_real_, length(columns)), names = columns))), optional = TRUE)
  row.names(frame) <- names
  attr(frame, "check") <- if (is.null(object$model) || conformal) json$check else object$check
  frame
}

# new_inputs are the inputs of new rows.
new_inputs <- function(newdata, t) {
  extras <- Filter(function(v) is.character(v) && length(v) == 1, list(t$cluster, t$weights))
  new <- tryCatch(t$parts$inputs_of(newdata, extras), error = function(e) stop("newdata: ", conditionMessage(e), call. = FALSE))
  new <- flatten(new)$columns
  refuse_dates(new[setdiff(names(new), extras)], t$dates)
  new <- lapply(new, function(v) if (is.logical(v) && all(is.na(v))) as.numeric(v) else v) # NA alone is of any kind
  lacking <- setdiff(names(t$parts$x), c(names(new), extras))
  if (length(lacking) > 0) stop("newdata has no column ", dQuote(lacking[1], FALSE), ", which is an input", meant(lacking[1], names(new)), call. = FALSE)
  new
}

# are_numbers tells of responses whether they are numbers to the program, or else categories.
are_numbers <- function(responses) vapply(responses, function(y) !is.character(y) && (!is.factor(y) || is.ordered(y)), NA)

# check_type refuses types of categories where there are none.
check_type <- function(type, responses) {
  if (!type %in% c("class", "prob") || !all(are_numbers(responses))) return(invisible())
  stop("type = ", dQuote(type, FALSE), " is for categories, and ", listed(names(responses), " and "), if (length(responses) == 1) " is a number" else " are numbers",
       if (any(vapply(responses, is.ordered, NA))) ", as ordered factors are: factor(y, ordered = FALSE) has categories" else ": factor(y) has categories", call. = FALSE)
}

# of_type are predictions as other packages return them: of a single response a vector, a factor or
# a matrix, of several a data frame, or a list of matrices.
of_type <- function(type, rows, responses, labels, names) {
  of <- if (type == "response") seq_along(responses) else which(!are_numbers(responses))
  all <- structure(lapply(of, function(k) {
    targets <- lapply(rows, function(row) if (length(row$targets) > 0) row$targets[[k]])
    y <- responses[[k]]
    if (are_numbers(list(y))) return(structure(vapply(targets, function(v) null_to(v$mean, NA_real_), 0), names = names))
    levels <- known_levels(y)
    at <- match(labels[[k]], levels)
    p <- vapply(targets, function(v) {
      if (is.null(v)) return(rep(NA_real_, length(levels)))
      replace(numeric(length(levels)), at, unlist(v$probabilities)) # 0 of levels that no row has
    }, numeric(length(levels)))
    p <- matrix(p, length(rows), length(levels), byrow = TRUE, dimnames = list(names, levels))
    if (type == "prob") return(p)
    best <- apply(p, 1, function(p) if (anyNA(p)) NA_integer_ else which.max(p))
    structure(factor(levels[best], levels), names = names)
  }), names = names(responses)[of])
  if (length(all) == 1) all[[1]] else if (type == "prob") all else data.frame(lapply(all, unname), row.names = names, check.names = FALSE)
}

# fitted and residuals are of the rows of the table, out-of-bag.
fitted.drfvi <- function(object, ...) predict(object, type = "response", ...)

residuals.drfvi <- function(object, ...) {
  y <- object$training$parts$y
  if (length(y) > 1 || !are_numbers(y)) stop("residuals are of a single response that is a number, found ", listed(names(y)), call. = FALSE)
  own <- fitted.drfvi(object, ...)
  structure(as.numeric(y[[1]])[match(names(own), object$training$parts$row_names)] - own, names = names(own))
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
forest_flags <- function(training) training$flags[!gsub(".", "_", names(training$flags), fixed = TRUE) %in% of_importances]

# known_levels are the levels of a response of categories, in their order.
known_levels <- function(y) if (is.factor(y)) levels(y) else sort(unique(as.vector(y)))

# labels_of are, for each response, the levels that the answer has probabilities of, as the response has
# them; NULL for numbers.
labels_of <- function(json, responses) {
  labels <- structure(lapply(json$categories, function(v) unlist(v$labels)), names = vapply(json$categories, `[[`, "", "target"))
  Map(function(y, name) {
    if (are_numbers(list(y))) return(NULL)
    known <- known_levels(y)
    at <- match(labels[[utf8(name)]], utf8(known))
    if (length(at) == 0 || anyNA(at)) stop("the answer of drfvi has categories of ", dQuote(name, FALSE), " that the table has not", call. = FALSE)
    known[at]
  }, responses, names(responses))
}

# predicted names the predictions of a response, as the program's CSV does.
predicted <- function(target, json, labels) {
  if (!is.null(labels)) return(structure(unlist(target$probabilities), names = paste0(target$name, "=", labels)))
  short <- function(levels) sprintf("%.15g", unlist(levels)) # whatever options(OutDec = ) says
  ends <- if (length(json$coverages) > 0) paste0(c("_low", "_high"), rep(short(json$coverages), each = 2))
  structure(c(target$mean, unlist(target$quantiles), unlist(target$intervals)), names = paste0(target$name, c("_mean", if (length(json$levels) > 0) paste0("_q", short(json$levels)), ends)))
}
