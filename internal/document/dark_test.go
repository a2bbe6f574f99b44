package document

import (
	"regexp"
	"strings"
	"testing"

	"drfvi/internal/chart"
)

// Dark pages leave cells of heat maps, their frames and their numbers as they are.
func TestCellsKeepTheirColours(t *testing.T) {
	m := chart.HeatMap{Rows: []string{"x1", "x2"}, Columns: []string{"mean", "tails"}, Amounts: [][]float64{{1, 0.5}, {0, -1}}, Found: [][]bool{{true, false}, {false, false}}, Amount: "lost", Negative: "gained"}
	panels := m.Figure().Parts("f").Panels
	changed := regexp.MustCompile(`\[fill="(#\w+)"\]`).FindAllStringSubmatch(pageCSS, -1)
	if len(changed) == 0 {
		t.Fatal("dark pages change no colours")
	}
	names := regexp.MustCompile(`fill="#333333">([^<]*)<`).FindAllStringSubmatch(panels, -1)
	for _, name := range names {
		if strings.Trim(name[1], "0123456789.−") == "" {
			t.Errorf("the number %q changes with the page", name[1])
		}
	}
	if strings.Contains(panels, `stroke="#333333"`) {
		t.Error("frames change with the page")
	}
	for _, c := range changed {
		// The ground of the figure is the page's, names are of its ink.
		if n := strings.Count(panels, `fill="`+c[1]+`"`); c[1] != "#ffffff" && c[1] != "#333333" && c[1] != "#000000" && n > 0 || c[1] == "#ffffff" && n != 1 {
			t.Errorf("%d cells of colour %s change with the page", n, c[1])
		}
	}
}
