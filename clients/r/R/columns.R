# Columns: what the classes of R are in the request's schema, and their cells.

# column_of is a column as a field of a schema, and its cells, in which a missing value is empty.
column_of <- function(v, name) {
  kind <- class_of(v)
  if (kind == "labelled") {
    v <- unlabelled(v)
    kind <- class_of(v)
  }
  field <- function(type, cells, ...) list(field = list(name = utf8(name), type = type, ...), cells = replace(cells, is.na(cells), ""))
  since_1970 <- function(type, seconds) field(type, ifelse(is.na(seconds), NA, exact(seconds)), format = "%s")
  switch(kind,
    factor = {
      known <- levels(v)
      codes <- as.integer(v)
      codes[codes %in% which(is.na(known))] <- NA
      levels <- lapply(which(!is.na(known)), function(k) list(value = exact(k), label = utf8(known[k])))
      field("string", ifelse(is.na(codes), NA, exact(codes)), categories = levels, categoriesOrdered = is.ordered(v))
    },
    text = {
      v <- as.vector(v)
      field("string", ifelse(is.na(v), NA, paste0("\"", gsub("\"", "\"\"", utf8(v), fixed = TRUE), "\"")))
    },
    logical = field("boolean", ifelse(is.na(v), NA, tolower(as.character(as.vector(v))))),
    Date = since_1970("date", as.numeric(v) * 86400),
    POSIXt = since_1970("datetime", as.numeric(as.POSIXct(v))),
    integer64 = field("integer", ifelse(is.na(v), NA, bit64_text(v, name))),
    duration = {
      seconds <- in_seconds(v, name)
      field("duration", ifelse(is.na(seconds), NA, paste0(ifelse(seconds < 0, "-PT", "PT"), exact(abs(seconds)), "S")))
    },
    units = field("number", ifelse(is.na(v), NA, exact(as.vector(unclass(v)))), unit = unit_of(v)),
    integer = field("integer", replace(exact(as.vector(unclass(v))), is.na(v), NA)),
    number = {
      v <- as.vector(unclass(v))
      odd <- which(is.infinite(v))
      if (length(odd) > 0) stop("row ", odd[1], ", column ", dQuote(name, FALSE), ": found ", v[odd[1]], ", expected a finite number", call. = FALSE)
      field("number", replace(exact(v), is.na(v), NA))
    },
    stop("column ", dQuote(name, FALSE), " is of class ", class(v)[1], ", expected numbers, logicals, text, factors, dates or times: ", remedy_of(v), call. = FALSE)
  )
}

# plain_classes say nothing of what the values are.
plain_classes <- c("AsIs", "numeric", "integer", "double", "character", "logical", "noquote", "labelled", "table", "matrix", "array", "ts", "mts")

# class_of is the kind of a column; "" for one that is refused.
class_of <- function(v) {
  own <- class(v)[!class(v) %in% plain_classes & !startsWith(class(v), "vctrs_")]
  is <- function(...) inherits(v, c(...))
  if (is("factor") && is.integer(unclass(v))) return("factor")
  if (is("haven_labelled", "haven_labelled_spss")) return("labelled")
  if (is("Date")) return("Date")
  if (is("POSIXt")) return("POSIXt")
  if (is("integer64")) return("integer64")
  if (is("units")) return(if (is.na(seconds_in[paste(unit_of(v))])) "units" else "duration")
  if (is("difftime", "Duration", "Period")) return("duration")
  if (length(own) > 0 || isS4(v)) return("")
  if (is.character(v)) "text" else if (is.logical(v)) "logical" else if (is.integer(v)) "integer" else if (is.double(v)) "number" else ""
}

# unlabelled are the values of a labelled vector without those that its user calls missing, as
# is.na() of package haven.
unlabelled <- function(v) {
  values <- as.vector(unclass(v))
  span <- attr(v, "na_range")
  lost <- values %in% attr(v, "na_values")
  if (length(span) == 2) lost <- lost | (!is.na(values) & values >= span[1] & values <= span[2])
  values[lost] <- NA
  values
}

# seconds_in are the seconds of units of time, by the words of R and of package units.
seconds_in <- c(secs = 1, mins = 60, hours = 3600, days = 86400, weeks = 604800, s = 1, sec = 1, second = 1, seconds = 1, min = 60, minute = 60, minutes = 60,
                h = 3600, hr = 3600, hour = 3600, d = 86400, day = 86400, week = 604800, ms = 1e-3, us = 1e-6, ns = 1e-9)

# in_seconds are durations in seconds, in whichever unit R keeps them.
in_seconds <- function(v, name) {
  values <- as.vector(if (isS4(v)) v@.Data else unclass(v))
  if (inherits(v, "Duration")) return(values)
  if (inherits(v, "Period")) {
    odd <- which((v@year != 0 | v@month != 0) %in% TRUE)
    if (length(odd) > 0) {
      stop("row ", odd[1], ", column ", dQuote(name, FALSE), ": found a period of months or years, which are of no fixed length, expected days, hours, minutes and seconds", call. = FALSE)
    }
    return(values + v@minute * 60 + v@hour * 3600 + v@day * 86400)
  }
  unit <- if (inherits(v, "units")) unit_of(v) else attr(v, "units")
  if (length(unit) != 1 || is.na(seconds_in[unit])) {
    stop("column ", dQuote(name, FALSE), " has differences of times in the unit ", dQuote(paste(unit), FALSE), ", expected secs, mins, hours, days or weeks", call. = FALSE)
  }
  values * seconds_in[[unit]]
}

# unit_of is the unit of a vector of package units, as the program writes that of a .rds.
unit_of <- function(v) {
  unit <- unclass(attr(v, "units"))
  above <- paste(unit$numerator, collapse = "*")
  if (length(unit$denominator) > 0) paste0(above, "/", paste(unit$denominator, collapse = "/")) else above
}

# bit64_text writes integers of package bit64 with all digits.
bit64_text <- function(v, name) {
  if (!requireNamespace("bit64", quietly = TRUE)) {
    stop("column ", dQuote(name, FALSE), " is of class integer64, expected package bit64 to be there, which has that class", call. = FALSE)
  }
  bit64::as.character.integer64(v)
}

# remedy_of says what to make of a column of a class that is refused.
remedy_of <- function(v) {
  if (is.complex(v)) return("take Re and Im, or Mod and Arg, of it")
  if (inherits(v, "Interval")) return("as.numeric makes seconds of it")
  if (inherits(v, c("yearmon", "yearqtr"))) return("as.Date makes dates of it")
  if (is.list(v)) return("make a column for each element that a row can have")
  "as.numeric or as.character makes a plain vector of it if that keeps its meaning"
}

# table_of is a table of a request: a schema, and rows of cells. Messages have its name, and the numbers of
# its rows; NULL for 1, 2, ....
table_of <- function(columns, numbers = NULL, name = NULL) {
  columns <- Map(column_of, columns, names(columns))
  cells <- lapply(unname(columns), `[[`, "cells")
  list(name = name, schema = list(fields = lapply(unname(columns), `[[`, "field")), rows = paste0(paste(do.call(paste, c(cells, sep = ",")), collapse = "\n"), "\n"),
       numbers = if (!is.null(numbers)) as.list(numbers))
}
