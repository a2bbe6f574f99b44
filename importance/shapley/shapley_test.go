package shapley

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
	"drfvi/simulate"
)

// divide divides what small forests explain, without tests.
func divide(t testing.TB, e Effects, task importance.Task) (Result, importance.Result) {
	t.Helper()
	task.Kernel, task.Seed, task.Workers = mmd.Median, 1, max(task.Workers, 2)
	stacked := Estimator{Config: inference.Config(40)}.stacked()
	fit, err := e.Learn(context.Background(), stacked, task)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := fit.Infer(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.Divide(context.Background(), fit, answers.Result, task.Report)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, s := range r.Shares {
		sum += s.Value
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("shares add up to %v, expected 1", sum)
	}
	return r, answers.Result
}

// literal computes shares from the values of all sets, by their definition: bit j of
// a set's place reports whether variable j is in it.
func literal(p int, v []float64) []float64 {
	shares, factorial := make([]float64, p), []float64{1}
	for k := range p {
		factorial = append(factorial, factorial[k]*float64(k+1))
	}
	for j := range p {
		for m := range v {
			if m>>j&1 == 1 {
				continue
			}
			size := 0
			for k := range p {
				size += m >> k & 1
			}
			shares[j] += factorial[size] * factorial[p-1-size] / factorial[p] * (v[m|1<<j] - v[m]) / v[1<<p-1]
		}
	}
	return shares
}

// place is that of a set for literal.
func place(s set) int {
	at := 0
	for j, in := range s {
		if in {
			at |= 1 << j
		}
	}
	return at
}

// TestDefinition compares what all sets solve with the definition, for any values, and
// random sets for values that they must solve without error: of an additive game and
// one of the size.
func TestDefinition(t *testing.T) {
	src := rng.New(1).Source()
	for p := 1; p <= 6; p++ {
		v := make([]float64, 1<<p)
		for m := range v[1:] {
			v[m+1] = src.Float64()
		}
		d := newScheme(p, true, rng.New(2))
		agree(t, d, v, literal(p, v))
	}
	const p = 8
	v := make([]float64, 1<<p)
	for m := range v {
		size := 0.0
		for j := range p {
			if m>>j&1 == 1 {
				v[m] += float64(j)
				size++
			}
		}
		v[m] += math.Sqrt(size)
	}
	d := newScheme(p, false, rng.New(2))
	if !d.draw(20) || len(d.sets) < 20 {
		t.Errorf("%d sets drawn", len(d.sets))
	}
	agree(t, d, v, literal(p, v))
}

func agree(t *testing.T, d *scheme, v, want []float64) {
	t.Helper()
	c, got := d.solution(), make([]float64, d.p)
	for j := range got {
		for m, s := range d.sets {
			got[j] += c.At(j, m) * v[place(s)] / v[len(v)-1]
		}
	}
	if !floats.EqualApprox(got, want, 1e-9) {
		t.Errorf("%d variables: %v, expected %v", d.p, got, want)
	}
}

// TestLaws has two inputs that tell the same, one that tells something else, and one
// that does nothing.
func TestLaws(t *testing.T) {
	x, y := copies(200)
	r, usual := divide(t, Effects{Pairs: true}, importance.Task{X: x, Y: y})
	a, b, same, null := r.Shares[0], r.Shares[1], r.Shares[2], r.Shares[3]
	if math.Abs(a.Value-b.Value) > 0.03 || a.Value < 0.15 {
		t.Errorf("shares of copies %v and %v", a, b)
	}
	if math.Abs(a.Value+b.Value-same.Value) > 3*(a.SE+b.SE+same.SE) || same.SE > 0.1 {
		t.Errorf("shares %v and %v of copies add up to another than %v of what plays their part", a, b, same)
	}
	if math.Abs(null.Value) > 3*null.SE+0.01 || usual.Raw[0] > 0.1 {
		t.Errorf("share of nothing %v, importance of a copy %v", null, usual.Raw[0])
	}
	if pair := r.Pairs[0]; pair.J != 0 || pair.K != 1 || pair.Value > -0.2 || len(r.Pairs) != 6 {
		t.Errorf("pair of copies %v, expected below 0", pair)
	}
	if !r.Exact || r.Sets != 16 {
		t.Errorf("%d sets of 4 variables, exact %v", r.Sets, r.Exact)
	}
	again, _ := divide(t, Effects{Pairs: true}, importance.Task{X: x, Y: y, Workers: 7})
	if !reflect.DeepEqual(r, again) {
		t.Error("workers change the result")
	}
	grouped, of := divide(t, Effects{}, importance.Task{X: x, Y: y, Groups: [][]int{{0, 1, 2, 3}}})
	if grouped.Shares[0].Value != 1 || of.Raw[0] != 1 {
		t.Errorf("a single group has %v, importance %v", grouped, of.Raw)
	}
}

// TestTwoInputs: of two inputs a share is half of the importance and half of what is explained
// alone, and the value of the pair is 1 less both importances; their errors are those of the
// importances.
func TestTwoInputs(t *testing.T) {
	x, y := lawtest.Bivariate(120, 2, 5)
	r, usual := divide(t, Effects{Pairs: true}, importance.Task{X: x, Y: y})
	for j, s := range r.Shares {
		if want := (1 + usual.Raw[j] - usual.Raw[1-j]) / 2; math.Abs(s.Value-want) > 1e-12 {
			t.Errorf("X%d has the share %v, expected %v", j+1, s.Value, want)
		}
	}
	if want := usual.Raw[0] + usual.Raw[1] - 1; math.Abs(r.Pairs[0].Value-want) > 1e-12 {
		t.Errorf("the pair has the value %v, expected %v", r.Pairs[0].Value, want)
	}
}

// copies draws a response of X1 = X2 and X3; X4 does nothing.
func copies(n int) (x, y *mat.Dense) {
	src := rng.New(4).Source()
	x, y = mat.NewDense(n, 4, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		for j := range 4 {
			x.Set(i, j, src.Normal())
		}
		x.Set(i, 1, x.At(i, 0))
		y.Set(i, 0, x.At(i, 0)+x.At(i, 2)+0.3*src.Normal())
	}
	return x, y
}

// TestInteraction has two inputs that tell nothing but together.
func TestInteraction(t *testing.T) {
	src := rng.New(5).Source()
	const n = 400
	x, y := mat.NewDense(n, 2, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		a, b := src.Float64(), src.Float64()
		x.SetRow(i, []float64{a, b})
		if (a > 0.4) != (b > 0.6) { // trees see no split where halves are even
			y.Set(i, 0, 1)
		}
		y.Set(i, 0, y.At(i, 0)+0.1*src.Normal())
	}
	if r, _ := divide(t, Effects{Pairs: true}, importance.Task{X: x, Y: y}); r.Pairs[0].Value < 0.5 || math.Abs(r.Shares[0].Value-0.5) > 0.15 {
		t.Errorf("pair %v, shares %v: expected above 0, and halves", r.Pairs[0], r.Shares)
	}
}

// TestClosedForm compares with a population; forests have yet to learn some of it.
func TestClosedForm(t *testing.T) {
	s, err := simulate.Named("linear-correlated")
	if err != nil {
		t.Fatal(err)
	}
	const p = 4
	x, y := s.Draw(400, p, 3)
	r, usual := divide(t, Effects{}, importance.Task{X: x, Y: y})
	v := make([]float64, 1<<p)
	for m := range v {
		var columns []int
		for j := range p {
			if m>>j&1 == 1 {
				columns = append(columns, j)
			}
		}
		v[m], _ = s.Explained(usual.Gamma, p, columns)
	}
	for j, want := range literal(p, v) {
		if got := r.Shares[j]; math.Abs(got.Value-want) > 3*got.SE+0.02 {
			t.Errorf("X%d: %v, expected %v", j+1, got, want)
		}
	}
}

// TestSampled compares random sets with all.
func TestSampled(t *testing.T) {
	x, y := lawtest.Bivariate(120, 7, 5)
	exact, _ := divide(t, Effects{}, importance.Task{X: x, Y: y})
	r, _ := divide(t, Effects{Sampled: true, Sets: 60, Pairs: true}, importance.Task{X: x, Y: y})
	if r.Exact || r.Sets < 60 || r.Sets > 90 || len(r.Pairs) != 21 {
		t.Errorf("%d sets, %d pairs", r.Sets, len(r.Pairs))
	}
	for j, s := range r.Shares {
		if math.Abs(s.Value-exact.Shares[j].Value) > 3*s.Sets+1e-3 || s.Sets <= 0 {
			t.Errorf("X%d: %v, from all sets %v", j+1, s, exact.Shares[j])
		}
	}
	few := importance.Task{X: mat.DenseCopyOf(x.Slice(0, 120, 0, 4)), Y: y}
	all, _ := divide(t, Effects{Sampled: true, Sets: 1000}, few) // all there are, and more
	exact, _ = divide(t, Effects{}, few)
	for j, s := range exact.Shares {
		if got := all.Shares[j]; all.Sets != 16 || got.Sets != 0 || math.Abs(got.Value-s.Value) > 1e-9 {
			t.Errorf("X%d: %v from %d random sets of 4 variables, %v from all", j+1, got, all.Sets, s)
		}
	}
}

// TestNothing has inputs that predict no better than none.
func TestNothing(t *testing.T) {
	_, y := lawtest.Bivariate(60, 13, 5)
	noise, _ := lawtest.Bivariate(60, 13, 102)
	task := importance.Task{X: noise, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 1}
	task.Groups = [][]int{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {12}}
	r, err := Estimator{Config: inference.Config(20)}.Estimate(context.Background(), task)
	if err != nil || r.Denominator > 0 {
		t.Fatal(r.Denominator, err)
	}
	for j, raw := range r.Raw {
		if i := r.Inference.Intervals[j]; raw != 0 || i.Low != 0 || i.High != 1 || i.Coverage.Level() != 0.95 {
			t.Errorf("share %d is %v, %v: expected 0, unknown", j+1, raw, i)
		}
	}
	for p, pairs := range map[int]int{2: 1, 13: MostPairs * (MostPairs - 1) / 2} {
		if n := (Effects{Pairs: true}).ofNothing(p, importance.Reach{}); len(n.Pairs) != pairs || n.Pairs[0].K != 1 || n.Pairs[0].Interval.Low != -1 {
			t.Errorf("%d inputs have the pairs %v", p, n.Pairs)
		}
	}
}

func TestRefused(t *testing.T) {
	x, y := lawtest.Bivariate(60, 13, 5)
	for want, c := range map[string]struct {
		e    Effects
		task importance.Task
	}{
		"have no responses":                          {Effects{}, importance.Task{X: x, Y: y, Eval: x}},
		"column 2 is in groups 1 and 2":              {Effects{}, importance.Task{X: x, Y: y, Groups: [][]int{{0, 1}, {1, 2}}}},
		"column 3 is in no group":                    {Effects{}, importance.Task{X: x, Y: y, Groups: [][]int{{0, 1}}}},
		"20 sets of 13 inputs, expected at least 78": {Effects{Sets: 20}, importance.Task{X: x, Y: y}},
	} {
		c.task.Kernel, c.task.Seed, c.task.Workers = mmd.Median, 1, 1
		stacked := Estimator{Config: inference.Config(20)}.stacked()
		_, err := c.e.Learn(context.Background(), stacked, c.task)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Workers: 1, Progress: func(share float64) {
		if share > beforehand {
			cancel()
		}
	}}
	if _, err := (Estimator{Config: inference.Config(20)}).Estimate(ctx, task); !errors.Is(err, context.Canceled) {
		t.Errorf("%v after it was cancelled", err)
	}
}
