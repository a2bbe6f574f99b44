# Times of R's drf, grf and ranger beside those of drfvi, for the same work on tables drawn
# by the same law, in one run on one machine: a row each, with the ratio. `make bench-r`.
#
# Needs R, Go, and the packages: drf and grf are on CRAN, ranger is in Debian too
# (r-cran-ranger). Rows of packages that are not there are left out, which is said; the
# exit code is 1 if none is there. RUNS=5 times everything five times instead of three, ONLY=ranger (a
# regular expression) some rows. R is timed inside the process, without its start, drfvi by
# its benchmarks; of several runs the least counts.

runs <- as.integer(Sys.getenv("RUNS", "3"))
only <- Sys.getenv("ONLY", ".")
go <- Sys.getenv("GO", "go")
cores <- parallel::detectCores()
trees <- 500

# The laws are those of benchmarkData, regressionData and univariatePaper in Go's benchmarks.
distributional <- function(n, p, d) {
  set.seed(1)
  x <- matrix(runif(n * p), n)
  list(x = x, y = sapply(seq_len(d), function(k) 4 * x[, (k - 1) %% 2 + 1] + rnorm(n)))
}
regression <- function(n, p) {
  set.seed(1)
  x <- matrix(runif(n * p), n, dimnames = list(NULL, paste0("x", seq_len(p)))) # ranger asks for names
  list(x = x, y = 2 * x[, 1] + x[, 2]^2 + 0.5 * rnorm(n))
}
univariate <- function(n) {
  set.seed(1)
  covariance <- matrix(0.5, 10, 10)
  diag(covariance) <- 1
  covariance[1, 10] <- covariance[10, 1] <- 0.9
  x <- matrix(rnorm(n * 10), n) %*% chol(covariance)
  list(x = x, y = matrix(2 * x[, 1] + x[, 2] + 2 * rowSums(abs(x[, 3:5])) * rnorm(n)))
}

drf_forest <- function(t, x = t$x) drf::drf(X = x, Y = t$y, num.trees = trees, num.threads = cores)

# The paper's estimator: a forest without each input beside one with all, out-of-bag weights,
# the mean squared MMD between the two under drf's kernel, less that of two forests on all
# inputs, over the variation explained.
drf_importance <- function(t) {
  kernel <- as.matrix(dist(t$y))
  kernel <- exp(-0.5 * (kernel / median(kernel[kernel > 0]))^2)
  weights <- function(x) as.matrix(drf::get_sample_weights(drf_forest(t, x)))
  form <- function(w) mean(rowSums((w %*% kernel) * w))
  full <- weights(t$x)
  spread <- form(sweep(full, 2, colMeans(full)))
  chance <- form(full - weights(t$x))
  sapply(seq_len(ncol(t$x)), function(j) (form(full - weights(t$x[, -j])) - chance) / spread)
}

ranger_forest <- function(t, ...) {
  ranger::ranger(x = t$x, y = t$y, num.trees = trees, num.threads = 2, ...)
}

works <- list()
work <- function(name, package, folder, benchmarks, prepare, run) {
  works[[length(works) + 1]] <<- list(
    name = name, package = package, folder = folder, benchmarks = benchmarks, prepare = prepare, run = run
  )
}
for (size in list(c(3000, 10, 1), c(10000, 10, 2), c(500, 1000, 2), c(1000, 78, 2), c(1000, 64, 8), c(1000, 24, 4), c(167, 263, 16))) {
  local({
    s <- size
    shape <- sprintf("n=%d/p=%d/d=%d", s[1], s[2], s[3])
    work(
      paste("drf fit", gsub("/", " ", shape)), "drf", "forest", sprintf("BenchmarkFit/%s/drf-1.1.0", shape),
      function() distributional(s[1], s[2], s[3]), drf_forest
    )
  })
}
work(
  "drf fit and out-of-bag weights n=3000 p=10 d=1", "drf", "forest",
  c("BenchmarkFit/n=3000/p=10/d=1/drf-1.1.0", "BenchmarkEmbed/n=3000/p=10/d=1"),
  function() distributional(3000, 10, 1), function(t) drf::get_sample_weights(drf_forest(t))
)
work(
  "drf importance of 10 inputs, retrained, n=3000 d=1", "drf", "importance",
  "BenchmarkEstimate/retrain/univariate/n=3000/p=10", function() univariate(3000), drf_importance
)
for (size in list(c(3000, 10), c(500, 1000))) {
  local({
    s <- size
    shape <- sprintf("n=%d/p=%d", s[1], s[2])
    here <- function() regression(s[1], s[2])
    fit <- sprintf("BenchmarkFitRegression/%s/workers=2", shape)
    words <- gsub("/", " ", shape)
    work(paste("grf regression forest", words), "grf", "forest", fit, here, function(t) {
      grf::regression_forest(t$x, t$y, num.trees = trees, num.threads = 2)
    })
    work(paste("ranger regression forest", words), "ranger", "forest", fit, here, ranger_forest)
    work(
      paste("ranger permutation importance", words), "ranger", "baselines", sprintf("BenchmarkMDA/%s", shape),
      here, function(t) ranger_forest(t, importance = "permutation")
    )
  })
}

# seconds returns the least time of a benchmark of Go. Slashes part its name into patterns.
seconds <- function(folder, benchmark) {
  pattern <- paste0("^", gsub("/", "$/^", benchmark), "$")
  out <- suppressWarnings(system2(
    go, c("test", "-run", shQuote("^$"), "-bench", shQuote(pattern), "-benchtime", "1x", "-count", runs, paste0("./", folder)),
    stdout = TRUE, stderr = TRUE
  ))
  found <- regmatches(out, regexec("([0-9.]+) ns/op", out))
  times <- as.numeric(unlist(lapply(found, `[`, 2)))
  times <- times[!is.na(times)]
  if (length(times) == 0) stop("the benchmark ", benchmark, " of ./", folder, " gives no time:\n", paste(out, collapse = "\n"), call. = FALSE)
  min(times) / 1e9
}

works <- Filter(function(w) grepl(only, w$name), works)
if (length(works) == 0) stop("no row matches ONLY=", only, call. = FALSE)
wanted <- unique(sapply(works, `[[`, "package"))
there <- Filter(function(p) requireNamespace(p, quietly = TRUE), wanted)
missing <- setdiff(wanted, there)
for (p in missing) message("bench-r: the R package ", p, " is not installed: its rows are left out")

if (length(there) > 0) {
  versions <- paste(there, sapply(there, function(p) as.character(packageVersion(p))), collapse = ", ")
  cat(sprintf("R %s, %s, %s, %d cores, least of %d runs, %d trees\n\n", getRversion(), versions, system2(go, "version", stdout = TRUE), cores, runs, trees))
  cat("| work | R | drfvi | ratio |\n|---|---|---|---|\n")
}
for (w in Filter(function(w) w$package %in% there, works)) {
  table <- w$prepare()
  ours <- sum(sapply(w$benchmarks, function(b) seconds(w$folder, b)))
  theirs <- min(replicate(runs, system.time(w$run(table))[["elapsed"]]))
  cat(sprintf("| %s | %.3g s | %.3g s | %.3g |\n", w$name, theirs, ours, theirs / ours))
}
if (length(there) == 0) quit(status = 1)
