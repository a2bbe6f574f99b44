package shapley

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
	"drfvi/simulate"
)

// effects are those of small forests.
func effects(t testing.TB) Effects {
	t.Helper()
	c := lawtest.Preset(t, "paper", 20)
	c.MTry = forest.MTryAll
	return Effects{Config: c}
}

func estimate(t *testing.T, e Effects, task importance.Task) Result {
	t.Helper()
	task.Kernel, task.Seed, task.Workers = mmd.Median, 1, max(task.Workers, 2)
	r, err := e.Estimate(context.Background(), task)
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
	return r
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
	e := effects(t)
	e.Pairs = true
	r := estimate(t, e, importance.Task{X: x, Y: y})
	a, b, same, null := r.Shares[0], r.Shares[1], r.Shares[2], r.Shares[3]
	if math.Abs(a.Value-b.Value) > 0.03 || a.Value < 0.15 {
		t.Errorf("shares of copies %v and %v", a, b)
	}
	if math.Abs(a.Value+b.Value-same.Value) > 3*(a.SE+b.SE+same.SE) || same.SE > 0.1 {
		t.Errorf("shares %v and %v of copies add up to another than %v of what plays their part", a, b, same)
	}
	if math.Abs(null.Value) > 3*null.SE+0.01 || r.Alone[0].Value > 0.1 {
		t.Errorf("share of nothing %v, importance of a copy %v", null, r.Alone[0])
	}
	if pair := r.Pairs[0]; pair.J != 0 || pair.K != 1 || pair.Value > -0.2 || len(r.Pairs) != 6 {
		t.Errorf("pair of copies %v, expected below 0", pair)
	}
	if !r.Exact || r.Sets != 16 {
		t.Errorf("%d sets of 4 variables, exact %v", r.Sets, r.Exact)
	}
	alone := estimate(t, e, importance.Task{X: x, Y: y, Workers: 7})
	if !reflect.DeepEqual([]any{r.Shares, r.Alone, r.Pairs}, []any{alone.Shares, alone.Alone, alone.Pairs}) {
		t.Error("workers change the result")
	}
	grouped := estimate(t, e, importance.Task{X: x, Y: y, Groups: [][]int{{0, 1, 2, 3}}})
	if grouped.Shares[0].Value != 1 || !slices.Contains(grouped.Warnings, importance.OnlyInput) {
		t.Errorf("a single group has %v", grouped)
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
	e := effects(t)
	e.Pairs = true
	if r := estimate(t, e, importance.Task{X: x, Y: y}); r.Pairs[0].Value < 0.5 || math.Abs(r.Shares[0].Value-0.5) > 0.15 {
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
	r := estimate(t, effects(t), importance.Task{X: x, Y: y})
	v := make([]float64, 1<<p)
	for m := range v {
		var columns []int
		for j := range p {
			if m>>j&1 == 1 {
				columns = append(columns, j)
			}
		}
		v[m], _ = s.Explained(r.Gamma, p, columns)
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
	e := effects(t)
	exact := estimate(t, e, importance.Task{X: x, Y: y})
	e.Sampled, e.Sets, e.Pairs = true, 60, true
	r := estimate(t, e, importance.Task{X: x, Y: y})
	if r.Exact || r.Sets < 60 || r.Sets > 90 || len(r.Pairs) != 21 {
		t.Errorf("%d sets, %d pairs", r.Sets, len(r.Pairs))
	}
	for j, s := range r.Shares {
		if math.Abs(s.Value-exact.Shares[j].Value) > 3*s.Sets+1e-3 || s.Sets <= 0 {
			t.Errorf("X%d: %v, from all sets %v", j+1, s, exact.Shares[j])
		}
	}
	few := importance.Task{X: mat.DenseCopyOf(x.Slice(0, 120, 0, 4)), Y: y}
	e.Sets = 1000 // all there are, and more
	all := estimate(t, e, few)
	e.Sampled = false
	for j, s := range estimate(t, e, few).Shares {
		if got := all.Shares[j]; all.Sets != 16 || got.Sets != 0 || math.Abs(got.Value-s.Value) > 1e-9 {
			t.Errorf("X%d: %v from %d random sets of 4 variables, %v from all", j+1, got, all.Sets, s)
		}
	}
}

// TestWorth compares the terms of a set, of rows in clusters and with weights, with
// products of weights of forests and the kernel matrix.
func TestWorth(t *testing.T) {
	ctx := context.Background()
	x, y := lawtest.Bivariate(60, 3, 5)
	e := effects(t)
	e.Config.Trees, e.Config.MinNodeSize = 10, 5
	e.Smooth = e.Config
	e.Smooth.MinNodeSize = 10
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Clusters: make([]int32, 60), Weights: make([]float64, 60), Subsample: 40}
	for i := range 60 {
		task.Clusters[i], task.Weights[i] = int32(i/2), float64(1+i%3)
	}
	kernel, _ := task.ResolveKernel()
	factor, _ := mmd.Cholesky(y, kernel, 1e-12, 60)
	g, err := newGame([]forest.Config{e.Config, e.Smooth}, task, factor, rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	// Centred kernel matrix of all rows.
	total, n := 0.0, 60
	for _, w := range task.Weights {
		total += w
	}
	centring, gram := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for i := range n {
		for k := range n {
			centring.Set(i, k, -task.Weights[k]/total)
			gram.Set(i, k, kernel.At(y.RawRowView(i), y.RawRowView(k)))
		}
		centring.Set(i, i, 1+centring.At(i, i))
	}
	gram.Mul(centring, gram)
	gram.Mul(gram, centring.T())
	columns, err := task.Sample().Columns()
	if err != nil {
		t.Fatal(err)
	}
	eval, _ := task.Evaluation(columns)
	evaluated := eval.Training()
	rows := make([]products, len(evaluated))
	units := make([]int32, 30)
	for number, of := range g.splits {
		rng.New(1).At(number).Named("rows").Source().Perm(units)
		var predictions [2][2]*mat.Dense // by half and configuration, m×n: weights of the table's rows
		for h, s := range of {
			half := slices.Sorted(slices.Values(task.Design().Rows([][]int32{units[:15], units[15:]}[h])))
			for c, grower := range s.growers {
				f, err := grower.Fit(ctx, []int{2}, grower.seed, 1)
				if err != nil {
					t.Fatal(err)
				}
				all := mat.NewDense(len(evaluated), n, nil)
				for _, part := range []struct {
					of     forest.Evaluation
					places []int
				}{{s.own, s.places}, {s.other, of[1-h].places}} {
					w, err := f.Weights(ctx, part.of, 1)
					if err != nil {
						t.Fatal(err)
					}
					for k, at := range part.places {
						for q, i := range half {
							all.Set(at, int(i), w.At(k, q))
						}
					}
				}
				predictions[h][c] = all
			}
		}
		for at, row := range evaluated {
			var p products
			predicted := true
			for a := range 2 {
				predicted = predicted && mat.Sum(predictions[0][a].RowView(at)) > 0 && mat.Sum(predictions[1][a].RowView(at)) > 0
				for _, one := range predictions {
					p.with[a] += mat.Dot(gram.RowView(int(row)), one[a].RowView(at)) / 2
				}
				p.square[a] = mat.Inner(predictions[0][a].RowView(at), gram, predictions[1][a].RowView(at))
				p.cross += mat.Inner(predictions[0][a].RowView(at), gram, predictions[1][1-a].RowView(at)) / 2
			}
			if p.weight = 1; predicted {
				rows[at].add(1, p)
			}
		}
	}
	var all products
	used := 0
	for at := range rows {
		if w := rows[at].weight; w > 0 {
			used++
			mean := products{}
			mean.add(1/w, rows[at])
			rows[at] = mean
			all.add(task.Weights[evaluated[at]], mean)
		}
	}
	a := all.weights()
	w, count, err := g.worth(ctx, set{true, true, false})
	if err != nil || count != used || a == [2]float64{} {
		t.Fatal(err, count, used, a)
	}
	for i, row := range rows {
		if math.Abs(row.gain(a)-w.rows[i]) > 1e-6 {
			t.Errorf("row %d: %v, expected %v", i, w.rows[i], row.gain(a))
		}
	}
}

// TestWeights compares the weights of a stack with those of a grid.
func TestWeights(t *testing.T) {
	src := rng.New(8).Source()
	for range 200 {
		p := products{with: [2]float64{src.Normal(), src.Normal()}, square: [2]float64{src.Normal(), src.Normal()}, cross: src.Normal()}
		a := p.weights()
		if a[0] < 0 || a[1] < 0 || a[0]+a[1] > mostWeight+1e-9 {
			t.Fatalf("weights %v", a)
		}
		const steps = 60
		for i := range steps + 1 {
			for k := range steps + 1 - i {
				if b := [2]float64{mostWeight / steps * float64(i), mostWeight / steps * float64(k)}; p.gain(b) > p.gain(a)+1e-9 {
					t.Fatalf("%v: the gain %v of %v is above %v of %v", p, p.gain(b), b, p.gain(a), a)
				}
			}
		}
	}
}

func TestRefused(t *testing.T) {
	x, y := lawtest.Bivariate(60, 13, 5)
	noise, _ := lawtest.Bivariate(60, 13, 102)
	few := effects(t)
	few.Config.Trees = 4
	sets := effects(t)
	sets.Sets = 20
	for want, c := range map[string]struct {
		e    Effects
		task importance.Task
	}{
		"have no responses":                          {effects(t), importance.Task{X: x, Y: y, Eval: x}},
		"forests of 4 independent trees":             {few, importance.Task{X: x, Y: y}},
		"column 2 is in groups 1 and 2":              {effects(t), importance.Task{X: x, Y: y, Groups: [][]int{{0, 1}, {1, 2}}}},
		"column 3 is in no group":                    {effects(t), importance.Task{X: x, Y: y, Groups: [][]int{{0, 1}}}},
		"20 sets of 13 inputs, expected at least 78": {sets, importance.Task{X: x, Y: y}},
		"no share to take":                           {effects(t), importance.Task{X: noise, Y: y, Groups: [][]int{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}}},
	} {
		c.task.Kernel, c.task.Seed, c.task.Workers = mmd.Median, 1, 1
		if _, err := c.e.Estimate(context.Background(), c.task); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Workers: 1, Progress: func(float64) { cancel() }}
	if _, err := effects(t).Estimate(ctx, task); !errors.Is(err, context.Canceled) {
		t.Errorf("%v after it was cancelled", err)
	}
}
