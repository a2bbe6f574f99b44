# Tests of conditional independence.

drfvi_test <- function(x, ...) UseMethod("drfvi_test")

drfvi_test.formula <- function(formula, data = NULL, ..., subset, weights, cluster, missing = NULL, na.action = NULL) {
  all <- formula
  of <- list(formula[[length(formula)]], NULL)
  if (is.call(of[[1]]) && identical(of[[1]][[1]], as.name("|"))) {
    of <- as.list(of[[1]])[-1]
    all[[length(all)]] <- call("+", of[[1]], of[[2]])
  }
  parts <- formula_parts(all, data, row_arguments(environment()))
  named <- function(side) {
    formula[[length(formula)]] <- side
    names(formula_parts(formula, data)$x)
  }
  tested <- named(of[[1]])
  if ("." %in% all.vars(of[[1]]) && !is.null(of[[2]])) tested <- setdiff(tested, named(of[[2]])) # a dot is what the other side does not name
  independence(parts, tested, ..., cluster = parts$cluster, weights = parts$weights, missing = missing_policy(missing, na.action))
}

drfvi_test.default <- function(x, y, given = NULL, ..., missing = NULL, na.action = NULL) {
  parts <- table_parts(x, y, "y")
  tested <- names(parts$x)
  if (!is.null(given)) {
    if (is.null(dim(given))) given <- data.frame(z = given)
    if (is.null(colnames(given))) colnames(given) <- paste0("z", seq_len(ncol(given)))
    parts$x <- c(parts$x, table_parts(given, y, "y")$x)
  }
  independence(parts, tested, ..., missing = missing_policy(missing, na.action))
}

# independence runs the program on the parts of a table, of whose inputs some are tested given the others.
independence <- function(parts, tested, missing = "refuse", dates = "refuse", cluster = NULL, weights = NULL, moves = FALSE, seed = 1,
                         verbose = interactive(), ...) {
  parts$groups <- NULL
  rows <- unlist(Filter(function(v) is.character(v) && length(v) == 1, list(cluster, weights)))
  given <- setdiff(names(parts$x), c(tested, rows))
  twice <- names(parts$x)[duplicated(names(parts$x))]
  if (length(twice) > 0) stop("column ", dQuote(twice[1], FALSE), " is both tested and given, expected it on one side", call. = FALSE)
  named <- function(names) if (length(names) > 0) function(safe) paste(safe(names), collapse = ",")
  flags <- list(x = named(tested), given = named(given), `no-moves` = if (!yes_or_no("moves", moves)) TRUE, missing = missing, seed = seed, ...)
  json <- run_on(parts, "test", flags, NULL, one_of("dates", dates, c("refuse", "days")), cluster, weights, verbose)
  structure(list(p.value = json$p, estimate = c(strength = json$strength), conf.int = structure(unlist(json$strength_interval), conf.level = json$level),
                 method = paste("Test of", if (length(given) > 0) "conditional", "independence by distributional random forests"),
                 data.name = paste0(listed(names(parts$y)), " on ", listed(tested), if (length(given) > 0) paste(" given", listed(given))),
                 robustness = json$robustness, moves = as.character(unlist(json$moves)), sentence = json$sentence, n = json$rows_used,
                 warnings = unlist(json$warnings), json = json),
            class = c("drfvi_test", "htest"))
}

drfvi_graph <- function(arrows, data, weights = NULL, cluster = NULL, missing = NULL, na.action = NULL, dates = "refuse", seed = 1,
                        verbose = interactive(), ...) {
  if (is.null(dim(arrows)) || ncol(arrows) < 2 || nrow(arrows) == 0) {
    stop("arrows are ", class(arrows)[1], " without two columns and a row, expected a matrix or data frame of causes and effects", call. = FALSE)
  }
  arrows <- cbind(as.character(arrows[, 1]), as.character(arrows[, 2]))
  unknown <- setdiff(arrows, names(data))
  if (length(unknown) > 0) stop("arrows name ", dQuote(unknown[1], FALSE), ", which is not a column of data", call. = FALSE)
  last <- arrows[nrow(arrows), 2]
  parts <- table_parts(data[setdiff(names(data), last)], data[last], last)
  file <- tempfile("drfvi-graph-", fileext = ".csv")
  on.exit(unlink(file))
  written <- function(safe) {
    writeLines(enc2utf8(paste(safe(arrows[, 1]), safe(arrows[, 2]), sep = ",")), file, useBytes = TRUE)
    file
  }
  json <- run_on(parts, "test", list(dag = written, missing = missing_policy(missing, na.action), seed = seed, ...), NULL,
                 one_of("dates", dates, c("refuse", "days")), cluster, weights, verbose)
  of <- function(key, mode = 0) vapply(json$tests, function(t) t[[key]], mode)
  side <- function(key) vapply(json$tests, function(t) paste(unlist(t[[key]]), collapse = ", "), "")
  structure(as_tibble(data.frame(x = side("x"), y = side("y"), given = side("given"), p = of("p"), p_adjusted = of("p_adjusted"), strength = of("strength"),
                               robustness = of("robustness"), established = of("established", NA))),
            sentence = json$sentence, json = json)
}
