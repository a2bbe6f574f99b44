# Tests of conditional independence.

drfvi_test <- function(x, ...) UseMethod("drfvi_test")

drfvi_test.formula <- function(formula, data = NULL, ..., subset, weights, cluster, missing = NULL, na.action = NULL) {
  if ("given" %in% names(list(...))) {
    stop("given is for columns beside x and y; in a formula they stand behind a bar, as in ", deparse1(formula), " | z", call. = FALSE)
  }
  all <- formula
  rows <- row_arguments(environment())
  of <- list(formula[[length(formula)]], NULL)
  if (is.call(of[[1]]) && identical(of[[1]][[1]], as.name("|"))) {
    of <- as.list(of[[1]])[-1]
    if (is.call(of[[1]]) && identical(of[[1]][[1]], as.name("|"))) {
      stop("the formula has two bars, expected one, and + between the columns that are given, as in ~ ", deparse1(of[[1]][[2]]), " | ", deparse1(of[[1]][[3]]), " + ", deparse1(of[[2]]), call. = FALSE)
    }
    all[[length(all)]] <- call("+", of[[1]], of[[2]])
  }
  column <- lapply(rows[c("cluster", "weights")], function(v) if (is.character(v) && length(v) == 1) v) # those that are named
  if (length(formula) == 3) {
    refuse_twice(c(list(y = as_named(responses(formula[[2]])), x = as_named(of[[1]]), given = as_named(of[[2]])), column))
  }
  parts <- formula_parts(all, data, rows)
  named <- function(side) {
    formula[[length(formula)]] <- side
    names(formula_parts(formula, data)$x)
  }
  tested <- named(of[[1]])
  # A dot is what nothing else names.
  if ("." %in% all.vars(of[[1]])) tested <- setdiff(tested, c(if (!is.null(of[[2]])) named(of[[2]]), unlist(column)))
  independence(parts, tested, ..., cluster = parts$cluster, weights = parts$weights, missing = missing_policy(missing, na.action))
}

drfvi_test.default <- function(x, y, given = NULL, ..., missing = NULL, na.action = NULL) {
  if (!missing(x) && !missing(y)) refuse_twice(list(y = colnames(y), x = colnames(x), given = colnames(given)))
  parts <- table_parts(x, y, "y")
  tested <- names(parts$x)
  if (!is.null(given)) {
    if (is.null(dim(given))) given <- data.frame(z = given)
    if (is.null(colnames(given))) colnames(given) <- paste0("z", seq_len(ncol(given)))
    given <- table_parts(given, y, "y")$x
    refuse_twice(list(x = tested, given = names(given)))
    parts$x <- c(parts$x, given)
  }
  independence(parts, tested, ..., missing = missing_policy(missing, na.action))
}

print.drfvi_test <- function(x, ...) {
  NextMethod()
  remark(c(x$sentence, unlist(x$json$remarks)))
  if (length(x$moves) > 0) {
    less <- unlist(x$json$less_sure)
    cat(fill_text("Moves: ", paste0(x$moves, ifelse(x$moves %in% less, "?", ""), collapse = ", "), if (length(less) > 0) "; with a question mark: it may be of the mean, which moves more", "."))
  }
  mention(x$warnings)
  invisible(x)
}

# as_named are the columns that expressions name, or a side of a formula; a dot names none.
as_named <- function(of) {
  if (is.null(of)) return(NULL)
  if (!is.list(of)) {
    used <- attr(terms(eval(call("~", of)), allowDotAsName = TRUE), "factors")
    return(if (length(used) > 0) setdiff(gsub("^`|`$", "", rownames(used)[rowSums(used != 0) > 0]), "."))
  }
  vapply(of, function(e) if (is.name(e)) as.character(e) else deparse1(e), "")
}

# refuse_twice refuses a column that is in two parts of a question, in the program's words.
refuse_twice <- function(parts) {
  parts <- lapply(parts, function(v) if (is.character(v)) unique(v))
  part <- rep(names(parts), lengths(parts))
  names <- unlist(parts, use.names = FALSE)
  again <- which(duplicated(names))[1]
  if (!is.na(again)) {
    stop("column ", dQuote(names[again], FALSE), " is in ", part[match(names[again], names)], " and in ", part[again], ", expected it in one of them", call. = FALSE)
  }
}

# independence runs the program on the parts of a table, of whose inputs some are tested given the others.
independence <- function(parts, tested, missing = "refuse", dates = "refuse", cluster = NULL, weights = NULL, moves = FALSE, seed = 1,
                         verbose = interactive(), ...) {
  parts$groups <- NULL
  rows <- unlist(Filter(function(v) is.character(v) && length(v) == 1, list(cluster, weights)))
  given <- setdiff(names(parts$x), c(tested, rows))
  flags <- list(x = tested, given = if (length(given) > 0) given, no_moves = if (!yes_or_no("moves", moves)) TRUE, missing = missing, seed = seed, ...)
  json <- run_on(parts, "test", flags, NULL, one_of("dates", dates, c("refuse", "days")), cluster, weights, verbose)
  structure(list(p.value = json$p, estimate = c(strength = json$strength), conf.int = structure(unlist(json$strength_interval), conf.level = json$level),
                 method = paste("Test of", if (length(given) > 0) "conditional", "independence by distributional random forests"),
                 data.name = paste0(listed(names(parts$y)), " on ", listed(tested), if (length(given) > 0) paste(" given", listed(given))),
                 robustness = json$robustness, moves = as.character(unlist(json$moves)), sentence = json$sentence, n = json$rows_used,
                 warnings = unlist(json$warnings), json = json),
            class = c("drfvi_test", "htest"))
}
