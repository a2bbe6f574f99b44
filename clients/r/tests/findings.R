# What the program finds on tables, where it is there.
library(drfvi)
if (!nzchar(Sys.getenv("DRFVI")) && !nzchar(Sys.which("drfvi"))) {
  cat("skipped: the program drfvi is not there\n")
  quit(status = 0)
}
caught <- function(expression) tryCatch({ expression; "no error" }, error = conditionMessage)
pdf(NULL)

# What is found is above 0 though its interval reaches it, and no interval has one end twice.
said <- function(share, low, high, undivided = FALSE) paste(capture.output(drfvi:::say_explained(list(targets = "y", explained = list(
  share = share, interval = c(low, high), p = 1e-22, level = 0.95, established = TRUE, undivided = undivided)))), collapse = " ")
for (of in list(list(said(0.05, 0, 0.12), "(95 %: above 0, up to 12 %)"), list(said(0.27, 0, 0.6, TRUE), "too uncertain to divide it among the inputs: the inputs explain 27 %"),
                list(said(0.27, 0, 0.6, TRUE), "above 0, up to 60 %"), list(said(0.5, 0.4999, 0.5001), "(95 %: about 50 %)"),
                list(said(-0.01, 0.001, 0.02), "Forests predict the distribution no better"), list(said(0.05, 0.005, 0.12), "(95 %: 0.50 to 12 %)")))
  if (!grepl(of[[2]], of[[1]], fixed = TRUE) || grepl("little", of[[1]])) stop(of[[1]])
ends <- drfvi:::spans(data.frame(lower = c(1, 0.50001, 0, 0.4), upper = c(1, 0.50002, 0.1, 0.5)))
stopifnot(identical(ends, c("above 0.999", "about 0.500", "up to 0.100", "0.400 to 0.500")),
          identical(drfvi:::p_text(c(1e-5, 0.00032, 0.0363, 0.51, 1, NA)), c("< 0.0001", "0.0003", "0.036", "0.510", "1", NA)),
          identical(vapply(c(0, 1e-7, 0.00041, 0.01, 0.0963, 0.51), drfvi:::percent, ""), c("0", "0", "0.04", "1.0", "9.6", "51")))

fit <- drfvi(Sepal.Length + Sepal.Width ~ ., iris, trees = 50)
print(fit)
for (text in fit$json$remarks) stopifnot(grepl(substr(text, 1, 30), paste(capture.output(print(fit)), collapse = " "), fixed = TRUE))
frame <- as.data.frame(fit)
stopifnot(inherits(fit, "drfvi"), identical(fit$targets, c("Sepal.Length", "Sepal.Width")), fit$n == 150,
          identical(frame$variable, c("Petal.Length", "Petal.Width", "Species")),
          frame$lower <= frame$importance, frame$importance <= frame$upper,
          fit$explained$share > 0.2, fit$explained$p < 0.05,
          isTRUE(all.equal(frame$p_adjusted, p.adjust(frame$p, "holm"))),
          isTRUE(all.equal(as.data.frame(fit, adjust = "BH")$p_adjusted, p.adjust(frame$p, "BH"))))
between <- drfvi_contrasts(fit)
at <- function(name) match(name, frame$variable)
stopifnot(nrow(between) == 3, between$difference >= 0, between$lower <= between$difference, between$difference <= between$upper, between$p_adjusted >= between$p - 0.001,
          isTRUE(all.equal(between$difference, pmin(frame$importance, 1)[at(between$more)] - pmin(frame$importance, 1)[at(between$less)])),
          frame$rank_lower <= frame$rank_upper, frame$rank_lower >= 1, frame$rank_upper <= 3,
          !exists("contrasts", where = "package:drfvi", inherits = FALSE)) # which would mask that of stats
table <- summary(fit, adjust = "none")$table
stopifnot(!is.unsorted(-table$raw), identical(table$p, table$p_adjusted))
plot(fit)
again <- drfvi(iris[3:5], iris[1:2], trees = 50)
stopifnot(identical(again$importances, fit$importances))
other <- drfvi(iris[3:5], iris[1:2], trees = 50, seed = 2)
stopifnot(!identical(other$importances, fit$importances))

# Names and levels of any kind; the result does not depend on them.
odd <- iris
names(odd) <- c("a, b", "x*", "say \"so\"", "\u00e9 =1", "line\nbreak")
levels(odd[[5]]) <- c("NA", "a,b", "?")
same <- drfvi(odd[3:5], odd[1:2], trees = 50, groups = list(`p, q` = c("say \"so\"", "\u00e9 =1")))
stopifnot(identical(same$targets, names(odd)[1:2]), identical(same$importances$variable, c("p, q", "line\nbreak")))
same <- drfvi(odd[3:5], odd[1:2], trees = 50)
stopifnot(identical(as.data.frame(same)[2:12], as.data.frame(fit)[2:12]), identical(same$importances$variable, names(odd)[3:5]))
copied <- drfvi(cbind(odd[3:4], "a, c" = odd[[3]]), odd[1:2], trees = 50)
stopifnot(identical(copied$importances$not_separable_from[3], "say \"so\", \u00e9 =1"), grepl("Hardly separable: say \"so\" from ", paste(capture.output(print(copied)), collapse = " "), fixed = TRUE))

# Names that formulas, lists, patterns, flags, terminals and pictures could misread.
hostile <- c(" ", "a, b", "say \"so\"", "line\nbreak", "cr\rx", "=1+1", "gr\u00f6\u00dfe \u8eab\u9577", strrep("x", 150), "--missing drop",
             "column_2", "a\\1b", "\t", "*", "all", "nan", "NA", "-1", "x1..x3", "$HOME `id`", "\033[31m", " before", "behind ")
set.seed(1)
inputs <- as.data.frame(matrix(rnorm(200 * length(hostile)), 200))
plain <- drfvi(inputs, data.frame(a = inputs[[1]] + rev(inputs[[2]]), b = inputs[[2]] * inputs[[3]]), trees = 20, test = FALSE)
responses <- data.frame(inputs[[1]] + rev(inputs[[2]]), inputs[[2]] * inputs[[3]])
names(responses) <- c("r, 1", "r=\n2")
names(inputs) <- hostile
fit <- drfvi(inputs, responses, trees = 20, test = FALSE)
formula <- drfvi(cbind(`r, 1`, `r=\n2`) ~ ., cbind(inputs, responses), trees = 20, test = FALSE)
stopifnot(identical(fit$importances$variable, hostile), identical(fit$targets, names(responses)),
          identical(fit$importances[-1], plain$importances[-1]), identical(formula$importances, fit$importances), identical(formula$targets, fit$targets))
shown <- capture.output(print(fit), print(summary(fit)))
stopifnot(nchar(shown) <= 80, !grepl("\033", shown, fixed = TRUE), length(shown) < 80)
plot(fit)
for (name in hostile) {
  constant <- inputs[c(name, setdiff(hostile[1:2], name)[1])]
  constant[[1]] <- 1
  warned <- character()
  withCallingHandlers(drfvi(constant, responses, method = "coupled", preset = "paper", trees = 20),
    warning = function(w) { warned <<- c(warned, conditionMessage(w)); invokeRestart("muffleWarning") })
  stopifnot(grepl("^the table: input \".+\" is the same in every row: its importance cannot be told$", warned[grepl("same in every", warned)]), !grepl("\033", warned, fixed = TRUE))
  constant[4, 2] <- NA
  names(constant) <- c("fine", name)
  stopifnot(grepl("^the table: row 4, column \".+\": found NA", caught(drfvi(constant, responses))))
}
small <- drfvi_rfe(inputs, responses[[1]], preset = "paper", trees = 20, repeats = 2)
stopifnot(identical(sort(small$ranking$variable), sort(hostile)), nchar(capture.output(print(small))) <= 120)

# A factor as response, an ordered one and a logical as inputs.
births <- transform(infert, case = factor(case), spontaneous = ordered(spontaneous), older = age > 30)
kinds <- suppressWarnings(drfvi(case ~ education + spontaneous + older, births, trees = 50, method = "coupled", preset = "paper"))
stopifnot(identical(kinds$importances$variable, c("education", "spontaneous", "older")), is.null(as.data.frame(kinds)$p))
plot(kinds)

# Missing values.
stopifnot(grepl("row 5, column \"Solar.R\".*missing = \"drop\"", caught(drfvi(Ozone ~ ., airquality))))
warned <- character()
dropped <- withCallingHandlers(drfvi(Ozone ~ ., airquality, na.action = na.omit, trees = 20, test = FALSE),
  warning = function(w) { warned <<- c(warned, conditionMessage(w)); invokeRestart("muffleWarning") })
stopifnot(any(grepl("42 of 153 rows dropped", warned)), dropped$n == 111)
odd <- airquality
names(odd)[2] <- "Solar, R"
stopifnot(grepl("column \"Solar, R\"", caught(drfvi(Ozone ~ ., odd))))
stopifnot(grepl("did you mean \"coupled\"", caught(drfvi(iris[1:4], iris$Species, method = "coupld"))),
          grepl("did you mean \"trees\"", caught(drfvi(iris[1:4], iris$Species, tress = 5))))

# Warnings: once, whole, in the program's words, and of what was asked for only.
said <- function(...) {
  warned <- character()
  fit <- withCallingHandlers(drfvi(..., method = "mda", trees = 20),
    warning = function(w) { warned <<- c(warned, conditionMessage(w)); invokeRestart("muffleWarning") })
  stopifnot(identical(warned, as.character(fit$warnings)))
  warned
}
stopifnot(identical(said(Petal.Length ~ Sepal.Length + Sepal.Width, iris), character()),
          identical(said(Petal.Length ~ Sepal.Length + Sepal.Width, iris, kernel = "median"), "method mda uses no kernel, kernel has no effect"))
odd <- data.frame(iris$Sepal.Length, iris$Sepal.Width, 1, 1)
names(odd) <- c("--kernel has", "see column_1", strrep("x", 2000), "--missing drop")
stopifnot(grepl("^the table: 2 inputs are the same in every row \\(x+\u2026, --missing drop\\): their importance cannot be told$", said(odd, iris$Petal.Length)))

small <- drfvi_rfe(Petal.Length ~ ., iris, trees = 20, repeats = 3)
print(small)
frame <- as.data.frame(small)
stopifnot(length(small$kept) >= 1, small$kept %in% names(iris), nrow(frame) == 5, is.na(frame$variable[1]),
          identical(small$targets, "Petal.Length"), !anyNA(frame$loss))
plot(small)

# Flags that the program may not have yet.
program <- c(Sys.getenv("DRFVI"), Sys.which("drfvi"))
known <- system2(program[nzchar(program)][1], c("importance", "--help"), stdout = TRUE)
if (any(grepl("--cluster", known))) {
  fit <- drfvi(weight ~ ., ChickWeight, cluster = "Chick", trees = 20, test = FALSE)
  vector <- drfvi(weight ~ Time + Diet, ChickWeight, cluster = ChickWeight$Chick, trees = 20, test = FALSE)
  stopifnot(identical(fit$importances$variable, c("Time", "Diet")), identical(fit$importances, vector$importances))
}
if (any(grepl("--block", known))) {
  runs <- drfvi(eruptions ~ waiting, faithful, block = 8, trees = 20, test = FALSE)
  stopifnot(runs$json$block == 8, runs$json$clusters == 34)
}
if (any(grepl("--weights", known))) {
  fit <- suppressWarnings(drfvi(eruptions ~ waiting, faithful, weights = rep(c(1, 2), 136), trees = 20, test = FALSE))
  stopifnot(fit$importances$variable == "waiting")
}
