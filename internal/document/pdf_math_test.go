package document

import (
	"strings"
	"testing"

	"drfvi/internal/chart"
)

// marked writes runs with _ and ^ before scripts, and slanted ones between slashes.
func marked(text string) string {
	var b strings.Builder
	for _, r := range runs(text) {
		part := r.text
		if r.slant {
			part = "/" + part + "/"
		}
		b.WriteString([]string{"_", "", "^"}[r.script+1] + part)
	}
	return b.String()
}

func TestRuns(t *testing.T) {
	for text, want := range map[string]string{
		"X1 moves Y, and X10 does not": "/X/_1 moves /Y/, and /X/_10 does not",
		"‖Yi − Yj‖":                    "‖/Y/_/i/ − /Y/_/j/‖",
		"n^0.7 rows, [0, 1]^10, n^−γ":  "/n/^0.7 rows, [0, 1]^10, /n/^/−γ/",
		"γ = 1 / (2m²), 6 h":           "/γ/ = 1 / (2/m/²), 6 h",
		"I(j), input j":                "/I/(/j/), input /j/",
		"1/mh²; mh, the median":        "1//m/_/h/²; /m/_/h/, the median",
		"a table, e.g. i.e. don't; loco-t and permute-t, p-value": "a table, e.g. i.e. don't; loco-t and permute-t, /p/-value",
		"std_X1 X1_y run.t I am":                                  "std_X1 X1_y run.t I am",
		"Jeffrey Näf, été, X1 of jürgen":                          "Jeffrey Näf, été, /X/_1 of jürgen",
		"R package drf 1.1.0":                                     "R package drf 1.1.0",
	} {
		if got := marked(text); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

// The width of a line is that of its runs, and the font is that of before.
func TestWide(t *testing.T) {
	l := newLayout()
	l.Use(chart.Serif, "", 10)
	whole := l.GetStringWidth("X1")
	if got := l.wide("X1"); !(got < whole && got > 0.7*whole) {
		t.Errorf("X1 with a subscript is %v wide, without %v", got, whole)
	}
	if size, _ := l.GetFontSize(); size != 10 || l.GetFontStyle() != "" {
		t.Errorf("after measuring, the font has size %v and style %q", size, l.GetFontStyle())
	}
}
