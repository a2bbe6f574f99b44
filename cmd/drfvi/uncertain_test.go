package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/shapley"
	"drfvi/internal/mention"
	"drfvi/methods"
)

// TestFoundThoughUncertain: what is found is said to be above 0 though the interval reaches it, no interval has the
// same end twice, and no large share is called little.
func TestFoundThoughUncertain(t *testing.T) {
	ends := regexp.MustCompile(`: ([0-9.]+) to ([0-9.]+) %`)
	clusters := slices.Repeat([]int32{0}, 300)
	for c := range int32(28) {
		clusters = append(clusters, slices.Repeat([]int32{c + 1}, 5)...)
	}
	for _, value := range []float64{-0.01, 0.0002, 0.05, 0.27, 0.9999} {
		for _, low := range []float64{0, 1e-6, 0.01, 0.99985} {
			for _, p := range []float64{1e-22, 0.02, 0.3} {
				for _, undivided := range []bool{false, true} {
					for _, of := range [][]int32{nil, clusters} {
						e := estimated(t, 3)
						e.Rows.Clusters, e.Rows.Count = of, countOf(of)
						in := e.Result.Inference
						in.Explained = importance.Share{Value: value, P: p, Interval: importance.Interval{Low: min(low, max(value, 0)), High: max(low, value, 0) + 1e-5, Coverage: in.Explained.Interval.Coverage}, Total: 1}
						o := &e.Answers.Overall
						if o.Share, o.Verdict = in.Explained, answer.Divisible; undivided && value < 0.5 {
							o.Verdict = answer.Indivisible
						}
						if o.Nothing() {
							o.Verdict = answer.NoEffect
						}
						said, name := e.explained(), fmt.Sprintf("share %v, interval from %v, p %v, undivided %v", value, low, p, undivided)
						if m := ends.FindStringSubmatch(said); m != nil && m[1] == m[2] {
							t.Errorf("%s: two ends alike: %s", name, said)
						}
						if e.noEffect() || value <= 0 {
							continue
						}
						if strings.Contains(said, "up to") && !strings.Contains(said, "above 0, up to") || strings.Contains(said, ": 0 to ") || strings.Contains(said, "little") {
							t.Errorf("%s: %s", name, said)
						}
						if few := strings.Contains(said, "28 clusters") || strings.Contains(said, "29 clusters, worth 2.1 of equal size, are too few"); e.indivisible() && few != (of != nil) {
							t.Errorf("%s: %s", name, said)
						}
					}
				}
			}
		}
	}
	e := estimated(t, 3)
	e.Result.Clamped[0], e.Result.Raw[0], e.Result.Inference.Intervals[0] = 0, 0, importance.Interval{High: 0.12, Coverage: e.Result.Inference.Intervals[0].Coverage}
	e.decide()
	if said := e.amount(0, "it"); said != "how much of what the inputs explain is lost without it is uncertain (95 %: up to 12 %)" {
		t.Error(said)
	}
}

// TestNoWinnerWithoutTest: methods without tests or intervals name none as the most important, and say why.
func TestNoWinnerWithoutTest(t *testing.T) {
	for _, m := range methods.All() {
		if m.Infers {
			continue
		}
		e := estimated(t, 3)
		e.Method, e.Result.Inference = m, nil
		e.decide()
		lead := e.lead()
		if strings.Contains(lead, "Most important") || strings.Contains(lead, "significant") || !strings.HasPrefix(lead, "Method "+m.Name+" has no test: whether any input matters is not known. The largest importance is that of x1") {
			t.Error(lead)
		}
	}
}

// TestTestedTogether: where all inputs together are found to matter, it is not open whether any does.
func TestTestedTogether(t *testing.T) {
	e := estimated(t, 3)
	e.Result.Explained = &importance.Share{Value: 0.4, Interval: importance.Interval{Low: 0.3, High: 0.5}, P: 0.001}
	e.Method.Name, e.Result.Inference = "coupled", nil
	e.decide()
	if lead := e.lead(); !strings.HasPrefix(lead, "Method coupled tests all inputs together: which of them matter is not known. The largest importance is that of x1: ") {
		t.Error(lead)
	}
	e.Variables, e.Result.Raw, e.Result.Clamped = e.Variables[:1], e.Result.Raw[:1], e.Result.Clamped[:1]
	e.decide()
	if lead := e.lead(); !strings.HasPrefix(lead, "The largest importance is that of x1: ") {
		t.Error(lead)
	}
}

// TestCopiesNamed: the headline names inputs that are copies of each other.
func TestCopiesNamed(t *testing.T) {
	e := estimated(t, 5)
	e.Copies = [][]int{{0, 2}, {3, 4}}
	if r := e.report(); !strings.HasSuffix(r.Headline, " Identical inputs, which can replace each other, are x1 and x3; x4 and x5.") {
		t.Error(r.Headline)
	}
}

// TestWarningsProposeOwnFlags: a warning proposes no flag that the command does not have.
func TestWarningsProposeOwnFlags(t *testing.T) {
	e := estimated(t, 3)
	e.Warnings = []string{"inputs" + mention.Clause("; %v makes them one", mention.Group.To("a=a,b")) + mention.Clause("; %v keeps them", mention.Missing.To("use"))}
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{[]string{"group", "missing"}, "inputs; --group 'a=a,b' makes them one; --missing use keeps them"}, {[]string{"missing"}, "inputs; --missing use keeps them"}, {nil, "inputs"},
	} {
		e.Takes = func(flag string) bool { return slices.Contains(c.flags, flag) }
		if got := terminal.Worded(strings.Join(e.allWarnings(), "")); got != c.want {
			t.Errorf("%s, expected %s", got, c.want)
		}
	}
}

// TestZerosButForRounding: importances that are all 0 but for rounding are written with the digits of their intervals.
func TestZerosButForRounding(t *testing.T) {
	e := estimated(t, 2)
	in := e.Result.Inference
	e.Result.Raw, e.Result.Clamped = []float64{4.4e-16, 0}, []float64{4.4e-16, 0}
	in.Intervals = []importance.Interval{{High: 0.024}, {High: 0.025}}
	e.decide()
	if got := e.digits(); got != 4 {
		t.Errorf("%d digits", got)
	}
}

// TestSharesOfCopies: where the largest share is that of copies, all of them are named.
func TestSharesOfCopies(t *testing.T) {
	e := estimated(t, 3)
	for _, c := range []struct {
		copies [][]int
		want   string
	}{
		{nil, "The largest share belongs to x1: 45 % of that."}, {[][]int{{0, 2}}, "The largest shares, about 45 % of that each, belong to x1 and x3, which are copies of each other."},
	} {
		e.Copies = c.copies
		s := &shares{e, shapley.Result{Shares: []shapley.Effect{{Value: 0.45, SE: 0.01}, {Value: 0.1, SE: 0.01}, {Value: 0.45, SE: 0.01}}}}
		if got := s.report().Headline; got != c.want {
			t.Error(got)
		}
	}
}
