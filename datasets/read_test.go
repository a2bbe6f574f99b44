package datasets

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func zipped(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

func TestParseRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		data string
		want string
	}{
		"empty":       {"", "t: the file is empty, expected a header line with column names"},
		"zip":         {"PK\x03\x04", `t: the file is a zip archive, expected ` + formats + `: unpack it first`},
		"xls":         {"\xd0\xcf\x11\xe0\xa1", `t: the file is a spreadsheet of the old kind (.xls), expected ` + formats + `: ` + exportSheet},
		"feather":     {"ARROW1\x00\x00", "t: the file is an Arrow or Feather file, expected " + formats + ": save the table as Parquet or CSV"},
		"spss":        {"$FL2@(#)", "t: the file is an SPSS file, expected " + formats + ": save the table as CSV"},
		"stata":       {"<stata_dta><header>", "t: the file is a Stata file, expected " + formats + ": save the table as CSV"},
		"binary":      {"a,b\n1,\x00\n", "t: the file holds binary data of an unknown kind, expected " + formats},
		"cut gzip":    {string(zipped([]byte("a,b\n1,2\n"))[:20]), "t: the file ends early"},
		"gzip header": {"\x1f\x8b\x08\x00", "t: the file ends early"},
		"zstd window": {"\x28\xb5\x2f\xfd\x00\xff\x00\x00\x00", "t: unpacking needs more than 128 MiB of memory, expected less"},
		"rds":         {"X\n\x00\x00\x00\x09\x00\x00\x00\x00", "t: byte 6 (unpacked): found format version 9, expected 0 as in the first bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(strings.NewReader(test.data), "t", refuse)
			wantError(t, err, test.want)
		})
	}
}

// TestFormatsAreNamed checks that the texts which say what a table may be name each format.
func TestFormatsAreNamed(t *testing.T) {
	for file, start := range map[string]string{
		"cmd/drfvi/help/describe.txt":   "FILE is ",
		"cmd/drfvi/help/importance.txt": "FILE is ",
		"docs/manual.md":                "\nA table is ",
		"experiments/spec/keys.txt":     "\nData.file: ",
	} {
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		_, sentence, _ := strings.Cut(string(text), start)
		sentence, _, _ = strings.Cut(sentence, "\n\n")
		if start == "\nData.file: " {
			sentence, _, _ = strings.Cut(sentence, "\n")
		}
		for _, word := range strings.Fields(strings.ReplaceAll(formats, ",", "")) {
			if !slices.Contains([]string{"a", "table", "or"}, word) && !strings.Contains(sentence, word) {
				t.Errorf("%s says what a table may be without naming %s: %q", file, word, sentence)
			}
		}
	}
}

// What a file is does not depend on how often it is packed.
func TestParsePackedTwice(t *testing.T) {
	data := zipped(zipped([]byte("a,y\n1,2\n3,5\n")))
	table, err := Parse(bytes.NewReader(data), "t", refuse)
	if err != nil || summary(table) != "2 a:integer y:integer" {
		t.Errorf("got %v, %v", table, err)
	}
}

// endless gives the same bytes forever.
type endless struct{ data []byte }

func (e endless) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		n += copy(b[n:], e.data)
	}
	return n, nil
}

// Small files that blow up are refused, and take little memory until then.
func TestParseBombs(t *testing.T) {
	commas := "a,b\n" + strings.Repeat(",", 16<<20-10)
	arff := "@relation r\n@attribute a real\n@attribute b real\n@data\n" + strings.Repeat(",", 16<<20-10)
	for name, test := range map[string]struct {
		data io.Reader
		want string
		most uint64 // MiB
	}{
		"commas":      {strings.NewReader(commas), "t: row 1 has more than 131072 cells, expected at most that many (is a quotation mark left open?)", 64},
		"header":      {strings.NewReader(strings.Repeat(",", 16<<20)), "t: the header has more than 131072 cells, expected at most that many (is a quotation mark left open?)", 64},
		"arff":        {strings.NewReader(arff), "t:5: row 1: expected 2 values, one for each attribute, found more", 128},
		"endless row": {endless{[]byte("1")}, "t: the header is longer than 16 MiB, expected line ends (is a quotation mark left open?)", 256},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Parse(test.data, "t", refuse)
			runtime.ReadMemStats(&after)
			wantError(t, err, test.want)
			if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > test.most {
				t.Errorf("%d MiB were allocated, want at most %d", got, test.most)
			}
		})
	}
}

// FuzzTable describes whatever comes, beginning with the files of the tests of
// tables.
func FuzzTable(f *testing.F) {
	names, err := filepath.Glob(filepath.Join(tables, "*.*"))
	if err != nil || len(names) == 0 {
		f.Fatalf("no files: %v", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "-", ',')
		f.Add(data, "1", ';')
	}
	f.Fuzz(func(t *testing.T, data []byte, na string, separator rune) {
		o := Options{NA: []string{na}, Categorical: []string{"[a-k]*"}}
		if separator == ';' {
			o = Options{Missing: MissingDrop, Separator: separator, Decimal: ',', Dates: []string{"d*"}}
		}
		d, err := DescribeFrom(bytes.NewReader(data), "t", o)
		o.Missing = MissingDrop
		table, fault := Parse(bytes.NewReader(data), "t", o)
		if fault == nil {
			checkTable(t, table)
			if err != nil {
				t.Errorf("read, but not described: %v", err)
			}
		}
		if err != nil {
			return
		}
		for _, c := range d.Columns {
			if c.Missing < 0 || c.Missing > d.Rows || c.Distinct > d.Rows || c.Tied > d.Rows {
				t.Errorf("column %+v of %d rows", c, d.Rows)
			}
		}
	})
}
