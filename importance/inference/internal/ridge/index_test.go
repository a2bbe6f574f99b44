package ridge

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

// indexOn returns the index on a sample, made by two workers.
func indexOn(t *testing.T, s importance.Sample, groups [][]int, seed rng.Seed) *Index {
	t.Helper()
	x, err := New(context.Background(), s, nil, groups, seed, 2)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// indexTable has a total of three inputs, what else is asked for, and a response that is
// linear in them.
func indexTable(n, more, responses int, seed uint64) importance.Sample {
	src := rng.New(seed).Named("index").Source()
	s := importance.Sample{X: mat.NewDense(n, 4+more, nil), Y: mat.NewDense(n, responses, nil)}
	for i := range n {
		x := s.X.RawRowView(i)
		for j := range x {
			x[j] = src.Normal()
		}
		sum := x[0] + x[1] + x[2]
		x[3] = sum + 0.5*src.Normal()
		for k := range responses {
			s.Y.Set(i, k, sum+0.5*src.Normal())
		}
	}
	return s
}

// share returns the explained share of the responses by the index alone, without a group.
func (x *Index) share(group int) float64 {
	s := x.sample
	predicted := x.View(rank.Numbers[int32](s.Rows()), s.X).Regress(s.Y, group)
	left, all := 0.0, 0.0
	_, responses := s.Y.Dims()
	for k := range responses {
		values := mat.Col(nil, k, s.Y)
		mean, total := s.Design.Mean(values), 0.0
		for i := range values {
			total += s.Design.Weight(i)
		}
		for i, v := range values {
			w := s.Design.Weight(i)
			left += w * math.Pow(v-predicted.At(i, k), 2)
			all += w * math.Pow((v-mean)*total/(total-w), 2) // from the mean of the others
		}
	}
	return 1 - left/all
}

// TestIndexDrops: where the inputs that are left take few values, functions of the index know
// nothing of the one that is left out.
func TestIndexDrops(t *testing.T) {
	for levels := 2; levels <= 6; levels++ {
		s, src := indexTable(400, 0, 1, uint64(levels)), rng.New(uint64(levels)).Named("levels").Source()
		s.X = mat.DenseCopyOf(s.X.Slice(0, 400, 0, 3))
		for i := range 400 {
			s.X.Set(i, 1, float64(src.IntN(levels)))
			s.X.Set(i, 2, float64(src.IntN(2)))
			s.Y.Set(i, 0, s.X.At(i, 0)+0.5*src.Normal())
		}
		x := indexOn(t, s, [][]int{{0}}, rng.New(1))
		if full, without := x.share(-1), x.share(0); full < 0.6 || without > 0.02 {
			t.Errorf("%d levels: %.3f is explained, and %.3f without the only input that tells something", levels, full, without)
		}
	}
}

// TestIndexDropsLong: in long tables, where idle inputs have small slopes, the index keeps
// nothing of the slope of an input that is left out, whatever the others are.
func TestIndexDropsLong(t *testing.T) {
	for n, idle := range map[int]func(*rng.Source) float64{
		4000:  func(src *rng.Source) float64 { return float64(src.IntN(2)) },
		10000: (*rng.Source).Normal,
	} {
		for seed := range uint64(2) {
			s, src := indexTable(n, 0, 1, seed), rng.New(seed).Named("levels").Source()
			s.X = mat.DenseCopyOf(s.X.Slice(0, n, 0, 2))
			for i := range n {
				s.X.Set(i, 1, idle(src))
				s.Y.Set(i, 0, s.X.At(i, 0)+0.5*src.Normal())
			}
			x := indexOn(t, s, [][]int{{0}}, rng.New(1))
			if full, without := x.share(-1), x.share(0); full < 0.6 || without > 0.005 {
				t.Errorf("%d rows: %.3f is explained, and %.3f without the only input that tells something", n, full, without)
			}
		}
	}
}

// TestIndexSumsUp: without a total, the inputs that it sums up explain as much; without one
// of these the total stands in for part of it.
func TestIndexSumsUp(t *testing.T) {
	groups := [][]int{{0}, {3}, {0, 1, 2, 3}}
	x := indexOn(t, indexTable(300, 0, 1, 1), groups, rng.New(1))
	full, part, total, nothing := x.share(-1), x.share(0), x.share(1), x.share(2)
	if full < 0.85 || math.Abs(full-total) > 0.01 || part > full-0.05 || math.Abs(nothing) > 0.02 {
		t.Errorf("explained: %.3f, without a part %.3f, without the total %.3f, without any %.3f", full, part, total, nothing)
	}
}

// TestIndexOfNoise explains nothing of noise: regressions do not know the rows that they
// predict.
func TestIndexOfNoise(t *testing.T) {
	mean := 0.0
	for seed := range uint64(10) {
		s := indexTable(150, 2, 2, seed)
		src := rng.New(seed).Named("noise").Source()
		for i := range 150 {
			s.Y.SetRow(i, []float64{src.Normal(), src.Normal()})
		}
		mean += indexOn(t, s, nil, rng.New(seed)).share(-1) / 10
	}
	if mean > 0 {
		t.Errorf("%.3f of noise is explained", mean)
	}
}

// TestIndexOfOddTables has inputs that are constant, of one level, of very large or small
// numbers, twice the same, all missing, partly missing, and categories: predictions are
// numbers, and inputs that tell nothing change nothing.
func TestIndexOfOddTables(t *testing.T) {
	s := indexTable(120, 6, 1, 2)
	s.Levels = []int{0, 0, 0, 0, 0, 3, 0, forest.Incomplete, forest.Incomplete, 5}
	for i := range 120 {
		x := s.X.RawRowView(i)
		x[4], x[5] = 7e200, 1
		x[6] = 1e200 * x[0]
		x[7] = math.NaN()
		if x[8] > 0.5 {
			x[8] = math.NaN()
		}
		x[9] = float64(i % 4) // one level does not occur
	}
	groups := [][]int{{4}, {5}, {7}, {4, 5, 7}, {0, 6}, {8}, {9}}
	x := indexOn(t, s, groups, rng.New(2))
	full := x.share(-1)
	for j := range groups {
		switch without := x.share(j); {
		case math.IsNaN(without):
			t.Errorf("without group %d: %v", j+1, without)
		case j < 4 && math.Abs(without-full) > 1e-9:
			t.Errorf("without group %d, which tells nothing: %v, with it %v", j+1, without, full)
		case j == 4 && without > full-0.05:
			t.Errorf("without both copies: %v, with them %v", without, full)
		}
	}
	other := x.View(nil, indexTable(30, 6, 1, 3).X).Regress(s.Y, -1)
	if sum := floats.Sum(other.RawMatrix().Data); math.IsNaN(sum) || math.IsInf(sum, 0) {
		t.Errorf("predictions of other rows add up to %v", sum)
	}
}

// TestIndexOfManyInputs compares the regressions on as many landmarks as there are rows with
// those on all columns, of which there are more.
func TestIndexOfManyInputs(t *testing.T) {
	s := indexTable(60, 40, 1, 4)
	groups, order := [][]int{{0}, {3, 7}}, rank.Numbers[int32](60)
	turned := newEncoding(s, groups, shape{}, order[:60])
	turned.turn = turned.turned(linalg.Rows(s.X, order))
	plain := newEncoding(s, groups, shape{}, order)
	for g := range groups {
		var predicted [2]*mat.Dense
		for k, e := range []*Encoding{turned, plain} {
			columns := e.Rows(s.X)
			across := mat.DenseCopyOf(columns.T())
			r, products := newRidge(linalg.Times(across, columns), 3), linalg.Times(across, s.Y)
			predicted[k] = linalg.Times(columns, e.reduce(r, g).fit(r.fit(products), products))
		}
		for i := range 60 {
			if d := math.Abs(predicted[0].At(i, 0) - predicted[1].At(i, 0)); d > 1e-4 {
				t.Fatalf("without group %d: row %d is predicted %v, turned %v", g+1, i+1, predicted[1].At(i, 0), predicted[0].At(i, 0))
			}
		}
	}
	wide := indexOn(t, indexTable(80, 296, 1, 5), groups, rng.New(5))
	if wide.inputs.width() != 80 || wide.share(-1) < 0.1 {
		t.Errorf("300 inputs of 80 rows: %d columns, explained %.3f", wide.inputs.width(), wide.share(-1))
	}
}

// TestDrawnIndex has an index learnt from some rows of a table, with weights, in clusters, in
// neither and of many inputs: it predicts these as an index on them alone does, and others as new
// rows.
func TestDrawnIndex(t *testing.T) {
	const n, most = 300, 120
	for name, c := range map[string]struct {
		more int
		design.Design
	}{
		"plain": {more: 2}, "wide": {more: 150},
		"weights":  {2, design.Design{Weights: make([]float64, n)}},
		"clusters": {2, design.Design{Clusters: make([]int32, n)}},
	} {
		for i := range c.Weights {
			c.Weights[i] = float64(1 + i%3)
		}
		for i := range c.Clusters {
			c.Clusters[i] = int32(i / 5)
		}
		table := indexTable(n, c.more, 3, 9)
		table.Design = c.Design
		groups, target := [][]int{{0}, {3}}, table.Y
		var drawn []int32
		for i := range int32(most) { // whole clusters
			drawn = append(drawn, i/5*10+i%5)
		}
		x, err := New(context.Background(), table, drawn, groups, rng.New(9), 2)
		if err != nil {
			t.Fatal(err)
		}
		alone := indexOn(t, table.Choose(x.drawn), groups, rng.New(9))
		chosen := linalg.Rows(target, x.drawn)
		for g := range groups {
			here := x.View(rank.Numbers[int32](n), table.X).Regress(target, g)
			own := alone.View(rank.Numbers[int32](most), alone.sample.X).Regress(chosen, g)
			others := alone.View(nil, table.X).Regress(chosen, g)
			for i, at := 0, 0; i < n; i++ {
				want := others.RawRowView(i)
				if at < most && int(x.drawn[at]) == i {
					want = own.RawRowView(at)
					at++
				}
				if !floats.EqualApprox(here.RawRowView(i), want, 2e-6) {
					t.Errorf("%s, %d: %v, alone %v", name, i+1, here.RawRowView(i), want)
				}
			}
		}
	}
}

// TestIndexSampled: rows of a cluster are in one fold; integers as weights are rows
// that occur as often.
func TestIndexSampled(t *testing.T) {
	s := indexTable(120, 0, 2, 6)
	clusters, weights := make([]int32, 120), make([]float64, 120)
	for i := range 120 {
		clusters[i], weights[i] = int32(i/3), float64(1+i%2)
	}
	s.Design, _ = design.New(120, clusters, nil)
	x := indexOn(t, s, nil, rng.New(6))
	for i, f := range x.folds {
		if f != x.folds[i/3*3] {
			t.Fatalf("row %d is not in the fold of its cluster", i+1)
		}
	}
	s.Design, _ = design.New(120, nil, weights)
	weighted := newEncoding(s, nil, shape{products: [][2]int{{0, 0}, {1, 0}, {3, 2}}}, rank.Numbers[int32](120)).Rows(s.X)
	var rows []int32
	for i := range 120 {
		rows = append(rows, int32(i))
		if weights[i] > 1 {
			rows = append(rows, int32(i))
		}
	}
	repeated := importance.Sample{X: linalg.Rows(s.X, rows), Y: linalg.Rows(s.Y, rows)}
	plain := newEncoding(repeated, nil, shape{products: [][2]int{{0, 0}, {1, 0}, {3, 2}}}, rank.Numbers[int32](len(rows))).Rows(s.X)
	if !mat.EqualApprox(weighted, plain, 1e-9) {
		t.Error("columns of weighted rows are not those of rows that occur as often")
	}
}

// TestLeading compares the share of the variance of components with the eigenvalues.
func TestLeading(t *testing.T) {
	y := mat.NewDense(50, 7, nil)
	src := rng.New(1).Source()
	for i := range 50 {
		common := src.Normal()
		for k := range 7 {
			y.Set(i, k, common*float64(k+1)+src.Normal()*math.Pow(0.5, float64(k)))
		}
	}
	components := Leading(y, 3)
	covariance := func(m mat.Matrix) *mat.SymDense {
		n, d := m.Dims()
		c := mat.NewSymDense(d, nil)
		for a := range d {
			for b := range a + 1 {
				u, v := mat.Col(nil, a, m), mat.Col(nil, b, m)
				floats.AddConst(-linalg.Mean(u), u)
				c.SetSym(a, b, floats.Dot(u, v)/float64(n-1))
			}
		}
		return c
	}
	var eigen mat.EigenSym
	eigen.Factorize(covariance(y), false)
	values := eigen.Values(nil)
	all, found := values[6]+values[5]+values[4], mat.Trace(covariance(components))
	largest := 0.0
	for i := range 50 {
		for k := range 7 {
			largest = max(largest, math.Abs(y.At(i, k)))
		}
	}
	if ratio := found * largest * largest / all; math.Abs(ratio-1) > 1e-6 {
		t.Errorf("components have %.8f of the variance of the leading three", ratio)
	}
}
