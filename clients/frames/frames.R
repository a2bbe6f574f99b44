# Twelve frames of difficult columns, saved as .rds and asked of by R: what compare.py compares
# other ways with. The values are integers and eighths, so that Python has the same.
library(drfvi)
folder <- commandArgs(TRUE)[1]
n <- 40L
i <- seq_len(n) - 1L
number <- function(k) ((i * k) %% 31L) / 8
u <- number(7L)
y <- u + (i %% 3L) + number(11L) / 4
whole <- function(of) { # those from 2^53 on, as bits of package bit64
  if (!requireNamespace("bit64", quietly = TRUE)) return(NULL)
  bit64::as.integer64("9007199254740992") + bit64::as.integer64(of)
}
levels <- c("'s-Hertogenbosch", "say \"so\"", "a\nb, c", "NA", "true")
frames <- list(
  numbers = data.frame(tiny = number(5L) * 1e-300, negative = -number(3L), decimals = number(13L) / 10, y = y),
  whole = data.frame(count = i %% 7L, flag = i %% 2L == 0L, u = u, y = y),
  factors = data.frame(g = factor(c("c", "a", "b")[i %% 3L + 1L], c("c", "a", "b", "none")), text = c("x", "y")[i %% 2L + 1L], u = u, y = y),
  ordered = data.frame(size = ordered(c("low", "mid", "top")[i %% 3L + 1L], c("low", "mid", "top")), u = u, y = y),
  dates = data.frame(day = as.Date("2024-02-27") + i, u = u, y = y),
  times = data.frame(at = as.POSIXct("2024-03-10 01:30:00", tz = "UTC") + 3600 * i, u = u, y = y),
  durations = data.frame(wait = as.difftime(number(5L), units = "hours"), u = u, y = y),
  identifiers = if (!is.null(whole(0))) data.frame(id = whole(i %/% 2L), u = u, y = y),
  names = structure(list(u, number(5L), i %% 5L, y), names = c("yield, t/ha", "a=b", "gr\u00f6\u00dfe*", "y"), class = "data.frame", row.names = seq_len(n)),
  levels = data.frame(where = factor(levels[i %% 5L + 1L], levels), u = u, y = y),
  missing = data.frame(hole = replace(u, c(3, 9), NA), g = factor(replace(c("p", "q", "r")[i %% 3L + 1L], 5, NA), c("p", "q", "r")), w = number(9L), y = y),
  categories = data.frame(u = u, w = number(5L), y = factor(c("b'", "a")[(y > 3) + 1L], c("b'", "a")))
)
single <- matrix(number(5L), dimnames = list(NULL, "only"))
frames$numbers$single <- single # a matrix of one column
for (name in names(Filter(Negate(is.null), frames))) {
  frame <- frames[[name]]
  saveRDS(frame, file.path(folder, paste0(name, ".rds")), version = 2)
  x <- frame[setdiff(names(frame), "y")]
  fit <- suppressWarnings(drfvi(x, frame["y"], trees = 20, test = FALSE, dates = "days", missing = if (name == "missing") "use" else "refuse",
                                cluster = if (name == "identifiers") "id"))
  new <- suppressWarnings(predict(fit, x[c(1, 6), , drop = FALSE]))
  values <- c(fit$importances$raw, unlist(new, use.names = FALSE))
  writeLines(sprintf("%.17g", values), file.path(folder, paste0(name, ".R.txt")))
}
