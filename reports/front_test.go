package reports

import (
	"strings"
	"testing"

	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// TestFarthest: the caption names the compatible number on the other side of zero, and none
// where there is none.
func TestFarthest(t *testing.T) {
	number := func(v verdict.Verdict, printed, ours float64) verdict.CellCheck {
		c := verdict.CellCheck{Expected: results.Expected{Variable: "X8", Value: printed, Digits: 2}, Ours: stat.New([]float64{ours - 1, ours + 1})}
		c.Experiment, c.Verdict, c.Info.Cell = "univariate", v, map[string]string{results.KeyMethod: "mda"}
		return c
	}
	same := number(verdict.Compatible, 0.5, 0.2)
	if got := farthest([]verdict.CellCheck{same, number(verdict.Differs, 9, -9)}); got != "" {
		t.Errorf("farthest %q", got)
	}
	got := farthest([]verdict.CellCheck{same, number(verdict.Compatible, 0.02, -0.1), number(verdict.Compatible, 0.24, -0.1)})
	if !strings.Contains(got, " of univariate, MDA") || !strings.Contains(got, "printed 0.24, ours −0.10") {
		t.Errorf("farthest %q", got)
	}
}
