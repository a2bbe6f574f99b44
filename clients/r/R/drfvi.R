# Importances of inputs for the distribution of responses.

drfvi <- function(x, ...) UseMethod("drfvi")

drfvi.formula <- function(formula, data = NULL, ..., missing = NULL, na.action = NULL) {
  parts <- formula_parts(formula, data)
  fit <- importance(parts, ..., missing = missing_policy(missing, na.action))
  fit$call <- match.call()
  fit
}

drfvi.default <- function(x, y, ..., missing = NULL, na.action = NULL) {
  parts <- table_parts(x, y, short_name(substitute(y), "y"))
  fit <- importance(parts, ..., missing = missing_policy(missing, na.action))
  fit$call <- match.call()
  fit
}

# importance runs the program on the parts of a table.
importance <- function(parts, method = "stacked", preset = NULL, kernel = NULL, trees = NULL,
                       alpha = NULL, groups = NULL, missing = "refuse", dates = c("refuse", "days"),
                       cluster = NULL, weights = NULL, test = TRUE, level = NULL, adjust = "holm", seed = 1,
                       verbose = interactive(), ...) {
  adjust <- match.arg(adjust, p.adjust.methods)
  flags <- list(method = method, preset = preset, kernel = kernel, trees = trees, alpha = alpha,
                missing = missing, seed = seed, `no-test` = if (!test) TRUE, level = level, ...)
  json <- run_on(parts, "importance", flags, groups, match.arg(dates), cluster, weights, verbose)
  structure(list(call = NULL, targets = json$targets, importances = importances(json$variables),
                 explained = list(share = json$explained_share, interval = unlist(json$explained_share_interval),
                                  level = json$level, p = json$explained_p),
                 total_variation = json$total_variation, n = json$n,
                 settings = settings(json, missing), adjust = adjust, warnings = unlist(json$warnings), json = json),
            class = "drfvi")
}

# importances makes a data frame of the program's variables, in column order.
importances <- function(variables) {
  number <- function(key) vapply(variables, function(v) if (is.null(v[[key]])) NA_real_ else as.numeric(v[[key]]), 0)
  bound <- function(k) vapply(variables, function(v) if (is.null(v$interval)) NA_real_ else as.numeric(v$interval[[k]]), 0)
  data.frame(variable = vapply(variables, function(v) v$name, ""), importance = number("importance"),
             lower = bound(1), upper = bound(2), p = number("p"), raw = number("raw"), se = number("se"),
             se_trees = number("se_trees"), alone = number("alone"), alone_p = number("alone_p"),
             stands_in = vapply(variables, function(v) if (is.null(v$p)) NA else isTRUE(v$stands_in), NA))
}

# settings are those that the program has resolved.
settings <- function(json, missing) {
  keys <- c("method", "preset", "kernel", "gamma", "trees", "sample_size", "evaluated_rows", "seed", "version", "elapsed_seconds")
  c(json[intersect(keys, names(json))], list(missing = missing))
}

# missing_policy is the program's word for what to do with missing values.
missing_policy <- function(missing, na.action) {
  if (!is.null(missing)) return(match.arg(missing, c("refuse", "drop", "use")))
  if (is.null(na.action)) return("refuse")
  name <- if (is.character(na.action)) na.action else {
    known <- list(na.fail = stats::na.fail, na.omit = stats::na.omit, na.exclude = stats::na.exclude, na.pass = stats::na.pass)
    c(names(Filter(function(f) identical(f, na.action), known)), "")[1]
  }
  policies <- c(na.fail = "refuse", na.omit = "drop", na.exclude = "drop", na.pass = "use")
  if (!name %in% names(policies)) {
    stop("na.action is unknown, expected one of ", paste(names(policies), collapse = ", "), call. = FALSE)
  }
  policies[[name]]
}

# short_name is the text of an expression, if it is short.
short_name <- function(expression, otherwise) {
  text <- deparse1(expression)
  if (nchar(text) <= 40) text else otherwise
}
