package shapley

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/design"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/simd"
	"drfvi/mmd"
)

// game values sets of variables by the out-of-bag losses of forests on them,
//
//	v̂(S) = mean_i ( ‖φ_i − φ̄‖² − ‖φ_i − φ̄ − Σ_k a_k (μ̂_k(x_i) − φ̄)‖² ),
//
// of forests k of large leaves and of those that suit all variables best, stacked with
// the a_k ≥ 0 that make it largest: what suits all variables overfits on a few that
// tell little, which would be worth less than nothing. Products of trees with
// themselves are left out, as by infinitely many trees, so that small forests do.
type game struct {
	growers   []seeded
	variables [][]int
	eval      forest.Evaluation
	factor    *mat.Dense // n×r: φ_i − φ̄
	phi       *mat.Dense // m×r: those of the evaluation rows
	blocks    int        // of trees, of the jackknife
	worths    []worth    // by set
	used      int        // rows that trees of two blocks predict
}

// seeded is a grower with the seed of its forests.
type seeded struct {
	*forest.Grower
	seed uint64
}

// worth is the value of one set.
type worth struct {
	rows   []float64 // terms whose mean it is
	blocks []float64 // values without each block of trees
}

// mostBlocks is the largest number of blocks of the jackknife over trees.
const mostBlocks = 10

func newGame(growers []seeded, variables [][]int, factor mmd.Factor, eval forest.Evaluation) *game {
	g := &game{growers: growers, variables: variables, eval: eval, factor: mat.DenseCopyOf(factor.L), blocks: mostBlocks}
	for _, grower := range growers {
		c := grower.Config()
		g.blocks = min(g.blocks, c.Trees/c.GroupSize)
	}
	n, r := g.factor.Dims()
	mean := make([]float64, r)
	for i := range n {
		linalg.AddScaled(mean, 1/float64(n), g.factor.RawRowView(i))
	}
	for i := range n {
		floats.Sub(g.factor.RawRowView(i), mean)
	}
	g.phi = mat.NewDense(eval.Rows(), r, nil)
	for i, row := range eval.Training() {
		copy(g.phi.RawRowView(i), g.factor.RawRowView(int(row)))
	}
	return g
}

// valued is the number of sets whose value is known.
func (g *game) valued() int { return len(g.worths) }

// value is that of a set.
func (g *game) value(set int) float64 { return linalg.Mean(g.worths[set].rows) }

// grow values further sets, in the order of their numbers.
func (g *game) grow(ctx context.Context, sets []set, workers int) error {
	worths, used, errs := make([]worth, len(sets)), make([]int, len(sets)), make([]error, len(sets))
	err := par.Do(ctx, workers, len(sets), func(_, i int) {
		worths[i], used[i], errs[i] = g.worth(ctx, sets[i])
	})
	if err != nil {
		return err
	}
	for i, err := range errs {
		if err != nil {
			return err
		}
		g.used = max(g.used, used[i])
	}
	g.worths = append(g.worths, worths...)
	return nil
}

// worth grows the forests of a set and values it. used is the number of rows that they
// predict.
func (g *game) worth(ctx context.Context, s set) (w worth, used int, err error) {
	var dropped []int
	for j, in := range s {
		if !in {
			dropped = append(dropped, g.variables[j]...)
		}
	}
	if s.size() == 0 {
		return worth{make([]float64, g.eval.Rows()), make([]float64, g.blocks)}, 0, nil
	}
	predictions := make([]prediction, len(g.growers))
	for k, grower := range g.growers {
		f, err := grower.Fit(ctx, dropped, grower.seed, 1)
		if err != nil {
			return w, 0, err
		}
		if predictions[k], err = g.predict(ctx, f); err != nil {
			return w, 0, err
		}
	}
	w, used = g.stack(predictions)
	return w, used, nil
}

// prediction is that of each block of trees of a forest, by row, and the number of
// trees that predict it.
type prediction struct {
	embeddings []*mat.Dense
	votes      [][]int32
}

func (g *game) predict(ctx context.Context, f *forest.Forest) (p prediction, err error) {
	p = prediction{make([]*mat.Dense, g.blocks), make([][]int32, g.blocks)}
	size := f.Config.GroupSize
	groups := len(f.Trees) / size
	for b := range g.blocks {
		part := *f
		part.Trees = f.Trees[b*groups/g.blocks*size : (b+1)*groups/g.blocks*size]
		if p.embeddings[b], p.votes[b], err = part.Embed(ctx, g.factor, g.eval, 1); err != nil {
			return p, err
		}
	}
	return p, nil
}

// term is a set with a factor.
type term struct {
	factor float64
	set    int
}

// sum adds up the values of sets by rows and without each block.
func (g *game) sum(terms ...term) (rows, blocks []float64) {
	rows, blocks = make([]float64, g.eval.Rows()), make([]float64, g.blocks)
	for _, t := range terms {
		linalg.AddScaled(rows, t.factor, g.worths[t.set].rows)
		linalg.AddScaled(blocks, t.factor, g.worths[t.set].blocks)
	}
	return rows, blocks
}

// effect returns a sum of values as a share of that of the set of all.
func (g *game) effect(all int, terms ...term) Effect {
	rows, blocks := g.sum(terms...)
	return ratio(rows, g.worths[all].rows, blocks, g.worths[all].blocks)
}

// explained returns the value of all variables, the first set, as a share of the
// variation of the responses, to which their coordinates' residual belongs.
func (g *game) explained(residual float64) importance.Share {
	totals := make([]float64, g.eval.Rows())
	for i := range totals {
		v := g.phi.RawRowView(i)
		totals[i] = simd.Dot(v, v) + residual
	}
	n := float64(len(totals))
	gains, total := g.worths[0].rows, linalg.Mean(totals)
	s := importance.Share{Value: linalg.Mean(gains) / total, P: math.NaN(), Total: total * n / (n - 1)}
	influence := make([]float64, len(totals))
	linalg.AddScaledTo(influence, gains, -s.Value, totals)
	s.SE = design.Design{}.StandardError(influence) / total
	s.Interval = importance.Within(s.Value, normal*s.SE)
	return s
}
