package aspects_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/importance/inference"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
	"drfvi/simulate"
)

// responses are d responses that are numbers.
func responses(d int) []aspects.Response {
	var all []aspects.Response
	for k := range d {
		all = append(all, aspects.Response{Name: fmt.Sprint("y", k+1), Columns: []int{k}})
	}
	return all
}

// stacked is the estimator with small forests.
func stacked(t testing.TB, trees, splits int) inference.Stacked {
	t.Helper()
	c := lawtest.Preset(t, "paper", trees)
	c.MTry = forest.MTryAll
	return inference.Stacked{Config: c, Halves: inference.Halves{Splits: splits, Trees: trees, Tests: splits > 0}}
}

func estimate(t testing.TB, e importance.Estimator, task importance.Task, of []aspects.Response) aspects.Report {
	t.Helper()
	fit, err := inference.Learn(context.Background(), e, task)
	if err != nil {
		t.Fatal(err)
	}
	_, r, err := aspects.Infer(context.Background(), fit, of)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestUnits has responses in other units: nothing changes but the thresholds of curves.
// Workers change no bit.
func TestUnits(t *testing.T) {
	x, y := lawtest.Bivariate(150, 3, 5)
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 1}
	plain := estimate(t, stacked(t, 30, 1), task, responses(2))
	task.Workers = 3
	if again := estimate(t, stacked(t, 30, 1), task, responses(2)); !reflect.DeepEqual(plain, again) {
		t.Error("three workers come to other values than one")
	}
	task.Y = mat.DenseCopyOf(y)
	task.Y.Scale(4, y)
	scaled := estimate(t, stacked(t, 30, 1), task, responses(2))
	for k, f := range plain.Findings {
		four := scaled.Findings[k]
		if !floats.EqualApprox(f.Area, four.Area, 1e-9) || !floats.EqualApprox(f.P, four.P, 1e-9) || math.Abs(f.Explained.Value-four.Explained.Value) > 1e-9 {
			t.Errorf("%s: %+v, of responses four times as large %+v", f.Name(plain.Responses), f, four)
		}
	}
	for k, c := range plain.Curves {
		four := scaled.Curves[k]
		if !reflect.DeepEqual(c.Lost, four.Lost) || four.At[3] != 4*c.At[3] || four.CRPS[0] != 4*c.CRPS[0] {
			t.Errorf("curve %d: %+v and %+v", k+1, c, four)
		}
	}
}

// TestDesigns finds what moves in small tables of three designs, and nothing else.
func TestDesigns(t *testing.T) {
	if testing.Short() {
		t.Skip("many forests")
	}
	for name, want := range map[string][]string{
		"motivating": {"mean of y1", "spread of y1", ""},
		"copula":     {"dependence y1–y2", "mean of y1", ""},
		"bivariate":  {"mean of y1", "mean of y2, spread of y2", ""},
	} {
		scenario, err := simulate.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		x, y := scenario.Draw(1000, 3, 4)
		r := estimate(t, stacked(t, 200, 4), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}, responses(scenario.Outputs))
		for j, words := range want {
			moved := r.Words(j)
			slices.Sort(moved)
			if got := strings.Join(moved, ", "); got != words {
				t.Errorf("%s: x%d moves %q, expected %q", name, j+1, got, words)
			}
		}
		for _, c := range r.Curves {
			if c.CRPS[2] > 0.1*math.Max(c.CRPS[0], c.CRPS[1])+1e-3 {
				t.Errorf("%s: scores lost along y%d: %v", name, c.Response+1, c.CRPS)
			}
		}
	}
}

// TestNothing has responses that inputs tell nothing of, one of them constant, and a
// category: nothing is found, and nothing is no number.
func TestNothing(t *testing.T) {
	x, noise := lawtest.Bivariate(120, 3, 5)
	y := mat.NewDense(120, 5, nil)
	for i := range 120 {
		y.Set(i, 0, noise.At((i*37+11)%120, 0))
		y.Set(i, 1, 7)
		y.Set(i, 2+(i*7)%3, 1)
	}
	of := append(responses(2), aspects.Response{Name: "kind", Columns: []int{2, 3, 4}, Levels: true})
	r := estimate(t, stacked(t, 30, 1), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 2, Workers: 2}, of)
	if len(r.Findings) != 10 || r.Findings[8].Name(of) != "levels of kind" || r.Findings[9].Name(of) != "dependence y1–y2" {
		t.Fatalf("%d aspects, %+v", len(r.Findings), r.Findings)
	}
	for _, f := range r.Findings {
		if f.Of[len(f.Of)-1] == 1 && (f.Explained.Value != 0 || !f.Nothing()) {
			t.Errorf("%s, which is constant: %+v", f.Name(of), f.Explained)
		}
		for j, raw := range f.Raw {
			if f.Found(j) || math.IsNaN(raw) || math.IsNaN(f.Area[j]) || f.Area[j] < 0 {
				t.Errorf("%s, input %d: importance %v, area %v, found %v", f.Name(of), j+1, raw, f.Area[j], f.Found(j))
			}
		}
	}
	if len(r.Curves) != 1 { // none of what is constant
		t.Errorf("%+v", r.Curves)
	}
}

func TestErrors(t *testing.T) {
	x, y := lawtest.Bivariate(60, 2, 1)
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Workers: 1}
	fit, err := inference.Learn(context.Background(), stacked(t, 10, 0), task)
	if err != nil {
		t.Fatal(err)
	}
	for d, want := range map[int]string{9: "aspects of 9 targets, expected at most 8", 2: "aspects of a fit without halves of the rows"} {
		if _, _, err := aspects.Infer(context.Background(), fit, responses(d)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}

// TestLeastArea has significant areas: small ones of what is made from residuals may be
// leaks.
func TestLeastArea(t *testing.T) {
	for kind, want := range map[aspects.Kind][2]bool{
		aspects.Mean: {true, true}, aspects.Levels: {true, true}, aspects.Spread: {false, true}, aspects.Shape: {false, true}, aspects.Tails: {false, true}, aspects.Dependence: {false, true},
	} {
		f := aspects.Finding{
			Aspect: aspects.Aspect{Kind: kind, Of: []int{0}}, Explained: importance.Share{Value: 0.1, P: 1e-9},
			P: []float64{1e-9, 1e-9}, Adjusted: []float64{1e-8, 1e-8}, Area: []float64{0.009, 0.011},
		}
		if got := [2]bool{f.Found(0), f.Found(1)}; got != want {
			t.Errorf("%s: areas of 0.009 and 0.011 are found %v, expected %v", kind, got, want)
		}
		f.Explained.P = 0.5
		if f.Found(1) {
			t.Errorf("%s: found where nothing is explained", kind)
		}
	}
}
