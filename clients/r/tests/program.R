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

doubt <- '["a doubt of ", {"setting": "missing", "value": "drop"}]'
answer <- '{"answer": {"targets": ["y"], "n": 2, "method": "coupled", "preset": "paper", "seed": 1, "trees": 5, "elapsed_seconds": 1, "version": "0.1.0", "variables": [{"name": "x", "importance": 0.5, "raw": 0.5, "se_trees": 0.1}]}, "warnings": [%s]}'
replying <- function(text) sprintf("cat <<'END'\n%s\nEND", text)
pretend("echo drfvi: coupled: 50 % done, 10s so far, about 10s left >&2", replying(sprintf(answer, doubt)), 'cp "$2" "$0.said"; test "$1" = request')
said <- character()
fit <- withCallingHandlers(ask(trees = 5, sample_size = 10, level = 0.8, verbose = TRUE),
  warning = function(w) { said <<- c(said, conditionMessage(w)); invokeRestart("muffleWarning") },
  message = function(m) { said <<- c(said, conditionMessage(m)); invokeRestart("muffleMessage") })
stopifnot(identical(said, c("coupled: 50 % done, 10s so far, about 10s left\n", "a doubt of missing = \"drop\"")))
stopifnot(identical(names(as.data.frame(fit)), c("variable", "importance", "raw", "se_trees")), length(left()) == 0, identical(coef(fit), c(x = 0.5)))
asked <- jsonlite::fromJSON(paste0(script, ".said"), simplifyVector = FALSE)
stopifnot(asked$command == "importance", identical(asked$table$rows, "3,1\n4,2\n"), asked$settings$targets == "y", asked$settings$trees == "5", asked$settings$level == "0.8",
          asked$settings$missing == "refuse", asked$table$schema$fields[[1]]$name == "x")
pdf(NULL)
plot(fit)
stopifnot(tail(capture.output(print(fit)), 1) == "With 1 warning: see $warnings.")
stopifnot(tail(capture.output(print(summary(fit))), 1) == "warning: a doubt of missing = \"drop\"")

# An input that may stand in for others.
tested <- sub('"se_trees": 0.1}', '"p": 0.01, "stands_in": true}, {"name": "z", "importance": 0, "raw": 0, "p": 1}], "remarks": ["x follows z: drfvi groups tests them together."', sprintf(answer, ""), fixed = TRUE)
pretend(replying(tested))
fit <- suppressWarnings(drfvi(y ~ x + z, data.frame(y = c(1, 2), x = c(3, 4), z = c(5, 7))))
stopifnot(identical(as.data.frame(fit)$stands_in, c(TRUE, FALSE)))
for (show in list(print, function(fit, ...) print(summary(fit, ...)))) {
  stopifnot("x follows z: drfvi_groups() tests them together." %in% capture.output(show(fit)), !"By p (Holm):" %in% capture.output(show(fit)),
            "By p (Holm):" %in% capture.output(show(fit, adjust = "none")))
}

pretend("echo drfvi: coupled: 50 % done, 10s so far >&2", replying('{"error": ["the table: row 5 is odd; ", {"setting": "missing", "value": "drop"}]}'), "exit 1")
stopifnot(identical(caught(ask()), "the table: row 5 is odd; missing = \"drop\""), length(left()) == 0)
pretend("echo drfvi: killed >&2", "exit 7")
stopifnot(identical(caught(ask()), "killed"))
pretend("exit 7")
stopifnot(startsWith(caught(ask()), "drfvi ended with status 7 and no answer; is there room in "))
if (file.exists("/dev/full")) stopifnot(startsWith(caught(drfvi:::put("text", "/dev/full")), "cannot write /dev/full: is there room in "))

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
