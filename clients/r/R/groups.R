# Tests of groups of inputs that move together.

drfvi_groups <- function(x, ...) UseMethod("drfvi_groups")

drfvi_groups.formula <- function(formula, data = NULL, ..., subset, weights, cluster, missing = NULL, na.action = NULL) {
  parts <- formula_parts(formula, data, row_arguments(environment()))
  fit <- grouping(parts, ..., cluster = parts$cluster, weights = parts$weights, missing = missing_policy(missing, na.action))
  called(fit, match.call(), "drfvi_groups", parts$formula)
}

drfvi_groups.default <- function(x, y, ..., missing = NULL, na.action = NULL) {
  parts <- table_parts(x, y, short_name(substitute(y), "y"))
  called(grouping(parts, ..., missing = missing_policy(missing, na.action)), match.call(), "drfvi_groups")
}

# grouping runs the program on the parts of a table.
grouping <- function(parts, groups = NULL, missing = "refuse", dates = "refuse",
                     cluster = NULL, weights = NULL, seed = 1, verbose = interactive(), ...) {
  json <- run_on(parts, "groups", list(missing = missing, seed = seed, ...), groups, one_of("dates", dates, c("refuse", "days")), cluster, weights, verbose)
  nodes <- tested(json$tree, 0L)
  number <- function(key) vapply(nodes, function(v) as.numeric(null_to(v[[key]], NA)), 0)
  bound <- function(k) vapply(nodes, function(v) as.numeric(v$interval[[k]]), 0)
  frame <- data.frame(group = vapply(nodes, function(v) listed(unlist(v$inputs)), ""), depth = vapply(nodes, `[[`, 0L, "depth"),
                      correlation = number("correlation"), importance = number("importance"), lower = bound(1), upper = bound(2),
                      p = number("p"), p_adjusted = number("p_adjusted"), established = vapply(nodes, `[[`, NA, "established"))
  frame$inputs <- lapply(nodes, function(v) as.character(unlist(v$inputs)))
  if (length(frame$inputs[[1]]) > 1) frame$group[1] <- paste("all", length(frame$inputs[[1]]), "inputs")
  least <- vapply(nodes, function(v) v$established && !any(vapply(v$parts, `[[`, NA, "established")), NA)
  structure(list(call = NULL, targets = json$targets, groups = frame, found = frame$inputs[least], tree = json$tree,
                 variables = as.character(unlist(json$variables)), explained = explained(json), n = json$n,
                 settings = settings(json, missing), warnings = unlist(json$warnings), json = json),
            class = "drfvi_groups")
}

# tested lists the groups of a tree that are tested, each before its parts: a group is if
# the one that it is in is found.
tested <- function(node, depth) {
  c(list(c(node, depth = depth)), if (node$established) unlist(lapply(node$parts, tested, depth + 1L), recursive = FALSE))
}

as.data.frame.drfvi_groups <- function(x, row.names = NULL, optional = FALSE, ...) {
  frame <- x$groups
  row.names(frame) <- row.names
  frame
}

# shown_groups are names of groups to look at.
shown_groups <- function(frame) ifelse(startsWith(frame$group, "all ") & lengths(frame$inputs) > 1 & frame$depth == 0, frame$group, vapply(frame$inputs, few, ""))

# tree_labels are the names of groups at the left of an axis, where texts end: parts stand further right.
tree_labels <- function(frame) paste0(shown_groups(frame), strrep("   ", max(frame$depth) - frame$depth))

print.drfvi_groups <- function(x, ...) {
  frame <- x$groups
  cat(fill_text("Groups of ", counted(length(x$variables), "input"), " for ", listed(x$targets), " (", counted(x$n, "row"), ")"))
  say_explained(x)
  shown <- data.frame(group = paste0(strrep("  ", frame$depth), shown_groups(frame)),
                      correlation = ifelse(lengths(frame$inputs) > 1, sprintf("%.2f", frame$correlation), ""), importance = sprintf("%.3f", pmax(frame$importance, 0)), span = spans(frame),
                      p = p_text(frame$p_adjusted))
  names(shown) <- c("", "correlation", "importance", paste(coverage(x$explained), "interval"), "p (tree)")
  if (!divided(x$explained)) shown <- shown[c(1, 2, 5)]
  if (all(shown$correlation == "")) shown$correlation <- NULL # of a single input
  print_table(format(shown, justify = "left"), spare = "correlation")
  cat("\n", fill_text("Found at 5 %: ", if (length(x$found) == 0) "none" else paste(vapply(x$found, listed, ""), collapse = "; "),
                      ". The probability of any false finding among all groups is at most 5 %."), sep = "")
  mention(x$warnings)
  invisible(x)
}
