# Effects of treatments and interactions, where the program is there: the same numbers as the command has.
library(drfvi)
if (!nzchar(Sys.getenv("DRFVI")) && !nzchar(Sys.which("drfvi"))) {
  cat("skipped: the program drfvi is not there\n")
  quit(status = 0)
}
caught <- function(expression) tryCatch({ expression; "no error" }, error = conditionMessage)
command <- function(...) jsonlite::fromJSON(system2(drfvi_program(), c("importance", ..., "--format", "json"), stdout = TRUE), simplifyVector = FALSE)
equal <- function(found, expected) stopifnot(isTRUE(all.equal(found, expected, check.attributes = FALSE)))

set.seed(5)
n <- 120
d <- data.frame(age = runif(n), noise = rnorm(n), arm = rep(c("drug", "placebo", "none"), n / 3), p = 0.5)
d$y <- 3 * d$age * (d$arm == "drug") + rnorm(n)
file <- tempfile(fileext = ".csv")
write.csv(d, file, row.names = FALSE)
fit <- drfvi(y ~ age + noise, d, treatment = arm, arms = c("drug", "placebo"), propensity = 0.5, trees = 40)
own <- command(shQuote(file), "--targets", "y", "--inputs", "age,noise", "--treatment", "arm=drug,placebo", "--propensity", "0.5", "--trees", "40")
equal(unlist(fit$average), c(own$average_effect$value, own$average_effect$se, unlist(own$average_effect$interval), own$average_effect$p))
equal(c(fit$average_p, fit$effect_p, fit$differs_p), c(own$average_p, own$effect_p, own$differs_p))
equal(fit$sentences, unlist(own$sentences))
equal(as.data.frame(fit)$importance, vapply(own$variables, `[[`, 0, "importance"))
stopifnot(inherits(fit, "drfvi_effect"), fit$population == "all", fit$treated_rows == 40, nobs(fit) == 80, fit$differs_p < 0.05, fit$variables$established == c(TRUE, FALSE),
          names(coef(fit)) == "arm", confint(fit)[1] < coef(fit), coef(fit) < confint(fit)[2])
shown <- capture.output(print(fit))
stopifnot(shown[1] == "Effect of arm on the distribution of y (80 rows)", any(grepl("^40 rows are drug, 40 are placebo\\. Averages are over all rows\\.", shown)), any(grepl("^ age +1\\.000|^ age +0\\.9", shown)))
print(summary(fit))
known <- drfvi(y ~ age + noise, d, treatment = arm, arms = c("drug", "placebo"), propensity = p, effect = "mean", trees = 40)
stopifnot(known$effect == "mean", known$propensity$column == "p", is.null(known$spread))
two <- d[d$arm != "none", ]
same <- drfvi(two[c("age", "noise")], two$y, treatment = factor(two$arm), arms = c("drug", "placebo"), propensity = 0.5, trees = 40)
equal(unlist(same$average), unlist(fit$average))
learnt <- drfvi(y ~ age, two, treatment = arm == "drug", trees = 40)
stopifnot(learnt$population == "overlap", learnt$treatment[["treated"]] == "true")
odd <- data.frame(two[c("age", "y")], `a "b" = 1` = ifelse(two$arm == "drug", "u, v", "w=1"), check.names = FALSE)
named <- drfvi(y ~ age, odd, treatment = `a "b" = 1`, arms = c("u, v", "w=1"), trees = 40)
stopifnot(named$treatment[["column"]] == "a \"b\" = 1", named$treatment[["treated"]] == "u, v")
half <- caught(drfvi(y ~ age, two, treatment = arm, trees = 40))
stopifnot(grepl("arms = c(\"drug\", \"placebo\") if the first is the treated one", half, fixed = TRUE),
          identical(drfvi:::named_list("\"a \"\"b\"\" = 1\"=\"u, v\",w"), list(name = "a \"b\" = 1", cells = c("u, v", "w"))),
          grepl("effect is about a treatment, expected treatment = column beside it", caught(drfvi(y ~ age, d, effect = "mean"))),
          grepl("arms are \"drug\", expected two values", caught(drfvi(y ~ age, d, treatment = arm, arms = "drug"))),
          grepl("aspects has no meaning for the effect of a treatment", caught(drfvi(y ~ age, two, treatment = arm, arms = c("drug", "placebo"), aspects = TRUE))),
          grepl("level is 0.9, but the interval was made at 0.95", caught(confint(fit, level = 0.9))))

set.seed(6)
x <- data.frame(a = rnorm(150), b = rnorm(150), c = rnorm(150))
x$y <- x$a * x$b + x$c + rnorm(150, sd = 0.5)
write.csv(x, file, row.names = FALSE)
fit <- drfvi(y ~ ., x, interactions = TRUE, trees = 40)
own <- command(shQuote(file), "--targets", "y", "--interactions", "--trees", "40")
pairs <- fit$interactions
equal(pairs$gain, vapply(own$interactions, `[[`, 0, "gain"))
equal(pairs$p_adjusted, vapply(own$interactions, function(v) as.numeric(v$p_adjusted), 0))
stopifnot(nrow(pairs) == 3, pairs$first[1] == "a", pairs$second[1] == "b", pairs$found == c(TRUE, FALSE, FALSE), pairs$affects[1] == "mean", pairs$lower <= pmax(pairs$gain, 0),
          any(grepl("^The effect of a on y depends on b \\(p < 0.0001\\)", capture.output(print(fit)))), any(grepl("^ a, b +[0-9]+ %", capture.output(print(summary(fit))))),
          is.null(drfvi(y ~ ., x, trees = 40)$interactions), nrow(predict(fit)) == 150,
          grepl("needs independent rows, expected no block", caught(drfvi(y ~ ., x, interactions = TRUE, block = 5))),
          grepl("are tests, expected no test = FALSE beside it", caught(drfvi(y ~ ., x, interactions = TRUE, test = FALSE))))

# New rows with levels that the table lacks.
x$kind <- rep(c("u", "v", "w"), 50)
fit <- drfvi(y ~ ., x, test = FALSE, trees = 40)
new <- transform(x[1:4, ], kind = c("u", "new", "v", "newer"))
said <- character()
rows <- withCallingHandlers(predict(fit, new, unseen = "skip"), warning = function(w) { said <<- c(said, conditionMessage(w)); invokeRestart("muffleWarning") })
stopifnot(identical(is.na(rows$y_mean), c(FALSE, TRUE, FALSE, TRUE)), any(grepl("2 of 4 new rows have levels that no training row has", said)),
          grepl("unseen = \"skip\" leaves such rows without a prediction", caught(predict(fit, new))), is.na(predict(fit, new[2, ], type = "response", unseen = "skip")))

# Times that are censored in some rows.
lives <- read.csv(text = system2(drfvi_program(), c("simulate", "censored", "-n", "120", "-p", "9", "--seed", "2"), stdout = TRUE))
names(lives)[10:11] <- c("days", "status")
write.csv(lives, file, row.names = FALSE)
fit <- drfvi(Surv(days, status) ~ ., lives, trees = 40)
own <- command(shQuote(file), "--time", "days", "--event", "status", "--trees", "40")
equal(fit$importances$importance, vapply(own$variables, `[[`, 0, "importance"))
equal(fit$explained$p, own$explained_p)
surv <- structure(cbind(time = lives$days, status = lives$status), type = "right", class = "Surv") # as package survival makes it
equal(drfvi(lives[1:9], surv, trees = 40)$importances$importance, fit$importances$importance)
stopifnot(fit$censoring$event == "status", fit$targets == "days", nrow(fit$survival) > 10, fit$survival$survival <= 1,
          any(grepl("^Events before ", capture.output(print(fit)))), drfvi(Surv(days, status == 1) ~ x1 + x2, lives, trees = 20, subset = x1 > -1)$n == sum(lives$x1 > -1),
          grepl("the survival curves are in fit$survival", caught(predict(fit)), fixed = TRUE),
          grepl("which only drfvi() takes", caught(drfvi_groups(Surv(days, status) ~ x1 + x2, lives)), fixed = TRUE),
          grepl("interactions has no meaning for censored times", caught(drfvi(Surv(days, status) ~ x1 + x2, lives, interactions = TRUE))))
