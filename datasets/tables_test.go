package datasets

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const tables = "testdata/tables"

// summary is what of a table the tests of real files compare: the number of
// rows, those dropped, and names, kinds and levels of the columns.
func summary(t *Table) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", t.Rows)
	if t.Dropped > 0 {
		fmt.Fprintf(&b, "-%d", t.Dropped)
	}
	for _, c := range t.Columns {
		fmt.Fprintf(&b, " %s:%v", c.Name, c.Kind)
		if c.Kind.Categories() {
			mark := ","
			if c.Ordered {
				mark = "<"
			}
			fmt.Fprintf(&b, "(%s)", strings.Join(c.Levels, mark))
		}
	}
	return b.String()
}

// What becomes of each file of testdata/tables, which README.md there describes.
func TestTables(t *testing.T) {
	drop := Options{Missing: MissingDrop}
	dates := func(names ...string) Options { return Options{Missing: MissingDrop, Dates: names} }
	for _, test := range []struct {
		file    string
		options Options
		want    string // summary, or an error
		warning string // part of the only warning; empty for none
	}{
		{"r_write_csv.csv", drop, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) state:text(high,low,mid) price:number`, ""},
		{"r_write_csv2.csv", drop, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) state:text(high,low,mid) price:number`, `are read with decimal commas`},
		{"r_write_table.txt", drop, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) state:text(high,low,mid) price:number`, ``},
		{"r_tabs.tsv", drop, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) state:text(high,low,mid) price:number`, ``},
		{"r_gaps.csv", drop, `22-2 size:number rooms:integer heated:logical type:text(attic,flat,house) state:text(high,low,mid) price:number`, `2 of 24 rows dropped for missing values, first row 3; missing in column "size": 2 rows (1 for it alone), column "type": 1 row (0 for it alone); missing=use keeps them`},
		{"r_gaps.csv", Options{Missing: MissingKeep}, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) state:text(high,low,mid) price:number`, ``},
		{"r_gaps.csv", refuse, `:4: row 3, column "size": found "NA", expected a value; missing=drop would leave out 2 of 24 rows, missing=use would leave out only those that lack a target`, ``},
		{"r_dates.csv", drop, `: column "day": found dates or times such as "2024-02-06", expected numbers or categories: date=day takes it as a number of days, or leave it out with exclude=day`, ``},
		{"r_dates.csv", dates("day", "at"), `24 day:date at:date size:number price:number`, ``},
		{"r_dates.rds", drop, `: column "day": found dates or times such as "2024-02-06", expected numbers or categories: date=day takes it as a number of days, or leave it out with exclude=day`, ``},
		{"r_dates.rds", dates("day", "at"), `24 day:date at:date size:number price:number`, ``},
		{"r_frame.rds", drop, `22-2 size:number rooms:integer heated:logical type:factor(house,flat,attic) state:integer price:number`, `2 of 24 rows dropped`},
		{"r_plain_v2.rds", drop, `24 size:number rooms:integer heated:logical type:factor(house,flat,attic) state:integer price:number`, ``},
		{"r_bzip2.rds", drop, `24 size:number rooms:integer heated:logical type:factor(house,flat,attic) state:integer price:number`, ``},
		{"r_ascii.rds", drop, `: the file begins with "A\n3\n262", expected "RDX2", "RDX3" or "X", the format XDR: save it again with R's defaults`, ``},
		{"r_tibble.rds", drop, `24 size:number rooms:integer heated:logical type:factor(house,flat,attic) state:integer price:number`, ``},
		{"r_list_column.rds", drop, `: column "list": found a list, expected numbers, text, dates, times or a factor: in R make a column for each element that a row can have, or leave the column out with exclude=list`, ``},
		{"r_list_column.rds", Options{Missing: MissingDrop, Exclude: []string{"list"}}, `24 size:number rooms:integer heated:logical type:factor(house,flat,attic) state:integer price:number`, ``},
		{"r_one_frame.RData", drop, `24 size:number rooms:integer heated:logical type:factor(house,flat,attic) state:integer price:number`, ``},
		{"r_two_frames.RData", drop, `: the workspace holds several tables (d, gaps), expected one: choose with object; object=d,gaps sets tables of the same number of rows side by side`, ``},
		{"r_two_frames.RData", Options{Missing: MissingDrop, Object: "gaps"}, `22-2 size:number rooms:integer heated:logical type:factor(house,flat,attic) state:integer price:number`, `2 of 24 rows dropped`},
		{"r_matrix.RData", drop, `24 size:number rooms:number price:number`, ``},
		{"r_xz.RData", drop, `: the file is compressed with xz, expected gzip, zstd or bzip2: unpack it first`, ``},
		{"rds_in_zstd.zst", drop, `22-2 size:number rooms:integer heated:logical type:factor(house,flat,attic) state:integer price:number`, `2 of 24 rows dropped`},
		{"pandas_index.csv", drop, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) price:number`, ``},
		{"pandas_gzip.csv.gz", drop, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) price:number`, ``},
		{"pandas_zstd.csv.zst", drop, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) price:number`, ``},
		{"pandas_gaps.csv", drop, `22-2 size:number rooms:integer heated:logical type:text(attic,flat,house) price:number`, `2 of 24 rows dropped`},
		{"excel_utf8.csv", drop, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) price:number`, ``},
		{"excel_german.csv", drop, `24 Größe:number Zimmer:integer Preis (€, netto):number`, `are read with decimal commas`},
		{"excel_unicode.txt", drop, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) price:number`, ``},
		{"excel_latin1.csv", drop, `24 size:number rooms:integer heated:logical type:text(Dachböden,flat,house) price:number`, `read as Windows-1252, since it is not UTF-8`},
		{"sheet_empty_columns.csv", drop, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) price:number`, `2 columns without a name or values left out`},
		{"sheet_nameless.csv", drop, `:2: row 1: column 6 has no name but holds "note", expected a name for every column; sed '1s/.*/size,rooms,heated,type,price,column_6/' testdata/tables/sheet_nameless.csv > named.csv names them`, ``},
		{"sheet_thousands.csv", drop, `8 size:number price:number`, `numbers such as 1,101.5 are read with commas between thousands`},
		{"r_windows.csv", drop, `8-2 Größe:number Preis (€):number Ort:text(München,Zürich) Stand:integer`, "read as Windows-1252"},
		{"python_windows.csv", drop, `8-2 Größe:number Preis (€):number Ort:text(München,Zürich) Stand:integer`, "read as Windows-1252"},
		{"gnumeric.csv", drop, `8-2 Größe:number Preis (€):number Ort:text(München,Zürich) Stand:integer`, "numbers such as 386,825.5 are read with commas between thousands"},
		{"gnumeric.xlsx", drop, `: the file is a spreadsheet of Excel (.xlsx), expected ` + formats + `: ` + exportSheet, ``},
		{"gnumeric.ods", drop, `: the file is a spreadsheet of LibreOffice (.ods), expected ` + formats + `: ` + exportSheet, ``},
		{"duplicate_names.csv", drop, `:1: columns 1 and 3 are both named "size", expected distinct names; sed '1s/.*/size,price,size_3/' testdata/tables/duplicate_names.csv > named.csv names them`, ``},
		{"all_missing.csv", drop, `: each of the 24 rows has a missing value, expected some without; column "empty" lacks 24 (leave it out with exclude=empty)`, ``},
		{"all_missing.csv", Options{Missing: MissingDrop, Exclude: []string{"emp*"}}, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) price:number`, ``},
		{"codes_of_missing.csv", drop, `:6: row 5, column "rooms": found "-", expected a number; na=- if that stands for a missing value, categorical=rooms if the column holds categories`, ``},
		{"codes_of_missing.csv", Options{Missing: MissingDrop, NA: []string{"NA", "-", ".", "unknown", "-999"}}, `7-5 size:number rooms:integer wind:number price:integer`, `5 of 12 rows dropped`},
		{"semicolon_quotes.csv", drop, `9 name:text(a; a,b; b,c; c) a; quoted "size":number price:integer`, ``},
		{"bars.txt", drop, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) price:number`, ``},
		{"aligned.dat", drop, `24 size:number rooms:integer heated:logical type:text(attic,flat,house) price:number`, ``},
		{"no_header.csv", drop, `:1: the first line holds only numbers (0, 0, 0), expected a header line with column names; (echo x1,x2,x3; cat testdata/tables/no_header.csv) > named.csv puts one above them`, ``},
		{"ragged.csv", drop, `:5: row 4 has 2 cells, expected 5 as in the header (separator recognised: comma; separator sets another)`, ``},
		{"dates.csv", drop, `: column "when": found dates or times such as "01/02/2024", expected numbers or categories: date=when takes it as a number of days, or leave it out with exclude=when`, ``},
		{"dates.csv", dates("when", "packed"), `20 when:date packed:date price:integer`, ``},
		{"ambiguous_dates.csv", dates("when"), `: column "when": row 6: found "01/06/2024", which may be 2024-06-01 or 2024-01-06, expected dates that are clear, such as 2024-01-31`, ``},
		{"ids.csv", drop, `: column "id": found a different text in every row, such as "p000", expected numbers or categories: it looks like an identifier, leave the column out with exclude=id`, ``},
		{"ids.csv", Options{Missing: MissingDrop, Exclude: []string{"id"}}, `30 code:integer constant:integer price:integer again:integer`, ``},
		{"unicode.csv", drop, `10 größe:number тип:text(дом,квартира) 面積:integer`, ``},
		{"weather.arff", drop, `: attribute "day": found dates or times such as "2024-02-10", expected numbers or categories: date=day takes it as a number of days, or leave it out with exclude=day`, ``},
		{"weather.arff", dates("day"), `12 outlook:factor(sunny,overcast,light rain) day:date temperature:number windy:factor(TRUE,FALSE)`, ``},
		{"weather.arff", Options{Missing: MissingDrop, Exclude: []string{"day"}, NA: []string{"sunny"}}, `8-4 outlook:factor(overcast,light rain) temperature:number windy:factor(TRUE,FALSE)`, `4 of 12 rows dropped`},
		{"not_a_name.csv", drop, `10 RDX2:integer PAR1:integer y:integer`, ``},
		{"duckdb_snappy.parquet", drop, `: column "d": found dates or times such as "2024-01-01", expected numbers or categories: date=d takes it as a number of days, or leave it out with exclude=d`, ``},
		{"duckdb_snappy.parquet", dates("d", "t"), `19-5 x:number k:integer m:number b:logical f:text(high,low,mid) d:date t:date p:number y:number`, `5 of 24 rows dropped`},
		{"duckdb_gzip.parquet", dates("d", "t"), `19-5 x:number k:integer m:number b:logical f:text(high,low,mid) d:date t:date p:number y:number`, `5 of 24 rows dropped`},
		{"duckdb_zstd.parquet", dates("d", "t"), `19-5 x:number k:integer m:number b:logical f:text(high,low,mid) d:date t:date p:number y:number`, `5 of 24 rows dropped`},
		{"duckdb_v2.parquet", dates("d", "t"), `19-5 x:number k:integer m:number b:logical f:text(high,low,mid) d:date t:date p:number y:number`, `5 of 24 rows dropped`},
		{"duckdb_brotli.parquet", dates("d", "t"), `19-5 x:number k:integer m:number b:logical f:text(high,low,mid) d:date t:date p:number y:number`, `5 of 24 rows dropped`},
		{"duckdb_nested.parquet", drop, `: column "l": it is a LIST, expected numbers, truth values, dates, times or text: write what you need of it to columns of its own, or leave it out with exclude`, ``},
		{"duckdb_nested.parquet", Options{Missing: MissingDrop, Exclude: []string{"l", "s"}}, `24 x:number y:number`, ``},
		{"hyparquet.parquet", Options{Missing: MissingKeep}, `24 x:number k:integer m:number f:text(high,low,mid) y:number`, `column "__index_level_0__" is the index that pandas writes, it is left out`},
		{"parquet_in_gzip.gz", dates("d", "t"), `19-5 x:number k:integer m:number b:logical f:text(high,low,mid) d:date t:date p:number y:number`, `5 of 24 rows dropped`},
		{"cut.parquet", drop, `: the file does not end with "PAR1": it is cut off`, ``},
	} {
		t.Run(test.file, func(t *testing.T) {
			table, err := Read(filepath.Join(tables, test.file), test.options)
			if err != nil {
				wantError(t, err, filepath.Join(tables, test.file)+test.want)
				return
			}
			if test.options.Missing != MissingKeep {
				checkTable(t, table)
			}
			if got := summary(table); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			warnings := strings.Join(inWords(table.Warnings), "\n")
			if !strings.Contains(warnings, test.warning) || (warnings == "") != (test.warning == "") {
				t.Errorf("warnings %q, want %q", warnings, test.warning)
			}
		})
	}
}

// The same table is the same whatever wrote it.
func TestTablesAgree(t *testing.T) {
	for _, files := range [][]string{
		{"r_plain_v2.rds", "r_bzip2.rds", "r_tibble.rds", "r_one_frame.RData", "r_write_csv.csv", "r_write_csv2.csv", "r_write_table.txt", "r_tabs.tsv"},
		{"r_frame.rds", "rds_in_zstd.zst", "r_gaps.csv"},
		{"r_dates.rds", "r_dates.csv"},
		{"pandas_gzip.csv.gz", "pandas_zstd.csv.zst", "pandas_index.csv", "excel_utf8.csv", "bars.txt", "aligned.dat", "sheet_empty_columns.csv"},
		{"duckdb_snappy.parquet", "duckdb_gzip.parquet", "duckdb_zstd.parquet", "duckdb_v2.parquet", "duckdb_brotli.parquet", "parquet_in_gzip.gz"},
	} {
		var first *Table
		for _, file := range files {
			o := Options{Missing: MissingKeep}
			if strings.Contains(file, "r_") || strings.Contains(file, "rds_") {
				o.Categorical = []string{"state"} // numbers where the file declares its order
			}
			if strings.Contains(file, "dates") {
				o.Categorical = nil
				o.Dates = []string{"day", "at"}
			} else if strings.Contains(file, "parquet") {
				o.Dates = []string{"d", "t"}
			}
			table, err := Read(filepath.Join(tables, file), o)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = table
			}
			for j, c := range first.Columns {
				other := table.Columns[j]
				for i := range first.Rows {
					if c.Missing(i) != other.Missing(i) {
						t.Errorf("%s: row %d of column %q is missing in one file only", file, i+1, c.Name)
						continue
					}
					switch {
					case c.Missing(i):
					case c.Kind.Categories() && c.Levels[c.Codes[i]] != other.Levels[other.Codes[i]]:
						t.Errorf("%s: row %d of column %q is %q, want %q", file, i+1, c.Name, other.Levels[other.Codes[i]], c.Levels[c.Codes[i]])
					case !c.Kind.Categories() && c.Values[i] != other.Values[i]:
						t.Errorf("%s: row %d of column %q is %v, want %v", file, i+1, c.Name, other.Values[i], c.Values[i])
					}
				}
			}
		}
	}
}

// Values of one file of each binary format, which text does not tell.
func TestTablesValues(t *testing.T) {
	frame, err := Read(filepath.Join(tables, "r_frame.rds"), Options{Missing: MissingKeep})
	if err != nil {
		t.Fatal(err)
	}
	state := frame.Columns[4]
	if state.Name != "state" || !slices.Equal(state.Order, []string{"low", "mid", "high"}) || !slices.Equal(state.Values[:4], []float64{1, 2, 2, 3}) {
		t.Errorf("column state is %+v", state)
	}
	if size := frame.Columns[0]; !size.Missing(2) || !size.Missing(6) || size.CountMissing() != 2 || size.Values[0] != -0.626 {
		t.Errorf("column size is %+v", size)
	}
	if kind := frame.Columns[3]; kind.Codes[6] != -1 || kind.Levels[kind.Codes[0]] != "house" {
		t.Errorf("column type is %+v", kind)
	}
	duck, err := Read(filepath.Join(tables, "duckdb_zstd.parquet"), Options{Missing: MissingKeep, Dates: []string{"d", "t"}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range duck.Rows {
		v := float64(i)
		for j, want := range map[int]float64{0: v / 2, 1: float64(i % 7), 3: float64((i + 1) % 2), 5: 19723 + v, 6: 19723 + v/24, 7: 1.5 * v, 8: 3*v + float64(i*7%11)} {
			if got := duck.Columns[j].Values[i]; got != want {
				t.Errorf("row %d, column %q is %v, want %v", i+1, duck.Columns[j].Name, got, want)
			}
		}
		if m := duck.Columns[2]; m.Missing(i) != (i%5 == 0) || i%5 > 0 && m.Values[i] != 1.25*v {
			t.Errorf("row %d, column m is %v", i+1, m.Values[i])
		}
	}
}
