package datasets

import (
	"bufio"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"
)

// TestDecoded reads texts in pieces of all sizes: what is UTF-8 stays, the rest is Windows-1252.
func TestDecoded(t *testing.T) {
	ascii := strings.Repeat("abc,", 50_000)
	for _, c := range []struct {
		text, want string
		windows    bool
	}{
		{"", "", false},
		{ascii, ascii, false},
		{ascii + "Größe €", ascii + "Größe €", false},
		{ascii + "Gr\xf6\xdfe \x80", ascii + "Größe €", true},
		{"\xe9", "é", true},
		{"é\xe9", "é\xe9", false}, // UTF-8 with a fault, which is told where it stands
		{"\xff", "ÿ", true},
		{"\ufffd", "\ufffd", false},
	} {
		for name, r := range map[string]io.Reader{"whole": strings.NewReader(c.text), "bytes": iotest.OneByteReader(strings.NewReader(c.text)), "halves": iotest.HalfReader(strings.NewReader(c.text))} {
			d := &decoded{from: bufio.NewReaderSize(r, peeked)}
			got, err := io.ReadAll(d)
			if err != nil || string(got) != c.want || d.windows != c.windows {
				t.Errorf("%s, %.20q at the end: %d bytes, Windows %v, %v", name, c.text[max(0, len(c.text)-20):], len(got), d.windows, err)
			}
		}
	}
}

// TestHasThousands tells marks between thousands from decimal marks and lists.
func TestHasThousands(t *testing.T) {
	for text, want := range map[string]bool{
		"1,234": true, "386,825": true, "-1,234,567.8": true, "+12,345": true, "1,000.": true,
		"": false, "1234": false, "0,125": false, "12,34": false, "1,2345": false, "1234,567": false, ",123": false, "1,,234": false, "1,234,5": false, "a,123": false, "1,234.5,6": false, "1,23a": false,
	} {
		if got := hasThousands(text, ',', '.'); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestMissingAs counts the words that stand for missing values, and empty cells.
func TestMissingAs(t *testing.T) {
	d, err := DescribeFrom(strings.NewReader("a,b\n1,n/a\nNA,2\nn/a,3\nNA,\n5,x\n"), "t.csv", Options{NA: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range [][]Level{{{"NA", 2}, {"n/a", 1}}, {{"", 1}, {"n/a", 1}, {"x", 1}}} {
		got := d.Columns[j].MissingAs
		if len(got) != len(want) || math.IsNaN(d.Columns[j].Mean) {
			t.Fatalf("column %d: %v, expected %v", j+1, got, want)
		}
		for k := range want {
			if got[k] != want[k] {
				t.Errorf("column %d: %v, expected %v", j+1, got, want)
			}
		}
	}
}
