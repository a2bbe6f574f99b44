# What inputs explain together, divided among them.

drfvi_shapley <- function(x, ...) UseMethod("drfvi_shapley")

drfvi_shapley.formula <- function(formula, data = NULL, ..., subset, weights, cluster, missing = NULL, na.action = NULL) {
  parts <- formula_parts(formula, data, row_arguments(environment()))
  fit <- shares(parts, ..., cluster = parts$cluster, weights = parts$weights, missing = missing_policy(missing, na.action))
  called(fit, match.call(), "drfvi_shapley", parts$formula)
}

drfvi_shapley.default <- function(x, y, ..., missing = NULL, na.action = NULL) {
  parts <- table_parts(x, y, short_name(substitute(y), "y"))
  called(shares(parts, ..., missing = missing_policy(missing, na.action)), match.call(), "drfvi_shapley")
}

# shares runs the program on the parts of a table.
shares <- function(parts, groups = NULL, missing = "refuse", dates = "refuse", cluster = NULL, weights = NULL,
                   pairs = FALSE, seed = 1, verbose = interactive(), ...) {
  flags <- list(missing = missing, pairs = if (yes_or_no("pairs", pairs)) TRUE, seed = seed, ...)
  json <- run_on(parts, "shapley", flags, groups, one_of("dates", dates, c("refuse", "days")), cluster, weights, verbose)
  frame <- function(rows, interval, keys, ...) {
    value <- function(key) vapply(rows, function(v) as.numeric(v[[key]]), 0)
    bound <- function(k) vapply(rows, function(v) as.numeric(v[[interval]][[k]]), 0)
    data.frame(..., lapply(keys[1], value), lower = bound(1), upper = bound(2), lapply(keys[-1], value))
  }
  structure(list(call = NULL, targets = json$targets,
                 shares = frame(json$variables, "share_interval", c(share = "share", se = "share_se", importance = "importance", importance_se = "se", p = "p", p_adjusted = "p_adjusted"), variable = vapply(json$variables, `[[`, "", "name")),
                 pairs = if (!is.null(json$pairs)) {
                   frame(json$pairs, "interval", c(value = "value", se = "se"), variable = vapply(json$pairs, function(v) v$names[[1]], ""), other = vapply(json$pairs, function(v) v$names[[2]], ""))
                 },
                 explained = explained(json), n = json$n, settings = settings(json, missing), warnings = unlist(json$warnings), json = json),
            class = "drfvi_shapley")
}

as.data.frame.drfvi_shapley <- function(x, row.names = NULL, optional = FALSE, ...) {
  frame <- x$shares
  row.names(frame) <- row.names
  frame
}

print.drfvi_shapley <- function(x, top = 30, ...) {
  cat(fill_text("Shares of ", counted(nrow(x$shares), "input"), " in the distribution of ", listed(x$targets), " (", counted(x$n, "row"), ")"))
  say_explained(x)
  table <- function(frame, names, value) {
    text <- data.frame(names, sprintf("%.3f", frame[[value]]), if (value == "share") spans(cbind(frame, established = frame$lower > 0)) else sprintf("%.3f to %.3f", frame$lower, frame$upper))
    names(text) <- c("", value, paste(coverage(x$explained), "interval"))
    if (value == "share") {
      text$importance <- sprintf("%.3f", pmax(frame$importance, 0))
      text[["p (Holm)"]] <- p_text(frame$p_adjusted)
      if (!divided(x$explained)) text <- text[c(1, 5)]
    }
    print_table(head(format(text, justify = "left"), top))
    if (nrow(text) > top) cat("and ", nrow(text) - top, " more\n", sep = "")
  }
  frame <- x$shares[if (divided(x$explained)) order(-x$shares$share) else seq_len(nrow(x$shares)), ]
  frame$share <- pmax(frame$share, 0)
  table(frame, short(frame$variable), "share")
  if (divided(x$explained) && any(frame$lower <= 0)) cat(fill_text("In parentheses: the share may be 0."))
  if (!is.null(x$pairs) && divided(x$explained)) {
    cat("\n")
    pairs <- x$pairs[order(-abs(x$pairs$value)), ]
    table(pairs, paste0(short(pairs$variable), ", ", short(pairs$other)), "value")
    remark(x$json$remarks)
  }
  mention(x$warnings)
  invisible(x)
}
