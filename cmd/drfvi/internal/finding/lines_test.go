package finding

import (
	"strings"
	"testing"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/document"
	"drfvi/internal/format"
)

// TestWide checks that tables fit the screen as far as names and bars can give way,
// and that letters are counted as wide as they are shown.
func TestWide(t *testing.T) {
	names := []string{strings.Repeat("long", 30), "温度温度温度温度温度温度温度温度温度温度温度温度温度温度", "e\u0301"}
	table := Table{
		Rows: 3, Bars: []document.Dot{{Value: 1}, {Value: 0.5}, {}},
		Columns: []Column{
			{Title: "name", Form: Text, Left: true, Long: true, Cell: func(row int) any { return names[row] }},
			{Title: "n", Form: Text, Cell: func(row int) any { return row + 1 }},
		},
	}
	for _, width := range []int{20, 40, 60, 80, 140} {
		var b strings.Builder
		table.write(&b, View{Screen: terminal.Screen{Width: width, Live: true}})
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		for _, line := range lines {
			if letters(line) > width {
				t.Errorf("width %d: %d letters\n%s", width, letters(line), line)
			}
		}
		if width >= 40 && letters(lines[1]) != width {
			t.Errorf("width %d: the longest line has %d letters\n%s", width, letters(lines[1]), &b)
		}
		if at := strings.Index(lines[3], "3"); letters(lines[3][:at]) != letters(lines[0])-1 {
			t.Errorf("width %d: columns are not below each other\n%s", width, &b)
		}
	}
}

// TestEndlessNames: a name of thousands of letters does not make every line as long where
// there is no screen to fit.
func TestEndlessNames(t *testing.T) {
	table := Table{Rows: 1, Columns: []Column{{Title: "name", Form: Text, Left: true, Long: true, Cell: func(int) any { return strings.Repeat("n", 3000) }}}}
	var b strings.Builder
	table.write(&b, View{Screen: terminal.Plain()})
	for line := range strings.Lines(b.String()) {
		if letters(line) > format.Longest+1 {
			t.Errorf("a line of %d letters", letters(line))
		}
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

func TestRowsOf(t *testing.T) {
	for _, c := range [][3]int{{3, 0, 3}, {40, 0, 40}, {41, 0, 30}, {200, 0, 30}, {200, 5, 5}, {3, 5, 3}, {200, 1 << 40, 200}} {
		if got := rowsOf(c[0], c[1]); got != c[2] {
			t.Errorf("of %d inputs %d are shown for --top %d, expected %d", c[0], got, c[1], c[2])
		}
	}
}
