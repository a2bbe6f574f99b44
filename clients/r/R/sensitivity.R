# Sensitivity analysis of given runs.

drfvi_sensitivity <- function(x, ...) UseMethod("drfvi_sensitivity")

drfvi_sensitivity.formula <- function(formula, data = NULL, ..., subset, missing = NULL, na.action = NULL) {
  parts <- formula_parts(formula, data, if (!missing(subset)) list(subset = eval(substitute(subset), data, environment(formula))) else list())
  indices(parts, ..., missing = missing_policy(missing, na.action))
}

drfvi_sensitivity.default <- function(x, y, ..., missing = NULL, na.action = NULL) {
  indices(table_parts(x, y, short_name(substitute(y), "y")), ..., missing = missing_policy(missing, na.action))
}

# indices runs the program on the parts of a table; laws is a list of laws by input.
indices <- function(parts, laws = list(), groups = NULL, missing = "refuse", dates = "refuse", seed = 1, verbose = interactive(), ...) {
  unknown <- setdiff(names(laws), c(names(parts$x), names(groups)))
  if (length(unknown) > 0) stop("laws name ", dQuote(unknown[1], FALSE), ", which is not an input", call. = FALSE)
  laws <- unname(Map(function(input, law) list(input = utf8(input), law = law[[1]], parameters = as.list(exact(as.numeric(unlist(law[-1]))))), names(laws), laws))
  json <- run_on(parts, "sensitivity", list(missing = missing, seed = seed, ...), groups, one_of("dates", dates, c("refuse", "days")), NULL, NULL, verbose, laws = laws)
  frame <- data.frame(variable = vapply(json$variables, `[[`, "", "name"), more_columns(json$variables, "name"), stringsAsFactors = FALSE)
  structure(frame, json = json, class = c("drfvi_sensitivity", "data.frame"))
}

print.drfvi_sensitivity <- function(x, ...) {
  json <- attr(x, "json")
  if (is.null(json) || !all(c("variable", "S1", "ST", "shapley") %in% names(x))) return(NextMethod())
  cat(fill_text("Sensitivity of ", listed(json$targets), " to ", counted(nrow(x), "input"), " (", counted(json$n, "row"), "), shares of the variance; noise ",
                round(100 * json$mean$noise, 1), " %"), "\n", sep = "")
  ends <- function(name) {
    span <- spans(data.frame(lower = x[[paste0(name, "_lower")]], upper = x[[paste0(name, "_upper")]]))
    sprintf("%.3f (%s)", x[[name]], span)
  }
  frame <- data.frame(lapply(c(S1 = "S1", ST = "ST", shapley = "shapley"), ends), row.names = short(x$variable))
  print(frame[order(-x$ST), ])
  cat("\n", fill_text(learnt(json)), sep = "")
  for (text in json$warnings) cat(fill_text("warning: ", text))
  invisible(x)
}

# learnt says how the indices were learnt, in the program's words.
learnt <- function(json) {
  by <- function(of) c(process = "a Gaussian process", forest = "a forest")[[of$learner]]
  q2 <- function(of) paste(percent(max(of$q2, 0)), "%")
  mean <- paste0(sub("^a", "A", by(json$mean)), " that predicts ", q2(json$mean), " of the variance of left-out runs (Q\u00b2) has learnt the mean")
  distribution <- paste0(by(json$distribution), " with Q\u00b2 = ", q2(json$distribution))
  nothing <- "nothing of the variance of left-out runs is predicted (Q\u00b2)"
  if (isTRUE(json$distribution$composed)) paste0(mean, ", and the distribution with it, as there is no noise.")
  else if (json$mean$q2 <= 0 && json$distribution$q2 <= 0) paste0("Neither the mean nor the distribution is learnt: ", nothing, ".")
  else if (json$mean$q2 <= 0) paste0("The mean is not learnt: ", nothing, "; ", distribution, " has learnt the distribution.")
  else if (json$distribution$q2 <= 0) paste0(mean, "; the distribution is not learnt.")
  else paste0(mean, ", ", distribution, " the distribution.")
}
