# The program: where it is, how it is run, what it says.

drfvi_program <- function() {
  path <- Sys.getenv("DRFVI")
  if (nzchar(path)) {
    if (!file.exists(path)) {
      stop("the environment variable DRFVI names ", path, ", which does not exist; expected the program drfvi", call. = FALSE)
    }
    return(path)
  }
  path <- Sys.which("drfvi")
  if (!nzchar(path)) {
    stop("the program drfvi is not there: take it from the archive of a release for your system, or build it with \"make build\" in a clone of its repository (Go 1.26 or later), ",
         "and put build/drfvi on the PATH or name it: Sys.setenv(DRFVI = \"/where/it/is/drfvi\")", call. = FALSE)
  }
  unname(path)
}

# run_program runs the program and returns what it has found. It runs in the
# background, so that R stays open to interrupts; on any way out it is ended.
run_program <- function(arguments, verbose) {
  program <- drfvi_program()
  folder <- tempfile("drfvi-run")
  dir.create(folder)
  path <- function(name) file.path(folder, name)
  pid <- integer()
  on.exit(suspendInterrupts({
    if (length(pid) == 0) pid <- content(path("pid"))
    if (length(content(path("status"))) == 0 && length(pid) > 0) end_process(as.integer(pid), path("status"))
    unlink(folder, recursive = TRUE)
  }))
  command <- paste(shQuote(c(program, arguments)), collapse = " ")
  if (.Platform$OS.type == "windows") {
    status <- system2(program, shQuote(arguments), stdout = path("out"), stderr = path("err"))
    writeLines(as.character(status), path("status"))
  } else {
    # The shell ends the program too where R itself is ended.
    watch <- sprintf("(while kill -0 $p; do kill -0 %d || kill $p; sleep 1; done) >%s 2>&1 &", Sys.getpid(), nullfile())
    system(sprintf("( %s >%s 2>%s & p=$!; echo $p >%s; %s wait $p; echo $? >%s ) 2>%s", command, shQuote(path("out")), shQuote(path("err")),
                   shQuote(path("pid")), watch, shQuote(path("status")), nullfile()), wait = FALSE)
  }
  said <- 0
  pause <- 0.01
  repeat {
    done <- length(content(path("status"))) > 0
    if (length(pid) == 0) pid <- content(path("pid"))
    if (verbose) said <- say(content(path("err")), said)
    if (done) break
    Sys.sleep(pause)
    pause <- min(pause * 1.5, 0.2)
  }
  if (content(path("status")) != "0") {
    lines <- Filter(function(line) !is_progress(line), content(path("err")))
    fault <- paste(sub("^drfvi: ", "", lines), collapse = "\n")
    stop(if (nzchar(fault)) fault else paste("drfvi ended with status", content(path("status"))), call. = FALSE)
  }
  fromJSON(path("out"), simplifyVector = FALSE)
}

# content is the lines of a file; none where there is no file yet.
content <- function(path) {
  if (file.exists(path)) readLines(path, warn = FALSE, encoding = "UTF-8") else character()
}

# end_process ends the program and waits for it, in the shell: Sys.sleep would let a
# second interrupt in.
end_process <- function(pid, status) {
  pskill(pid)
  for (i in 1:50) {
    if (length(content(status)) > 0) return()
    system("sleep 0.1")
  }
  pskill(pid, 9L)
}

# say shows the lines about progress that have come since, and counts them.
say <- function(lines, said) {
  for (line in lines[seq_along(lines) > said]) if (is_progress(line)) message(sub("^drfvi: ", "", line))
  length(lines)
}

# is_progress tells lines about progress and forecasts from errors.
is_progress <- function(line) grepl(" % done, | a rough estimate$| make it cheaper$", line)

# arguments writes flags as arguments of the program.
arguments <- function(flags) {
  flags <- Filter(Negate(is.null), flags)
  if (length(flags) > 0 && (is.null(names(flags)) || any(names(flags) == ""))) {
    stop("an argument without a name, expected name = value", call. = FALSE)
  }
  text <- function(v) if (is.logical(v)) tolower(as.character(v)) else if (is.numeric(v)) exact(v) else as.character(v)
  unlist(Map(function(name, values) sprintf("--%s=%s", gsub("[._]", "-", name), vapply(values, text, "")), names(flags), flags), use.names = FALSE)
}

# exact writes a number with as many digits as tell it from all others, 17 at most.
exact <- function(v) {
  for (digits in 15:17) {
    text <- format(v, digits = digits, scientific = v != 0 && abs(v) < 1e-4, trim = TRUE)
    if (as.numeric(text) == v) break
  }
  text
}

# in_r writes the program's flags in its messages as arguments of R. A word after a
# flag is its value only if it is one that flags have: it may go on with the sentence.
in_r <- function(text) {
  values <- "drop|use|stacked|loco|coupled|projected|auto|paper|drf-[0-9.]*[0-9]|median|authors|fourier|sd|rank|all"
  text <- gsub(sprintf("--(missing|method|preset|kernel|aggregation|scale|mtry) (%s)\\b", values), "\\1 = \"\\2\"", text, perl = TRUE)
  text <- gsub("; see drfvi [a-z]+ --help", "; see ?drfvi", text)
  flag <- gregexpr("--[a-z][a-z-]*", text)
  regmatches(text, flag) <- lapply(regmatches(text, flag), function(f) gsub("-", "_", substring(f, 3)))
  text
}
