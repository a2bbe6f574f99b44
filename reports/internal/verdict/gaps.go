package verdict

import (
	"fmt"
	"math"
	"slices"

	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/internal/rank"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// GapCheck is the difference of two published losses of a data set beside ours.
type GapCheck struct {
	Experiment, Data string
	// Methods are those of ours, the second minus the first; print may have been of another.
	Methods [2]string
	// Printed has the standard error of independent means, the largest that it can be where
	// both are of the same data.
	Printed stat.Stat
	Digits  int
	// Ours is the mean difference within repetitions.
	Ours stat.Stat
	// Difference is ours − printed in standard errors, after a unit of the last printed digit
	// is allowed, P its p-value (Welch), Adjusted that after Holm's correction over all gaps.
	Difference, P, Adjusted float64
	Verdict                 Verdict
}

// gaps compares the differences of published losses on the same data with ours.
func gaps(summaries []summary.Summary, cells []CellCheck) []GapCheck {
	var all []GapCheck
	for i, first := range cells {
		for _, second := range cells[i+1:] {
			a, b := first.Expected, second.Expected
			if first.Experiment != second.Experiment || a.Statistic != results.StatisticCumulative || b.Statistic != a.Statistic || a.SE == nil || b.SE == nil ||
				!summary.Matches(summary.Without(a.Cell, results.KeyMethod), b.Cell) || first.Verdict == Missing || second.Verdict == Missing {
				continue
			}
			at := slices.IndexFunc(summaries, func(s summary.Summary) bool { return s.Experiment.Name == first.Experiment })
			ours, _ := summary.Find(summaries[at].Cells, first.Info.Cell)
			theirs, _ := summary.Find(summaries[at].Cells, second.Info.Cell)
			g := GapCheck{
				Experiment: first.Experiment, Data: first.Info.Cell[results.KeyData], Digits: max(a.Digits, b.Digits),
				Methods: [2]string{ours.Cell[results.KeyMethod], theirs.Cell[results.KeyMethod]},
				Printed: stat.Stat{Mean: b.Value - a.Value, SE: math.Hypot(*a.SE, *b.SE), N: min(a.Repetitions, b.Repetitions)},
				Ours:    summary.PairedDifference(theirs, ours, results.ValueCumulative, 0), Verdict: Compatible,
			}
			g.Difference, _, g.P = stat.Welch(g.Ours, g.Printed, 2*stat.HalfUnit(g.Digits), false, false)
			all = append(all, g)
		}
	}
	p := make([]float64, len(all))
	for i, g := range all {
		p[i] = g.P
	}
	for i, adjusted := range rank.Holm(p) {
		if all[i].Adjusted = adjusted; adjusted <= stat.Level {
			all[i].Verdict = Differs
		}
	}
	return all
}

// GapTable lists the differences of published losses with ours.
func (o Overview) GapTable() document.Table {
	t := document.Table{
		Label: "gaps", Caption: "Differences of published losses beside ours",
		Columns: []document.Column{
			{Name: "data", Left: true}, {Name: "methods", Left: true}, {Name: "printed"}, {Name: "ours"}, {Name: "difference"}, {Name: "p"}, {Name: "p, Holm"}, {Name: "verdict", Left: true},
		},
		Notes: texts.Of("gaps"),
	}
	for _, g := range o.Gaps {
		row := document.Row{Cells: []string{
			g.Data, summary.MethodLabel(g.Methods[1]) + " − " + summary.MethodLabel(g.Methods[0]),
			fmt.Sprintf("%s (%s)", format.Fixed(g.Printed.Mean, g.Digits), format.Fixed(g.Printed.SE, g.Digits)), stat.Text(g.Ours, g.Digits),
			format.Signed(g.Difference), format.Probability(g.P), format.Probability(g.Adjusted), string(g.Verdict),
		}}
		if g.Verdict != Compatible {
			row.Mark = document.Alarm
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
