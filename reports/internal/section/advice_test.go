package section

import (
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// ratiosOf makes up ratios of errors by design.
func ratiosOf(method string, ratios map[string]float64, order ...string) comparison {
	c := comparison{of: map[string]string{results.KeyMethod: method, results.KeyPreset: "auto"}}
	for _, name := range order {
		var r summary.ErrorRatio
		r.Cell.Cell = map[string]string{results.KeyScenario: name, results.KeyN: "300"}
		r.Ratio = stat.Stat{Mean: ratios[name], SE: 0.01, N: 20}
		c.all = append(c.all, r)
	}
	c.mean, _, _ = summary.GeometricMean(c.all)
	return c
}

// A mean over all settings does not hide that a few make it, and estimators are compared on
// the settings that they share.
func TestPartsOfErrors(t *testing.T) {
	ratios := map[string]float64{"linear": 0.2, "even": 0.2, "tail": 0.9, "copula": 0.9, "weak": 1.1}
	all := ratiosOf("stacked", ratios, "linear", "even", "tail", "copula", "weak")
	if got, want := all.parts(), "0.20 on the 2 of linear and even, 0.96 on the other 3"; got != want {
		t.Errorf("parts %q, want %q", got, want)
	}
	if got := ratiosOf("stacked", ratios, "tail", "weak").parts(); got != "" {
		t.Errorf("parts %q where no design stands out", got)
	}
	if got := all.larger(); got != 1 {
		t.Errorf("larger on %d, want 1", got)
	}
	on, n := Accuracy{}.shared([]comparison{all, ratiosOf("cross", ratios, "linear", "copula")})
	if n != 2 || len(on) != 2 || on[0].mean.Mean != on[1].mean.Mean {
		t.Errorf("%d settings are shared, by %v", n, on)
	}
	if best := bestOf([]comparison{ratiosOf("cross", ratios, "linear"), all}); best.of[results.KeyMethod] != "stacked" {
		t.Errorf("best is %v, on the fewest settings", best.of)
	}
}

// The front page sets negative controls apart, and says how sure it is.
func TestCalibrationAdvice(t *testing.T) {
	items, _ := Calibration{believed(t)}.Advice()
	text := strings.Join(items, "\n")
	for _, want := range []string{
		"more often than the nominal 5 %: stacked, auto 0 of 1. Negative control (between-tree standard errors), which must fail: coupled, paper 1 of 1. Power: a true rejection rate of 10 % is flagged with probability",
		"undercovers (significantly below 93 %): stacked, auto 0 of 1. Negative control: coupled, paper 1 of 1. Power: a true coverage of 90 % is flagged with probability",
		"(100 tables a design)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the advice\n%s\nlacks\n%s", text, want)
		}
	}
}

// A design on which a claim says that tests must fail is not counted with the others.
func TestAdviceOfControlDesigns(t *testing.T) {
	e, records := fixture.Calibration(results.Claim{
		Text: "Negative control: tests keep their size where rows follow each other", Cell: map[string]string{results.KeyScenario: "linear"},
		Kind: results.ClaimSize, Level: 0.05, Bound: 0.06, Fails: true,
	})
	s, err := summary.Summarise(e, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	items, _ := Calibration{Base{Summary: s}}.Advice()
	text := strings.Join(items, "\n")
	if strings.Contains(text, "stacked, auto") || !strings.Contains(text, "linear (rows follow each other): 0 of 1. Keep such rows together by --cluster or --block") {
		t.Errorf("advice\n%s", text)
	}
}

func TestRoundedUp(t *testing.T) {
	for v, want := range map[float64]float64{0.0101: 0.011, 0.01: 0.01, 0.0129: 0.013, 3.01: 3.1, 0: 0} {
		fixture.Near(t, "rounded up", roundedUp(v), want, 1e-12)
	}
}
