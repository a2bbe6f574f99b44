package verdict

import (
	"fmt"
	"math"
	"slices"

	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// gaps compares the differences of published losses on the same data with ours. Print has no standard
// error of a difference; that of independent means stands in, the largest that it can be where both
// are of the same data. A unit of the last printed digit is allowed.
func gaps(summaries []summary.Summary, cells []CellCheck) []CellCheck {
	var all []CellCheck
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
			data := map[string]string{results.KeyData: first.Info.Cell[results.KeyData]}
			g := CellCheck{
				Experiment: first.Experiment, Info: results.CellInfo{Cell: data}, Methods: [2]string{ours.Cell[results.KeyMethod], theirs.Cell[results.KeyMethod]},
				Expected:  results.Expected{Cell: data, Statistic: a.Statistic, Value: b.Value - a.Value, Digits: max(a.Digits, b.Digits), Repetitions: min(a.Repetitions, b.Repetitions)},
				PrintedSE: math.Hypot(*a.SE, *b.SE), Ours: summary.PairedDifference(theirs, ours, results.ValueCumulative, 0),
			}
			g.compare(2 * stat.HalfUnit(g.Expected.Digits))
			all = append(all, g)
		}
	}
	adjust(all)
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
		digits := g.Expected.Digits
		t.Rows = append(t.Rows, document.Row{Mark: g.mark(), Cells: []string{
			g.Info.Cell[results.KeyData], summary.MethodLabel(g.Methods[1]) + " − " + summary.MethodLabel(g.Methods[0]),
			fmt.Sprintf("%s (%s)", format.Fixed(g.Expected.Value, digits), format.Fixed(g.PrintedSE, digits)), stat.Text(g.Ours, digits),
			format.Signed(g.Difference), format.Probability(g.P), format.Probability(g.Adjusted), string(g.Verdict),
		}})
	}
	return t
}
