# Methods of generics and ggplot2, registered where these packages are.

tidy.drfvi <- function(x, adjust = x$adjust, ...) {
  frame <- as.data.frame(x, adjust = adjust)
  columns <- c(variable = "term", importance = "estimate", se = "std.error", lower = "conf.low", upper = "conf.high", p = "p.value",
               p_adjusted = "adj.p.value", established = "established", alone = "alone", moves = "moves")
  renamed(frame, columns)
}

augment.drfvi <- function(x, data = NULL, newdata = NULL, quantiles = NULL, verbose = interactive(), ...) {
  no_more("augment", setdiff(names(formals()), "..."), ...)
  y <- x$training$parts$y
  levels <- null_to(quantiles, 0.5)
  rows <- predict(x, newdata, levels, verbose = verbose)
  given <- null_to(newdata, null_to(data, null_to(x$training$parts$data, as.data.frame(c(x$training$parts$x, y), optional = TRUE))))
  known <- if (is.null(newdata)) x$training$parts$row_names else row.names(rows)
  if (NROW(given) != length(known)) stop("data has ", counted(NROW(given), "row"), ", but the result is of ", length(known), call. = FALSE)
  at <- match(row.names(rows), known) # rows with missing values may be left out
  frame <- as.data.frame(given)[at, , drop = FALSE]
  if (is.data.frame(given) && .row_names_info(given) > 0) frame <- cbind(.rownames = row.names(given)[at], frame)
  for (k in seq_along(y)) {
    name <- names(y)[k]
    column <- function(what) paste0(".", what, if (length(y) > 1) paste0("_", name))
    if (are_numbers(y[k])) {
      frame[[column("fitted")]] <- rows[[paste0(name, "_mean")]]
      if (is.null(newdata)) frame[[column("resid")]] <- as.numeric(y[[k]])[at] - rows[[paste0(name, "_mean")]]
      for (level in sprintf("%.15g", quantiles)) frame[[column(paste0("q", level))]] <- rows[[paste0(name, "_q", level)]]
    } else {
      p <- rows[startsWith(names(rows), paste0(name, "="))]
      best <- substring(names(p), nchar(name) + 2)[max.col(replace(as.matrix(p), is.na(p), 0), "first")]
      frame[[column("fitted")]] <- factor(ifelse(is.na(p[[1]]), NA, best), if (is.factor(y[[k]])) levels(y[[k]]) else sort(unique(y[[k]])))
    }
  }
  as_tibble(frame)
}

tidy.drfvi_shapley <- function(x, ...) {
  renamed(x$shares, c(variable = "term", share = "estimate", se = "std.error", lower = "conf.low", upper = "conf.high", importance = "importance"))
}

tidy.drfvi_groups <- function(x, ...) {
  renamed(x$groups, c(group = "term", depth = "depth", importance = "estimate", lower = "conf.low", upper = "conf.high", p = "p.value",
                      p_adjusted = "adj.p.value", established = "established"))
}

tidy.drfvi_rfe <- function(x, ...) {
  renamed(as.data.frame(x), c(variable = "term", rank = "rank", loss = "estimate", se = "std.error", above_best = "above_best", above_best_se = "above_best_se",
                              kept = "kept"))
}

# renamed has the columns of a data frame that broom has names for under these, then all others.
renamed <- function(frame, columns) {
  columns <- columns[names(columns) %in% names(frame)]
  others <- setdiff(names(frame), names(columns))
  as_tibble(structure(frame[c(names(columns), others)], names = c(unname(columns), others), row.names = seq_len(nrow(frame))))
}

# as_tibble makes a data frame a tibble, where that package is.
as_tibble <- function(frame) {
  if (!requireNamespace("tibble", quietly = TRUE)) return(structure(frame, row.names = seq_len(nrow(frame))))
  tibble::as_tibble(frame, .name_repair = "minimal")
}

glance.drfvi <- function(x, ...) {
  e <- x$explained
  s <- x$settings
  or_na <- function(v) if (length(v) == 0) NA else v[[1]]
  as_tibble(data.frame(explained = or_na(e$share), conf.low = or_na(e$interval), conf.high = or_na(rev(e$interval)), p.value = or_na(e$p),
             nobs = x$n, method = or_na(s$method), preset = or_na(s$preset), trees = or_na(s$trees), seed = or_na(s$seed)))
}

autoplot.drfvi <- function(object, what = c("importance", "aspects"), adjust = object$adjust, level = 0.05, top = 30, ...) {
  no_more("autoplot", c("object", "what", "adjust", "level", "top"), ...)
  what <- one_of("what", what[1], c("importance", "aspects"))
  frame <- shown(object, adjust, level, top)
  if (what == "aspects") return(spots(aspects_among(object$aspects, frame$variable), frame$variable, paste("What moves", listed(object$targets))))
  ranges(short(frame$variable), frame$importance, frame$lower, frame$upper, frame$found, headline(paste("Importance for", listed(object$targets)), object$explained),
         scale_title(object), paste0("p (", procedure(adjust), ") at most ", level))
}

autoplot.drfvi_shapley <- function(object, top = 30, ...) {
  no_more("autoplot", c("object", "top"), ...)
  frame <- head(object$shares[order(-object$shares$share), ], top)
  ranges(frame$variable, pmax(frame$share, 0), frame$lower, frame$upper, frame$lower > 0, paste("Shares in the distribution of", listed(object$targets)),
         "share of what the inputs explain", "above 0")
}

autoplot.drfvi_groups <- function(object, ...) {
  no_more("autoplot", "object", ...)
  frame <- as.data.frame(object)
  ranges(tree_labels(frame), frame$importance, frame$lower, frame$upper, frame$established,
         headline(paste("Groups of inputs for", listed(object$targets)), object$explained), "share of what is explained that is lost without the group", "p (tree) at most 0.05")
}

autoplot.drfvi_rfe <- function(object, ...) {
  no_more("autoplot", "object", ...)
  variables <- loss <- above_best_se <- kept <- NULL # columns
  frame <- object$path
  frame$kept <- frame$variables == length(object$kept)
  ggplot2::ggplot(frame, ggplot2::aes(x = variables, y = loss, ymin = loss - above_best_se, ymax = loss + above_best_se)) +
    ggplot2::geom_line() + ggplot2::geom_pointrange(ggplot2::aes(shape = kept)) +
    ggplot2::scale_shape_manual(name = "kept", values = c(`FALSE` = 1, `TRUE` = 19), labels = c(`FALSE` = "no", `TRUE` = "yes")) +
    ggplot2::labs(x = "number of inputs", y = "MMD loss on other rows", title = paste("Elimination for", listed(object$targets)),
                  subtitle = "bars: standard error of the difference to the best")
}

# spots draws dots for what moves what.
spots <- function(aspects, variables, main) {
  aspect <- variable <- share <- found <- NULL # columns
  frame <- transform(aspects[aspects$share > 0, ], aspect = factor(short(aspect), short(unique(aspects$aspect))),
                     variable = factor(short(variable), rev(unique(short(variables)))))
  ggplot2::ggplot(frame, ggplot2::aes(x = aspect, y = variable, size = share, shape = found)) + ggplot2::geom_point() +
    ggplot2::scale_size_area(name = "share of the variation", limits = c(0, 1)) + ggplot2::scale_x_discrete(drop = FALSE) + ggplot2::scale_y_discrete(drop = FALSE) +
    ggplot2::scale_shape_manual(name = "found", values = c(`FALSE` = 1, `TRUE` = 19), labels = c(`FALSE` = "no", `TRUE` = "yes")) +
    ggplot2::theme(axis.text.x = ggplot2::element_text(angle = 45, hjust = 1)) + ggplot2::labs(x = NULL, y = NULL, title = main)
}

# ranges draws values with intervals, from the top.
ranges <- function(names, value, low, high, found, main, xlab, what) {
  variable <- NULL # a column, as the others
  frame <- data.frame(variable = factor(names, rev(unique(names))), value, low, high, found)
  ggplot2::ggplot(frame, ggplot2::aes(x = value, y = variable, xmin = low, xmax = high, shape = found)) +
    ggplot2::geom_vline(xintercept = 0, colour = "grey60") + ggplot2::geom_pointrange() +
    ggplot2::scale_shape_manual(name = what, values = c(`FALSE` = 1, `TRUE` = 19), labels = c(`FALSE` = "no", `TRUE` = "yes")) +
    ggplot2::labs(x = xlab, y = NULL, title = main)
}
