package experiments

import (
	"slices"
	"strings"
	"testing"

	"drfvi/experiments/external"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/censored"
	"drfvi/importance/inference"
	"drfvi/internal/linalg"
	"drfvi/mmd"
	"drfvi/results"
	"drfvi/simulate"
)

// TestDoubts checks that it is recorded which inputs may stand in for others, and that rows
// are copies.
func TestDoubts(t *testing.T) {
	for name, copies := range map[string]bool{"doubled": true, "nothing": false} {
		scenario, err := simulate.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		x, y := scenario.Draw(40, 2, 1)
		v := values{numbers: map[results.ValueName][]float64{}}
		v.doubt(importance.Result{Inference: &importance.Inference{StandsIn: []bool{false, true}}},
			opened{Sample: importance.Sample{X: x, Y: y}, names: external.Names("X", 2)})
		if got := v.numbers[results.ValueStandsIn]; !slices.Equal(got, []float64{0, 1}) {
			t.Errorf("%s: inputs that stand in for others %v", name, got)
		}
		if warned := len(v.warnings) == 1 && strings.Contains(v.warnings[0].Error(), "20 rows are in the table 2 times each"); warned != copies {
			t.Errorf("%s: warnings %q", name, v.warnings)
		}
	}
	// Estimators without inference say nothing of inputs.
	scenario, _ := simulate.Named("nothing")
	x, y := scenario.Draw(40, 2, 1)
	v := values{numbers: map[results.ValueName][]float64{}}
	if v.doubt(importance.Result{}, opened{Sample: importance.Sample{X: x, Y: y}, names: external.Names("X", 2)}); len(v.numbers) > 0 {
		t.Errorf("recorded %v", v.numbers)
	}
}

// TestMeasureCensored: the second response says which rows have an event.
func TestMeasureCensored(t *testing.T) {
	scenario, err := simulate.Named("censored")
	if err != nil {
		t.Fatal(err)
	}
	x, y := scenario.Draw(120, 9, 1)
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	measured, err := measureCensored(t.Context(), inference.Standard(30), task, answer.Questions{Alone: true})
	if err != nil {
		t.Fatal(err)
	}
	study := censored.Study{Task: task}
	study.Task.Y = linalg.Columns(y, []int{0})
	for i := range 120 {
		study.Event = append(study.Event, y.At(i, 1) == 1)
	}
	want, err := censored.Ask(t.Context(), inference.Standard(30), study)
	if err != nil {
		t.Fatal(err)
	}
	for j, input := range want.Inputs {
		if got := measured.Result.Clamped[j]; got != input.Importance {
			t.Errorf("x%d: importance %v, expected %v", j+1, got, input.Importance)
		}
	}
}
