package datasets

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"drfvi/internal/nearest"
)

// TestParquetAgainstCSV: what other libraries write as Parquet, in several encodings, pages and
// row groups, is the table that they were given, which stands beside it as text.
func TestParquetAgainstCSV(t *testing.T) {
	o := Options{Missing: MissingKeep, Dates: []string{"t"}}
	want, err := Read(filepath.Join(tables, "written.csv"), o)
	if err != nil {
		t.Fatal(err)
	}
	if want.Rows != 40 || len(want.Columns) != 9 {
		t.Fatalf("%d rows, %d columns", want.Rows, len(want.Columns))
	}
	files, err := filepath.Glob(filepath.Join(tables, "*go_*.parquet"))
	if err != nil || len(files) != 7 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			got, err := Read(file, o)
			if err != nil {
				t.Fatal(err)
			}
			if got.Rows != want.Rows || len(got.Columns) != len(want.Columns) {
				t.Fatalf("%d rows, %d columns", got.Rows, len(got.Columns))
			}
			for j, c := range want.Columns {
				other := got.Columns[j]
				for i := range want.Rows {
					switch {
					case c.Name != other.Name || c.Missing(i) != other.Missing(i):
						t.Errorf("column %q, row %d: missing %v, want %q and %v", other.Name, i+1, other.Missing(i), c.Name, c.Missing(i))
					case c.Missing(i):
					case c.Kind.Categories() && c.Levels[c.Codes[i]] != other.Levels[other.Codes[i]]:
						t.Errorf("column %q, row %d: %q, want %q", c.Name, i+1, other.Levels[other.Codes[i]], c.Levels[c.Codes[i]])
					case c.Kind == Date && math.Abs(c.Values[i]-other.Values[i]) > 1e-9, !c.Kind.Categories() && c.Kind != Date && c.Values[i] != other.Values[i]:
						t.Errorf("column %q, row %d: %v, want %v", c.Name, i+1, other.Values[i], c.Values[i])
					}
				}
			}
		})
	}
}

// TestParquetTypes: columns of all types that DuckDB, polars and arrow-rs write (make_types.mjs) hold the
// values of the text table, to the last digit of a number, and identifiers and categories all their
// digits. CI makes the files anew, in the folder that DRFVI_PARQUET names.
func TestParquetTypes(t *testing.T) {
	folder := tables
	if made := os.Getenv("DRFVI_PARQUET"); made != "" {
		folder = made
	}
	text, err := os.ReadFile(filepath.Join(folder, "types.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	names := rows[0]
	files, err := filepath.Glob(filepath.Join(folder, "types_*.parquet"))
	if err != nil || len(files) != 5 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			numbers := mustRead(t, file, Options{Missing: MissingKeep, Dates: []string{"d", "ts"}, Identifiers: []string{"u"}})
			exact := mustRead(t, file, Options{Missing: MissingKeep, Identifiers: names})
			categories := mustRead(t, file, Options{Missing: MissingKeep, Only: []string{"d38", "n20", "i64", "u64"}, Categorical: []string{"*"}})
			if got := nearest.Words(numbers.Columns, func(c Column) string { return c.Name }); !slices.Equal(got, names) {
				t.Fatalf("columns %v, want %v", got, names)
			}
			for j, name := range names {
				seen := map[string]int{} // the first row with a value
				for i, cells := range rows[1:] {
					cell := cells[j]
					c := numbers.Columns[j]
					switch {
					case c.Missing(i) != (cell == "NA"):
						t.Errorf("%s, row %d: missing %v, want %s", name, i+1, c.Missing(i), cell)
					case cell == "NA":
						continue
					case c.Kind.Categories() && c.Levels[c.Codes[i]] != cell:
						t.Errorf("%s, row %d: %s, want %s", name, i+1, c.Levels[c.Codes[i]], cell)
					case !c.Kind.Categories() && c.Values[i] != valueOf(t, name, cell):
						t.Errorf("%s, row %d: %v, want %s", name, i+1, c.Values[i], cell)
					}
					first, known := seen[cell]
					if !known {
						first, seen[cell] = i, i
					}
					id := exact.Columns[j]
					same := func(k int) bool {
						if id.Codes != nil {
							return id.Codes[i] == id.Codes[k]
						}
						return id.Values[i] == id.Values[k]
					}
					if !same(first) || i > 0 && cell != rows[i][j] && same(i-1) {
						t.Errorf("%s, row %d: the identifier %s is not told apart", name, i+1, cell)
					}
				}
			}
			for _, c := range categories.Columns {
				j := slices.Index(names, c.Name)
				for i, cells := range rows[1:] {
					cell := cells[j]
					if strings.Contains(cell, ".") {
						cell = strings.TrimRight(strings.TrimRight(cell, "0"), ".")
					}
					if !c.Missing(i) && c.Levels[c.Codes[i]] != cell {
						t.Errorf("%s, row %d: the category %s, want %s", c.Name, i+1, c.Levels[c.Codes[i]], cell)
					}
				}
			}
		})
	}
}

// TestParquetDates: dates are those of the years 1 to 9999, before 1970 too; others are a fault of their row.
func TestParquetDates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.parquet")
	o := Options{Dates: []string{"d"}, Missing: MissingRefuse}
	storeParquet(t, path, 10, stored{"d", []day{firstDate, -1, 0, endOfDates - 1}}, stored{"y", []float64{1, 2, 3, 4}})
	if got := mustRead(t, path, o).Columns[0].Values; !slices.Equal(got, []float64{firstDate, -1, 0, endOfDates - 1}) {
		t.Errorf("dates are %v", got)
	}
	for days, want := range map[day]string{
		math.MaxInt32: "infinity", -math.MaxInt32: "-infinity", math.MinInt32: "-infinity",
		endOfDates: "10000-01-01", firstDate - 1: "0000-12-31",
	} {
		storeParquet(t, path, 10, stored{"d", []day{0, days}}, stored{"y", []float64{1, 2}})
		_, err := Read(path, o)
		wantError(t, err, path+`: row 2, column "d": found the date `+want+`, expected one of the years 1 to 9999: store it as a missing value`)
	}
}

// TestParquetMissing: of a value that the file marks as missing no text is quoted.
func TestParquetMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.parquet")
	y := stored{"y", []float64{1, 2, 3}}
	for _, x := range []stored{{"x", []float64{1, math.NaN(), 3}}, {"x", []string{"NA", absentText, "b"}}} {
		storeParquet(t, path, 10, x, y)
		_, err := Read(path, Options{Missing: MissingRefuse})
		wantError(t, err, path+`: row 2, column "x": the value is missing; missing=drop would leave out 1 of 3 rows, missing=use would leave out only those that lack a target`)
	}
}

// valueOf is the number that a cell of types.csv stands for.
func valueOf(t *testing.T, name, cell string) float64 {
	t.Helper()
	layout, unit := "", 86400.0
	switch name {
	case "b":
		return map[string]float64{"true": 1, "false": 0}[cell]
	case "d":
		layout = time.DateOnly
	case "ts":
		layout = time.DateTime
	case "t":
		cell, layout, unit = "1970-01-01 "+cell, time.DateTime, 1
	default:
		v, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			t.Fatal(err)
		}
		if name == "f32" {
			v = float64(float32(v))
		}
		return v
	}
	at, err := time.Parse(layout, cell)
	if err != nil {
		t.Fatal(err)
	}
	micros, perUnit := at.UnixMicro(), int64(unit*1e6)
	return float64(micros/perUnit) + float64(micros%perUnit)/float64(perUnit)
}
