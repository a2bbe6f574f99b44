# Pictures in base graphics.

# dots draws values with intervals, from the top, over a line at 0.
dots <- function(names, value, low, high, filled, ink = "black", ...) {
  plot.new()
  margins <- par("mai")
  on.exit(par(mai = margins))
  margin <- min(max(strwidth(names, "inches")) + 0.4, par("din")[1] / 2)
  par(mai = replace(margins, 2, max(margin, 0.6)))
  plot.window(range(0, value, low, high, finite = TRUE), c(0.5, length(value) + 0.5))
  abline(v = 0, col = "grey60")
  at <- rev(seq_along(value))
  segments(low, at, high, at, col = ink)
  points(value, at, pch = 21, col = ink, bg = ifelse(filled, ink, "white"))
  axis(1)
  axis(2, at = at, labels = names, las = 1, tick = FALSE)
  box()
  title(..., cex.sub = 0.8)
}

# shown are the rows of a result that pictures show, with ends of intervals.
shown <- function(x, adjust, level, top) {
  frame <- as.data.frame(x, adjust = adjust)
  frame$found <- found(frame, level)
  frame <- frame[head(ranking(frame, x$explained), top), ]
  reach <- 2 * null_to(frame$se_trees, 0)
  if (is.null(frame$lower)) frame$lower <- frame$importance - reach
  if (is.null(frame$upper)) frame$upper <- frame$importance + reach
  frame
}

# headline is a title, and below it what is explained.
headline <- function(main, explained) {
  if (nothing(explained)) paste0(main, "\nno significant effect") else if (!is.null(explained$share)) {
    paste0(main, "\n", percent(explained$share), " % of the variation is explained")
  } else main
}

scale_title <- function(x) if (is.null(x$explained$share)) "importance" else "share of what is explained that is lost without the input"

plot.drfvi <- function(x, what = c("importance", "aspects"), adjust = x$adjust, level = 0.05, top = 30,
                       main = NULL, xlab = NULL, ...) {
  frame <- shown(x, adjust, level, top)
  what <- one_of("what", what[1], c("importance", "aspects"))
  if (what == "aspects") {
    plot_aspects(x$aspects, frame$variable, null_to(main, paste("What moves", listed(x$targets))), null_to(xlab, "area: share of the variation"))
  } else {
    dots(short(frame$variable), frame$importance, frame$lower, frame$upper, frame$found, if (divided(x$explained)) "black" else "grey60",
         main = null_to(main, headline(paste("Importance for", listed(x$targets)), x$explained)), xlab = null_to(xlab, scale_title(x)),
         sub = if (!is.null(frame$p)) paste0("filled: p (", procedure(adjust), ") at most ", level), ...)
  }
  invisible(x)
}

# aspects_among are the aspects of the variables that are shown.
aspects_among <- function(aspects, variables) {
  if (is.null(aspects)) stop("there are no aspects, expected a result of drfvi(..., aspects = TRUE)", call. = FALSE)
  aspects[aspects$variable %in% variables, ]
}

# plot_aspects draws which input moves what.
plot_aspects <- function(aspects, variables, main, xlab) {
  aspects <- aspects_among(aspects, variables)
  names <- unique(aspects$aspect)
  plot.new()
  margins <- par("mai")
  on.exit(par(mai = margins))
  wide <- function(names) min(max(strwidth(short(names), "inches")) + 0.3, par("din")[1] / 2.5)
  par(mai = replace(margins, 1:2, c(wide(names) + 0.3, wide(variables))))
  plot.window(c(0.5, length(names) + 0.5), c(0.5, length(variables) + 0.5))
  points(match(aspects$aspect, names), length(variables) + 1 - match(aspects$variable, variables), pch = 21,
         cex = 4 * sqrt(pmin(pmax(aspects$share, 0), 1)), bg = ifelse(aspects$found, "black", "white"))
  axis(1, at = seq_along(names), labels = short(names), las = 2, tick = FALSE)
  axis(2, at = rev(seq_along(variables)), labels = short(variables), las = 1, tick = FALSE)
  box()
  title(main)
  mtext(paste0(xlab, "; filled: found"), line = 0.3, cex = 0.8)
}

plot.drfvi_shapley <- function(x, top = 30, main = paste("Shares in the distribution of", listed(x$targets)),
                               xlab = "share of what the inputs explain", ...) {
  frame <- head(x$shares[order(-x$shares$share), ], top)
  dots(short(frame$variable), pmax(frame$share, 0), frame$lower, frame$upper, frame$lower > 0, if (divided(x$explained)) "black" else "grey60",
       main = main, xlab = xlab, ...)
  invisible(x)
}

plot.drfvi_groups <- function(x, main = paste("Groups of inputs for", listed(x$targets)),
                              xlab = "share of what is explained that is lost without the group", ...) {
  frame <- as.data.frame(x)
  dots(tree_labels(frame), frame$importance, frame$lower, frame$upper, frame$established, main = main, xlab = xlab,
       sub = "filled: p (tree) at most 0.05", ...)
  invisible(x)
}

plot.drfvi_rfe <- function(x, main = paste("Elimination for", listed(x$targets)),
                           xlab = "number of inputs", ylab = "MMD loss on other rows", ...) {
  p <- x$path
  low <- p$loss - p$above_best_se
  high <- p$loss + p$above_best_se
  plot.new()
  plot.window(range(p$variables), range(low, high))
  abline(v = length(x$kept), lty = 3)
  segments(p$variables, low, p$variables, high)
  points(p$variables, p$loss, type = "o", pch = ifelse(p$variables == length(x$kept), 19, 21), bg = "white")
  axis(1, at = pretty(p$variables)[pretty(p$variables) %% 1 == 0])
  axis(2)
  box()
  mtext("bars: standard error of the difference to the best", line = 0.3, cex = 0.8)
  title(main, xlab = xlab, ylab = ylab, ...)
  invisible(x)
}
