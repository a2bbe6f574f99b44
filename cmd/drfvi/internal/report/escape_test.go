package report

import (
	"strings"
	"testing"

	"drfvi/cmd/drfvi/internal/terminal"
)

// TestControlCharacters: names that could command a terminal are escaped there, in every format,
// and keep their bytes as CSV in a file.
func TestControlCharacters(t *testing.T) {
	names := []string{"x\x1b[31mred", "größe"}
	f := Report{Table: Table{Rows: 2, Columns: []Column{{Name: "variable", Cell: func(row int) any { return names[row] }}}}}
	for live, want := range map[bool]string{true: "variable\nx\\x1b[31mred\ngröße\n", false: "variable\nx\x1b[31mred\ngröße\n"} {
		var b strings.Builder
		if err := f.Write(&b, "csv", View{Screen: terminal.Screen{Live: live, Width: 80}}); err != nil || b.String() != want {
			t.Errorf("live %v: %q, %v, want %q", live, b.String(), err, want)
		}
	}
}
