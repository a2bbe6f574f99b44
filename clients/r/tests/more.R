# Groups, Shapley effects, predictions, aspects, and methods of other packages.
library(drfvi)
if (!nzchar(Sys.getenv("DRFVI")) && !nzchar(Sys.which("drfvi"))) {
  cat("skipped: the program drfvi is not there\n")
  quit(status = 0)
}
caught <- function(expression) tryCatch({ expression; "no error" }, error = conditionMessage)
says <- function(expression, words) if (!grepl(words, message <- caught(expression), fixed = TRUE)) stop("expected ", words, "\nfound ", message)
pdf(NULL)

# Aspects, with names that stand-ins replace.
odd <- iris
names(odd)[1:2] <- c("se, le", "se wi")
fit <- suppressWarnings(drfvi(cbind(`se, le`, Species) ~ ., odd, trees = 50, aspects = TRUE))
frame <- as.data.frame(fit)
stopifnot(identical(unique(fit$aspects$aspect)[1], "mean of se, le"), setequal(fit$aspects$variable, names(odd)[2:4]),
          identical(frame$variable[1], "se wi"), grepl("mean of se, le", frame$moves[1]))
stopifnot(identical(drfvi:::moves_text(c("mean of y, spread of y", ""), c("spread of y", NA), "y"), c("mean, spread?", "")),
          identical(drfvi:::moves_text("mean of a, b, tails of a, b", "tails of a, b", c("a, b", "c")), "mean of a, b, tails of a, b?"))
stopifnot(any(grepl("mean of se, le *$", capture.output(print(fit)))), any(grepl("^mean of se, le, .* explained: .*se wi", capture.output(print(summary(fit))))))
# What is explained of an aspect is told, whether or not an input is found to move it.
few <- suppressWarnings(drfvi(Fertility ~ ., swiss, trees = 100, aspects = TRUE))
text <- paste(capture.output(print(summary(few))), collapse = " ")
stopifnot(few$aspects$explained[1], !any(few$aspects$found), grepl("mean of Fertility, [0-9.]+ % explained W", text), grepl("Where none is named, no single input is significant. No significant effect", text, fixed = TRUE),
          !grepl("on: mean", text), grepl("Significant on their own, but not given the other inputs: ", text, fixed = TRUE))
plot(fit, "aspects")
without <- drfvi(Sepal.Length ~ ., iris, trees = 20, test = FALSE)
stopifnot(is.null(as.data.frame(without)$moves), is.null(without$aspects))
says(plot(without, "aspects"), "aspects = TRUE")
# Each input has its own interval where there are no tests.
stopifnot(length(unique(regmatches(text <- capture.output(print(without)), regexpr("[0-9.]+ to [0-9.]+|up to [0-9.]+", text)))) > 3)

# Predictions.
found <- predict(fit, odd[c(1, 80), ], quantiles = c(0.1, 0.9))
stopifnot(identical(names(found), c("se, le_mean", "se, le_q0.1", "se, le_q0.9", paste0("Species=", levels(iris$Species)))), nrow(found) == 2,
          abs(rowSums(found[4:6]) - 1) < 1e-9, found[1, 2] <= found[1, 3], found[1, 4] > 0.9, attr(found, "check")[[1]]$target == "se, le")
two <- transform(iris, k = factor(ifelse(Species == "setosa", "p q", "r")), o = ordered(Species), w = rep(1:2, 75), school = rep(1:50, 3))
wide <- predict(fit, odd[c(1, 80), ], quantiles = c(0.05, 0.1, 0.9, 0.95), conformal = TRUE)
moved <- attr(wide, "check")[[1]]$conformal
stopifnot(identical(names(wide)[6:10], c("se, le_low0.9", "se, le_high0.9", "se, le_low0.8", "se, le_high0.8", "Species=setosa")), length(moved) == 2,
          isTRUE(all.equal(wide[[2]] - wide[[6]], rep(moved[[1]]$correction, 2))), isTRUE(all.equal(wide[[9]] - wide[[4]], rep(moved[[2]]$correction, 2))),
          identical(unlist(wide[c(1, 3, 4, 10:12)]), unlist(found)))
says(predict(fit, odd[1, ], quantiles = c(0.1, 0.5), conformal = TRUE), "found quantiles 0.1,0.5, expected two such as 0.05,0.95")
fit2 <- suppressWarnings(drfvi(k ~ log(Sepal.Length) + o + w + school, two, weights = "w", cluster = "school", trees = 20, test = FALSE, exact = TRUE))
found <- predict(fit2, two[c(1, 80), c("Sepal.Length", "o")])
stopifnot(identical(names(found), c("k=p q", "k=r")), abs(rowSums(found) - 1) < 1e-9, found[1, 1] > 0.9, found[2, 1] < 0.1)
matrix <- drfvi(as.matrix(iris[2:4]), iris[[1]], trees = 20, test = FALSE)
stopifnot(identical(predict(matrix, as.matrix(iris[5:6, 2:4])), predict(matrix, iris[5:6, 2:4])), nrow(predict(matrix, iris[7, 2:4])) == 1)
says(predict(fit2, two[1, ], conformal = TRUE), "every target is categorical")
kept <- drfvi_keep(fit2)
stopifnot(identical(predict(kept, two[c(1, 80), ]), predict(fit2, two[c(1, 80), ])), is.raw(kept$model))
kept <- drfvi_keep(fit)
stopifnot(identical(predict(kept, odd[c(1, 80), ], quantiles = c(0.05, 0.1, 0.9, 0.95), conformal = TRUE), wide))
path <- tempfile()
saveRDS(kept, path)
stopifnot(identical(predict(readRDS(path), odd[c(1, 80), ]), predict(fit, odd[c(1, 80), ])))
kept$model[length(kept$model) - 40] <- as.raw(bitwXor(as.integer(kept$model[length(kept$model) - 40]), 1L))
if (identical(caught(predict(kept, odd[1, ])), "no error")) stop("an altered model is not refused")
says(drfvi_keep(1), "expected a result of drfvi()")
says(predict(fit, iris[1:2]), "newdata: there is no column \"se wi\"")
says(predict(matrix, iris[1:2]), "newdata has no column \"Petal.Length\"")
says(predict(fit, odd[1, ], quantiles = 2), "quantiles")
hole <- odd[1:3, ]
hole[2, 3] <- NA
says(predict(fit, hole), "newdata: row 2, column \"Petal.Length\"")
says(predict(fit, odd[0, ]), "newdata has no rows")
old <- options(OutDec = ",")
stopifnot(identical(names(predict(fit, odd[1, ], quantiles = 0.25))[1:2], c("se, le_mean", "se, le_q0.25")), drfvi(Sepal.Length ~ ., iris, trees = 20, test = FALSE, alpha = 0.05)$n == 150)
options(old)
says(predict(fit, odd[1, ], probs = 0.5), "predict has no argument probs; it has object, newdata, quantiles")
# Rows keep their names, and ordered factors their order, whatever they come as.
stopifnot(identical(row.names(predict(fit, odd[c(1, 80), ])), c("1", "80")))
sizes <- data.frame(y = rep(c(5, 1, 9), 40) + sin(1:120), size = ordered(rep(c("mid", "low", "top"), 40), c("low", "mid", "top")), z = cos(1:120))
ranks <- drfvi(y ~ size + z, sizes, trees = 20, test = FALSE)
expected <- predict(ranks, sizes[1:3, ])
for (form in list(as.character, function(v) factor(v, exclude = "low"), function(v) factor(as.character(v)), function(v) factor(v, c("top", "mid", "low"), ordered = TRUE))) {
  given <- transform(sizes[1:3, ], size = form(size))
  whole <- !is.na(given$size)
  stopifnot(identical(unlist(predict(ranks, given[whole, ])), unlist(expected[whole, ])))
}
says(predict(ranks, data.frame(size = "lo", z = 1)), "newdata: column \"size\": found the level \"lo\", which the order does not have (low, mid, top)")
says(predict(ranks, data.frame(size = NA, z = 1)), "newdata: row 1, column \"size\": the value is missing")

# The calls of results can be changed, and their rows counted.
stopifnot(identical(update(without, . ~ . - Species)$importances$variable, setdiff(without$importances$variable, "Species")))
stopifnot(identical(update(without, . ~ Petal.Length + Species)$importances$variable, c("Petal.Length", "Species")), nobs(without) == 150)
text <- capture.output(print(summary(without)))
stopifnot(startsWith(text[1], "Call: drfvi(formula"), "No tests were made: test = FALSE." %in% text)
stopifnot(c("p", "p_adjusted") %in% names(fit$aspects), fit$aspects$p_adjusted >= fit$aspects$p)
# Copies can replace each other, which is said.
twins <- drfvi(Sepal.Length ~ Petal.Length + twin, transform(iris, twin = Petal.Length), trees = 50)
stopifnot(any(grepl("^Importances add up to 0.0", capture.output(print(twins)))), !any(grepl("add up", capture.output(print(ranks)))))

# Groups and Shapley effects.
twin <- transform(iris, Twin = Sepal.Width + 1e-3 * Petal.Width)
groups <- drfvi_groups(Sepal.Length ~ . - Species, twin, trees = 100)
frame <- as.data.frame(groups)
stopifnot(any(vapply(groups$found, function(g) all(c("Sepal.Width", "Twin") %in% g), NA)), frame$depth[1] == 0, length(frame$inputs[[1]]) == 4,
          frame$p_adjusted >= frame$p, any(grepl("^Found at 5 %", capture.output(print(groups)))))
old <- options(width = 120)
stopifnot(any(grepl("^ +correlation importance ", capture.output(print(groups)))))
options(width = 60)
stopifnot(!grepl("correlation", capture.output(print(groups))))
options(old)
plot(groups)
set.seed(1)
nothing <- drfvi_groups(data.frame(a = rnorm(100), b = rnorm(100)), rnorm(100), trees = 20)
for (v in list(groups, nothing)) {
  text <- capture.output(print(summary(v)))
  stopifnot(startsWith(text[1], "Call: drfvi_groups("), any(startsWith(text, "Method stacked (inference ")), !any(grepl("-0.0", text, fixed = TRUE)), nobs(v) == v$n)
}
stopifnot(nrow(as.data.frame(nothing)) == 1, length(nothing$found) == 0)
# Where there is nothing to divide no shares are shown.
suppressWarnings(for (find in c(drfvi, drfvi_groups, drfvi_shapley)) {
  text <- capture.output(print(find(breaks ~ wool + tension, warpbreaks, trees = 100)))
  stopifnot(grepl("An effect is found (p = 0.", text[2], fixed = TRUE), any(grepl("^ +(wool +0.|tension +0.0)", text)), !any(grepl("importance", text)))
  text <- capture.output(print(find(a ~ b, data.frame(a = cos(1:100 * 7), b = sin(1:100 * 5)), trees = 20)))
  stopifnot(startsWith(text[2], "No significant effect: "), any(grepl("^ +p \\(", text)), !any(grepl("importance", text)))
})
untested <- paste(capture.output(print(drfvi(a ~ b, data.frame(a = cos(1:100 * 7), b = sin(1:100 * 5)), trees = 20, test = FALSE))), collapse = " ")
stopifnot(grepl("nothing was tested", untested), !grepl("No significant effect", untested))
shares <- drfvi_shapley(odd[2:4], odd[[1]], trees = 20, pairs = TRUE)
stopifnot(abs(sum(shares$shares$share) - 1) < 1e-9, identical(shares$shares$variable, names(odd)[2:4]), nrow(shares$pairs) == 3,
          length(unique(sub(".* (up|[0-9.]+) to ", "", capture.output(print(shares))[5:7]))) == 3)
plot(shares)
stopifnot(grepl("Pairs: compare values with each other. Below 0 two inputs carry the same information", paste(capture.output(print(shares)), collapse = " "), fixed = TRUE))
text <- capture.output(print(summary(shares)))
stopifnot(startsWith(text[1], "Call: drfvi_shapley("), any(startsWith(text, "Method stacked (inference ")), nobs(shares) == 150)

# An input that gives the response exactly explains nearly all, and alone.
exact <- suppressWarnings(drfvi(y ~ ., data.frame(y = iris$Petal.Length, x = iris$Petal.Length, other = iris$Sepal.Width), trees = 50))
stopifnot(exact$explained$share > 0.9, exact$importances$importance[1] > 0.5, exact$importances$importance[2] < 0.1,
          any(grepl('input "x" holds nearly all of "y": is it measured before it, or is one made from the other? exclude = "x" leaves it out', exact$warnings, fixed = TRUE)))

# Formulas that mean something else than several responses.
says(drfvi(c(Sepal.Length, Sepal.Width) ~ ., iris), "several responses are written as cbind(Sepal.Length, Sepal.Width) ~")
says(drfvi(Sepal.Length | Sepal.Width ~ ., iris), "cbind(Sepal.Length, Sepal.Width)")
says(drfvi_shapley(list(Sepal.Length, log(Sepal.Width)) ~ ., iris), "cbind(Sepal.Length, log(Sepal.Width))")
says(drfvi(iris$Sepal.Length, Sepal.Width ~ .), "y is a formula")
stopifnot(drfvi((Sepal.Length > 5 | Sepal.Width > 3) ~ Petal.Length, iris, trees = 20, test = FALSE)$n == 150)

small <- drfvi_rfe(Sepal.Length ~ Sepal.Width + Petal.Length, iris, trees = 20, repeats = 2)
stopifnot(nobs(small) == 150, any(startsWith(capture.output(print(summary(small))), "Method coupled")))
if (requireNamespace("generics", quietly = TRUE)) {
  tidy <- generics::tidy(fit, adjust = "BH")
  stopifnot(identical(tidy$term, fit$importances$variable), identical(tidy$p.value, fit$importances$p),
            isTRUE(all.equal(tidy$adj.p.value, p.adjust(tidy$p.value, "BH"))), c("estimate", "std.error", "conf.low", "conf.high") %in% names(tidy))
  glance <- generics::glance(fit)
  stopifnot(nrow(glance) == 1, glance$nobs == 150, glance$explained == fit$explained$share, glance$method == "stacked", glance$trees == 50)
  stopifnot(identical(generics::tidy(shares)$estimate, shares$shares$share), generics::glance(shares)$p.value < 0.05,
            identical(generics::tidy(groups)$term, groups$groups$group), nrow(generics::glance(groups)) == 1)
  stopifnot(nrow(generics::tidy(small)) == 3, nrow(generics::glance(small)) == 1, identical(generics::tidy(small)$std.error, small$path$se))
} else cat("not tested: tidy and glance, generics is not there\n")
if (requireNamespace("ggplot2", quietly = TRUE)) {
  drawn <- ggplot2::autoplot(fit)
  stopifnot(inherits(drawn, "ggplot"), nrow(drawn$data) == 3)
  print(drawn)
  print(ggplot2::autoplot(shares))
  drawn <- ggplot2::autoplot(groups)
  stopifnot(identical(drawn$data$value, frame$importance), identical(drawn$data$found, frame$established))
  print(drawn)
  drawn <- ggplot2::autoplot(small)
  stopifnot(identical(drawn$data$loss, small$path$loss), sum(drawn$data$kept) == 1)
  print(drawn)
  drawn <- ggplot2::autoplot(fit, "aspects")
  print(drawn)
  stopifnot(nrow(drawn$data) == sum(fit$aspects$share > 0))
  says(ggplot2::autoplot(without, "aspects"), "aspects = TRUE")
  says(ggplot2::autoplot(fit, "moves"), "what is \"moves\"")
  says(ggplot2::autoplot(groups, what = "aspects"), "autoplot has no argument what")
} else cat("not tested: autoplot, ggplot2 is not there\n")
stopifnot(identical(drfvi_program(), if (nzchar(Sys.getenv("DRFVI"))) Sys.getenv("DRFVI") else unname(Sys.which("drfvi"))))
