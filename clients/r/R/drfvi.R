# Importances of inputs for the distribution of responses.

drfvi <- function(x, ...) UseMethod("drfvi")

drfvi.formula <- function(formula, data = NULL, ..., subset, weights, cluster, treatment, propensity, missing = NULL, na.action = NULL) {
  dots <- as.list(substitute(list(...)))
  if (!is.null(dots$offset)) refuse_offset(formula[[2]], dots$offset, deparse1(formula[[length(formula)]]))
  parts <- formula_parts(formula, data, row_arguments(environment()))
  parts$padded <- is.null(missing) && excludes(na.action)
  fit <- importance(parts, ..., cluster = parts$cluster, weights = parts$weights, treatment = parts$treatment, propensity = parts$propensity,
                    missing = missing_policy(missing, na.action))
  called(fit, match.call(), "drfvi", parts$formula)
}

drfvi.default <- function(x, y, ..., missing = NULL, na.action = NULL) {
  texts <- !missing(x) && is.character(x) && !missing(y) && is.character(y) && length(y) == 1
  if (texts && !is.null(as.list(substitute(list(...)))$data)) {
    stop("x and y are names of columns, which stand in a formula: drfvi(", y, " ~ ", paste(x, collapse = " + "), ", data)", call. = FALSE)
  }
  parts <- table_parts(x, y, short_name(substitute(y), "y"))
  parts$padded <- is.null(missing) && excludes(na.action)
  called(importance(parts, ..., missing = missing_policy(missing, na.action)), match.call(), "drfvi")
}

# called notes the call, of the function that was called and not of its method, which is not
# there for update(), and the formula, which update() changes.
called <- function(fit, call, name, formula = NULL) {
  call[[1]] <- as.name(name)
  fit$call <- call
  fit$formula <- formula
  fit
}

# importance runs the program on the parts of a table.
importance <- function(parts, method = "stacked", preset = NULL, kernel = NULL, trees = NULL,
                       alpha = NULL, groups = NULL, missing = "refuse", dates = "refuse",
                       cluster = NULL, weights = NULL, treatment = NULL, propensity = NULL, effect = NULL, arms = NULL,
                       test = TRUE, aspects = FALSE, interactions = FALSE, level = NULL, adjust = "holm", seed = 1,
                       verbose = interactive(), ...) {
  adjust <- one_of("adjust", adjust, p.adjust.methods)
  dates <- one_of("dates", dates, c("refuse", "days"))
  test <- yes_or_no("test", test)
  aspects <- yes_or_no("aspects", aspects)
  interactions <- yes_or_no("interactions", interactions)
  forests <- list(preset = preset, kernel = kernel, trees = trees, alpha = alpha, missing = missing, seed = seed, ...)
  flags <- c(list(method = method, no_test = if (!test) TRUE, aspects = if (aspects) TRUE,
               interactions = if (interactions) TRUE, level = level), forests)
  asked <- c(propensity = !is.null(propensity), effect = !is.null(effect), arms = !is.null(arms))
  if (!is.null(evaluated("treatment", treatment))) return(effect_of(parts, flags, groups, dates, cluster, weights, treatment, propensity, effect, arms, missing, verbose))
  if (any(asked)) stop(names(asked)[asked][1], " is about a treatment, expected treatment = column beside it", call. = FALSE)
  json <- run_on(parts, "importance", flags, groups, dates, cluster, weights, verbose)
  structure(list(call = NULL, targets = json$targets, importances = importances(json$variables),
                 explained = explained(json), clusters = json$clusters, aspects = aspects_of(json$aspects),
                 interactions = interactions_of(json$interactions),
                 total_variation = json$total_variation, n = json$n,
                 settings = c(settings(json, missing), list(test = test)), adjust = adjust, warnings = unlist(json$warnings), json = json,
                 censoring = json$censoring, survival = survival_of(json$survival),
                 training = list(parts = parts, flags = forests, dates = dates, cluster = cluster, weights = weights)),
            class = "drfvi")
}

# explained is what all inputs explain.
explained <- function(json) {
  list(share = json$explained_share, interval = unlist(json$explained_share_interval), level = json$level, p = json$explained_p, undivided = json$undivided)
}

# aspects_of makes a data frame of the program's aspects, a row for each aspect and input.
aspects_of <- function(aspects) {
  if (is.null(aspects)) return(NULL)
  do.call(rbind, lapply(aspects, function(a) {
    values <- importances(a$variables)
    data.frame(aspect = a$aspect, explained = a$explained, explained_share = a$explained_share, explained_p = null_to(a$explained_p, NA_real_), variable = values$variable,
               importance = pmax(values$raw, 0), lower = values$lower, upper = values$upper, p = values$p,
               p_adjusted = vapply(a$variables, function(v) as.numeric(null_to(v$p_adjusted, NA)), 0), share = vapply(a$variables, `[[`, 0, "area"), found = vapply(a$variables, `[[`, NA, "found"))
  }))
}

# survival_of makes a data frame of the program's survival curves, a row for each curve and time.
survival_of <- function(found) {
  if (is.null(found)) return(NULL)
  times <- as.numeric(unlist(found$times))
  do.call(rbind, lapply(found$curves, function(curve) {
    data.frame(curve = trimws(paste(found$input, null_to(curve$name, "all"))), time = times, survival = as.numeric(unlist(curve$values)), se = as.numeric(unlist(curve$se)), stringsAsFactors = FALSE)
  }))
}

# interactions_of makes a data frame of the program's pairs of inputs, the one with the largest gain first.
interactions_of <- function(pairs) {
  if (is.null(pairs)) return(NULL)
  input <- function(k) vapply(pairs, function(v) v$inputs[[k]], "")
  number <- function(key) vapply(pairs, function(v) as.numeric(v[[key]]), 0)
  end <- function(k) vapply(pairs, function(v) as.numeric(v$gain_interval[[k]]), 0)
  data.frame(first = input(1), second = input(2), gain = number("gain"), lower = end(1), upper = end(2), p = number("p"), p_adjusted = number("p_adjusted"),
             affects = vapply(pairs, `[[`, "", "affects"), found = vapply(pairs, `[[`, NA, "found"), stringsAsFactors = FALSE)
}

# importances makes a data frame of the program's variables, in column order.
importances <- function(variables) {
  number <- function(key) vapply(variables, function(v) if (is.null(v[[key]])) NA_real_ else as.numeric(v[[key]]), 0)
  bound <- function(k) vapply(variables, function(v) if (is.null(v$interval)) NA_real_ else as.numeric(v$interval[[k]]), 0)
  data.frame(variable = vapply(variables, function(v) v$name, ""), importance = number("importance"),
             lower = bound(1), upper = bound(2), p = number("p"), raw = number("raw"), se = number("se"),
             se_trees = number("se_trees"), alone = number("alone"), alone_p = number("alone_p"),
             stands_in = vapply(variables, function(v) if (is.null(v$p)) NA else isTRUE(v$stands_in), NA),
             moves = if (any(lengths(lapply(variables, `[[`, "moves")) > 0)) {
               vapply(variables, function(v) paste(unlist(v$moves), collapse = ", "), "")
             } else NA_character_,
             more_columns(variables, known_keys), stringsAsFactors = FALSE)
}

# known_keys are those of an input in JSON that importances() and as.data.frame() have themselves.
known_keys <- c("name", "importance", "interval", "p", "p_adjusted", "raw", "clamped", "se", "se_trees", "aggregation_se", "alone", "alone_p", "alone_p_adjusted",
                "established", "stands_in", "moves")

# more_columns makes columns of the other keys of objects in JSON, those of later programs: of
# single values, of lists of words, and of pairs of numbers, the ends of intervals.
more_columns <- function(objects, known) {
  columns <- list()
  for (key in setdiff(unique(unlist(lapply(objects, names))), known)) {
    values <- lapply(objects, `[[`, key)
    values <- lapply(values, function(v) if (is.list(v) && all(vapply(v, is.character, NA))) paste(unlist(v), collapse = ", ") else v)
    nth <- function(k) unlist(lapply(values, function(v) if (length(v) >= k) v[[k]] else NA))
    ends <- paste0(sub("_?interval$", "", key), c("_lower", "_upper"))
    if (any(vapply(values, function(v) length(v) > 2 || is.list(unlist(v, FALSE)), NA))) next # no single value
    if (max(lengths(values)) < 2) columns[[key]] <- nth(1) else columns[ends] <- list(nth(1), nth(2))
  }
  if (length(columns) == 0) data.frame(row.names = seq_along(objects)) else as.data.frame(columns, optional = TRUE, stringsAsFactors = FALSE)
}

# settings are those that the program has resolved.
settings <- function(json, missing) {
  keys <- c("versions", "method", "preset", "kernel", "gamma", "trees", "sample_size", "evaluated_rows", "seed", "version", "elapsed_seconds")
  c(json[intersect(keys, names(json))], list(missing = missing))
}

# missing_policy is the program's word for what to do with missing values.
missing_policy <- function(missing, na.action) {
  if (!is.null(missing)) return(one_of("missing", missing, c("refuse", "drop", "use")))
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

# excludes tells of na.exclude, with which predictions of the table have NA where rows are left out.
excludes <- function(na.action) identical(na.action, stats::na.exclude) || identical(na.action, "na.exclude")

# one_of is a value that must be one of some words.
one_of <- function(name, value, words) {
  if (is.character(value) && length(value) == 1 && value %in% words) return(value)
  near <- if (is.character(value) && length(value) == 1) words[tolower(words) == tolower(value)]
  stop(name, " is ", short_name(value, "something else"), ", expected one of ", paste(dQuote(words, FALSE), collapse = ", "),
       if (length(near) > 0) paste0("; did you mean ", dQuote(near[1], FALSE), "?"), call. = FALSE)
}

# yes_or_no is a value that must be TRUE or FALSE.
yes_or_no <- function(name, value) {
  if (!isTRUE(value) && !isFALSE(value)) stop(name, " is ", short_name(value, "something else"), ", expected TRUE or FALSE", call. = FALSE)
  value
}

# short_name is the text of an expression, if it is short.
short_name <- function(expression, otherwise) {
  text <- deparse1(expression)
  if (nchar(text) <= 40) text else otherwise
}
