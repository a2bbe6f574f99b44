# What has been found, as text, table and picture.

as.data.frame.drfvi <- function(x, row.names = NULL, optional = FALSE, adjust = x$adjust, ...) {
  frame <- x$importances
  frame$p_adjusted <- p.adjust(frame$p, one_of("adjust", adjust, p.adjust.methods))
  frame$established <- if (!is.null(x$json$established)) x$json$established & frame$p_adjusted <= 0.05 else NA
  first <- c("variable", "importance", "lower", "upper", "p", "p_adjusted", "established", "raw", "se", "se_trees", "alone", "alone_p", "stands_in", "moves")
  frame <- frame[c(first, setdiff(names(frame), first))]
  frame <- frame[!vapply(frame, function(v) all(is.na(v)), NA)]
  row.names(frame) <- row.names
  frame
}

coef.drfvi <- function(object, ...) structure(object$importances$importance, names = object$importances$variable)

confint.drfvi <- function(object, parm, level = object$explained$level, ...) {
  frame <- as.data.frame(object)
  if (is.null(frame$lower)) stop("method ", object$settings$method, " has no intervals", call. = FALSE)
  made <- object$explained$level
  if (!isTRUE(all.equal(level, made))) {
    stop("level is ", short_name(level, "something else"), ", but the intervals were made at ", made, ": drfvi(..., level = ) makes others", call. = FALSE)
  }
  ends <- matrix(c(frame$lower, frame$upper), ncol = 2, dimnames = list(frame$variable, paste(format(100 * c((1 - made) / 2, (1 + made) / 2), trim = TRUE, digits = 3), "%")))
  if (missing(parm)) return(ends)
  unknown <- setdiff(parm, if (is.character(parm)) frame$variable else seq_len(nrow(frame)))
  if (length(unknown) > 0) stop("parm has ", short_name(unknown[1], "something else"), ", which is not an input", call. = FALSE)
  ends[parm, , drop = FALSE]
}

# drfvi_contrasts compares any two inputs.
drfvi_contrasts <- function(x) {
  if (!inherits(x, "drfvi")) stop("x is of class ", class(x)[1], ", expected a result of drfvi()", call. = FALSE)
  of <- function(key, mode = 0) vapply(x$json$contrasts, function(v) v[[key]], mode)
  end <- function(k) vapply(x$json$contrasts, function(v) as.numeric(v$interval[[k]]), 0)
  data.frame(more = of("more", ""), less = of("less", ""), difference = of("difference"), lower = end(1), upper = end(2),
             se = of("se"), p = of("p"), p_adjusted = of("p_adjusted"), stringsAsFactors = FALSE)
}

print.drfvi <- function(x, adjust = x$adjust, top = 30, ...) {
  heading(x)
  frame <- as.data.frame(x, adjust = adjust)
  show_importances(frame[ranking(frame, x$explained), ], x$explained, adjust, top, x$targets)
  remark(x$json$remarks, adjust)
  if (!is.null(x$json$interaction_remark)) cat(fill_text(x$json$interaction_remark))
  mention(x$warnings)
  invisible(x)
}

summary.drfvi <- function(object, adjust = object$adjust, level = 0.05, ...) {
  frame <- as.data.frame(object, adjust = adjust)
  frame <- frame[ranking(frame, object$explained), ]
  structure(c(object[c("call", "targets", "explained", "censoring", "clusters", "total_variation", "n", "settings", "warnings")],
              list(table = frame, aspects = object$aspects, interactions = object$interactions, interaction_remark = object$json$interaction_remark, adjust = adjust, level = level, found = frame$variable[found(frame, level)],
                   remarks = object$json$remarks, aspect_remarks = object$json$aspect_remarks)),
            class = "summary.drfvi")
}

print.summary.drfvi <- function(x, ...) {
  cat("Call: ", deparse1(x$call), "\n\n", sep = "")
  heading(x)
  show_importances(x$table, x$explained, x$adjust, Inf, x$targets)
  remark(x$remarks, x$adjust)
  cat("\n")
  if (!is.null(x$interaction_remark)) show_interactions(x$interactions, x$interaction_remark, x$explained)
  if (!is.null(x$aspects) && !nothing(x$explained)) show_aspects(x$aspects, x$aspect_remarks)
  if (is.null(x$table$p)) {
    cat(fill_text(if (isFALSE(x$settings$test)) "No tests were made: test = FALSE." else paste0("Method ", x$settings$method, " has no tests.")))
  } else if (length(x$found) == 0) {
    cat(fill_text("No input has an adjusted p-value (", procedure(x$adjust), ") of at most ", x$level, ".", if (!nothing(x$explained)) {
      paste(" Together they explain something: where inputs can replace each other, no single one is significant.",
            "See with groups = list(name = c(...)) what they carry together.")
    }))
  } else {
    cat(fill_text("Adjusted p-value (", procedure(x$adjust), ") of at most ", x$level, ": ", paste(short(x$found), collapse = ", "), "."))
  }
  show_settings(x$settings)
  for (text in x$warnings) cat(fill_text("warning: ", text))
  invisible(x)
}

show_settings <- function(s) {
  cat(fill_text(paste(c(if (!is.null(s$method)) paste0("Method ", s$method, if (!is.null(s$versions$inference)) paste0(" (inference ", s$versions$inference, ")")), paste(if (is.null(s$method)) "Preset" else "preset", s$preset),
                        if (!is.null(s$kernel)) paste0("kernel ", s$kernel, if (!is.null(s$gamma)) paste0(" (gamma ", signif(s$gamma, 3), ")")),
                        if (!is.null(s$trees)) paste0(s$trees, " trees", if (!is.null(s$sample_size)) paste0(" of ", s$sample_size, " rows")),
                        paste("missing values:", s$missing), paste("seed", s$seed), if (!is.null(s$elapsed_seconds)) paste(signif(s$elapsed_seconds, 2), "s"),
                        if (!is.null(s$version)) paste("drfvi", s$version)), collapse = ", "), "."))
}

# heading says what is explained.
heading <- function(x) {
  n_inputs <- nrow(if (is.null(x$table)) x$importances else x$table)
  cat(fill_text("Importance of ", counted(n_inputs, "input"), " for ", listed(x$targets), " (", counted(x$n, "row"), ")"))
  say_explained(x)
  if (!is.null(x$censoring)) {
    end <- format(x$censoring$horizon, digits = 6)
    cat(fill_text("Events before ", end, ": ", x$censoring$events, "; censored before: ", x$censoring$censored, "; still at risk: ", x$censoring$at_horizon,
                  ". What lies beyond is not compared. This assumes that censoring is independent of ", listed(x$targets), " given the inputs."), "\n", sep = "")
  }
}

say_explained <- function(x) {
  e <- x$explained
  if (is.null(e$share)) return(cat("\n"))
  interval <- if (length(e$interval) == 2) {
    ends <- c(percent(e$interval[1]), percent(e$interval[2]))
    if (nothing(e) || e$share <= 0) ends[1] <- "up"
    else if (isTRUE(e$undivided) || e$interval[1] <= 0 || ends[1] == "0") ends[1] <- "above 0, up"
    sprintf(" (%s: %s %%)", coverage(e), if (ends[1] == ends[2]) paste("about", ends[2]) else paste(ends[1], "to", ends[2]))
  } else ""
  what <- paste0(if (length(x$targets) > 1) "joint ", "distribution")
  p <- if (!is.null(e$p)) paste0("p ", if (e$p >= 1e-4) "= ", p_text(e$p))
  capital <- function(text) paste0(toupper(substr(text, 1, 1)), substring(text, 2))
  amount <- if (e$share > 0) paste0("the inputs explain ", percent(e$share), " % of the variation of the ", what, interval) else
    paste0("forests predict the ", what, " no better with the inputs than without", interval)
  if (nothing(e) && is.null(p)) {
    cat(fill_text(capital(amount), if (e$share > 0) ", which may be chance", ": nothing was tested.",
                  if (e$share <= 0) " With nothing explained, there are no shares to report."))
  } else if (nothing(e)) {
    cat(fill_text(paste(c(paste0("No significant effect: ", amount), if (e$share > 0) "which may be chance", p), collapse = ", "),
                  ". With nothing explained, there are no shares to report."))
  } else if (isTRUE(e$undivided)) {
    cat(fill_text("An effect is found", if (!is.null(p)) paste0(" (", p, ")"), ", but how much is explained is too uncertain to divide it among the inputs: ", amount, "."))
  } else {
    cat(fill_text(capital(amount), if (!is.null(p)) paste0(", ", p), "."))
  }
  cat("\n")
}

# spans writes intervals: in parentheses and without the lower end where it is not established
# that there is anything.
spans <- function(frame) {
  open <- if (is.null(frame$established)) rep(FALSE, nrow(frame)) else !frame$established
  from <- ifelse(frame$lower < 0.0005 | open, "up to ", sprintf("%.3f to ", frame$lower))
  same <- !open & frame$lower >= 0.0005 & sprintf("%.3f", frame$lower) == sprintf("%.3f", frame$upper)
  from <- ifelse(same, "about ", from)
  text <- ifelse(frame$upper < 0.0005, "below 0.001", paste0(from, sprintf("%.3f", frame$upper)))
  text[same & frame$lower > 0.9995 & frame$upper <= 1] <- "above 0.999"
  ifelse(open, paste0("(", text, ")"), text)
}

# coverage is that of the intervals, in percent.
coverage <- function(explained) paste(format(100 * explained$level, digits = 6), "%")

# nothing tells whether the inputs may explain nothing at all.
nothing <- function(explained) {
  if (!is.null(explained$p)) explained$p > 0.05 else length(explained$interval) == 2 && explained$interval[1] <= 0
}

# divided tells whether there are shares to read: something is explained, and enough for the test of all
# inputs together.
divided <- function(explained) !nothing(explained) && !isTRUE(explained$undivided)

# ranking is the order in which inputs are shown: by importance, or as they come
# where there are no shares to read.
ranking <- function(frame, explained) if (divided(explained)) order(-frame$raw) else seq_len(nrow(frame))

show_importances <- function(frame, explained, adjust, top, targets) {
  shown <- data.frame(variable = short(frame$variable))
  if (divided(explained)) {
    shown$importance <- sprintf("%.3f", if (is.null(explained$share)) frame$importance else pmin(frame$importance, 1))
    if (!is.null(frame$lower)) shown[[paste(coverage(explained), "interval")]] <- spans(frame)
    if (informative(frame$rank_lower, frame$rank_upper)) {
      shown[["rank"]] <- ifelse(frame$rank_lower == frame$rank_upper, frame$rank_lower, paste0(frame$rank_lower, if (isTRUE(l10n_info()$`UTF-8`)) "\u2013" else "-", frame$rank_upper))
    }
  }
  if (!is.null(frame$p)) shown[[paste0("p (", procedure(adjust), ")")]] <- p_text(frame$p_adjusted)
  with_alone <- !is.null(frame$alone) && nrow(frame) > 1 # a single input explains what is explained
  if (with_alone) {
    text <- paste0(vapply(frame$alone, percent, ""), " %")
    sure <- p.adjust(frame$alone_p, adjust) <= 0.05 & !nothing(explained)
    shown[["alone"]] <- formatC(ifelse(sure, paste0(text, if (!all(sure)) " "), paste0("(", text, ")")))
  }
  if (!is.null(frame$se_trees)) shown[["se (trees)"]] <- sprintf("%.3f", frame$se_trees)
  if (!is.null(frame$moves)) shown[["moves"]] <- moves_text(frame$moves, frame$less_sure, targets)
  if (length(shown) == 1) return(invisible()) # nothing is told of single inputs
  names(shown)[1] <- ""
  print_table(head(format(shown, justify = "left"), top))
  if (nrow(shown) > top) cat("and ", nrow(shown) - top, " more\n", sep = "")
  if (any(startsWith(trimws(unlist(shown[-1])), "("))) {
    cat(fill_text("Parentheses: not significant (p > 0.05)."))
  }
  if (!is.null(frame$less_sure)) cat(fill_text("With a question mark, less sure: it may be of the mean, which moves more with the input."))
  if (with_alone) {
    cat(fill_text(if (divided(explained)) paste0("importance: of the ", percent(explained$share), " %; alone: of all variation.") else
      "alone: the input's own share of all variation."))
  }
  tied <- !is.na(null_to(frame$not_separable_from, NA))
  if (any(tied)) cat(fill_text("Hardly separable: ", paste(short(frame$variable[tied]), "from", short(frame$not_separable_from[tied]), collapse = "; "), "."))
}

# print_table prints texts, without blanks at the ends of lines, and without a spare column where the lines are too long.
print_table <- function(frame, spare = NULL) {
  lines <- function() sub(" +$", "", capture.output(print(frame, row.names = FALSE, right = TRUE)))
  if (!is.null(spare) && length(lines()) > nrow(frame) + 1) frame[[spare]] <- NULL # printed in parts
  writeLines(lines())
}

# informative tells whether ranks say anything of any input.
informative <- function(lower, upper) length(lower) > 0 && any(upper - lower < length(lower) - 1, na.rm = TRUE)

# procedure is the name of a way to adjust p-values.
procedure <- function(adjust) {
  if (adjust %in% c("holm", "hochberg", "hommel", "bonferroni")) paste0(toupper(substr(adjust, 1, 1)), substring(adjust, 2)) else adjust
}

# moves_text are aspects to look at: without the response if there is but one, and with a question mark if less sure.
moves_text <- function(moves, less_sure, targets) {
  words <- function(text) strsplit(text, ", (?=(mean|spread|shape|tails|levels|dependence) )", perl = TRUE) # names may have commas
  marked <- Map(function(a, less) paste0(a, ifelse(a %in% less, "?", "")), words(moves), words(null_to(less_sure, "")))
  without <- function(a) if (length(targets) == 1) sub(paste(" of", targets), "", a, fixed = TRUE) else a
  vapply(marked, function(a) if (length(a) == 0) "" else few(without(a)), "")
}

# found tells which inputs are significant.
found <- function(frame, level) if (is.null(frame$p_adjusted)) rep(FALSE, nrow(frame)) else !is.na(frame$p_adjusted) & frame$p_adjusted <= level

# show_aspects prints of each aspect how much is explained, and what moves it, and the program's sentences on them.
show_aspects <- function(aspects, remarks) {
  shares <- function(a) if (nrow(a) > 0) paste0(": ", paste0(short(a$variable), " (", vapply(a$share, percent, ""), " %)", collapse = ", "))
  by <- split(aspects, factor(aspects$aspect, unique(aspects$aspect)))
  by <- by[vapply(by, function(a) a$explained[1], NA)]
  if (length(by) > 0) cat(fill_text("What moves, and with which inputs (points lost without each):"))
  for (a in by) cat(fill_text(a$aspect[1], ", ", percent(a$explained_share[1]), " % explained", shares(a[a$found, ][order(-a$share[a$found]), ])))
  remark(remarks)
  cat("\n")
}

# show_interactions prints the program's sentence on pairs of inputs, and the pairs that act together.
show_interactions <- function(pairs, remark, explained) {
  cat(fill_text(remark))
  found <- pairs[pairs$found, ]
  if (nrow(found) > 0) {
    on_mean <- found$affects == "mean"
    shown <- data.frame(paste0(short(found$first), ", ", short(found$second)), ifelse(on_mean, paste(vapply(found$gain, percent, ""), "%"), ""),
                        ifelse(on_mean, paste(vapply(found$lower, percent, ""), "to", vapply(found$upper, percent, ""), "%"), ""), p_text(found$p_adjusted), found$affects)
    names(shown) <- c("", "variance lost without it", paste(coverage(explained), "interval"), "p (Holm)", "affects")
    print_table(format(shown, justify = "left"))
  }
  cat("\n")
}

# remark prints sentences of the program, which adjusts p-values by Holm's procedure.
remark <- function(texts, adjust = "holm") {
  if (length(texts) > 0 && adjust != "holm") cat("By p (Holm):\n")
  for (text in texts) cat(fill_text(gsub("\\bdrfvi (groups|shapley)\\b", "drfvi_\\1()", text)))
}

# mention reminds of warnings, which were given when they were due.
mention <- function(warnings) if (length(warnings) > 0) cat("With ", counted(length(warnings), "warning"), ": see $warnings.\n", sep = "")

null_to <- function(v, otherwise) if (is.null(v)) otherwise else v

# p_text and percent write p-values and shares as the program's tables do.
p_text <- function(p) ifelse(p < 1e-4, "< 0.0001", ifelse(p < 0.01, sprintf("%.4f", p), ifelse(p < 0.9995, sprintf("%.3f", p), "1")))

percent <- function(share) {
  size <- abs(100 * share)
  sub("^-?0\\.00$", "0", sprintf("%.*f", if (size == 0 || size >= 9.95) 0L else if (size >= 0.995) 1L else 2L, 100 * share))
}

counted <- function(n, one, many = paste0(one, "s")) paste(n, if (n == 1) one else many)

listed <- function(names, last = ", ") {
  names <- short(names)
  if (length(names) > 6) return(paste0(paste(head(names, 4), collapse = ", "), " and ", length(names) - 4, " more"))
  paste(c(if (length(names) > 1) paste(head(names, -1), collapse = ", "), tail(names, 1)), collapse = last)
}

# few are the first of some names, as many as fit where a name does.
few <- function(names) {
  names <- short(names)
  for (n in rev(seq_along(names))) {
    text <- paste(names[seq_len(n)], collapse = ", ")
    if (n < length(names)) text <- paste0(text, " and ", length(names) - n, " more")
    if (nchar(text) <= 40 || n == 1) return(text)
  }
}

# short are names to look at: without what moves the cursor, and cut in the middle where
# they would take a line or a margin for themselves.
short <- function(names) {
  names <- gsub("\n", "\\n", gsub("\t", "\\t", visible(names), fixed = TRUE), fixed = TRUE)
  long <- nchar(names) > 40
  names[long] <- paste0(substr(names[long], 1, 19), "...", substring(names[long], nchar(names[long]) - 17))
  names
}

# summaries of the other results: what print shows, with settings and warnings.
summary_of <- function(object, ...) {
  class(object) <- c("summary.drfvi_other", class(object))
  object
}

print.summary.drfvi_other <- function(x, ...) {
  cat("Call: ", deparse1(x$call), "\n\n", sep = "")
  class(x) <- class(x)[-1]
  print(replace(x, "warnings", list(NULL)), ...)
  cat("\n")
  show_settings(x$settings)
  for (text in x$warnings) cat(fill_text("warning: ", text))
  invisible(x)
}

# rows_of are the rows that a result is of, for stats::nobs.
rows_of <- function(object, ...) object$n

# visible shows the characters that move a cursor, change its colour or turn a text around as what they are.
visible <- function(text) {
  hidden <- c(1:8, 11:31, 127:159, 0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028:0x202e, 0x2060:0x206f, 0xfeff, 0xfff9:0xfffb, 0xe0001, 0xe0020:0xe007f)
  shown <- function(code) if (!code %in% hidden) intToUtf8(code) else sprintf(if (code < 256) "\\x%02x" else if (code < 65536) "\\u%04x" else "\\U%08x", as.integer(code))
  vapply(as.character(text), function(one) {
    codes <- utf8ToInt(enc2utf8(one))
    if (is.na(one)) NA_character_ else if (anyNA(codes)) encodeString(one) else if (any(codes %in% hidden)) paste(vapply(codes, shown, ""), collapse = "") else one
  }, "", USE.NAMES = FALSE)
}

# fill_text is a paragraph, in which a number keeps its % and a p-value its p.
fill_text <- function(...) {
  text <- visible(paste0(...))
  if (isTRUE(l10n_info()$`UTF-8`)) text <- gsub("p ([<=]) ", "p\u00a0\\1\u00a0", gsub(" %", "\u00a0%", text, fixed = TRUE))
  paste0(gsub("\u00a0", " ", paste(strwrap(text, min(getOption("width"), 80)), collapse = "\n"), fixed = TRUE), "\n")
}
