package main

import (
	"math"
	"slices"
	"strings"
	"testing"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/results"
)

// TestSettle: what a family of tests finds counts as explained, and where nothing does, nothing is found.
func TestSettle(t *testing.T) {
	made := func(total float64, inputs, alone []float64, dependence float64) *analysis {
		e := estimated(t, 2)
		in := e.Result.Inference
		in.Explained.P, in.P, in.Adjusted = total, inputs, importance.Holm(inputs)
		e.Alone = nil
		for j, p := range importance.Holm(alone) {
			e.Alone = append(e.Alone, importance.Alone{Share: 0.1, P: alone[j], Adjusted: p})
		}
		share := importance.Share{Value: 0.2, P: 0.001}
		e.Explained = explanation{Variables: e.Variables, Aspects: &aspects.Report{
			Responses: []aspects.Response{{Name: "y1", Columns: []int{0}}, {Name: "y2", Columns: []int{1}}},
			Findings: []aspects.Finding{{
				Aspect: aspects.Aspect{Kind: aspects.Dependence, Of: []int{0, 1}}, Explained: share,
				Raw: []float64{1, 0}, Area: []float64{0.2, 0}, P: []float64{dependence, 1}, Adjusted: []float64{dependence, 1},
			}},
		}}
		e.decide()
		return e
	}
	for _, c := range []struct {
		name          string
		e             *analysis
		nothing       bool
		divided       bool
		says, silence string
	}{
		{"all", made(1e-6, []float64{1e-8, 0.4}, []float64{1e-9, 0.5}, 1e-5), false, true, "Only x1 is significant: ", "No significant effect"},
		{"the total alone", made(1e-3, []float64{0.3, 0.4}, []float64{0.5, 0.5}, 0.5), false, true, "No single input is significant: ", "No significant effect"},
		{"dependence", made(0.6, []float64{0.5, 0.6}, []float64{0.5, 0.5}, 1e-10), false, false, "The dependence y1–y2 is affected by x1, though the test of the whole distribution is not significant.", "No significant effect"},
		{"an input", made(0.2, []float64{1e-4, 0.6}, []float64{0.5, 0.5}, 0.5), false, false, "The effect of x1 is significant (p (Holm) = 0.0002).", "No significant effect"},
		{"two inputs", made(0.2, []float64{1e-4, 1e-7}, []float64{0.5, 0.5}, 0.5), false, false, "The effect of temperature of the cooling water at the inlet is significant (p (Holm) < 0.0001). So is that of x1.", "No significant effect"},
		{"an input by itself", made(0.2, []float64{0.4, 0.6}, []float64{1e-4, 0.5}, 0.5), false, false, "Significant on its own, but not given the other inputs: x1.", "No significant effect"},
		{"nothing", made(0.3, []float64{0.02, 0.6}, []float64{0.02, 0.5}, 0.04), true, false, "No significant effect", "on its own"},
		{"nothing by little", made(0.06, []float64{0.3, 0.6}, []float64{0.2, 0.5}, 0.5), true, false, "No significant effect", "affect"},
	} {
		verdict := c.e.explained() + " " + c.e.lead()
		if c.e.noEffect() != c.nothing || c.e.divisible() != c.divided || !strings.Contains(verdict, c.says) || strings.Contains(verdict, c.silence) {
			t.Errorf("%s: nothing %v, divided %v: %s", c.name, c.e.noEffect(), c.e.divisible(), verdict)
		}
		found := slices.ContainsFunc([]int{0, 1}, func(j int) bool {
			input, level := c.e.Answers.Inputs[j], c.e.Answers.Level
			return input.Adjusted <= level || input.Alone.Adjusted <= level || c.e.Answers.Aspects[0].Inputs[j].Adjusted <= level
		})
		if c.nothing && found {
			t.Errorf("%s: a p-value is below 0.05 where nothing is found", c.name)
		}
	}
}

// TestOneInput: the hypothesis of a single input is that of all, so that importance and test answer alike.
func TestOneInput(t *testing.T) {
	e := estimated(t, 1)
	in := e.Result.Inference
	in.Explained.P, in.P, in.Adjusted, e.Alone = 0.06, []float64{0.04}, []float64{0.04}, nil
	if e.decide(); e.Answers.Overall.P != 0.04 || e.noEffect() || !e.significant(0) {
		t.Errorf("p %v, nothing %v", e.Answers.Overall.P, e.noEffect())
	}
	in.P, in.Adjusted = []float64{0.06}, []float64{0.06}
	if e.decide(); !e.noEffect() || e.significant(0) {
		t.Error("an input with p = 0.06 is found")
	}
}

// TestOpenEnds: the interval of what is not found begins at 0, that of what is found does not.
func TestOpenEnds(t *testing.T) {
	e := estimated(t, 2)
	in := e.Result.Inference
	in.Explained.P, in.P, in.Adjusted, e.Alone = 1e-6, []float64{1e-6, 0.3}, []float64{2e-6, 0.3}, nil
	for j := range in.Intervals {
		in.Intervals[j].Low = 0.1
	}
	if e.decide(); e.intervals()[0].Low != 0.1 || e.intervals()[1].Low != 0 || in.Intervals[1].Low != 0.1 {
		t.Errorf("intervals %v, measured %v", e.intervals(), in.Intervals)
	}
}

// TestBorderline: inputs that may not be significant with another seed are named.
func TestBorderline(t *testing.T) {
	e := estimated(t, 3)
	in := e.Result.Inference
	e.Variables, e.Result.Raw, e.Result.Clamped, in.Ranks = []string{"x1", "x2", "x3"}, []float64{0.3, 0.1, 0.05}, []float64{0.3, 0.1, 0.05}, nil
	for _, c := range []struct {
		p    []float64
		says string
	}{
		{[]float64{1e-6, 0.015, 0.2}, "Borderline: x2."},
		{[]float64{1e-6, 0.015, 0.02}, "Borderline: x2 and x3."},
		{[]float64{1e-6, 0.002, 0.2}, ""},
	} {
		in.P = c.p
		e.decide()
		if said := e.borderline(); said != c.says {
			t.Errorf("p-values %v: %q", c.p, said)
		}
	}
}

// TestUntested: without tests no effect is denied, and inputs whose intervals exclude 0 are named.
func TestUntested(t *testing.T) {
	for _, c := range []struct {
		share float64
		low   []float64
		says  string
	}{
		{0.2, []float64{0.6, 0}, "The inputs explain 20 % of the variation of the joint distribution (95 %: up to 30 %), which may be chance: nothing was tested (--no-test). The interval of the importance of x1 excludes 0."},
		{0.2, []float64{0.6, 0.1}, "The inputs explain 20 % of the variation of the joint distribution (95 %: up to 30 %), which may be chance: nothing was tested (--no-test). The intervals of the importances of x1 and x2 exclude 0."},
		{0.2, []float64{0, 0}, "The inputs explain 20 % of the variation of the joint distribution (95 %: up to 30 %), which may be chance: nothing was tested (--no-test)."},
		{-0.1, []float64{0.6, 0}, "Forests predict the joint distribution no better with the inputs than without (95 %: up to 30 %): nothing was tested (--no-test). No importances are shown."},
	} {
		e := estimated(t, 2)
		in := e.Result.Inference
		e.Variables, in.P, in.Adjusted, e.Alone = []string{"x1", "x2"}, nil, nil, nil
		in.Explained = importance.Share{Value: c.share, Interval: importance.Interval{High: 0.3, Coverage: in.Explained.Interval.Coverage}, P: math.NaN()}
		for j, low := range c.low {
			in.Intervals[j].Low = low
		}
		e.decide()
		if r := e.report(); r.Headline != c.says || r.Share != "" {
			t.Errorf("%s %s", r.Share, r.Headline)
		}
	}
}

// TestNothingTested: where something is explained the verdict says that no input was tested, and intervals that
// hold 0 are in parentheses.
func TestNothingTested(t *testing.T) {
	e := estimated(t, 2)
	in := e.Result.Inference
	e.Variables, in.P, in.Adjusted, e.Alone, in.Explained.P = []string{"x1", "x2"}, nil, nil, nil, math.NaN()
	in.Intervals[1].Low = 0
	e.decide()
	text := e.report().Text(report.View{Screen: terminal.Plain()})
	words := strings.Join(strings.Fields(text), " ")
	for _, want := range []string{
		"No input was tested (--no-test). The interval of the importance of x1 excludes 0. Without x1, 75 % of what the inputs explain is lost.",
		"(up to ", "Parentheses: the interval includes 0.",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Count(text, "(up to") != 1 {
		t.Errorf("intervals\n%s", text)
	}
	in.Intervals[0].Low = 0
	e.decide()
	if lead := e.lead(); !strings.HasPrefix(lead, "No input was tested (--no-test), and no input has an interval that excludes 0: ") {
		t.Error(lead)
	}
}

// TestLevelsTwice: where levels move with an input that is open, it is said that these are the whole distribution.
func TestLevelsTwice(t *testing.T) {
	e := estimated(t, 2)
	e.Result.Inference.P[0] = 0.3
	e.Explained = explanation{Variables: e.Variables, Aspects: &aspects.Report{
		Responses: []aspects.Response{{Name: "Species", Columns: []int{0, 1}, Levels: true}},
		Findings: []aspects.Finding{{
			Aspect: aspects.Aspect{Kind: aspects.Levels, Of: []int{0}}, Explained: importance.Share{Value: 0.5},
			Raw: []float64{0.1, 0}, Area: []float64{0.05, 0}, P: []float64{0.01, 1}, Adjusted: []float64{0.02, 1},
		}},
	}}
	e.decide()
	const want = " affected by x1, though the test of the whole distribution is not significant. The levels of a category are its whole distribution, of which two tests disagree, each adjusted among its own: report p (Holm) unless levels were the question from the start."
	if said := e.onlyAspects(); !strings.HasSuffix(said, want) {
		t.Errorf("%q", said)
	}
}

// TestUnranked: methods without tests name the largest importance, if it is above 0, and none that comes next.
func TestUnranked(t *testing.T) {
	e := estimated(t, 5)
	e.Result.Inference, e.Result.Clamped, e.Result.Raw = nil, []float64{0.4, 0, 0, 0.1, 0}, []float64{0.4, 0, 0, 0.1, 0}
	e.decide()
	if lead := e.lead(); !strings.HasPrefix(lead, "Method stacked has no test: whether any input matters is not known. The largest importance is that of "+e.Variables[0]+":") || strings.Contains(lead, "significant") {
		t.Error(lead)
	}
	e.Result.Clamped[0], e.Result.Clamped[1], e.Result.Clamped[3] = 0, -0.2, 0
	e.decide()
	if lead := e.lead(); lead != "No input has an importance above 0." {
		t.Error(lead)
	}
}

// TestNothingLearnt: where a regression forest explains nothing, its importances are ranked in no words.
func TestNothingLearnt(t *testing.T) {
	e := estimated(t, 3)
	e.Result.Inference, e.Result.Extra = nil, map[string]float64{string(results.ValueExplained): -0.08}
	e.decide()
	want := "Nothing is explained: the forest predicts the mean of y1, y2 no better than without the inputs. The importances are those of noise: no input ranks first."
	if said := e.explained() + " " + e.lead(); said != want {
		t.Error(said)
	}
}

// TestSignificant: the significant inputs are listed; their order is uncertain if the largest importance is not.
func TestSignificant(t *testing.T) {
	for _, c := range []struct {
		p    []float64
		lead string
	}{
		{[]float64{0.3, 1e-6, 0.4}, "Only x2 is significant: without it, 10 % of what the inputs explain is lost."},
		{[]float64{0.3, 1e-6, 1e-6}, "Two inputs are significant: x2 and x3. Their order is uncertain; without x2, 10 % of what the inputs explain is lost."},
		{[]float64{1e-6, 0.3, 1e-6}, "Two inputs are significant: x1 and x3. Without x1, 30 % of what the inputs explain is lost."},
	} {
		e := estimated(t, 3)
		in := e.Result.Inference
		e.Result.Raw, e.Result.Clamped, in.Ranks = []float64{0.3, 0.1, 0.05}, []float64{0.3, 0.1, 0.05}, nil
		e.Variables, in.P, in.Adjusted = []string{"x1", "x2", "x3"}, c.p, importance.Holm(c.p)
		e.decide()
		if lead := e.lead(); lead != c.lead {
			t.Errorf("p-values %v: %s", c.p, lead)
		}
	}
}
