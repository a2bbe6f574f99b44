# How the program is run, with a script in its place.
library(drfvi)
if (.Platform$OS.type == "windows") quit(status = 0)
script <- tempfile("program")
Sys.setenv(DRFVI = script)
pretend <- function(...) { writeLines(c("#!/bin/sh", ...), script); Sys.chmod(script, "755") }
left <- function() list.files(tempdir(), "^drfvi-")
ask <- function(...) drfvi(y ~ x, data.frame(y = c(1, 2), x = c(3, 4)), ...)
caught <- function(expression) tryCatch({ expression; "no error" }, error = conditionMessage)
stopifnot(grepl("DRFVI names .* which does not exist", caught(ask())))

answer <- '{"targets": ["y"], "n": 2, "method": "coupled", "preset": "paper", "seed": 1, "trees": 5, "elapsed_seconds": 1, "version": "0.1.0", "variables": [{"name": "x", "importance": 0.5, "raw": 0.5, "se_trees": 0.1}], "warnings": ["a doubt of --missing drop"]}'
pretend("echo drfvi: coupled: 50 % done, 10s so far, about 10s left >&2", sprintf("cat <<'END'\n%s\nEND", answer), 'echo "$@" >"$0.said"')
said <- character()
fit <- withCallingHandlers(ask(trees = 5, sample_size = 10, level = 0.8, verbose = TRUE),
  warning = function(w) { said <<- c(said, conditionMessage(w)); invokeRestart("muffleWarning") },
  message = function(m) { said <<- c(said, conditionMessage(m)); invokeRestart("muffleMessage") })
stopifnot(identical(said, c("coupled: 50 % done, 10s so far, about 10s left\n", "a doubt of missing = \"drop\"")))
stopifnot(identical(names(as.data.frame(fit)), c("variable", "importance", "raw", "se_trees")), length(left()) == 0)
passed <- strsplit(readLines(paste0(script, ".said")), " ")[[1]]
stopifnot(passed[1] == "importance", c("--trees=5", "--sample-size=10", "--level=0.8", "--format=json", "--targets=y", "--missing=refuse", "--seed=1") %in% passed)
pdf(NULL)
plot(fit)
stopifnot(tail(capture.output(print(fit)), 1) == "With 1 warning: see $warnings.")
stopifnot(tail(capture.output(print(summary(fit))), 1) == "warning: a doubt of missing = \"drop\"")

# An input that may stand in for others.
tested <- sub('"se_trees": 0.1}', '"p": 0.2, "stands_in": true}, {"name": "z", "importance": 0, "raw": 0, "p": 1}', answer, fixed = TRUE)
pretend(sprintf("cat <<'END'\n%s\nEND", tested))
fit <- suppressWarnings(drfvi(y ~ x + z, data.frame(y = c(1, 2), x = c(3, 4), z = c(5, 7))))
stopifnot(identical(as.data.frame(fit)$stands_in, c(TRUE, FALSE)))
for (shown in list(capture.output(print(fit)), capture.output(print(summary(fit))))) {
  stopifnot(sum(grepl("may stand in for others", shown)) == 1, any(startsWith(shown, "x may stand in")))
}

pretend("echo drfvi: coupled: 50 % done, 10s so far >&2", "echo drfvi: $2: row 5 is odd >&2", "echo drfvi: and another line >&2", "exit 1")
stopifnot(identical(caught(ask()), "row 5 is odd\nand another line"), length(left()) == 0)
pretend("echo drfvi: $2 has no rows >&2; exit 1")
stopifnot(identical(caught(ask()), "the table has no rows"))
pretend("exit 7")
stopifnot(identical(caught(ask()), "drfvi ended with status 7"))

# An interrupt of R, here sent by the program itself, ends the program. R is deaf to
# it while it starts the program.
pretend("trap 'kill $!; echo stopped >\"$0.end\"; exit 130' TERM",
        paste0("for i in 1 2 3; do sleep 3 & wait $!; kill -INT ", Sys.getpid(), "; sleep 20 & wait $!; done"))
stopifnot(identical(tryCatch(ask(), interrupt = function(i) "interrupted"), "interrupted"))
stopifnot(identical(readLines(paste0(script, ".end")), "stopped"), length(left()) == 0)

Sys.unsetenv("DRFVI")
path <- Sys.getenv("PATH")
Sys.setenv(PATH = tempdir())
stopifnot(grepl("make build", caught(ask()), fixed = TRUE))
Sys.setenv(PATH = path)
