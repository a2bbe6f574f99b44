package inference

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// literal computes with elements Σ_i a_i φ(Y_i) of the kernel's Hilbert space by
// their weights a, one for each row of the table, and the whole kernel matrix.
type literal struct {
	x    *mat.Dense
	gram *mat.Dense
	n    int
}

// ballots are what the independent trees, or groups of dependent trees, that predict
// a row say of it: by row, one element each.
type ballots [][][]float64

func newLiteral(t testing.TB, x, y *mat.Dense) (literal, mmd.Kernel) {
	t.Helper()
	kernel, err := mmd.Median.Resolve(y)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := y.Dims()
	gram := mat.NewDense(n, n, nil)
	gram.Apply(func(i, j int, _ float64) float64 {
		return kernel.At(y.RawRowView(i), y.RawRowView(j))
	}, gram)
	return literal{x, gram, n}, kernel
}

func (l literal) inner(a, b []float64) float64 {
	return mat.Inner(mat.NewVecDense(l.n, a), l.gram, mat.NewVecDense(l.n, b))
}

// phi returns the responses of some rows.
func (l literal) phi(rows []int32) [][]float64 {
	phi := make([][]float64, len(rows))
	for k, i := range rows {
		phi[k] = make([]float64, l.n)
		phi[k][i] = 1
	}
	return phi
}

// votes returns what the trees of a forest on the training rows say of other rows;
// of the same rows, out-of-bag.
func (l literal) votes(f *forest.Forest, training, rows []int32) ballots {
	return l.votesBy(f, training, rows, func(tree, k int) []int32 {
		t := &f.Trees[tree]
		return t.LeafRows(t.LeafOf(l.x.RawRowView(int(rows[k]))))
	})
}

// votesBy returns the votes for the rows by which each tree predicts each row.
func (l literal) votesBy(f *forest.Forest, training, rows []int32, predicting func(tree, k int) []int32) ballots {
	size := f.Config.GroupSize
	all := make(ballots, len(rows))
	for k, i := range rows {
		for first := 0; first < len(f.Trees); first += size {
			if own := slices.Index(training, i); own >= 0 && slices.Contains(f.Trees[first].Drawn, int32(own)) {
				continue
			}
			vote := make([]float64, l.n)
			for t := first; t < first+size; t++ {
				leaf := predicting(t, k)
				for _, m := range leaf {
					vote[training[m]] += 1 / float64(len(leaf)*size)
				}
			}
			all[k] = append(all[k], vote)
		}
	}
	return all
}

// of returns what votes for weights of rows say of elements of those rows.
func (v ballots) of(elements [][]float64, rows []int32) ballots {
	moved := make(ballots, len(v))
	for k := range v {
		for _, vote := range v[k] {
			sum := make([]float64, len(vote))
			for m, i := range rows {
				floats.AddScaled(sum, vote[i], elements[m])
			}
			moved[k] = append(moved[k], sum)
		}
	}
	return moved
}

// means returns the predictions, nil for rows of fewer than two votes.
func (v ballots) means() [][]float64 {
	means := make([][]float64, len(v))
	for k, of := range v {
		if len(of) < 2 {
			continue
		}
		means[k] = make([]float64, len(of[0]))
		for _, vote := range of {
			floats.AddScaled(means[k], 1/float64(len(of)), vote)
		}
	}
	return means
}

// infinite returns the inner products of predictions of infinite forests, by row:
// means over all pairs of different votes.
func (l literal) infinite(a, b ballots) []float64 {
	products := make([]float64, len(a))
	for i := range a {
		for t, v := range b[i] {
			image := mat.NewVecDense(l.n, nil)
			image.MulVec(l.gram, mat.NewVecDense(l.n, v))
			for s, u := range a[i] {
				if s != t {
					products[i] += floats.Dot(u, image.RawVector().Data) / float64(len(a[i])*(len(a[i])-1))
				}
			}
		}
	}
	return products
}

// centred returns elements less their mean over the rows in use; nil for others.
func centred(elements [][]float64, use []bool) [][]float64 {
	count := 0.0
	for _, ok := range use {
		if ok {
			count++
		}
	}
	var mean []float64
	for k, ok := range use {
		if ok {
			if mean == nil {
				mean = make([]float64, len(elements[k]))
			}
			floats.AddScaled(mean, 1/count, elements[k])
		}
	}
	moved := make([][]float64, len(elements))
	for k, ok := range use {
		if ok {
			moved[k] = make([]float64, len(mean))
			floats.SubTo(moved[k], elements[k], mean)
		}
	}
	return moved
}

// stack is a stack of forests: weights found by coordinate descent.
type stack struct {
	weights    []float64
	terms      []float64 // of V
	prediction [][]float64
}

func (l literal) stack(target [][]float64, use []bool, forests []ballots, calibrate bool) stack {
	K, count := len(forests), 0.0
	phi, predictions := centred(target, use), make([][][]float64, K)
	for k, v := range forests {
		predictions[k] = centred(v.means(), use)
	}
	for _, ok := range use {
		if ok {
			count++
		}
	}
	products := func(a, b int) []float64 {
		terms := make([]float64, len(use))
		unbiased := l.infinite(forests[a], forests[a])
		plain := forests[a].means()
		for i, ok := range use {
			if !ok {
				continue
			}
			terms[i] = l.inner(predictions[a][i], predictions[b][i])
			if a == b {
				terms[i] += unbiased[i] - l.inner(plain[i], plain[i])
			}
		}
		return terms
	}
	s := stack{weights: make([]float64, K), terms: make([]float64, len(use)), prediction: make([][]float64, len(use))}
	if !calibrate {
		s.weights[0] = 1
		square := l.infinite(forests[0], forests[0])
		plain := forests[0].means()
		for i, ok := range use {
			if !ok {
				continue
			}
			others := slices.Clone(target[i])
			for m, ok := range use {
				if ok && m != i {
					floats.AddScaled(others, -1/(count-1), target[m])
				}
			}
			s.terms[i] = l.inner(others, others) - (l.inner(target[i], target[i]) - 2*l.inner(target[i], plain[i]) + square[i])
		}
	} else {
		with, of, varies := make([]float64, K), mat.NewDense(K, K, nil), make([]bool, K)
		for a := range K {
			finite := 0.0
			for i, ok := range use {
				if ok {
					with[a] += l.inner(phi[i], predictions[a][i]) / count
					finite += l.inner(predictions[a][i], predictions[a][i]) / count
				}
			}
			for b := range K {
				of.Set(a, b, floats.Sum(products(a, b))/count)
			}
			varies[a] = of.At(a, a) > 0.1*(finite-of.At(a, a))
		}
		// Sums over pairs of different trees need not be squares, so that there may be
		// several maxima.
		most := 0.0
		for start := range K + 1 {
			w := make([]float64, K)
			if start < K {
				w[start] = 10
			}
			for moved := 1.0; moved > 1e-14; {
				moved = 0
				for a := range K {
					left := with[a] + of.At(a, a)*w[a]
					for b := range K {
						left -= of.At(a, b) * w[b]
					}
					next := max(left/of.At(a, a), 0)
					if !varies[a] {
						next = 0
					}
					moved = max(moved, math.Abs(next-w[a]))
					w[a] = next
				}
			}
			v := mat.NewVecDense(K, w)
			if gain := 2*floats.Dot(with, w) - mat.Inner(v, of, v); gain > most {
				most, s.weights = gain, w
			}
		}
		for a := range K {
			for b := range K {
				for i, v := range products(a, b) {
					s.terms[i] -= s.weights[a] * s.weights[b] * v
				}
			}
			for i, ok := range use {
				if ok {
					s.terms[i] += 2 * s.weights[a] * l.inner(phi[i], predictions[a][i])
				}
			}
		}
	}
	for i, ok := range use {
		if ok {
			s.prediction[i] = make([]float64, l.n)
			for k := range K {
				floats.AddScaled(s.prediction[i], s.weights[k], predictions[k][i])
			}
		}
	}
	return s
}

// shared returns ⟨prediction, prediction without⟩ of infinite forests by row.
func (l literal) shared(s, without stack, full, reduced []ballots, use []bool) []float64 {
	terms := make([]float64, len(use))
	for i, ok := range use {
		if ok {
			terms[i] = l.inner(s.prediction[i], without.prediction[i])
		}
	}
	for k := range full {
		infinite, a, b := l.infinite(full[k], reduced[k]), full[k].means(), reduced[k].means()
		for i, ok := range use {
			if ok {
				terms[i] += s.weights[k] * without.weights[k] * (infinite[i] - l.inner(a[i], b[i]))
			}
		}
	}
	return terms
}

// side is an ensemble on some rows and its predictions of them, out-of-bag.
type side struct {
	rows    []int32
	forest  *forest.Coupled
	use     []bool
	votes   []ballots
	stack   stack
	without []stack
	reduced [][]ballots
	index   *literalIndex // of calibrated sides
	groups  [][]int
}

func (l literal) side(t testing.TB, y *mat.Dense, rows []int32, c forest.Config, groups [][]int, calibrate bool, seed rng.Seed) side {
	t.Helper()
	s := side{rows: rows, use: make([]bool, len(rows))}
	sample := importance.Sample{X: l.x, Y: y}.Choose(rows)
	columns, err := forest.NewColumns(sample.X, nil)
	if err != nil {
		t.Fatal(err)
	}
	grower, err := forest.NewGrower(columns, sample.Y, c)
	if err != nil {
		t.Fatal(err)
	}
	if s.forest, err = grower.Couple(context.Background(), nil, groups, uint64(seed.At(0)), 1); err != nil {
		t.Fatal(err)
	}
	s.votes = []ballots{l.votes(s.forest.Base, rows, rows)}
	s.groups = groups
	if calibrate {
		s.index = newLiteralIndex(l.x, y, rows, seed.Named("index"))
		s.votes = append(s.votes, s.index.votes(rows, nil))
	}
	for i := range rows {
		s.use[i] = true
		for _, v := range s.votes {
			s.use[i] = s.use[i] && len(v[i]) >= 2
		}
	}
	s.stack = l.stack(l.phi(rows), s.use, s.votes, calibrate)
	for j := range groups {
		reduced := []ballots{l.votes(s.forest.Without(j), rows, rows)}
		if s.index != nil {
			reduced = append(reduced, s.index.votes(rows, groups[j]))
		}
		s.reduced = append(s.reduced, reduced)
		s.without = append(s.without, l.stack(l.phi(rows), s.use, reduced, calibrate))
	}
	return s
}

func (s side) mean(terms []float64) float64 {
	count := 0.0
	for _, ok := range s.use {
		if ok {
			count++
		}
	}
	return floats.Sum(terms) / count
}

// direction is how the prediction of other rows moves without a group; without any, the prediction
// itself.
func (l literal) direction(s side, rows []int32, group int) [][]float64 {
	use := make([]bool, len(rows))
	for i := range use {
		use[i] = true
	}
	moved := make([][]float64, len(rows))
	for i := range rows {
		moved[i] = make([]float64, l.n)
	}
	for k, weight := range s.stack.weights {
		add := func(weight float64, f *forest.Forest, group []int) {
			votes := l.votes(f, s.rows, rows)
			if k > 0 {
				votes = s.index.votes(rows, group)
			}
			for i, mean := range centred(votes.means(), use) {
				floats.AddScaled(moved[i], weight, mean)
			}
		}
		add(weight, s.forest.Base, nil)
		if group >= 0 {
			add(-s.without[group].weights[k], s.forest.Without(group), s.groups[group])
		}
	}
	return moved
}

// covariance returns the terms of the projected covariance of a group, or for none
// those of all variables.
func (l literal) covariance(teacher, other side, group int) []float64 {
	terms := make([]float64, len(other.rows))
	phi, moved := centred(l.phi(other.rows), other.use), l.direction(teacher, other.rows, group)
	if group >= 0 {
		var predicted []ballots
		for _, v := range other.reduced[group] {
			predicted = append(predicted, v.of(moved, other.rows))
		}
		foreseen := l.stack(moved, other.use, predicted, true)
		moved = centred(moved, other.use)
		for i, ok := range other.use {
			if ok {
				floats.Sub(moved[i], foreseen.prediction[i])
				floats.Sub(phi[i], other.without[group].prediction[i])
			}
		}
	}
	for i, ok := range other.use {
		if ok {
			terms[i] = l.inner(phi[i], moved[i])
		}
	}
	return terms
}
