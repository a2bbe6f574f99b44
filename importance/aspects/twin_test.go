package aspects_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// twin computes aspects from literal weights: by row, one vector of weights of the
// training rows for each tree that predicts it.
type twin struct {
	base [][][]float64
	n    int
}

// votes returns the weights of each tree.
func votes(t *testing.T, f *forest.Forest) [][][]float64 {
	t.Helper()
	leaves, err := f.Leaves(context.Background(), f.Columns.OutOfBag(), 1)
	if err != nil {
		t.Fatal(err)
	}
	all := make([][][]float64, f.Columns.Rows())
	for tree, of := range leaves {
		for i, leaf := range of {
			if leaf >= 0 {
				w := make([]float64, len(all))
				rows := f.Trees[tree].LeafRows(leaf)
				for _, row := range rows {
					w[row] += 1 / float64(len(rows))
				}
				all[i] = append(all[i], w)
			}
		}
	}
	return all
}

// without is y less its ridge regression on the columns of x, scaled.
func without(x *mat.Dense, y []float64) []float64 {
	n, p := x.Dims()
	scaled := mat.NewDense(n, p, nil)
	for j := range p {
		column := mat.Col(nil, j, x)
		mean, sd := stat.MeanStdDev(column, nil)
		for i, v := range column {
			scaled.Set(i, j, (v-mean)/sd)
		}
	}
	var gram, moments, slopes, fitted mat.Dense
	gram.Mul(scaled.T(), scaled)
	for j := range p {
		gram.Set(j, j, gram.At(j, j)+0.01*float64(n))
	}
	moments.Mul(scaled.T(), mat.NewDense(n, 1, slices.Clone(y)))
	if err := slopes.Solve(&gram, &moments); err != nil {
		panic(err)
	}
	fitted.Mul(scaled, &slopes)
	left := slices.Clone(y)
	for i := range left {
		left[i] -= fitted.At(i, 0)
	}
	return left
}

// predicted are Σ_l w_il v_l, the mean over all rows where no tree predicts.
func (w twin) predicted(v []float64) []float64 {
	fitted := make([]float64, w.n)
	for i, trees := range w.base {
		for _, tree := range trees {
			fitted[i] += floats.Dot(tree, v) / float64(len(trees))
		}
		if trees == nil {
			fitted[i] = floats.Sum(v) / float64(w.n)
		}
	}
	return fitted
}

// z returns residuals, and residuals over their predicted size.
func (w twin) z(y []float64) (r, z []float64) {
	r = slices.Clone(y)
	floats.Sub(r, w.predicted(y))
	squares, logs := make([]float64, w.n), make([]float64, w.n)
	for i, v := range r {
		squares[i] = v * v
	}
	mean := floats.Sum(squares) / float64(w.n)
	for i, v := range squares {
		logs[i] = math.Log(v + 0.001*mean)
	}
	rough := w.predicted(logs)
	for i := range squares {
		squares[i] /= math.Exp(rough[i])
	}
	rest, least := w.predicted(squares), 0.2*floats.Sum(squares)/float64(w.n)
	for i, v := range r {
		z = append(z, v/math.Sqrt(math.Exp(rough[i])*math.Max(rest[i], least)))
	}
	return r, z
}

// losses are ‖T_i − prediction‖² of infinite forests, in a kernel given by its matrix,
// and the distances from the mean of all others.
func (w twin) losses(gram *mat.Dense, votes [][][]float64) (loss, none []float64) {
	inner := func(a, b []float64) float64 {
		return mat.Inner(mat.NewVecDense(w.n, a), gram, mat.NewVecDense(w.n, b))
	}
	unit := func(i int) []float64 {
		e := make([]float64, w.n)
		e[i] = 1
		return e
	}
	all := slices.Repeat([]float64{1 / float64(w.n)}, w.n)
	for i, trees := range votes {
		phi, sum, own := unit(i), make([]float64, w.n), 0.0
		for _, tree := range trees {
			floats.Add(sum, tree)
			own += inner(tree, tree)
		}
		k := float64(len(trees))
		loss = append(loss, inner(phi, phi)-2*inner(phi, sum)/k+(inner(sum, sum)-own)/(k*(k-1)))
		floats.Sub(phi, all)
		others := float64(w.n) / float64(w.n-1)
		none = append(none, others*others*inner(phi, phi))
	}
	return loss, none
}

// TestLiterally compares the aspects of Loco with sums over all weights of all trees.
func TestLiterally(t *testing.T) {
	x, y := lawtest.Bivariate(60, 3, 5)
	c := lawtest.Preset(t, "paper", 40)
	c.MinNodeSize = 4
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 5, Workers: 2}
	got := estimate(t, inference.Loco{Config: c, Halves: inference.Halves{Splits: 1, Trees: 20}}, task, responses(2))

	columns, err := forest.NewColumns(x, nil)
	if err != nil {
		t.Fatal(err)
	}
	grower, err := forest.NewGrower(columns, y, c)
	if err != nil {
		t.Fatal(err)
	}
	coupled, err := grower.Couple(context.Background(), nil, [][]int{{0}, {1}, {2}}, uint64(rng.New(5).Named("coupled").At(0)), 1)
	if err != nil {
		t.Fatal(err)
	}
	w := twin{base: votes(t, coupled.Base), n: 60}
	linear := func(v []float64) *mat.Dense {
		gram := mat.NewDense(w.n, w.n, nil)
		gram.Apply(func(i, j int, _ float64) float64 { return v[i] * v[j] }, gram)
		return gram
	}
	absolute := func(v []float64) []float64 {
		all := make([]float64, len(v))
		for i := range v {
			all[i] = math.Abs(v[i])
		}
		return all
	}
	spread := func(r []float64) []float64 {
		skew, all := 0.0, absolute(r)
		for _, v := range r {
			skew -= math.Copysign(1/float64(w.n), v)
		}
		for i, v := range r {
			all[i] += skew * v
		}
		return all
	}
	var grams []*mat.Dense
	var scaled [][]float64
	for k := range 2 {
		column := mat.Col(nil, k, y)
		r, z := w.z(without(x, column))
		scaled = append(scaled, z)
		kernel, err := mmd.Median.Resolve(mat.NewDense(w.n, 1, slices.Clone(z)))
		if err != nil {
			t.Fatal(err)
		}
		gaussian := mat.NewDense(w.n, w.n, nil)
		gaussian.Apply(func(i, j int, _ float64) float64 { return kernel.At(z[i:i+1], z[j:j+1]) }, gaussian)
		outside, sorted := make([]float64, w.n), absolute(z)
		slices.Sort(sorted)
		for i, v := range absolute(z) {
			if v > sorted[w.n*95/100-1] {
				outside[i] = 1
			}
		}
		if floats.Sum(outside) != 3 {
			t.Errorf("%v rows of 60 are tails", floats.Sum(outside))
		}
		grams = append(grams, linear(column), linear(spread(r)), gaussian, linear(outside))
	}
	product := slices.Clone(scaled[0])
	floats.Mul(product, scaled[1])
	grams = append(grams, linear(product))
	for _, curve := range got.Curves {
		for _, at := range curve.At {
			below := make([]float64, w.n)
			for i, v := range mat.Col(nil, curve.Response, y) {
				if v <= at {
					below[i] = 1
				}
			}
			grams = append(grams, linear(below))
		}
	}
	places := len(grams)
	for k, gram := range grams {
		loss, none := w.losses(gram, w.base)
		explained := floats.Sum(none) - floats.Sum(loss)
		for j := range 3 {
			reduced, _ := w.losses(gram, votes(t, coupled.Without(j)))
			lost := floats.Sum(reduced) - floats.Sum(loss)
			if k >= len(got.Findings) { // of a curve
				of, at := got.Curves[0], k-len(got.Findings)
				if at >= len(of.At) {
					of, at = got.Curves[1], at-len(of.At)
				}
				if want := lost / 60; explained > 0 && math.Abs(of.Lost[j][at]-want) > 1e-6*(1+math.Abs(want)) {
					t.Errorf("curve %d at %v, input %d: %v, literally %v", of.Response+1, of.At[at], j+1, of.Lost[j][at], want)
				}
				continue
			}
			f, tolerance := got.Findings[k], 1e-6
			if f.Kind == "shape" { // its coordinates are not exact
				tolerance = 0.02
			}
			if want := explained / floats.Sum(none); math.Abs(f.Explained.Learnt-want) > tolerance {
				t.Errorf("%s: explained %v, literally %v", f.Name(got.Responses), f.Explained.Learnt, want)
			}
			want := 0.0
			if explained > 0 {
				want = lost / explained
			}
			if share := explained / floats.Sum(none); math.Abs(f.Raw[j]-want)*math.Max(share, 0) > tolerance*(1+math.Abs(want)) {
				t.Errorf("%s, input %d: importance %v, literally %v", f.Name(got.Responses), j+1, f.Raw[j], want)
			}
		}
	}
	if places < 9+2*5 {
		t.Errorf("%d targets", places)
	}
}
