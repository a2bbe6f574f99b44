package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/format"
	"drfvi/reports/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// trend is how the error of an estimator falls with the number of rows:
// cells that differ in n alone.
type trend struct {
	common map[string]string // what the cells share
	cells  []CellSummary     // by n
	// fit is of the decimal logarithm of each repetition's error against that
	// of n.
	fit stat.Line
}

// convergences returns the estimators of an experiment, each on each design,
// that have errors at two numbers of rows at least.
func (s Summary) convergences() []trend {
	var all []trend
	for _, g := range groupCells(s.Cells, results.KeyN) {
		if v, ok := convergenceOf(g); ok {
			all = append(all, v)
		}
	}
	return all
}

func convergenceOf(g group) (trend, bool) {
	v := trend{common: g.common}
	var x, y []float64
	for _, c := range g.cells {
		errors, n := c.populationErrors(), sizeOf(c, results.KeyN)
		if len(errors) == 0 || n <= 0 {
			continue
		}
		v.cells = append(v.cells, c)
		for _, e := range errors {
			if e > 0 {
				x, y = append(x, math.Log10(n)), append(y, math.Log10(e))
			}
		}
	}
	slices.SortStableFunc(v.cells, func(a, b CellSummary) int { return compareNumbers(a.Cell[results.KeyN], b.Cell[results.KeyN]) })
	v.fit = stat.FitLine(x, y)
	return v, len(v.cells) > 1 && !math.IsNaN(v.fit.Slope)
}

// sizeOf returns the number that a key of a cell holds, 0 if it is none.
func sizeOf(c CellSummary, key string) float64 {
	size, err := strconv.ParseFloat(c.Cell[key], 64)
	if err != nil {
		return 0
	}
	return size
}

// designName names what is estimated on: "univariate, p = 10".
func designName(cell map[string]string) string {
	parts := []string{cell[results.KeyScenario]}
	if parts[0] == "" {
		parts = nil
	}
	if p := cell[results.KeyP]; p != "" {
		parts = append(parts, "p = "+p)
	}
	return strings.Join(parts, ", ")
}

// designTitle is designName with the variant, where the experiment has several.
func (s experiment) designTitle(cell map[string]string) string {
	return s.withVariant(designName(cell), cell)
}

// withVariant adds the variant to a name, where the experiment has several.
func (s experiment) withVariant(name string, cell map[string]string) string {
	if len(distinct(s.Cells, results.KeyVariant)) > 1 {
		name += ", " + s.variantTitle(cell)
	}
	return name
}

// turn returns the number of rows with the least error, if the error with the
// most rows is larger by more than two standard errors of the difference of
// their logarithms.
func (v trend) turn() (n string, ok bool) {
	last := v.cells[len(v.cells)-1]
	end := stat.Logs(last.populationErrors())
	least := slices.MinFunc(v.cells, func(a, b CellSummary) int {
		return cmp.Compare(stat.Logs(a.populationErrors()).Mean, stat.Logs(b.populationErrors()).Mean)
	})
	low := stat.Logs(least.populationErrors())
	return least.Cell[results.KeyN], end.Mean-low.Mean > 2*math.Hypot(end.SE, low.SE)
}

// checkConvergence checks a claim about the cells that differ in n alone, of
// those it speaks of. It holds where the fitted slope is negative; how surely, t
// says: the slope in standard errors, with the sign changed.
func checkConvergence(s Summary, claim results.Claim) []ClaimCheck {
	var checks []ClaimCheck
	var cells []CellSummary
	for _, c := range s.Cells {
		if matches(claim.Cell, c.Cell) {
			cells = append(cells, c)
		}
	}
	for _, g := range groupCells(cells, results.KeyN) {
		check := ClaimCheck{
			Experiment: s.Experiment.Name, Info: results.CellInfo{Cell: g.common}, Claim: claim, Verdict: Missing,
			where: describe(without(g.common, results.KeyPreset, results.KeyKernel)), Upper: "slope",
		}
		if err := check.judgeConvergence(g); err != nil {
			check.Reason = err.Error()
		}
		checks = append(checks, check)
	}
	return checks
}

// judgeConvergence fits the slope and passes the verdict. The error says why
// there is none.
func (check *ClaimCheck) judgeConvergence(g group) error {
	found, planned := 0, 0
	for _, c := range g.cells {
		found, planned = found+c.Repetitions, planned+c.Planned
	}
	if found == 0 {
		return g.cells[0].notRun()
	}
	v, ok := convergenceOf(g)
	if !ok {
		return fmt.Errorf("no errors against population values at two numbers of rows")
	}
	check.Gap = stat.Stat{Mean: -v.fit.Slope, SE: v.fit.SE, SD: math.NaN(), N: v.fit.Points}
	check.T = stat.T(check.Gap)
	if found < planned {
		return fmt.Errorf("%d of %d repetitions", found, planned)
	}
	check.Verdict = Differs
	if check.Gap.Mean > 0 {
		check.Verdict = Agrees
	}
	return nil
}

// tables lists errors by the number of rows, and slopes, design by
// design.
func (s convergence) tables() []page.Table {
	methods := distinct(s.Cells, results.KeyMethod)
	t := page.Table{
		Caption: experimentTitle(s.Experiment), Long: true,
		Columns: []page.Column{{Name: "n"}, {Name: "repetitions"}},
		Notes: []string{"Error of a repetition: the root of the mean square over variables of the estimate, not clamped, less the population value under the same kernel. " +
			"Means over repetitions, standard errors (sd/√R) in parentheses. Slope: of the line through the logarithms of all repetitions' errors against that of n, with its standard error."},
	}
	for _, method := range methods {
		t.Columns = append(t.Columns, page.Column{Name: methodLabel(method)})
	}
	for _, g := range groupCells(s.Cells, results.KeyN, results.KeyMethod) {
		t.Rows = append(t.Rows, page.Row{Heading: s.designTitle(g.common)})
		sizes := distinct(g.cells, results.KeyN)
		slices.SortStableFunc(sizes, compareNumbers)
		for _, n := range sizes {
			row, repetitions := page.Row{Cells: []string{n, format.None}}, 0
			for _, method := range methods {
				at := slices.IndexFunc(g.cells, func(c CellSummary) bool { return c.Cell[results.KeyN] == n && c.Cell[results.KeyMethod] == method })
				text := format.None
				if at >= 0 {
					c := g.cells[at]
					text, repetitions = "not run", max(repetitions, c.Repetitions)
					if c.Repetitions > 0 {
						text = stat.Text(stat.New(c.populationErrors()), 0)
					}
				}
				row.Cells = append(row.Cells, text)
			}
			if repetitions > 0 {
				row.Cells[1] = strconv.Itoa(repetitions)
			}
			t.Rows = append(t.Rows, row)
		}
		slopes := page.Row{Cells: []string{"slope", ""}}
		for _, method := range methods {
			text := format.None
			for _, of := range groupCells(g.cells, results.KeyN) {
				if v, ok := convergenceOf(of); ok && of.common[results.KeyMethod] == method {
					text = v.fit.Text()
				}
			}
			slopes.Cells = append(slopes.Cells, text)
		}
		t.Rows = append(t.Rows, slopes)
	}
	return []page.Table{t}
}

// text says in words which errors fall, and what the others are made
// of, a paragraph per method.
func (s convergence) text() []page.Block {
	var blocks []page.Block
	all := s.convergences()
	for _, method := range distinct(s.Cells, results.KeyMethod) {
		var falling, turning, others []string
		for _, v := range all {
			if v.common[results.KeyMethod] != method {
				continue
			}
			text := fmt.Sprintf("%s, slope %s", s.designTitle(v.common), format.TrueMinus(v.fit.Text()))
			n, turns := v.turn()
			switch {
			case turns:
				turning = append(turning, fmt.Sprintf("%s, least at n = %s%s", text, n, remainder(v)))
			case v.fit.Falls():
				falling = append(falling, text)
			default:
				others = append(others, text+remainder(v))
			}
		}
		var sentences []string
		say := func(what string, of []string) {
			if len(of) > 0 {
				sentences = append(sentences, "The error "+what+" ("+strings.Join(of, "; ")+").")
			}
		}
		say("falls with n", falling)
		say("is larger at the largest n than before", turning)
		say("does not fall by more than two standard errors of the slope", others)
		if sentences != nil {
			blocks = append(blocks, page.Paragraph(methodLabel(method)+": "+strings.Join(sentences, " ")))
		}
	}
	return blocks
}

// remainder says which variable the error at the largest n is mostly of.
func remainder(v trend) string {
	c := v.cells[len(v.cells)-1]
	worst, at := stat.Stat{}, -1
	for j := range c.Variables {
		if e := c.excess(j); at < 0 || math.Abs(e.Mean) > math.Abs(worst.Mean) {
			worst, at = e, j
		}
	}
	if at < 0 {
		return ""
	}
	how := "too much"
	if worst.Mean < 0 {
		how = "too little"
	}
	return fmt.Sprintf(", and at n = %s the value of %s is %s %s", c.Cell[results.KeyN], c.Variables[at], format.Significant(math.Abs(worst.Mean), 2), how)
}

// rows are the slopes.
func (s convergence) rows() []row {
	var rows []row
	for _, v := range s.convergences() {
		rows = append(rows, row{cell: v.common, quantity: "slope", value: stat.Stat{Mean: v.fit.Slope, SD: math.NaN(), SE: v.fit.SE, N: v.fit.Points}, raw: stat.New(nil)})
	}
	return rows
}
