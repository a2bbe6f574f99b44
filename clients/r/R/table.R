# Tables: from formulas and data frames to the columns that the program reads.

# formula_parts evaluates a formula: inputs and responses, lists of columns, the
# groups that matrices make, and the data frame that columns are looked up in. Given are the
# values of arguments about rows.
formula_parts <- function(formula, data, given = list()) {
  if (is.matrix(data)) data <- as.data.frame(data)
  if (length(formula) != 3) stop("the formula has no response, expected one such as y ~ x1 + x2 or cbind(y1, y2) ~ .", call. = FALSE)
  where <- environment(formula)
  design <- terms(formula, data = data)
  if (any(attr(design, "order") > 1)) {
    main <- rownames(attr(design, "factors"))[rowSums(attr(design, "factors") != 0) > 0]
    stop("the formula has interactions, expected single inputs, ~ ", paste(main, collapse = " + "), ": forests find interactions by themselves", call. = FALSE)
  }
  if (!is.null(attr(design, "offset"))) stop("the formula has an offset, expected inputs only", call. = FALSE)
  if (length(attr(design, "term.labels")) == 0) stop("the formula has no inputs", call. = FALSE)
  used <- rowSums(attr(design, "factors") != 0) > 0
  inputs <- as.list(attr(design, "variables"))[-1][used]
  evaluate <- function(expressions, data) {
    if (is.matrix(data)) data <- as.data.frame(data)
    columns <- lapply(expressions, function(e) {
      tryCatch(eval(e, data, where), error = function(fault) stop(lost(e, data, where, conditionMessage(fault)), call. = FALSE))
    })
    given <- if (is.null(names(expressions))) rep("", length(expressions)) else names(expressions)
    names(columns) <- ifelse(given == "", vapply(expressions, function(e) if (is.name(e)) as.character(e) else deparse1(e), ""), given)
    columns
  }
  parts(evaluate(inputs, data), evaluate(responses(formula[[2]]), data), data,
        function(data, except) evaluate(inputs[!vapply(inputs, function(e) is.name(e) && as.character(e) %in% except, NA)], data),
        if (is.data.frame(data)) rownames(data), given)
}

# row_arguments evaluates the arguments about rows that a method for formulas was called with, as
# lm does: among the columns of data, then where the formula is from, and at last where the call
# is. The name of a column stays a name: such a column is not an input.
row_arguments <- function(method) {
  data <- if (is.matrix(method$data)) as.data.frame(method$data) else method$data
  given <- list()
  for (name in c("subset", "weights", "cluster")) {
    if (eval(call("missing", as.name(name)), method)) next
    e <- eval(call("substitute", as.name(name)), method)
    value <- if (name != "subset" && is.name(e) && as.character(e) %in% names(data)) as.character(e) else {
      where <- environment(method$formula)
      first <- tryCatch(eval(e, data, where), error = identity)
      if (!is.function(first) && !inherits(first, "error")) first else tryCatch(get(name, method), error = function(fault) {
        stop(lost(e, data, where, conditionMessage(fault), name), call. = FALSE)
      })
    }
    if (is.function(value)) stop(name, " names a function, expected a column of data or a vector", call. = FALSE)
    given[[name]] <- value
  }
  given
}

# chosen_rows are the numbers of the rows of a subset, of so many.
chosen_rows <- function(subset, n, names) {
  if (is.null(subset)) return(seq_len(n))
  if (is.logical(subset)) {
    if (length(subset) != n) stop("subset has ", counted(length(subset), "value"), ", expected one for each of the ", counted(n, "row"), call. = FALSE)
    rows <- which(subset)
  } else {
    if (!is.numeric(subset) && !is.character(subset)) stop("subset is of class ", class(subset)[1], ", expected TRUE and FALSE, or numbers or names of rows", call. = FALSE)
    rows <- structure(seq_len(n), names = names)[subset]
    if (anyNA(rows)) stop("subset has ", as.character(subset[which(is.na(rows))[1]]), ", which is not a row of the table", call. = FALSE)
  }
  if (length(rows) == 0) stop("subset leaves no rows", call. = FALSE)
  unname(rows)
}

# lost says which column an expression lacks, if that is why it has no value.
lost <- function(e, data, where, fault, what = "the formula") {
  lacks <- Filter(function(name) !name %in% names(data) && !exists(name, envir = where), all.vars(e))
  if (length(lacks) == 0) return(fault)
  apart <- drop(adist(lacks[1], names(data), ignore.case = TRUE))
  near <- if (length(apart) > 0 && min(apart) <= max(1, nchar(lacks[1]) / 3)) names(data)[which.min(apart)]
  paste0("there is no column ", dQuote(lacks[1], FALSE), ", which ", what, " names", if (!is.null(near)) paste0("; did you mean ", dQuote(near, FALSE), "?"))
}

# responses are the expressions in cbind(a, b) or a + b. What others write for several
# responses would be one, of another length or another meaning.
responses <- function(e) {
  both <- function() all(vapply(as.list(e)[-1], is.name, NA)) && length(e) == 3
  if (is.call(e) && (as.character(e[[1]])[1] %in% c("c", "list") && length(e) > 2 || as.character(e[[1]])[1] %in% c(":", "|", "&") && both())) {
    stop("the response is ", deparse1(e), "; several responses are written as ",
         sprintf("cbind(%s) ~ ...", paste(vapply(as.list(e)[-1], deparse1, ""), collapse = ", ")), call. = FALSE)
  }
  if (is.call(e) && identical(e[[1]], as.name("+")) && length(e) == 3) return(c(responses(e[[2]]), responses(e[[3]])))
  if (is.call(e) && identical(e[[1]], as.name("("))) return(responses(e[[2]]))
  if (is.call(e) && identical(e[[1]], as.name("cbind"))) return(as.list(e)[-1])
  list(e)
}

# table_parts is for inputs and responses in tables or vectors.
table_parts <- function(x, y, name) {
  if (missing(x) || missing(y)) stop("the responses are missing, expected drfvi(formula, data) or drfvi(x, y)", call. = FALSE)
  for (v in list(x, y)) {
    if (is.character(v) && length(v) == 1 && max(NROW(x), NROW(y)) > 1) {
      stop(dQuote(v, FALSE), " is a text, expected columns; by name they are in a formula, as in drfvi(y ~ ., data)", call. = FALSE)
    }
  }
  if (inherits(y, "formula")) {
    stop("y is a formula, which comes first: drfvi(formula, data); several responses are on its left, as in cbind(y1, y2) ~ x", call. = FALSE)
  }
  as_columns <- function(v, name) {
    if (is.data.frame(v)) return(as.list(v))
    if (is.matrix(v) && !inherits(v, "Surv")) {
      names <- if (is.null(colnames(v))) paste0(name, seq_len(ncol(v))) else colnames(v)
      return(structure(lapply(seq_len(ncol(v)), function(j) v[, j]), names = names))
    }
    structure(list(v), names = name)
  }
  parts(as_columns(x, "x"), as_columns(y, if (is.matrix(y)) "y" else name), NULL, function(x, except) as_columns(x, "x"),
        if (length(dim(x)) == 2) rownames(x) else names(y))
}

# parts are inputs and responses, of the rows given if these are a subset; inputs_of makes the
# inputs of new rows, which need not have the columns in except.
parts <- function(x, y, data, inputs_of, row_names, given = list()) {
  flat <- flatten(x)
  all <- list(x = flat$columns, y = flatten(y)$columns, groups = flat$groups, data = data, inputs_of = inputs_of)
  n <- length(all$y[[1]])
  all$row_names <- if (length(row_names) == n) row_names else as.character(seq_len(n))
  all[c("weights", "cluster")] <- given[c("weights", "cluster")]
  if (!is.null(given$subset)) all <- subset_of(all, chosen_rows(given$subset, n, all$row_names), n)
  names <- c(names(all$x), names(all$y))
  if (any(names == "" | is.na(names))) stop("column ", which(names == "" | is.na(names))[1], " has no name, expected one", call. = FALSE)
  twice <- unique(names[duplicated(names)])
  if (length(twice) > 0) {
    stop("there are several columns named ", paste(dQuote(twice, FALSE), collapse = ", "),
         ", expected distinct names of inputs and responses", call. = FALSE)
  }
  all
}

# subset_of are parts of some of their n rows. What is of another length is left, to be refused.
subset_of <- function(all, rows, n) {
  some <- function(v) if (length(v) == n) v[rows] else v
  all[c("x", "y")] <- lapply(all[c("x", "y")], lapply, some)
  all[c("weights", "cluster", "row_names")] <- lapply(all[c("weights", "cluster", "row_names")], some)
  if (NROW(all$data) == n) all$data <- all$data[rows, , drop = FALSE]
  all$numbers <- rows
  all
}

# flatten makes columns of matrices and data frames among columns; as inputs, each
# of these is a group.
flatten <- function(columns) {
  flat <- list()
  groups <- list()
  for (i in seq_along(columns)) {
    v <- columns[[i]]
    name <- names(columns)[i]
    if (inherits(v, "Surv")) {
      stop("response ", dQuote(name, FALSE), " is of censored times, which drfvi does not know; ",
           "name the times alone, or times and status as two responses", call. = FALSE)
    }
    if (is.data.frame(v) || is.matrix(v)) {
      inner <- if (is.null(colnames(v))) seq_len(ncol(v)) else colnames(v)
      parts <- structure(lapply(seq_len(ncol(v)), function(j) v[, j, drop = TRUE]), names = paste(name, inner, sep = "."))
      if (length(parts) > 1) groups[[name]] <- names(parts) else names(parts) <- name
      flat <- c(flat, parts)
    } else {
      flat <- c(flat, structure(list(v), names = name))
    }
  }
  list(columns = flat, groups = groups)
}

# plain makes a column what the program knows: numbers, logicals, text, factors.
plain <- function(v, name, dates) {
  if (inherits(v, c("Date", "POSIXt"))) {
    if (dates == "refuse") {
      stop("column ", dQuote(name, FALSE), " holds dates: dates = \"days\" takes them as numbers of days since 1970; or leave it out", call. = FALSE)
    }
    return(if (inherits(v, "Date")) as.numeric(v) else as.numeric(as.POSIXct(v)) / 86400)
  }
  if (is.factor(v)) {
    return(factor(enc2utf8(as.character(v)), enc2utf8(levels(v)), ordered = is.ordered(v)))
  }
  if (inherits(v, "integer64") || !(is.numeric(v) || inherits(v, "difftime") || is.logical(v) || is.character(v))) {
    stop("column ", dQuote(name, FALSE), " is of class ", class(v)[1], ", expected numbers, logicals, text, factors or dates", call. = FALSE)
  }
  if (is.character(v)) enc2utf8(as.vector(v)) else as.vector(unclass(v))
}

# extra finds the column that cluster or weights name, or that they are.
extra <- function(what, value, parts) {
  tryCatch(value, error = function(e) {
    stop(what, ": ", conditionMessage(e), "; columns are named as text, as in ", what, " = \"column\"", call. = FALSE)
  })
  if (is.null(value)) return(NULL)
  if (!(is.character(value) && length(value) == 1)) return(list(name = paste0("(", what, ")"), values = value))
  values <- if (value %in% names(parts$x)) parts$x[[value]] else parts$data[[value]]
  if (is.null(values)) stop(what, " is ", dQuote(value, FALSE), ", which is not a column of the inputs or data", call. = FALSE)
  list(name = value, values = values)
}

# run_on writes the table into a file for the program, and new rows if there are any, runs a
# command on it, and returns what it says in terms of the table given. Where flags name a kept
# model, the table only tells the names. A flag that is a function names columns: it is called with
# the function that has the names under which they go to the program. Again is for warnings that were
# given before.
run_on <- function(parts, command, flags, groups, dates, cluster, weights, verbose, new = NULL, again = !is.null(new)) {
  extras <- Filter(Negate(is.null), list(cluster = extra("cluster", cluster, parts), weights = extra("weights", weights, parts)))
  inputs <- parts$x[!names(parts$x) %in% vapply(extras, `[[`, "", "name")]
  columns <- c(inputs, parts$y, structure(lapply(unname(extras), `[[`, "values"), names = vapply(unname(extras), `[[`, "", "name")))
  columns <- columns[!duplicated(names(columns))]
  groups <- c(parts$groups, groups)
  unknown <- setdiff(unlist(groups), names(inputs))
  if (length(unknown) > 0) stop("groups name ", dQuote(unknown[1], FALSE), ", which is not an input", call. = FALSE)
  if (length(groups) > 0 && (is.null(names(groups)) || any(names(groups) == ""))) stop("groups have no names, expected list(name = c(\"column\", \"column\"))", call. = FALSE)

  names <- safe_names(c(names(columns), names(groups)))
  safe <- function(known) unname(names[known])
  files <- c(tempfile("drfvi-", fileext = ".rds"), if (!is.null(new)) tempfile("drfvi-new-", fileext = ".rds"))
  on.exit(unlink(files))
  write <- function(columns, file) {
    rows <- lengths(columns)
    if (any(rows != rows[1])) {
      odd <- which(rows != rows[1])[1]
      stop("column ", dQuote(names(columns)[odd], FALSE), " has ", counted(rows[odd], "row"), ", but ", dQuote(names(columns)[1], FALSE), " has ", rows[1], call. = FALSE)
    }
    if (rows[1] == 0) stop(if (file %in% files[-1]) "newdata has no rows" else "the table has no rows", call. = FALSE)
    columns <- Map(plain, columns, names(columns), dates)
    saveRDS(structure(columns, names = safe(names(columns)), class = "data.frame", row.names = seq_len(rows[1])), file, version = 2, compress = FALSE)
    names(columns)[vapply(columns, is.ordered, NA)]
  }
  kept <- !is.null(flags$model) # a model, which has the table
  if (!kept) ordered <- intersect(write(columns, files[1]), names(c(inputs, parts$y)))
  if (!is.null(new)) write(new[names(inputs)], files[2])
  flags <- lapply(flags, function(v) if (is.function(v)) v(safe) else v)
  flags <- c(flags, list(format = "json", new = if (!is.null(new)) files[2]))
  if (!kept) {
    flags[[if (command == "test") "y" else "targets"]] <- paste(safe(names(parts$y)), collapse = ",")
    flags <- c(flags, list(ordered = safe(ordered),
                           group = sprintf("%s=%s", safe(names(groups)), vapply(groups, function(g) paste(safe(g), collapse = ","), ""))),
               lapply(extras, function(e) safe(e$name)))
  }
  # Names come last, since they may look like flags.
  said <- function(text) {
    text <- gsub(files[1], "the table", gsub(paste0(files[1], ": "), "", text, fixed = TRUE), fixed = TRUE)
    text <- numbered(text, parts$numbers)
    if (!is.null(new)) {
      text <- gsub(files[2], "newdata", text, fixed = TRUE)
      text <- gsub("no row of the training table lacks it", "no row of the training table lacks it; leave such rows out, as with na.omit", text, fixed = TRUE)
    }
    real_names(in_r(text), names)
  }
  cut <- options(warning.length = 8170) # the most that R has, instead of 1000
  on.exit(options(cut), add = TRUE)
  json <- tryCatch(run_program(c(command, if (!kept) files[1], arguments(flags)), verbose), error = function(e) stop(said(conditionMessage(e)), call. = FALSE))
  json$file <- NULL
  warnings <- lapply(json$warnings, said)
  json <- rapply(json, function(text) real_names(text, names), "character", how = "replace")
  json$targets <- names(parts$y)
  json$warnings <- warnings
  if (!again) for (text in warnings) warning(text, call. = FALSE)
  json
}

# numbered puts the numbers of rows in the table given in place of those in a subset of it.
numbered <- function(text, numbers) {
  if (is.null(numbers)) return(text)
  at <- gregexpr("(?<=\\brow )[0-9]+", text, perl = TRUE)
  regmatches(text, at) <- lapply(regmatches(text, at), function(found) {
    number <- numbers[as.numeric(found)]
    ifelse(is.na(number), found, number)
  })
  text
}

# safe_names are the names under which columns go to the program: their own where
# lists and patterns of names cannot misread them, otherwise stand-ins.
safe_names <- function(names) {
  names <- unique(names)
  safe <- names
  odd <- !grepl("^[\\p{L}_.][\\p{L}\\p{N}_.]*$", enc2utf8(names), perl = TRUE)
  stand_in <- "column_"
  while (any(startsWith(names, stand_in))) stand_in <- paste0(stand_in, "_")
  safe[odd] <- paste0(stand_in, which(odd))
  structure(enc2utf8(safe), names = names)
}

# real_names puts the columns' own names into a message, all at once: a name may
# contain another's stand-in.
real_names <- function(text, names) {
  at <- gregexpr("\\bcolumn_+[0-9]+\\b", text, perl = TRUE)
  regmatches(text, at) <- lapply(regmatches(text, at), function(found) ifelse(found %in% names, names(names)[match(found, names)], found))
  text
}
