package importance_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// TestIncompleteTask leaves out what a Task needs, one after the other.
func TestIncompleteTask(t *testing.T) {
	x, y := lawtest.Bivariate(100, 3, 1)
	c := lawtest.Preset(t, "paper", 4)
	for _, test := range []struct {
		task importance.Task
		want string
	}{
		{importance.Task{}, "importance: Task.X is nil, expected the inputs, n×p"},
		{importance.Task{X: x}, "importance: Task.Y is nil, expected the responses, n×d"},
		{importance.Task{X: x, Y: y}, "importance: Task with fewer than one worker"},
		{importance.Task{X: x, Y: y, Workers: 1}, "importance: the Task has no kernel: set Kernel, for example to mmd.Median"},
		{importance.Task{X: x, Y: y, Workers: 1, Groups: [][]int{{2, 2}}}, "importance: group 1 has column 3 twice"},
		{importance.Task{X: x, Y: y, Workers: 1, Kernel: mmd.Median}, ""},
		{importance.Task{X: x, Y: y, Workers: 1, Kernel: mmd.Gamma(0.5)}, ""},
		{importance.Task{X: x, Y: y, Workers: 1, Kernel: mmd.Gamma(-1)}, `kernel "-1": expected a positive finite number`},
		{importance.Task{X: x, Y: y, Workers: 1, Kernel: ownKernel(2)}, ""},
		{importance.Task{X: x, Y: y, Workers: 1, Kernel: ownKernel(0)}, `importance: kernel "own" has gamma 0 for these responses, expected a positive finite number`},
	} {
		for _, e := range []importance.Estimator{importance.Retrain{Config: c}, importance.Coupled{Config: c}, importance.Projected{Config: c}} {
			if got := complaint(func() error {
				_, err := e.Estimate(context.Background(), test.task)
				return err
			}); got != test.want {
				t.Errorf("%s: %q, expected %q", e.Name(), got, test.want)
			}
		}
	}
	e := importance.Coupled{Config: c}
	task := importance.Task{X: x, Y: y, Workers: 1, Kernel: mmd.Median}
	for _, test := range []struct {
		task importance.Task
		test *importance.Test
		want string
	}{
		{importance.Task{}, nil, "importance: Task.X is nil"},
		{task, &importance.Test{}, "importance: Test without X or Y"},
		{task, nil, ""},
	} {
		got := complaint(func() error {
			_, err := importance.Eliminate(context.Background(), e, test.task, test.test)
			return err
		})
		if !strings.HasPrefix(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("eliminate: %q, expected %q", got, test.want)
		}
	}
}

// ownKernel is a rule that mmd does not have.
type ownKernel float64

func (ownKernel) String() string { return "own" }

func (k ownKernel) Resolve(*mat.Dense) (mmd.Kernel, error) { return mmd.Kernel{Gamma: float64(k)}, nil }

// complaint returns what do panics with or the error it returns.
func complaint(do func() error) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	if err := do(); err != nil {
		return err.Error()
	}
	return ""
}

// TestNames checks that what an estimator is called is what it is registered as.
func TestNames(t *testing.T) {
	for want, e := range map[string]importance.Estimator{
		"retrain": importance.Retrain{}, "coupled": importance.Coupled{},
		"projected": importance.Projected{}, "projected-unbiased": importance.Projected{Unbiased: true},
	} {
		if e.Name() != want {
			t.Errorf("%q, expected %q", e.Name(), want)
		}
	}
}
