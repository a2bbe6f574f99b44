# The program: where it is, how it is asked, what it says.

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

# ask has the program answer a request, a list that becomes JSON, and returns the answer, whose
# warnings are texts. The program runs in the background, so that R stays open to interrupts; on any
# way out it is ended. Dotted are names of settings with dots, which the program has as _.
ask <- function(request, verbose, dotted = character()) {
  program <- drfvi_program()
  folder <- tempfile("drfvi-run")
  path <- function(name) file.path(folder, name)
  if (!suppressWarnings(dir.create(folder))) no_space(folder)
  pid <- integer()
  on.exit(suspendInterrupts({
    if (length(pid) == 0) pid <- number_in(path("pid"))
    if (length(pid) > 0 && length(number_in(path("status"))) == 0) end_process(pid, path("status"))
    unlink(folder, recursive = TRUE)
  }))
  # The places of numbers are written to before, so that they are there when the disk is full later.
  for (name in c("pid", "status")) put(strrep(" ", 15), path(name))
  put(toJSON(request, auto_unbox = TRUE, null = "null", json_verbatim = TRUE), path("request"))
  if (.Platform$OS.type == "windows") {
    writeLines(as.character(system2(program, c("request", shQuote(path("request"))), stdout = path("out"), stderr = path("err"))), path("status"))
  } else {
    # The shell ends the program too where R itself is ended.
    watch <- sprintf("(while kill -0 $p; do kill -0 %d || kill $p; sleep 1; done) >%s 2>&1 &", Sys.getpid(), nullfile())
    number <- function(of, name) sprintf("printf '%%-15s\\n' %s 1<>%s", of, shQuote(path(name)))
    system(sprintf("( %s request %s >%s 2>%s & p=$!; %s; %s wait $p; %s ) 2>%s", shQuote(program), shQuote(path("request")), shQuote(path("out")), shQuote(path("err")),
                   number("$p", "pid"), watch, number("$?", "status"), nullfile()), wait = FALSE)
  }
  said <- 0
  pause <- 0.01
  repeat {
    status <- number_in(path("status"))
    if (length(pid) == 0) pid <- number_in(path("pid"))
    if (verbose) said <- say(path("err"), said)
    if (length(status) > 0) break
    Sys.sleep(pause)
    pause <- min(pause * 1.5, 0.2)
  }
  json <- tryCatch(fromJSON(path("out"), simplifyVector = FALSE), error = function(e) NULL)
  if (is.null(json$answer)) {
    if (!is.null(json$error)) {
      text <- worded(json$error)
      for (name in dotted) text <- sub(paste("unknown setting", dQuote(gsub(".", "_", name, fixed = TRUE), FALSE)), paste("unknown setting", dQuote(name, FALSE)), text, fixed = TRUE)
      refuse(text)
    }
    lines <- Filter(function(line) !is_progress(line), content(path("err")))
    refuse(if (length(lines) > 0) paste(sub("^drfvi: ", "", lines), collapse = "\n") else
      paste0("drfvi ended with status ", status, " and no answer; is there room in ", tempdir(), ", the folder of temporary files?"))
  }
  json$answer$warnings <- lapply(json$warnings, worded)
  json$answer
}

# refuse is an error whose text is as long as it is, as far as R has room for.
refuse <- function(text) {
  cut <- options(warning.length = 8170) # the most that R has, instead of 1000
  on.exit(options(cut))
  stop(text, call. = FALSE)
}

# put writes a text into a file, of which all has to be there afterwards.
put <- function(text, path) {
  bytes <- charToRaw(enc2utf8(paste0(text, "\n")))
  suppressWarnings(tryCatch(writeBin(bytes, path), error = function(e) no_space(path)))
  if (!identical(file.size(path), as.numeric(length(bytes)))) no_space(path)
}

no_space <- function(path) {
  stop("cannot write ", path, ": is there room in ", tempdir(), ", the folder of temporary files? The environment variable TMPDIR names another before R is started", call. = FALSE)
}

# content is the lines of a file; none where there is no file yet.
content <- function(path) if (file.exists(path)) readLines(path, warn = FALSE, encoding = "UTF-8") else character()

# number_in is the number in a file, which a shell writes at once; integer() for none yet.
number_in <- function(path) {
  text <- trimws(content(path))
  as.integer(text[grepl("^[0-9]+$", text)])
}

# end_process ends the program and waits for it, in the shell: Sys.sleep would let a
# second interrupt in.
end_process <- function(pid, status) {
  pskill(pid)
  for (i in 1:50) {
    if (length(number_in(status)) > 0) return()
    system("sleep 0.1")
  }
  pskill(pid, 9L)
}

# say shows the lines about progress that have come since, and counts them.
say <- function(path, said) {
  lines <- content(path)
  for (line in lines[seq_along(lines) > said]) if (is_progress(line)) message(sub("^drfvi: ", "", line))
  length(lines)
}

# is_progress tells lines about progress and forecasts from errors.
is_progress <- function(line) grepl(" % done, | so far$", line)

# worded puts the parts of a message together: texts, and settings as arguments of R.
worded <- function(parts) {
  own <- c(no_test = "test = FALSE", no_moves = "moves = FALSE", group = "groups")
  paste(vapply(parts, function(part) {
    if (is.character(part)) return(sub("found an empty cell", "found NA", part, fixed = TRUE)) # as R has it
    if (part$setting == "group" && grepl("=", part$value, fixed = TRUE)) {
      return(sprintf("groups = list(%s = %s)", deparse1(as.name(named_list(part$value)$name), backtick = TRUE), deparse1(named_list(part$value)$cells)))
    }
    if (part$setting %in% names(own)) return(own[[part$setting]])
    if (is.null(part$value)) return(part$setting)
    if (part$setting == "treatment") return(paste0("arms = ", deparse1(named_list(part$value)$cells)))
    value <- if (grepl("^-?[0-9.]+(e[-+]?[0-9]+)?$", part$value)) part$value else encodeString(part$value, quote = "\"")
    paste(part$setting, "=", value)
  }, ""), collapse = "")
}

# named_list is what a message proposes as name=first,second, whose words may be in quotation marks.
named_list <- function(text) {
  list <- sub("^(\"([^\"]|\"\")*\"|[^=]*)=?", "", text)
  plain <- function(words) gsub("\"\"", "\"", gsub("^\"|\"$", "", words), fixed = TRUE)
  list(name = plain(sub("=$", "", substr(text, 1, nchar(text) - nchar(list)))), cells = plain(regmatches(list, gregexpr("\"([^\"]|\"\")*\"|[^,]+", list))[[1]]))
}

# settings_of writes arguments as settings of a request; those that are NULL are left out.
settings_of <- function(arguments) {
  arguments <- Filter(Negate(is.null), arguments)
  if (length(arguments) > 0 && (is.null(names(arguments)) || any(names(arguments) == ""))) {
    stop("an argument without a name, expected name = value", call. = FALSE)
  }
  for (name in names(arguments)) {
    v <- arguments[[name]]
    if (is.atomic(v)) next
    stop(name, " is a ", class(v)[1], ", which no setting takes, expected numbers, texts, or TRUE or FALSE; drfvi has no families of laws, no random effects and no formula but the first: cluster = school names rows that belong together", call. = FALSE)
  }
  names(arguments) <- gsub(".", "_", names(arguments), fixed = TRUE)
  lapply(arguments, function(v) {
    v <- if (is.numeric(v)) shortest(v) else if (is.logical(v)) v else utf8(as.character(v))
    if (length(v) == 1) v else as.list(v)
  })
}

# exact writes numbers with as many digits as tell them from all others, whatever the options.
exact <- function(v) sprintf(if (is.integer(v)) "%d" else "%.17g", v)

# shortest writes numbers with as few digits as tell them from all others.
shortest <- function(v) {
  text <- sprintf("%.15g", v)
  ifelse(as.numeric(text) == v, text, sprintf("%.17g", v))
}

# utf8 is text in UTF-8. In the locale C what is valid UTF-8 is taken for it, and elsewhere what is
# not shows its bytes.
utf8 <- function(text) {
  bare <- Encoding(text) == "unknown" & !is.na(text) & validUTF8(text)
  if (!isTRUE(l10n_info()$`UTF-8`) && !isTRUE(l10n_info()$`Latin-1`)) Encoding(text[bare]) <- "UTF-8"
  text <- enc2utf8(text)
  odd <- !is.na(text) & !validUTF8(text)
  text[odd] <- iconv(text[odd], "UTF-8", "UTF-8", sub = "byte")
  text
}
