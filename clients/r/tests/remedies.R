# Every remedy in a message of the package is run as it stands, where the program is there.
library(drfvi)
if (!nzchar(Sys.getenv("DRFVI")) && !nzchar(Sys.which("drfvi"))) {
  cat("skipped: the program drfvi is not there\n")
  quit(status = 0)
}
set.seed(1)
n <- 80
data <- data.frame(x = rnorm(n), z = rnorm(n), e = rexp(n) + 0.1, g = gl(16, n / 16), psu = rep(seq_len(n / 2), 2), arm = rep(c("new", "old"), n / 2),
                   when = Sys.Date() + seq_len(n), one = 1)
data$y <- rpois(n, 3) + data$x
data$twin <- data$x
data$won <- rpois(n, 5)
data$lost <- rpois(n, 5) + 1
data$lod <- ifelse(data$x > 1, "<0.5", as.character(abs(round(data$x, 2))))
data$far <- replace(data$x, 1:6, 9999)
data$gap <- replace(data$z, 3, NA)
quick <- list(trees = 20, test = FALSE)
# run evaluates a call, of which trees and tests are few, and returns its messages.
run <- function(call) {
  said <- character()
  e <- if (is.character(call)) parse(text = call)[[1]] else call
  fast <- quick[setdiff(names(quick), c(names(e), if (isTRUE(e$interactions) || !is.null(e$treatment)) "test"))]
  e <- as.call(c(as.list(e), fast))
  value <- withCallingHandlers(tryCatch(eval(e, globalenv()), error = function(fault) { said <<- c(said, conditionMessage(fault)); NULL }),
                               warning = function(w) { said <<- c(said, conditionMessage(w)); invokeRestart("muffleWarning") })
  list(said = said, failed = is.null(value))
}
# A call, a part of its message, and the remedy as the message has it: a whole call, or an argument more.
cases <- list(
  list(quote(drfvi(y ~ x + offset(log(e)), data)), "offset", "drfvi(I(y/e) ~ x, data, weights = e)"),
  list(quote(drfvi(y ~ x, data, offset = z)), "offset", "drfvi(I(y - z) ~ x, data)"),
  list(quote(drfvi(y ~ x * z, data)), "interactions", "drfvi(y ~ x + z, data, interactions = TRUE)"),
  list(quote(drfvi(y ~ s(x) + z, data)), "a term of other packages", "drfvi(y ~ x + z, data)"),
  list(quote(drfvi(y ~ x + Error(g), data)), "a term of other packages", "drfvi(y ~ x, data, cluster = g)"),
  list(quote(drfvi(y ~ s(x, k = 3) + strata(g), data)), "a term of other packages", "drfvi(y ~ x, data, cluster = g)"),
  list(quote(drfvi(y ~ x + z, data, cluster = c("g", "psu"))), "two columns", "cluster = g", "cluster = interaction(g, psu)"),
  list(quote(drfvi(x = c("x", "z"), y = "y", data = data)), "names of columns", "drfvi(y ~ x + z, data)"),
  list(quote(drfvi(c(y, x) ~ z, data)), "several responses", "cbind(y, x) ~ "),
  list(quote(drfvi(y ~ x + when, data)), "holds dates", "dates = \"days\""),
  list(quote(drfvi(y ~ x + (1 | g), data)), "a bar", "cluster = g"),
  list(quote(drfvi(y ~ x + far, data, missing = "drop")), "far from all other values", "na = 9999"),
  list(quote(drfvi(y ~ gap + x, data)), "expected a value", "missing = \"drop\""),
  list(quote(drfvi(cbind(y, I(1000 * z)) ~ x, data)), "accounts for more than", "scale = \"sd\""),
  list(quote(drfvi(y ~ x + twin, data)), "copies of each other", "groups = list(x = c(\"x\", \"twin\"))"),
  list(quote(drfvi(y ~ lod, data)), "limit of detection", "replace = \"<0.5=0.25\"", "exclude = \"lod\""),
  list(quote(drfvi(y ~ x, data, treatment = arm)), "the treated one", "arms = c(\"new\", \"old\")"),
  list(quote(drfvi(y ~ x, data, effect = "mean", arms = c("new", "old"))), "about a treatment", "treatment = arm"),
  list(quote(drfvi(Survived ~ ., Titanic)), "a table of counts", "weights = Freq, weight_kind = \"frequency\""),
  list(quote(drfvi(cbind(won, lost) ~ x + z, data)), "successes and failures", "won / (won + lost)"),
  list(quote(drfvi(y ~ x, data, level = 0.9, adjust = "bh")), "did you mean", "adjust = \"BH\"")
)
for (case in cases) {
  before <- run(case[[1]])
  text <- paste(before$said, collapse = "\n")
  if (!grepl(case[[2]], text, fixed = TRUE)) stop("expected ", case[[2]], " in\n", text)
  for (remedy in Filter(is.character, case[-(1:2)])) {
    if (!grepl(remedy, text, fixed = TRUE) && !remedy %in% c("treatment = arm", "adjust = \"BH\"")) stop("expected ", remedy, " in\n", text)
    call <- if (startsWith(remedy, "won /")) { # the trials are the weights
      parse(text = paste0("drfvi(I(", remedy, ") ~ x + z, data, weights = won + lost)"))[[1]]
    } else if (startsWith(remedy, "drfvi(")) parse(text = remedy)[[1]] else if (grepl("~ $", remedy)) {
      replace(case[[1]], 2, list(parse(text = paste0(remedy, deparse1(case[[1]][[2]][[3]])))[[1]]))
    } else {
      more <- as.list(parse(text = paste0("f(", remedy, ")"))[[1]])[-1]
      base <- as.list(case[[1]])
      if (identical(base[[3]], quote(Titanic))) base[[3]] <- quote(as.data.frame(Titanic))
      if (grepl("1 \\| g", deparse1(base[[2]]))) base[[2]] <- y ~ x
      if (remedy == "exclude = \"lod\"") base[[2]] <- y ~ lod + x
      as.call(c(base[!(seq_along(base) %in% which(names(base) %in% names(more)))], more))
    }
    after <- run(call)
    if (after$failed || any(grepl(case[[2]], after$said, fixed = TRUE))) stop(deparse1(call), " leaves\n", paste(after$said, collapse = "\n"))
  }
}
