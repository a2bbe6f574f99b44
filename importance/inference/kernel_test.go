package inference

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
	"drfvi/internal/testing/goldenforest"
	"drfvi/mmd"
)

// TestFullRankKernels has responses in thirty dimensions, whose kernel matrix has
// full rank, on more and on fewer rows than the factor may have columns. What the
// factor leaves out does not change what is explained.
func TestFullRankKernels(t *testing.T) {
	ctx := context.Background()
	src := rng.New(9).Named("full rank").Source()
	const n, d = 300, 30
	x, y := mat.NewDense(n, 2, nil), mat.NewDense(n, d, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return src.Normal() }, x)
	y.Apply(func(i, _ int, _ float64) float64 { return 1.5*x.At(i, 0) + src.Normal() }, y)
	kernel, err := mmd.Median.Resolve(y)
	if err != nil {
		t.Fatal(err)
	}
	config := twinCases(t)["honest"]
	config.MinNodeSize = 15
	g := growing{config: config, groups: [][]int{{0}, {1}}, calibrate: true, workers: 2}
	var explained, total [2]float64
	var shared [2][]float64
	for k, rank := range []int{n, n / 2} {
		factor, exact := mmd.Cholesky(y, kernel, relearnTolerance, rank)
		if exact != (k == 0) {
			t.Fatalf("rank %d: exact %v", rank, exact)
		}
		columns, err := forest.NewColumns(x, nil)
		if err != nil {
			t.Fatal(err)
		}
		grown, err := g.grow(ctx, importance.Sample{X: x, Y: y}, columns, nil, rng.New(1))
		if err != nil {
			t.Fatal(err)
		}
		own, err := grown.route(ctx, columns.OutOfBag(), x, 2)
		if err != nil {
			t.Fatal(err)
		}
		e, err := own.stackOf(ctx, factor.L, 2)
		if err != nil {
			t.Fatal(err)
		}
		_, variation := e.phi.variation()
		explained[k], total[k] = e.full.explained, variation+factor.Residual
		for j := range g.groups {
			shared[k] = append(shared[k], floats.Sum(e.compare(j).crossTerms)/float64(n))
		}
	}
	if math.Abs(total[0]-total[1]) > 0.02*total[0] {
		t.Errorf("the variation is %v, of fewer coordinates %v", total[0], total[1])
	}
	if math.Abs(explained[0]-explained[1]) > 0.05*explained[0] {
		t.Errorf("%v are explained, of fewer coordinates %v", explained[0], explained[1])
	}
	for j := range g.groups {
		if math.Abs(shared[0][j]/explained[0]-shared[1][j]/explained[1]) > 0.05 {
			t.Errorf("without input %d %v are kept, of fewer coordinates %v", j+1, shared[0][j]/explained[0], shared[1][j]/explained[1])
		}
	}
}

// TestLossesOfGoldenForests takes the losses of drf's own forests from its own
// out-of-bag weights, and subtracts what the trees spread.
func TestLossesOfGoldenForests(t *testing.T) {
	ctx := context.Background()
	for _, c := range goldenforest.Load(t) {
		x, y := goldenforest.Dense(c.X), goldenforest.Dense(c.Y)
		l, kernel := newLiteral(t, x, y)
		all, columns := rank.Numbers[int32](l.n), c.Columns(t)
		factor, _ := mmd.Cholesky(y, kernel, 1e-13, l.n)
		losses := func(f *forest.Forest) []float64 {
			f.Config.GroupSize = 1
			routes, err := routesOf(ctx, f, columns.OutOfBag(), 2)
			if err != nil {
				t.Fatal(err)
			}
			p, err := routes.predictions(ctx, factor.L, 2)
			if err != nil {
				t.Fatal(err)
			}
			use := slices.Repeat([]bool{true}, l.n)
			target := newTarget(factor.L, use, design.Design{})
			variation, _ := target.variation()
			floats.Sub(variation, target.plain(p(-1)).rows)
			return variation
		}
		f := goldenforest.Forest(columns, c.Base, -1)
		got := losses(f)
		votes := l.votes(f, all, all)
		infinite := l.infinite(votes, votes)
		want := make([]float64, l.n)
		for i := range l.n {
			w := slices.Clone(c.OutOfBagWeights[i])
			spread := l.inner(w, w) - infinite[i]
			w[i]--
			want[i] = l.inner(w, w) - spread
		}
		closeTo(t, "loss", got, want)
	}
}
