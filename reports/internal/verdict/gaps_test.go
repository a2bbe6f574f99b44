package verdict

import (
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/results"
)

// TestGaps compares differences of printed losses with ours, in which coupled stands in for retrain
// where that was not run: of 1 (0.58), first with a printed 0.5 (0.5), then with one of 20 (0.5).
func TestGaps(t *testing.T) {
	e, records := lossRun(map[string][]float64{"published-a-coupled": {-4, -5, -7}, "published-a-vimp-drf": {-3, -5, -5}})
	cell := func(method string) map[string]string {
		return map[string]string{results.KeyVariant: "published", results.KeyData: "a", results.KeyMethod: method}
	}
	se, other := 0.3, 0.4
	e.Expected = []results.Expected{
		{Cell: cell("retrain"), Instead: map[string]string{results.KeyMethod: "coupled"}, Statistic: results.StatisticCumulative, Value: -5, SE: &se, Digits: 1, SEDigits: 1, Repetitions: 40},
		{Cell: cell("vimp-drf"), Statistic: results.StatisticCumulative, Value: -4.5, SE: &other, Digits: 1, SEDigits: 1, Repetitions: 40},
	}
	o := overviewOf(t, e, records)
	if len(o.Cells) != 2 || o.Cells[0].Info.Cell[results.KeyMethod] != "coupled" || len(o.Gaps) != 1 {
		t.Fatalf("%d numbers, %d gaps", len(o.Cells), len(o.Gaps))
	}
	g := o.Gaps[0]
	fixture.Near(t, "printed", g.Expected.Value, 0.5, 1e-12)
	fixture.Near(t, "its standard error", g.PrintedSE, 0.5, 1e-12)
	fixture.Near(t, "ours", g.Ours.Mean, 1, 1e-12)
	// 1 − 0.5 − 0.1 allowed, over √(1/3 + 1/4).
	fixture.Near(t, "difference", g.Difference, 0.4/0.7637626158259734, 1e-9)
	if g.Verdict != Compatible || g.Label() != "a, vimp-drf − coupled" || !strings.Contains(o.Verdicts(), "1 published gap between them: 1 compatible, 0 differ.") {
		t.Errorf("%+v; %s", g, o.Verdicts())
	}
	e.Expected[1].Value = 15
	if far := overviewOf(t, e, records).Gaps[0]; far.Verdict != Differs || far.Difference > -20 {
		t.Errorf("%+v", far)
	}
	// Ours have standard errors of 0.88 and 0.67 of 3 repetitions; 0.003 of 40 is another variance.
	se, e.Expected[0].SEDigits = 0.003, 0
	if text := overviewOf(t, e, records).Verdicts(); !strings.Contains(text, "2 published standard errors: 2 compatible with ours by F-tests, 0 differ.") {
		t.Error(text) // half a unit of the last digit is allowed
	}
	e.Expected[0].SEDigits = 3
	if text := overviewOf(t, e, records).Verdicts(); !strings.Contains(text, "2 published standard errors: 1 compatible with ours by F-tests, 1 differ (") {
		t.Error(text)
	}
}
