package answer

import (
	"context"
	"math"
	"testing"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/mmd"
	"drfvi/simulate"
)

// TestInteractions: p-values of pairs are adjusted as those of inputs are, none is below that of no
// effect at all, and intervals of what is not significant begin at 0.
func TestInteractions(t *testing.T) {
	pairs := []inference.Interaction{
		{Inputs: [2]int{0, 1}, P: 1e-4, Mean: 1e-4, Spread: 1, Gain: 0.2, Interval: importance.Interval{Low: 0.1, High: 0.3}, Explained: 0.5},
		{Inputs: [2]int{0, 2}, P: 0.03, Mean: 1, Spread: 0.01, Gain: 0.1, Interval: importance.Interval{Low: 0.05, High: 0.2}},
		{Inputs: [2]int{1, 2}, P: 0.5, Mean: 0.5, Spread: 0.5},
	}
	e := evidence(1e-6, []float64{1e-8, 0.4}, []float64{1e-9, 0.5}, 1e-5)
	e.Interactions = pairs
	for adjustment, want := range map[Adjustment][]float64{Holm: {3e-4, 0.06, 0.5}, Unadjusted: {1e-4, 0.03, 0.5}} {
		e.Adjustment = adjustment
		a := Decide(e)
		for k, i := range a.Interactions {
			if math.Abs(i.Adjusted-want[k]) > 1e-12 || i.Significant != (want[k] <= 0.05) || !i.Significant && i.Interval.Low != 0 {
				t.Errorf("%s: %+v, want p = %v", adjustment, i, want[k])
			}
		}
		if !a.Interactions[0].OnMean || a.Interactions[1].OnMean || a.Interactions[0].Gain != 0.2 || a.Interactions[0].Explained != 0.5 {
			t.Errorf("%s: %+v", adjustment, a.Interactions)
		}
	}
	e = evidence(0.3, []float64{0.02, 0.6}, []float64{0.02, 0.5}, 0.04)
	e.Interactions = pairs
	for _, i := range Decide(e).Interactions {
		if i.Significant {
			t.Errorf("where there is no effect: %+v", i)
		}
	}
}

// TestAskInteractions asks for pairs, and does not get them without.
func TestAskInteractions(t *testing.T) {
	scenario, err := simulate.Named("bivariate")
	if err != nil {
		t.Fatal(err)
	}
	x, y := scenario.Draw(80, 3, 1)
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	for _, asked := range []bool{false, true} {
		answers, err := Ask(context.Background(), inference.Standard(30), task, Questions{Interactions: asked})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(answers.Interactions); asked && got != 3 || !asked && answers.Interactions != nil {
			t.Errorf("asked %v: %d pairs of three inputs", asked, got)
		}
	}
}
