# Tests of all that a causal graph implies.

drfvi_graph <- function(arrows, data, weights = NULL, cluster = NULL, missing = NULL, na.action = NULL, dates = "refuse", seed = 1,
                        verbose = interactive(), ...) {
  graph <- if (is.character(arrows) && is.null(dim(arrows))) graph_of_text(arrows, names(data)) else graph_of_edges(arrows, names(data))
  rows <- Filter(function(v) is.character(v) && length(v) == 1, list(cluster, weights))
  last <- tail(setdiff(names(data), unlist(rows)), 1)
  parts <- table_parts(data[setdiff(names(data), last)], data[last], last)
  file <- tempfile("drfvi-graph-")
  on.exit(unlink(file))
  written <- function(safe) {
    writeLines(enc2utf8(graph$text(safe)), file, useBytes = TRUE)
    file
  }
  flags <- list(dag = written, missing = missing_policy(missing, na.action), seed = seed, ...)
  json <- tryCatch(run_on(parts, "test", flags, NULL, one_of("dates", dates, c("refuse", "days")), cluster, weights, verbose),
                   error = function(fault) stop(place_in_graph(conditionMessage(fault), file, graph), call. = FALSE))
  json$graph <- graph$file
  of <- function(key, mode = 0) vapply(json$tests, function(t) t[[key]], mode)
  side <- function(key) vapply(json$tests, function(t) paste(unlist(t[[key]]), collapse = ", "), "")
  structure(as_tibble(data.frame(x = side("x"), y = side("y"), given = side("given"), p = of("p"), p_adjusted = of("p_adjusted"), strength = of("strength"),
                               robustness = of("robustness"), established = of("established", NA))),
            sentence = json$sentence, json = json)
}

# graph_of_edges is a graph of a table of edges, in which a column e, as of dagitty, may say of
# what kind each is: how to write it with names for the program, and how to call it and its lines.
graph_of_edges <- function(arrows, columns) {
  if (is.null(dim(arrows)) || ncol(arrows) < 2 || nrow(arrows) == 0) {
    stop("arrows are ", class(arrows)[1], " without two columns and a row, expected a matrix or data frame of causes and effects, or a text such as \"dag { a -> b }\"",
         call. = FALSE)
  }
  column <- function(j) as.character(if (is.data.frame(arrows)) arrows[[j]] else arrows[, j])
  from <- column(1)
  to <- column(2)
  unknown <- setdiff(c(from, to), columns)
  if (length(unknown) > 0) stop("arrows name ", dQuote(unknown[1], FALSE), ", which is not a column of data", call. = FALSE)
  kind <- if ("e" %in% colnames(arrows)[-(1:2)]) column("e") else rep("->", nrow(arrows))
  odd <- which(!kind %in% c("->", "<-", "<->"))
  if (length(odd) > 0) {
    stop("arrows have ", paste(from[odd[1]], kind[odd[1]], to[odd[1]]), ", expected an arrow, -> or <-, or <-> for a latent cause of both", call. = FALSE)
  }
  list(text = function(safe) sprintf("\"%s\" %s \"%s\"", safe(from), kind, safe(to)), name = "arrows", line = "row \\1 of arrows")
}

# graph_of_text is a graph in dagitty's language, or in a file for drfvi test --dag.
graph_of_text <- function(text, columns) {
  file <- if (length(text) == 1 && nchar(text) < 1000 && file.exists(text) && !dir.exists(text)) text
  if (!is.null(file)) {
    text <- content(file)
  } else if (!any(grepl("[{}]|->|<-|--", text))) {
    stop("arrows are ", dQuote(text[1], FALSE), ", which is not a file, expected a graph such as \"dag { a -> b }\", or the name of its file", call. = FALSE)
  }
  text <- enc2utf8(paste(text, collapse = "\n"))
  lines <- grep("^[ \t]*(#|$)", strsplit(text, "\n")[[1]], value = TRUE, invert = TRUE)
  edges <- length(lines) > 0 && grepl(",", lines[1], fixed = TRUE) && !grepl("->|<-|[{[]", lines[1]) # a,b in each line
  name <- if (edges) "(?m)^[ \t]*#.*|\"[^\"\n]*\"|[^,\"\n]+" else "(?:#|//).*|\"[^\"]*\"|[\\p{L}\\p{Nd}_.]+"
  written <- function(safe) {
    at <- gregexpr(name, text, perl = TRUE)
    regmatches(text, at) <- lapply(regmatches(text, at), function(found) {
      bare <- gsub("^\"|\"$", "", trimws(found))
      other <- bare %in% columns & safe(bare) != bare
      ifelse(other %in% TRUE, safe(bare), found)
    })
    text
  }
  shown <- gsub("\\", "\\\\", null_to(file, ""), fixed = TRUE)
  list(text = written, file = file, name = if (is.null(file)) "the graph" else shown, line = if (is.null(file)) "line \\1 of the graph" else paste0(shown, ":\\1"))
}

# place_in_graph puts what the user knows of a graph in the place of the file that the program read.
place_in_graph <- function(text, file, graph) {
  text <- gsub(file, "\001", text, fixed = TRUE)
  gsub("\001", graph$name, gsub("\001:([0-9]+)", graph$line, text))
}
