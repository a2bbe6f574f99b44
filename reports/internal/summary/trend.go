package summary

import (
	"cmp"
	"math"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Trend is how the error of an estimator falls with the number of rows:
// cells that differ in n alone.
type Trend struct {
	Common map[string]string // what the cells share
	Cells  []Cell            // by n
	// Fit is of the decimal logarithm of each repetition's error against that
	// of n.
	Fit stat.Line
}

// Trends returns the estimators of an experiment, each on each design,
// that have errors at two numbers of rows at least.
func (s Summary) Trends() []Trend {
	var all []Trend
	for _, g := range Groups(s.Cells, results.KeyN) {
		if v, ok := TrendOf(g); ok {
			all = append(all, v)
		}
	}
	return all
}

// TrendOf fits the line of cells that differ in n alone; ok is false where there
// are fewer than two numbers of rows.
func TrendOf(g Group) (Trend, bool) {
	v := Trend{Common: g.Common}
	var x, y []float64
	for _, c := range g.Cells {
		errors, n := c.PopulationErrors(), SizeOf(c, results.KeyN)
		if len(errors) == 0 || n <= 0 {
			continue
		}
		v.Cells = append(v.Cells, c)
		for _, e := range errors {
			if e > 0 {
				x, y = append(x, math.Log10(n)), append(y, math.Log10(e))
			}
		}
	}
	slices.SortStableFunc(v.Cells, func(a, b Cell) int { return CompareNumbers(a.Cell[results.KeyN], b.Cell[results.KeyN]) })
	v.Fit = stat.FitLine(x, y)
	return v, len(v.Cells) > 1 && !math.IsNaN(v.Fit.Slope)
}

// Turn returns the number of rows with the least error, if the error with the
// most rows is larger by more than two standard errors of the difference of
// their logarithms.
func (v Trend) Turn() (n string, ok bool) {
	last := v.Cells[len(v.Cells)-1]
	end := stat.Logs(last.PopulationErrors())
	least := slices.MinFunc(v.Cells, func(a, b Cell) int {
		return cmp.Compare(stat.Logs(a.PopulationErrors()).Mean, stat.Logs(b.PopulationErrors()).Mean)
	})
	low := stat.Logs(least.PopulationErrors())
	return least.Cell[results.KeyN], end.Mean-low.Mean > 2*math.Hypot(end.SE, low.SE)
}
