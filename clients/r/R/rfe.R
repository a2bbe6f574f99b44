# Elimination of inputs that are not needed.

drfvi_rfe <- function(x, ...) UseMethod("drfvi_rfe")

drfvi_rfe.formula <- function(formula, data = NULL, ..., subset, weights, cluster, missing = NULL, na.action = NULL) {
  parts <- formula_parts(formula, data, row_arguments(environment()))
  fit <- elimination(parts, ..., cluster = parts$cluster, weights = parts$weights, missing = missing_policy(missing, na.action))
  called(fit, match.call(), "drfvi_rfe", parts$formula)
}

drfvi_rfe.default <- function(x, y, ..., missing = NULL, na.action = NULL) {
  parts <- table_parts(x, y, short_name(substitute(y), "y"))
  called(elimination(parts, ..., missing = missing_policy(missing, na.action)), match.call(), "drfvi_rfe")
}

# elimination runs the program on the parts of a table.
elimination <- function(parts, method = "coupled", preset = NULL, kernel = NULL, trees = NULL,
                        alpha = NULL, groups = NULL, missing = "refuse", dates = "refuse",
                        cluster = NULL, weights = NULL, repeats = 10, seed = 1, verbose = interactive(), ...) {
  flags <- list(method = method, preset = preset, kernel = kernel, trees = trees, alpha = alpha,
                missing = missing, repeats = repeats, seed = seed, ...)
  json <- run_on(parts, "rfe", flags, groups, one_of("dates", dates, c("refuse", "days")), cluster, weights, verbose)
  column <- function(rows, key) unlist(lapply(rows, `[[`, key))
  frame <- function(rows, keys) as.data.frame(structure(lapply(keys, column, rows = rows), names = keys))
  variables <- lapply(json$variables, function(v) c(v, variable = v$name))
  structure(list(call = NULL, targets = names(parts$y), kept = as.character(unlist(json$kept)),
                 ranking = frame(variables, c("variable", "rank", "kept", "kept_in_halves")),
                 path = frame(json$path, c("variables", "loss", "se", "above_best", "above_best_se")),
                 repeats = json$repeats, n = json$n, settings = settings(json, missing),
                 warnings = unlist(json$warnings), json = json),
            class = "drfvi_rfe")
}

print.drfvi_rfe <- function(x, digits = 3, ...) {
  cat(fill_text("Elimination of ", counted(nrow(x$ranking), "input"), " for ", listed(x$targets), " (", counted(x$n, "row"), ")"))
  if (length(x$kept) == 0) {
    cat(fill_text("Keep nothing: no set of inputs predicts better than none, beyond chance."))
  } else {
    cat(fill_text("Keep ", counted(length(x$kept), "input"), ": ", paste(short(x$kept), collapse = ", ")))
  }
  cat("\n")
  shown <- as.data.frame(x)
  shown <- shown[c("rank", "variable", "loss", "above_best", "above_best_se", "kept_in_halves")]
  shown$variable <- c("(none)", short(shown$variable[-1]))
  print(head(shown, 31), digits = digits, row.names = FALSE, na.print = "")
  if (nrow(shown) > 31) cat("and ", nrow(shown) - 31, " more\n", sep = "")
  cat("\n", fill_text("Losses are means over ", counted(x$repeats, "random half", "random halves"),
                      " of the rows, of forests on as many inputs as the rank says; kept_in_halves counts ",
                      "the halves in which an input was among those kept."), sep = "")
  mention(x$warnings)
  invisible(x)
}

as.data.frame.drfvi_rfe <- function(x, row.names = NULL, optional = FALSE, ...) {
  variables <- rbind(data.frame(variable = NA, rank = 0L, kept = NA, kept_in_halves = NA), x$ranking)
  losses <- x$path[match(variables$rank, x$path$variables), -1]
  frame <- cbind(variables, losses)
  row.names(frame) <- row.names
  frame
}
