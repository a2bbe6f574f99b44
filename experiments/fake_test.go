package experiments

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"drfvi/experiments/spec"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/par"
	"drfvi/internal/rng"
	"drfvi/methods"
	"drfvi/methods/method"
)

// fake is an estimator whose values depend on all that they may depend on, and
// on nothing else.
type fake struct {
	Config forest.Config `json:"config"`
	Wait   time.Duration `json:"wait"`
	Mood   string        `json:"mood"`
}

func (fake) Name() string { return "fake" }

func (f fake) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	n, p := task.X.Dims()
	result := importance.Result{Raw: make([]float64, p), Forests: 1, Denominator: 2, Aggregation: "none"}
	bias := float64(f.Config.Trees)
	result.Bias = &bias
	switch f.Mood {
	case "panics":
		return importance.Result{}, par.Do(ctx, 3, 3, func(_, _ int) { panic("out of temper") })
	case "fails":
		return importance.Result{}, errors.New("no mood for it")
	case "nan":
		var zero float64
		result.Raw[1] = zero / zero
		result.Clamped = slices.Clone(result.Raw)
		return result, nil
	case "waits":
		<-ctx.Done()
		return importance.Result{}, ctx.Err()
	}
	result.Warnings = []error{errors.New("this is a fake")}
	time.Sleep(f.Wait)
	root := rng.New(task.Seed).Named(task.Kernel.String()).At(task.Subsample)
	err := par.Do(ctx, task.Workers, p, func(_, j int) {
		sum := 0.0
		for i := range n {
			sum += task.X.At(i, j) * task.Y.At(i, 0)
		}
		result.Raw[j] = sum/float64(n) + root.At(j).Source().Normal()
	})
	result.Clamped = slices.Clone(result.Raw)
	task.Progress(0.5)
	task.Progress(1)
	return result, err
}

func (f fake) Cost(s importance.Size) importance.Cost {
	bytes := 1000.0
	if f.Mood == "large" {
		bytes = 1e13
	}
	return importance.Cost{Work: 9 * float64(f.Config.Trees*s.Rows*s.Inputs), Bytes: bytes}
}

func newFake(mood string, wait time.Duration) func(methods.Settings) (importance.Estimator, error) {
	return func(s methods.Settings) (importance.Estimator, error) {
		c, err := s.Config()
		return fake{c, wait, mood}, err
	}
}

// fakes are methods for tests only.
var fakes = []methods.Method{
	{Facts: method.Facts{Name: "fake", UsesPreset: true, UsesKernel: true}, New: newFake("", 0)},
	{Facts: method.Facts{Name: "fake-slow", UsesPreset: true, UsesKernel: true}, New: newFake("", 4*time.Millisecond)},
	{Facts: method.Facts{Name: "fake-preset", UsesPreset: true}, New: newFake("", 0)},
	{Facts: method.Facts{Name: "fake-panics", UsesPreset: true}, New: newFake("panics", 0)},
	{Facts: method.Facts{Name: "fake-fails", UsesPreset: true}, New: newFake("fails", 0)},
	{Facts: method.Facts{Name: "fake-large", UsesPreset: true}, New: newFake("large", 0)},
	{Facts: method.Facts{Name: "fake-nan", UsesPreset: true}, New: newFake("nan", 0)},
	{Facts: method.Facts{Name: "fake-waits", UsesPreset: true}, New: newFake("waits", 0)},
	{
		Facts: method.Facts{Name: "fake-plain", Univariate: true},
		New: func(s methods.Settings) (importance.Estimator, error) {
			return fake{Config: forest.Config{Trees: s.Trees}}, nil
		},
	},
}

func init() {
	for _, m := range fakes {
		m.Versions = map[string]string{"fake": "1"}
		registered = append(registered, m)
	}
}

// runVariable names the environment variable that makes the test binary run
// the slow specification into the directory it names, to be killed.
const runVariable = "DRFVI_TEST_RUN_INTO"

func TestMain(m *testing.M) {
	if dir := os.Getenv(runVariable); dir != "" {
		experiment, err := Parse("slow.yaml", []byte(slow))
		if err == nil {
			err = Run(context.Background(), []spec.Experiment{experiment}, Options{Profile: "paper", Out: dir, Workers: 2})
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
