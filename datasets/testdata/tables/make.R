# Rscript make.R: the files of this folder that R writes.
set.seed(1)
n <- 24
d <- data.frame(
  size = round(rnorm(n), 3), rooms = as.integer(1 + (seq_len(n) * 7) %% 5), heated = seq_len(n) %% 2 == 0,
  type = factor(c("flat", "house", "attic")[1 + seq_len(n) %% 3], levels = c("house", "flat", "attic")),
  state = factor(c("low", "mid", "high")[1 + (seq_len(n) %/% 2) %% 3], levels = c("low", "mid", "high"), ordered = TRUE),
  price = round(100 + 3 * (seq_len(n) %% 7) + runif(n), 2))
gaps <- d; gaps$size[c(3, 7)] <- NA; gaps$type[7] <- NA
dated <- data.frame(day = as.Date("2024-01-30") + 7 * seq_len(n), at = as.POSIXct("2024-01-01 06:00", tz = "UTC") + 43200 * seq_len(n),
                    size = d$size, price = d$price)
write.csv(d, "r_write_csv.csv")
write.csv(gaps, "r_gaps.csv", row.names = FALSE)
write.csv2(d, "r_write_csv2.csv")
write.table(d, "r_write_table.txt")
write.table(d, "r_tabs.tsv", sep = "\t", row.names = FALSE)
write.csv(dated, "r_dates.csv", row.names = FALSE)
saveRDS(gaps, "r_frame.rds")
saveRDS(d, "r_plain_v2.rds", version = 2, compress = FALSE)
saveRDS(d, "r_bzip2.rds", compress = "bzip2")
saveRDS(d, "r_ascii.rds", ascii = TRUE)
saveRDS(dated, "r_dates.rds")
x <- structure(d, class = c("spec_tbl_df", "tbl_df", "tbl", "data.frame"), spec = structure(list(cols = list(size = quote(f(a)))), class = "col_spec"))
attr(x, "problems") <- new.env(); saveRDS(x, "r_tibble.rds")
l <- d; l$list <- as.list(seq_len(n)); saveRDS(l, "r_list_column.rds")
other <- "not a table"; save(d, other, file = "r_one_frame.RData")
save(d, gaps, file = "r_two_frames.RData")
save(d, file = "r_xz.RData", compress = "xz")
m <- as.matrix(d[, c("size", "rooms", "price")]); save(m, file = "r_matrix.RData")

# As R writes it on a German Windows, with a word for what is missing.
ort <- data.frame(Größe = round(c(3.5, 4.25, NA, 5, 6.5, 7.75, 8, 9.125, 2.5, 1.5), 3), `Preis (€)` = 386825.5 + 1000 * (1:10),
                  Ort = rep(c("München", "Zürich"), 5), Stand = c(1:8, NA, 10), check.names = FALSE)
write.csv2(ort, "r_windows.csv", row.names = FALSE, fileEncoding = "CP1252", na = "n/a")
