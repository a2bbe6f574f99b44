package experiments

import (
	"context"
	"slices"
	"testing"

	"drfvi/experiments/spec"
	"drfvi/results"
)

// TestTakeTimings takes what an earlier run says of some units, and brings the
// others to its scale.
func TestTakeTimings(t *testing.T) {
	queue := unitsOf(t, parsed(t, minimal))[:3]
	for i := range queue {
		queue[i].cost.Nanoseconds = float64(i+1) * 1e9
	}
	takeTimings(queue, nil)
	if got := queue[1].cost.Nanoseconds; got != 2e9 {
		t.Errorf("%v ns without timings, expected the estimate, 2e9", got)
	}
	takeTimings(queue, []results.Timing{
		{ID: queue[0].id(), Seconds: 5, Workers: 2}, {ID: queue[1].id(), Seconds: 2}, {ID: "another", Seconds: 1000},
	})
	var got []float64
	for _, u := range queue {
		got = append(got, u.cost.Nanoseconds)
	}
	// 12 s where 3 s were estimated.
	if !slices.Equal(got, []float64{10e9, 2e9, 12e9}) {
		t.Errorf("%v ns, expected 1e10, 2e9 and 1.2e10", got)
	}
}

// TestEarlierRun runs first what took least in an earlier run, whatever is estimated.
func TestEarlierRun(t *testing.T) {
	small, large := parsed(t, minimal), parsed(t, minimal, "name: tiny", "name: large", "repetitions: 2", "repetitions: 3")
	specs := []spec.Experiment{small, large}
	done := t.TempDir()
	run1(t, done, 1, specs...)
	from, err := results.Open(done)
	if err != nil {
		t.Fatal(err)
	}
	earlier, err := results.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, seconds := range map[string]float64{"tiny": 100, "large": 1} {
		experiment, err := from.Experiment(name)
		if err != nil {
			t.Fatal(err)
		}
		records, err := from.Records(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := earlier.PutExperiment(experiment); err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			if err := earlier.Put(r, results.Timing{ID: r.ID, Seconds: seconds, Workers: 1}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		earlier *results.Store
		want    []string
	}{{nil, []string{"tiny", "large"}}, {earlier, []string{"large", "tiny"}}} {
		var order []string
		o := Options{Profile: "paper", Out: t.TempDir(), Workers: 1, Earlier: c.earlier, Progress: func(e Event) {
			if e.Kind == ExperimentDone {
				order = append(order, e.Experiment)
			}
		}}
		if err := Run(context.Background(), specs, o); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(order, c.want) {
			t.Errorf("with timings %v: completed in the order %v, expected %v", c.earlier != nil, order, c.want)
		}
	}
}
