package answer

import (
	"math"
	"testing"

	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/importance/hierarchy"
)

// evidence is that of two inputs, of p-values together, of each beside the other, of each
// alone, and of the dependence of two responses with the first input.
func evidence(together float64, inputs, alone []float64, dependence float64) Evidence {
	interval := importance.Interval{Low: 0.1, High: 0.4}
	share := importance.Share{Value: 0.2, P: 0.001, Interval: interval}
	return Evidence{
		Units: 500,
		Result: importance.Result{
			Raw: []float64{0.3, 0.1}, Clamped: []float64{0.3, 0.1}, Denominator: 0.1,
			Inference: &importance.Inference{
				Explained: importance.Share{Value: 0.2, P: together, Interval: interval},
				P:         inputs, Intervals: []importance.Interval{interval, interval},
			},
		},
		Alone: []importance.Alone{{Share: 0.1, P: alone[0]}, {Share: 0.1, P: alone[1]}},
		Aspects: &aspects.Report{
			Responses: []aspects.Response{{Name: "y1", Columns: []int{0}}, {Name: "y2", Columns: []int{1}}},
			Findings: []aspects.Finding{{
				Aspect: aspects.Aspect{Kind: aspects.Dependence, Of: []int{0, 1}}, Explained: share, Raw: []float64{1, 0}, Area: []float64{0.2, 0},
				P: []float64{dependence, 1}, Adjusted: []float64{dependence, 1}, Intervals: []importance.Interval{interval, interval},
			}},
		},
	}
}

// TestDecide: what any family of tests finds is an effect, and where nothing is, no p-value is
// below the level.
func TestDecide(t *testing.T) {
	for _, c := range []struct {
		name     string
		evidence Evidence
		p        float64
		verdict  Verdict
	}{
		{"all", evidence(1e-6, []float64{1e-8, 0.4}, []float64{1e-9, 0.5}, 1e-5), 4e-9, Divisible},
		{"together", evidence(1e-3, []float64{0.3, 0.4}, []float64{0.5, 0.5}, 0.5), 2e-3, Divisible},
		{"an aspect", evidence(0.6, []float64{0.5, 0.6}, []float64{0.5, 0.5}, 1e-10), 2e-10, Indivisible},
		{"an input", evidence(0.2, []float64{1e-4, 0.6}, []float64{0.5, 0.5}, 0.5), 4e-4, Indivisible},
		{"an input alone", evidence(0.2, []float64{0.4, 0.6}, []float64{1e-4, 0.5}, 0.5), 4e-4, Indivisible},
		{"nothing", evidence(0.3, []float64{0.02, 0.6}, []float64{0.02, 0.5}, 0.04), 0.08, NoEffect},
		{"nothing by little", evidence(0.06, []float64{0.3, 0.6}, []float64{0.2, 0.5}, 0.5), 0.12, NoEffect},
	} {
		a := Decide(c.evidence)
		if math.Abs(a.Overall.P-c.p) > 1e-12*c.p || a.Overall.Verdict != c.verdict {
			t.Errorf("%s: p %v, %q", c.name, a.Overall.P, a.Overall.Verdict)
		}
		for j, input := range a.Inputs {
			effect := a.Aspects[0].Inputs[j]
			if c.verdict == NoEffect && min(input.Adjusted, input.Alone.Adjusted, effect.Adjusted) <= a.Level {
				t.Errorf("%s: p-values %v, %v, %v where there is no effect", c.name, input.Adjusted, input.Alone.Adjusted, effect.Adjusted)
			}
			if input.Significant != (input.Interval.Low > 0) || effect.Significant != (effect.Interval.Low > 0) {
				t.Errorf("%s: input %d is significant: %v, its interval from %v", c.name, j, input.Significant, input.Interval.Low)
			}
		}
		if c.evidence.Result.Inference.Intervals[0].Low != 0.1 || c.evidence.Aspects.Findings[0].Adjusted[1] != 1 {
			t.Errorf("%s: Decide changed the evidence", c.name)
		}
	}
}

// TestDecideNothingExplained: what is significant is not divided where the forests explain
// nothing, as of few clusters.
func TestDecideNothingExplained(t *testing.T) {
	for _, explained := range []float64{-0.01, 0, 0.2} {
		for _, denominator := range []float64{-0.1, 0, 0.1} {
			e := evidence(1e-4, []float64{1e-4, 0.6}, []float64{0.5, 0.5}, 1)
			e.Result.Inference.Explained.Value, e.Result.Denominator, e.Result.Clamped = explained, denominator, []float64{0, 0}
			want := Indivisible
			if explained > 0 && denominator > 0 {
				want = Divisible
			}
			if a := Decide(e); a.Overall.Verdict != want || a.Overall.Redundant != (want == Divisible) || !a.Inputs[0].Significant {
				t.Errorf("explained %v of %v: %q, redundant %v", explained, denominator, a.Overall.Verdict, a.Overall.Redundant)
			}
		}
	}
}

// TestWeakForests: an input that explains more alone than the forests do is named, though
// another that is not significant explains as much.
func TestWeakForests(t *testing.T) {
	for _, c := range []struct {
		shares, p []float64
		input     int
	}{
		{[]float64{0.4, 0.4}, []float64{0.5, 1e-6}, 1},
		{[]float64{0.4, 0.4}, []float64{1e-6, 0.5}, 0},
		{[]float64{0.4, 0.5}, []float64{1e-6, 1e-6}, 1},
		{[]float64{0.4, 0.5}, []float64{0.5, 0.6}, -1},
	} {
		e := evidence(1e-6, []float64{1e-6, 1e-6}, c.p, 1)
		e.Alone[0].Share, e.Alone[1].Share = c.shares[0], c.shares[1]
		if input, found := Decide(e).Doubt(WeakForests); input != c.input || found != (c.input >= 0) {
			t.Errorf("shares %v, p %v: input %d", c.shares, c.p, input)
		}
	}
}

// TestDecideOne: the hypothesis of a single input is that of all.
func TestDecideOne(t *testing.T) {
	for _, p := range []float64{0.04, 0.06} {
		e := evidence(0.06, []float64{p}, []float64{1, 1}, 1)
		e.Result.Raw, e.Result.Clamped, e.Alone, e.Aspects = e.Result.Raw[:1], e.Result.Clamped[:1], nil, nil
		if a := Decide(e); a.Overall.P != p || a.Inputs[0].Significant != (p <= a.Level) || a.Overall.Significant != a.Inputs[0].Significant {
			t.Errorf("p %v: %+v", p, a)
		}
	}
}

// TestDecideGroups: the root of a tree has the p-value of all tests, and parts are reached
// below what is significant.
func TestDecideGroups(t *testing.T) {
	e := evidence(0.3, []float64{0.4, 0.6}, []float64{1e-4, 0.5}, 1)
	e.Tree = []hierarchy.Node{{Members: []int{0, 1}, Parent: -1, Parts: [2]int{1, 2}}, {Members: []int{0}, Parts: [2]int{-1, -1}}, {Members: []int{1}, Parts: [2]int{-1, -1}}}
	e.Sets = importance.Result{Clamped: []float64{1}, Inference: &importance.Inference{P: []float64{0.3}, Intervals: make([]importance.Interval, 1)}}
	a := Decide(e)
	if g := a.Groups; g[0].P != a.Overall.P || !g[0].Significant || !g[0].Smallest || !g[1].Reached || g[1].Significant {
		t.Errorf("%+v", g)
	}
}

// TestDecideMethods: of methods without intervals nothing is decided about inputs.
func TestDecideMethods(t *testing.T) {
	a := Decide(Evidence{Result: importance.Result{Raw: []float64{0.2}, Clamped: []float64{0.2}}})
	if a.Overall.Verdict != Unknown || a.Tested || len(a.Inputs) != 1 || a.Inputs[0].Significant || a.Doubts != nil {
		t.Errorf("%+v", a)
	}
}
