package document

import (
	"strconv"
	"strings"
	"testing"

	"drfvi/internal/format"
)

// TestWideTables checks that tables fit the screen as far as names and bars can give way,
// and that letters are counted as wide as they are shown.
func TestWideTables(t *testing.T) {
	names := []string{strings.Repeat("long", 20), "温度温度温度温度温度温度温度温度温度温度温度温度温度温度", "e\u0301"}
	table := Table{Columns: []Column{{Name: "name", Left: true, Long: true}, {Name: "n"}}}
	for i, name := range names {
		table.Rows = append(table.Rows, Row{Cells: []string{name, strconv.Itoa(i + 1)}, Dot: Dot{Value: 1 - float64(i)/2}})
	}
	for _, width := range []int{20, 40, 60, 80, 130} {
		text := table.Text(Screen{Width: width})
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		for _, line := range lines {
			if letters(line) > width {
				t.Errorf("width %d: %d letters\n%s", width, letters(line), line)
			}
		}
		if width >= 40 && letters(lines[1]) != min(width, 80+2+1+2+longBar) {
			t.Errorf("width %d: the longest line has %d letters\n%s", width, letters(lines[1]), text)
		}
		if at := strings.Index(lines[3], "3"); letters(lines[3][:at]) != letters(lines[0])-1 {
			t.Errorf("width %d: columns are not below each other\n%s", width, text)
		}
	}
}

// TestEndlessNames: a name of thousands of letters does not make every line as long where
// there is no screen to fit.
func TestEndlessNames(t *testing.T) {
	table := Table{Columns: []Column{{Name: "name", Left: true, Long: true}}, Rows: []Row{{Cells: []string{strings.Repeat("n", 3000)}}}}
	for line := range strings.Lines(table.Text(Screen{})) {
		if letters(line) > format.Longest+1 {
			t.Errorf("a line of %d letters", letters(line))
		}
	}
}

// TestStrong: names of relevant rows stand out, and columns stay below each other.
func TestStrong(t *testing.T) {
	table := Table{Columns: []Column{{Name: "name", Left: true, Long: true}, {Name: "n"}}, Rows: []Row{{Cells: []string{"a", "1"}, Mark: Relevant}, {Cells: []string{"bc", "2"}}}}
	if got, want := table.Text(Screen{Strong: strings.ToUpper}), "name  n\nA     1\nbc    2\n"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
}

func TestShortened(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"temperature", 11, "temperature"},
		{"temperature", 8, "temp…ure"},
		{"temperature", 5, "te…re"},
		{"温度温度温度", 8, "温度…度"},
	} {
		if got := shortened(c.text, c.width); got != c.want {
			t.Errorf("%s in %d letters is %q, expected %q", c.text, c.width, got, c.want)
		}
	}
}
