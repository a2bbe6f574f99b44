# The effect of a treatment.

# effect_of runs the program on the parts of a table, of which one column says which rows were treated.
effect_of <- function(parts, flags, groups, dates, cluster, weights, treatment, propensity, effect, arms, missing, verbose) {
  if (!is.null(arms) && (!is.atomic(arms) || length(arms) != 2)) stop("arms are ", short_name(arms, "something else"), ", expected two values of the treatment, the treated one first", call. = FALSE)
  number <- is.numeric(propensity) && length(propensity) == 1
  flags <- c(flags, list(arms = if (!is.null(arms)) as.character(arms), effect = effect, propensity = if (number) propensity))
  json <- run_on(parts, "importance", flags, groups, dates, cluster, weights, verbose,
                 aside = list(treatment = treatment, propensity = if (!number) propensity))
  estimate <- function(v) data.frame(value = v$value, se = v$se, lower = v$interval[[1]], upper = v$interval[[2]], p = v$p)
  structure(list(call = NULL, targets = json$targets, treatment = unlist(json$treatment), effect = json$effect, average = estimate(json$average_effect),
                 spread = if (!is.null(json$spread_effect)) estimate(json$spread_effect), average_p = json$average_p, effect_p = json$effect_p,
                 differs_p = json$differs_p, differs_share = null_to(json$differs_share, NA_real_), variables = effect_inputs(json$variables),
                 population = json$population, propensity = json$propensity, n = json$rows_used, treated_rows = json$treated_rows, level = json$level,
                 sentences = unlist(json$sentences), settings = settings(json, missing), warnings = unlist(json$warnings), json = json),
            class = "drfvi_effect")
}

# effect_inputs makes a data frame of the inputs that the effect may depend on; NULL where it is not found to differ.
effect_inputs <- function(variables) {
  if (is.null(variables)) return(NULL)
  number <- function(key) vapply(variables, function(v) as.numeric(null_to(v[[key]], NA)), 0)
  end <- function(k) vapply(variables, function(v) as.numeric(v$interval[[k]]), 0)
  data.frame(variable = vapply(variables, `[[`, "", "name"), importance = number("importance"), lower = end(1), upper = end(2), p = number("p"),
             p_adjusted = number("p_adjusted"), established = vapply(variables, `[[`, NA, "established"), effect_low = number("effect_low"),
             effect_low_se = number("effect_low_se"), effect_high = number("effect_high"), effect_high_se = number("effect_high_se"),
             moves = vapply(variables, function(v) paste(unlist(v$moves), collapse = ", "), ""), raw = number("raw"), se = number("se"), stringsAsFactors = FALSE)
}

as.data.frame.drfvi_effect <- function(x, row.names = NULL, optional = FALSE, ...) {
  frame <- x$variables
  if (!is.null(frame)) row.names(frame) <- row.names
  frame
}

coef.drfvi_effect <- function(object, ...) structure(object$average$value, names = object$treatment[["column"]])

confint.drfvi_effect <- function(object, parm, level = object$level, ...) {
  if (!isTRUE(all.equal(level, object$level))) {
    stop("level is ", short_name(level, "something else"), ", but the interval was made at ", object$level, ": drfvi(..., level = ) makes others", call. = FALSE)
  }
  ends <- paste(format(100 * c((1 - level) / 2, (1 + level) / 2), trim = TRUE, digits = 3), "%")
  matrix(c(object$average$lower, object$average$upper), ncol = 2, dimnames = list(object$treatment[["column"]], ends))
}

print.drfvi_effect <- function(x, top = 30, ...) {
  arms <- short(x$treatment[c("treated", "untreated")])
  cat(fill_text("Effect of ", short(x$treatment[["column"]]), " on the ", if (x$effect == "mean") "mean" else "distribution", " of ", listed(x$targets), " (", counted(x$n, "row"), ")"), "\n", sep = "")
  for (text in x$sentences) cat(fill_text(text))
  cat(fill_text(x$treated_rows, " rows are ", arms[1], ", ", x$n - x$treated_rows, " are ", arms[2], if (x$population == "all") ". Averages are over all rows." else
    ". Averages are over rows in proportion to the overlap of both."))
  if (!is.null(x$variables)) {
    frame <- x$variables[order(-x$variables$raw), ]
    shown <- data.frame(short(frame$variable), sprintf("%.3f", pmin(frame$importance, 1)), spans(frame), p_text(frame$p_adjusted),
                        sprintf("%+.3g", frame$effect_low), sprintf("%+.3g", frame$effect_high), frame$moves)
    names(shown) <- c("", "importance", paste(coverage(x), "interval"), "p (Holm)", "effect at low", "at high", "moves")
    cat("\n")
    print_table(head(format(shown, justify = "left"), top), spare = "moves")
    cat(fill_text("importance: the share of the differences between rows that is lost without the input; effect at low, at high: on the mean, where the input is lowest and highest, ",
                  "or at the levels of least and largest effect."))
  }
  mention(x$warnings)
  invisible(x)
}
