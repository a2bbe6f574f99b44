package datasets

import (
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// TestParquetAgainstCSV: what other libraries write as Parquet, in several encodings, pages and
// row groups, is the table that they were given, which stands beside it as text; a compression that
// is not read is named.
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
			if strings.Contains(file, "lz4") {
				wantError(t, err, file+`: column "x": compressed with LZ4, expected snappy, gzip or zstd`)
				return
			}
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
