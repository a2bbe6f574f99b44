# Tables: from formulas and data frames to the columns that the program reads.

# formula_parts evaluates a formula: inputs and responses, lists of columns, the
# groups that matrices make, and the data frame that columns are looked up in. Given are the
# values of arguments about rows.
formula_parts <- function(formula, data, given = list()) {
  alone <- is.null(data)
  data <- as_data(data, "data")
  if (length(formula) != 3) stop("the formula has no response, expected one such as y ~ x1 + x2 or cbind(y1, y2) ~ .", call. = FALSE)
  where <- environment(formula)
  if (alone && "." %in% all.vars(formula)) stop("the formula has a dot, which stands for all other columns of data, and there is no data; expected a data frame", call. = FALSE)
  original <- names(data)
  names(data) <- local_names(original)
  design <- terms(formula, data = data)
  if (any(attr(design, "order") > 1)) {
    main <- rownames(attr(design, "factors"))[rowSums(attr(design, "factors") != 0) > 0]
    stop("the formula has interactions, expected single inputs, whose pairs are tested by interactions = TRUE: drfvi(", deparse1(formula[[2]]), " ~ ", paste(main, collapse = " + "), ", data, interactions = TRUE)", call. = FALSE)
  }
  if (!is.null(attr(design, "offset"))) refuse_offset(formula[[2]], attr(design, "variables")[[attr(design, "offset")[1] + 1]][[2]], paste(attr(design, "term.labels"), collapse = " + "))
  if (length(attr(design, "term.labels")) == 0) stop("the formula has no inputs", call. = FALSE)
  used <- rowSums(attr(design, "factors") != 0) > 0
  named <- function(expressions) {
    given <- if (is.null(names(expressions))) rep("", length(expressions)) else names(expressions)
    of <- ifelse(given == "", vapply(expressions, function(e) if (is.name(e)) as.character(e) else deparse1(e), ""), given)
    at <- match(of, names(data))
    structure(as.list(expressions), names = ifelse(is.na(at), of, original[at]))
  }
  value <- function(e, data) tryCatch(eval(e, data, where), error = function(fault) stop(lost(e, data, where, conditionMessage(fault)), call. = FALSE))
  inputs <- named(as.list(attr(design, "variables"))[-1][used])
  refuse_terms(inputs, formula[[2]])
  refuse_bars(inputs, data, where)
  x <- lapply(inputs, value, data)
  fixed <- Map(function(e, v) if (is.name(e)) e else row_by_row(stats::makepredictcall(v, e), e, v, data, where), inputs, x)
  of_new <- function(newdata, except) {
    newdata <- as_data(newdata)
    names(newdata) <- local_names(names(newdata))
    lapply(fixed[!names(fixed) %in% except], function(e) {
      v <- value(e, newdata)
      lacks <- setdiff(all.vars(e), names(newdata)) # and are found elsewhere
      if (is.data.frame(newdata) && NROW(v) == nrow(newdata)) lacks <- intersect(lacks, names(data))
      if (length(lacks) > 0) stop(no_column(lacks[1], names(newdata), "the formula"), call. = FALSE)
      v
    })
  }
  whole <- data
  names(whole) <- original
  if (alone) whole <- NULL
  censored <- censored_response(formula[[2]])
  left <- if (is.null(censored)) lapply(named(responses(formula[[2]])), value, data) else lapply(named(censored), value, data)
  if (!is.null(censored)) left <- structure(list(times_of(left[[1]], left[[2]])), names = names(left)[1])
  all <- parts(x, left, whole, of_new, if (is.data.frame(data)) rownames(data), given)
  if (!is.null(censored) && is.name(censored[[2]])) all$event$name <- names(named(censored))[2]
  all$formula <- stats::formula(design) # with names in the place of a dot
  all
}

# as_data is a table as a list of columns, none for NULL: variables are then those of where the formula is from.
as_data <- function(data, what = NULL) {
  if (is.null(data)) return(structure(list(), names = character()))
  if (inherits(data, "table")) {
    stop(if (is.null(what)) "found" else paste(what, "is"), " a table of counts, expected a data frame: as.data.frame(data) has a row for each cell, with weights = Freq, weight_kind = \"frequency\"", call. = FALSE)
  }
  if (inherits(data, c("survey.design", "svyrep.design"))) {
    stop(if (is.null(what)) "found" else paste(what, "is"), " a survey design, expected its data frame: data$variables, with weights = weights(data) and cluster = data$cluster[[1]]", call. = FALSE)
  }
  if (inherits(data, "sf")) {
    stop(if (is.null(what)) "found" else paste(what, "is"), " of class sf, expected plain columns: sf::st_drop_geometry(data), or cbind(sf::st_drop_geometry(data), sf::st_coordinates(data))", call. = FALSE)
  }
  if (is.matrix(data)) data <- as.data.frame(data)
  if (!is.list(data)) {
    stop(if (is.null(what)) "found " else paste(what, "is "), short_name(data, paste("of class", class(data)[1])), ", expected a data frame", if (is.character(data)) ", such as read.csv() makes of a file", call. = FALSE)
  }
  data
}

# local_names are names as formulas have them, whose letters may be others than the locale's.
local_names <- function(names) vapply(names, function(name) if (nzchar(name)) as.character(as.name(name)) else name, "", USE.NAMES = FALSE)

# refuse_offset says what to write in the place of an offset: a rate with the exposure as its weight, or a difference.
refuse_offset <- function(response, offset, inputs) {
  one <- deparse1(offset)
  instead <- if (is.call(offset) && identical(offset[[1]], as.name("log"))) {
    exposure <- deparse1(offset[[2]])
    paste0("for counts a rate weighted by its exposure, drfvi(I(", deparse1(response), "/", exposure, ") ~ ", inputs, ", data, weights = ", exposure, ")")
  } else paste0("a difference, drfvi(I(", deparse1(response), " - ", one, ") ~ ", inputs, ", data)")
  stop("the formula has offset(", one, "), which forests do not have, expected ", instead, call. = FALSE)
}

# refuse_terms refuses terms of formulas of other packages, whose functions may be there or not.
refuse_terms <- function(inputs, response) {
  smooth <- c("s", "te", "ti", "t2", "lo")
  clusters <- c("Error", "cluster", "frailty", "strata")
  head_of <- function(e) if (is.call(e) && is.name(e[[1]])) as.character(e[[1]]) else ""
  heads <- vapply(inputs, head_of, "")
  odd <- which(heads %in% c(smooth, clusters))[1]
  if (is.na(odd)) return(invisible())
  plain <- unlist(lapply(inputs, function(e) {
    of <- as.list(e)[-1]
    if (head_of(e) %in% smooth) vapply(of[null_to(names(of), rep("", length(of))) == ""], deparse1, "") else if (!head_of(e) %in% clusters) deparse1(e)
  }))
  groups <- Filter(function(e) head_of(e) %in% clusters, inputs)
  by <- if (length(groups) > 0) deparse1(groups[[1]][[2]])
  if (length(plain) == 0) plain <- "..."
  stop("the formula has ", deparse1(inputs[[odd]]), ", a term of other packages, expected single inputs, whose effects may have any shape: drfvi(", deparse1(response), " ~ ", paste(plain, collapse = " + "), ", data",
       if (!is.null(by)) paste0(", cluster = ", by), ")", call. = FALSE)
}

# refuse_bars refuses the bars of formulas of other packages, which are logical for R.
refuse_bars <- function(inputs, data, where) {
  for (e in inputs) {
    if (!is.call(e) || !as.character(e[[1]])[1] %in% c("|", "||")) next
    sides <- lapply(as.list(e)[-1], function(side) tryCatch(eval(side, data, where), error = function(fault) NULL))
    if (all(vapply(sides, is.logical, NA))) next
    stop("the formula has ", deparse1(e), ", a bar as in formulas of mixed models; expected inputs alone: rows that belong together are named by cluster = ",
         deparse1(e[[3]]), ", and drfvi_test(y ~ x | z) conditions on z", call. = FALSE)
  }
}

# row_by_row returns a call that makes an input of new rows, or refuses it: its values in some of the rows
# must not depend on the others.
row_by_row <- function(call, e, values, data, where) {
  n <- NROW(values)
  if (n < 4) return(call)
  columns <- Filter(function(v) NROW(v) == n, structure(lapply(all.vars(e), function(name) tryCatch(eval(as.name(name), data, where), error = function(fault) NULL)), names = all.vars(e)))
  rows <- function(v, some) if (length(dim(v)) == 2) v[some, , drop = FALSE] else v[some]
  plainly <- function(v) if (is.factor(v)) as.character(v) else if (is.data.frame(v)) lapply(v, plainly) else unname(unclass(v))
  each <- if (is.null(dim(values))) which(!duplicated(plainly(values)))
  alone <- unique(c(round(seq(1, n, length.out = min(n, 30))), head(each, 30))) # a row with nothing beside it tells most
  for (some in c(list(seq(2, n, 2), seq_len(n %/% 2)), as.list(alone))) {
    found <- tryCatch(eval(call, lapply(columns, rows, some), where), error = function(fault) NULL)
    if (is.null(found) || !isTRUE(all.equal(plainly(found), plainly(rows(values, some)), check.attributes = FALSE))) {
      stop("the formula has ", deparse1(e), ", whose values depend on the other rows of the table, so that new rows have none; ",
           "expected a transformation of each row, or scale(), poly(), ns() or bs(), which keep what they were made with; or make it a column of data", call. = FALSE)
    }
  }
  call
}

# of_rows are arguments that have a value for each row, but no inputs.
of_rows <- c("weights", "cluster", "treatment", "propensity")

# row_arguments evaluates the arguments about rows that a method for formulas was called with, as
# lm does: among the columns of data, then where the formula is from, and at last where the call
# is. The name of a column stays a name: such a column is not an input.
row_arguments <- function(method) {
  data <- as_data(method$data, "data")
  given <- list()
  for (name in intersect(c("subset", of_rows), ls(method))) {
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
    if (name != "subset") value <- sole_name(name, value)
    given[[name]] <- value
  }
  given
}

# sole_name is the name in a formula such as ~ school, and any other value as it is.
sole_name <- function(what, value) {
  if (!inherits(value, "formula")) return(value)
  if (length(value) != 2 || !is.name(value[[2]])) stop(what, " is ", deparse1(value), ", expected the name of a single column, as in ", what, " = school", call. = FALSE)
  as.character(value[[2]])
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
  no_column(lacks[1], names(data), what)
}

# no_column says that a column which something names is not there.
no_column <- function(name, known, what) paste0("there is no column ", dQuote(name, FALSE), ", which ", what, " names", meant(name, known))

# meant asks whether the name that is nearest to one was meant, if one is near.
meant <- function(name, known) {
  apart <- if (length(known) > 0) drop(adist(name, known, ignore.case = TRUE))
  if (length(apart) > 0 && min(apart) < nchar(name) && min(apart) <= max(1, nchar(name) / 3)) paste0("; did you mean ", dQuote(known[which.min(apart)], FALSE), "?")
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

# censored_response are the times and the events of a response Surv(time, event), whether package survival is there
# or not; NULL for others.
censored_response <- function(e) {
  if (!is.call(e) || !deparse1(e[[1]]) %in% c("Surv", "survival::Surv")) return(NULL)
  given <- as.list(match.call(function(time, time2, event, type, origin) NULL, e))[-1]
  if (is.null(given$event)) given <- c(given["time"], event = given$time2) else if (!is.null(given$time2)) given$event <- NULL
  if (length(given) != 2 || !identical(names(given), c("time", "event"))) stop("the response is ", deparse1(e), ", expected Surv(time, event): times that are known or censored to the right", call. = FALSE)
  unname(given)
}

# times_of are times with their events, coded as in package survival: TRUE, or the larger of two numbers.
times_of <- function(times, event) {
  if (is.factor(event)) stop("the event is a factor, expected TRUE or 1 where it was seen, as in event == ", dQuote(levels(event)[length(levels(event))], FALSE), call. = FALSE)
  seen <- if (is.logical(event)) event else if (all(event %in% c(0, 1, NA))) event == 1 else event == 2
  if (!is.logical(event) && !all(event %in% c(0, 1, NA)) && !all(event %in% c(1, 2, NA))) stop("the event has other values than 0 and 1, or 1 and 2, expected TRUE or 1 where it was seen", call. = FALSE)
  structure(list(times = as.numeric(times), event = as.integer(seen)), class = "drfvi_times")
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
    if (isS4(v) && length(dim(v)) == 2) stop("x is of class ", class(v)[1], ", expected a matrix: as.matrix(x)", call. = FALSE)
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
  y <- lapply(y, function(v) if (inherits(v, "Surv") && identical(attr(v, "type"), "right")) times_of(unclass(v)[, 1], unclass(v)[, 2]) else v)
  censored <- vapply(y, inherits, NA, "drfvi_times")
  if (any(censored) && length(y) > 1) stop("there are several responses, expected censored times alone", call. = FALSE)
  event <- if (any(censored)) list(name = "event", values = y[[1]]$event)
  y <- lapply(y, function(v) if (inherits(v, "drfvi_times")) v$times else v)
  all <- list(x = flat$columns, y = flatten(y)$columns, groups = flat$groups, data = data, inputs_of = inputs_of)
  all$event <- event
  n <- length(all$y[[1]])
  all$row_names <- if (length(row_names) == n) row_names else as.character(seq_len(n))
  all[of_rows] <- given[of_rows]
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
  all[c(of_rows, "row_names")] <- lapply(all[c(of_rows, "row_names")], some)
  if (!is.null(all$event)) all$event$values <- all$event$values[rows]
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
      stop("response ", dQuote(name, FALSE), " has times that are censored in another way than to the right, expected Surv(time, event)", call. = FALSE)
    }
    if (inherits(v, "dist")) stop(dQuote(name, FALSE), " holds distances between rows, expected columns; cmdscale() makes some of them", call. = FALSE)
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

# evaluated is the value of an argument about rows, where no formula says which table has its columns.
evaluated <- function(what, value) {
  tryCatch(value, error = function(e) {
    stop(what, ": ", conditionMessage(e), "; columns are named as text, as in ", what, " = \"column\"", call. = FALSE)
  })
}

# extra finds the column that cluster or weights name, or that they are.
extra <- function(what, value, parts) {
  evaluated(what, value)
  value <- sole_name(what, value)
  if (is.null(value)) return(NULL)
  if (is.character(value) && length(value) == 2 && length(parts$y[[1]]) > 2 && all(value %in% c(names(parts$x), names(parts$data)))) {
    stop(what, " names two columns, expected one: that of the larger units where one is nested in the other, as in ", what, " = ", value[1], ", or else their combinations, ", what, " = interaction(", paste(value, collapse = ", "), ")", call. = FALSE)
  }
  if (!(is.character(value) && length(value) == 1)) {
    plain <- what == "treatment" && !what %in% c(names(parts$x), names(parts$y)) # which sentences name
    return(list(name = if (plain) what else paste0("(", what, ")"), values = value))
  }
  values <- if (value %in% names(parts$x)) parts$x[[value]] else parts$data[[value]]
  if (is.null(values)) stop(what, " is ", dQuote(value, FALSE), ", which is not a column of the inputs or data", meant(value, unique(c(names(parts$x), names(parts$data)))), call. = FALSE)
  list(name = value, values = values)
}

# run_on has the program answer a command on the parts of a table, and on new rows if there are any. Where
# settings name a kept model, the table only tells the names. Again is for warnings that were given before.
run_on <- function(parts, command, settings, groups, dates, cluster, weights, verbose, new = NULL, again = !is.null(new), laws = NULL, aside = list()) {
  extras <- c(list(cluster = extra("cluster", cluster, parts), weights = extra("weights", weights, parts)), Map(function(what, value) extra(what, value, parts), names(aside), aside))
  extras <- Filter(Negate(is.null), extras)
  if (!is.null(parts$event)) {
    if (command != "importance") stop("the response is of censored times, which only drfvi() takes", call. = FALSE)
    extras$event <- parts$event
    if (extras$event$name %in% c(names(parts$y), setdiff(names(parts$x), parts$event$name))) extras$event$name <- "(event)"
  }
  named <- vapply(extras, `[[`, "", "name")
  inputs <- parts$x[!names(parts$x) %in% named]
  columns <- c(inputs, parts$y, structure(lapply(unname(extras), `[[`, "values"), names = unname(named)))
  columns <- columns[!duplicated(names(columns))]
  groups <- c(parts$groups, groups)
  own <- c(intersect(names(settings), if (command == "test") "y" else "targets"), names(settings)[duplicated(names(settings))])
  if (length(own) > 0) stop("found ", own[1], " as an argument, expected responses and inputs in the formula, or as x and y", call. = FALSE)
  unknown <- setdiff(unlist(groups), names(inputs))
  if (length(unknown) > 0) stop("groups name ", dQuote(unknown[1], FALSE), ", which is not an input", meant(unknown[1], names(inputs)), call. = FALSE)
  if (length(groups) > 0 && (is.null(names(groups)) || any(names(groups) == ""))) stop("groups have no names, expected list(name = c(\"column\", \"column\"))", call. = FALSE)
  request <- list(command = command)
  if (is.null(settings$model)) { # which has the table
    refuse_dates(columns[setdiff(names(columns), named)], dates)
    settings[[if (command == "test") "y" else "targets"]] <- names(parts$y)
    settings[names(named)] <- named
    if ("event" %in% names(named)) {
      settings$targets <- NULL
      settings$time <- names(parts$y)
      settings$event <- quoted_list(named[["event"]], NULL)
    }
    if ("treatment" %in% names(named)) settings$treatment <- quoted_list(named[["treatment"]], settings$arms)
    settings$arms <- NULL
    request$table <- table_of(as_long(columns, "the table has no rows"), parts$numbers)
    request$groups <- unname(Map(function(name, of) list(name = utf8(name), columns = as.list(utf8(of))), names(groups), groups))
  }
  request$new <- if (!is.null(new)) table_of(as_long(new[names(inputs)], "newdata has no rows"), name = "newdata")
  request$laws <- laws
  request$settings <- settings_of(settings)
  json <- ask(request, verbose, grep(".", names(settings), fixed = TRUE, value = TRUE))
  if (is.null(settings$model)) json$warnings <- c(json$warnings, odd_orders(inputs))
  json$targets <- names(parts$y)
  if (!again) for (text in json$warnings) warning(text, call. = FALSE)
  json
}

# quoted_list writes a name, and a list if there is one, as the program reads them.
quoted_list <- function(name, cells) {
  quoted <- function(words) paste0("\"", gsub("\"", "\"\"", words, fixed = TRUE), "\"")
  paste0(quoted(name), if (length(cells) > 0) paste0("=", paste(quoted(cells), collapse = ",")))
}

# odd_orders warns of ordered factors whose many levels are numbered, "s1" or "7", in another order: packages order
# subjects so by the response.
odd_orders <- function(inputs) {
  many <- 10
  odd <- Filter(function(v) {
    known <- levels(v)
    if (!is.ordered(v) || length(known) < many || !all(grepl("[0-9]$", known))) return(FALSE)
    numbers <- split(as.numeric(sub(".*?([0-9]+)$", "\\1", known, perl = TRUE)), sub("[0-9]+$", "", known))
    any(vapply(numbers, function(n) is.unsorted(n) && is.unsorted(rev(n)), NA))
  }, inputs)
  lapply(names(odd), function(name) {
    paste0("input ", dQuote(name, FALSE), " is an ordered factor of ", length(levels(odd[[name]])), " levels in another order than their numbers (", paste(head(levels(odd[[name]]), 4), collapse = ", "),
           ", ...): an order by the response gives the response away; factor(", name, ", ordered = FALSE) has none, and cluster = ", name, " keeps the rows of each together")
  })
}

# refuse_dates refuses columns of dates, unless these are to be days.
refuse_dates <- function(columns, dates) {
  of <- Filter(function(v) inherits(v, c("Date", "POSIXt")), columns)
  if (dates == "refuse" && length(of) > 0) {
    stop("column ", dQuote(names(of)[1], FALSE), " holds dates: dates = \"days\" takes them as numbers of days since 1970; or leave it out", call. = FALSE)
  }
}

# as_long returns columns that are as long as each other, and says what is wrong with those without rows.
as_long <- function(columns, empty) {
  rows <- vapply(columns, NROW, 0L)
  odd <- which(rows != rows[1])
  if (length(odd) > 0) {
    stop("column ", dQuote(names(columns)[odd[1]], FALSE), " has ", counted(rows[odd[1]], "row"), ", but ", dQuote(names(columns)[1], FALSE), " has ", rows[1], call. = FALSE)
  }
  if (rows[1] == 0) stop(empty, call. = FALSE)
  columns
}
