package inference

import (
	"context"
	"fmt"
	"math"
	"testing"

	"drfvi/importance"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// TestSetsOfFit: sets of variables change nothing of the variables, a set of one variable is that variable, and
// sets have the importance of their columns as a group.
func TestSetsOfFit(t *testing.T) {
	x, y := lawtest.Bivariate(80, 4, 3)
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 2, Workers: 2}
	infer := func(task importance.Task, sets ...[]int) Answers {
		fit, err := Learn(context.Background(), Standard(30), task, sets...)
		if err != nil {
			t.Fatal(err)
		}
		answers, err := fit.Infer(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return answers
	}
	usual, asked := infer(task), infer(task, []int{2}, []int{0, 3}, []int{0, 1, 2, 3})
	told := func(a Answers) string { return fmt.Sprint(a.Raw, *a.Inference, a.V, a.U, a.Warnings) }
	if told(usual) != told(asked) {
		t.Errorf("sets change\n%s\nto\n%s", told(usual), told(asked))
	}
	sets, in := asked.Sets, usual.Inference
	if sets.Raw[0] != usual.Raw[2] || sets.Inference.P[0] != in.P[2] || sets.Inference.Intervals[0] != in.Intervals[2] {
		t.Errorf("a set of one variable has %v, %v, the variable %v, %v", sets.Raw[0], sets.Inference.P[0], usual.Raw[2], in.P[2])
	}
	task.Groups = [][]int{{0, 3}, {1}, {2}}
	if grouped := infer(task); math.Abs(grouped.Raw[0]-sets.Raw[1]) > 1e-12 || math.Abs(grouped.Inference.P[0]/sets.Inference.P[1]-1) > 1e-9 {
		t.Errorf("a set has the importance %v and p %v, its columns as a group %v and %v", sets.Raw[1], sets.Inference.P[1], grouped.Raw[0], grouped.Inference.P[0])
	}
	if sets.Raw[2] != 1 {
		t.Errorf("all variables have the importance %v", sets.Raw[2])
	}
}

// TestGame compares worths and their errors with the importances of sets of the same forests.
func TestGame(t *testing.T) {
	x, y := lawtest.Bivariate(80, 4, 3)
	stacked := Standard(30)
	stacked.Halves.Trees = 20 // no more than a game has
	fit, err := Learn(context.Background(), stacked, importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 2, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	answers, err := fit.Infer(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	g := fit.Game()
	if err := g.Add(context.Background(), [][]int{{}, {0, 1, 2, 3}, {1, 2, 3}, {0, 1}}); err != nil {
		t.Fatal(err)
	}
	if g.Sets() != 4 || g.Worth(0) != 0 || g.Worth(1) != 1 || math.Abs(1-answers.Raw[0]-g.Worth(2)) > 1e-12 {
		t.Errorf("%d sets, of which none has %v, all %v, all but one %v", g.Sets(), g.Worth(0), g.Worth(1), g.Worth(2))
	}
	values, errors := g.Effects([][]float64{{0, 1, -1, 0}, {0, 0, 0, 0}, {0, 1, 0, -1}})
	if math.Abs(values[0]-answers.Raw[0]) > 1e-12 || values[1] != 0 || errors[0] <= 0 || math.Abs(errors[0]/answers.Inference.SE[0]-1) > 0.2 {
		t.Errorf("an importance is %v (%v), by the game %v (%v)", answers.Raw[0], answers.Inference.SE[0], values[0], errors[0])
	}
	// The forests of a set are those that leave out its complement.
	alone := *fit
	alone.groups, alone.predictedInputs = [][]int{{2, 3}}, nil
	alone.halves.Tests = false
	if err := alone.growOn(context.Background(), fit.learnt.eval); err != nil {
		t.Fatal(err)
	}
	m, err := alone.responses(context.Background(), []int{0})
	if err != nil {
		t.Fatal(err)
	}
	if want := m.phi.average(m.crossTerms[0]) / m.explained; math.Abs(g.Worth(3)-want) > 1e-12 || math.Abs(values[2]-(1-want)) > 1e-12 {
		t.Errorf("a set has the worth %v, expected %v", g.Worth(3), want)
	}
}
