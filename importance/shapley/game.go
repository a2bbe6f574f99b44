package shapley

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
	"drfvi/mmd"
)

// game values sets of inputs by pairs of forests A and B on random halves of the rows, which
// share only what they learn,
//
//	v̂(S) = mean_i ( 2⟨φ_i − φ̄, (μ̂_A(x_i) + μ̂_B(x_i))/2 − φ̄⟩ − ⟨μ̂_A(x_i) − φ̄, μ̂_B(x_i) − φ̄⟩ ),
//
// out-of-bag. Its mean is v(S) − E‖μ_S − Eμ̂‖². A single forest would give v(S) − E‖μ_S − μ̂‖²,
// less by the whole variation between forests of different tables, a larger part of v(S) the
// less S explains: shares of inputs that explain little would be too small. The μ̂ stack
// forests of two sizes (see products).
type game struct {
	variables [][]int
	splits    []split
	phi       *mat.Dense // m×r: φ_i − φ̄ of the evaluated rows
	design    design.Design
	residual  float64 // ‖φ_i‖² beyond the coordinates, mean
	worths    []worth // by set
	used      int     // rows that are out-of-bag for some trees
	reach     importance.Reach
}

// split is one division of the rows into halves.
type split [2]side

// side is a half: the growers of its forests, and the evaluated rows.
type side struct {
	growers []seeded
	factor  *mat.Dense        // φ_i − φ̄ of its rows
	own     forest.Evaluation // evaluated rows in it
	other   forest.Evaluation // those in the other half
	places  []int             // of own among all evaluated rows
}

// seeded is a grower with the seed of its forests.
type seeded struct {
	*forest.Grower
	seed uint64
}

// worth is the value of one set.
type worth struct {
	rows   []float64 // terms, of which it is the mean
	splits []float64 // its value by each split alone
}

// newGame divides the rows into halves. The configurations are for the forests of all splits
// together.
func newGame(configs []forest.Config, task importance.Task, factor mmd.Factor, seed rng.Seed) (*game, error) {
	sample := task.Sample()
	columns, err := sample.Columns()
	if err != nil {
		return nil, err
	}
	eval, err := task.Evaluation(columns)
	if err != nil {
		return nil, err
	}
	centred := mat.DenseCopyOf(factor.L)
	n, r := centred.Dims()
	mean, total := make([]float64, r), sample.Design.Total(n)
	for i := range n {
		linalg.AddScaled(mean, sample.Design.Weight(i)/total, centred.RawRowView(i))
	}
	for i := range n {
		floats.Sub(centred.RawRowView(i), mean)
	}
	g := &game{
		variables: task.Variables(), splits: make([]split, Splits), phi: linalg.Rows(centred, eval.Training()),
		design: sample.Design.Choose(eval.Training()), residual: factor.Residual, reach: task.Coverage.Normal(),
	}
	places := make([]int, n) // of rows among the evaluated ones, from 1
	for at, row := range eval.Training() {
		places[row] = at + 1
	}
	units := make([]int32, sample.Design.Units(n))
	for k := range g.splits {
		seed := seed.At(k)
		if err := sample.Part(units, uint64(seed.Named("rows"))); err != nil {
			return nil, err
		}
		halves, evaluated := sample.Design.Halves(units), [2][]int32{}
		for h, part := range halves {
			for _, row := range part {
				if places[row] > 0 {
					evaluated[h] = append(evaluated[h], row)
				}
			}
		}
		for h, rows := range halves {
			s := side{factor: linalg.Rows(centred, rows)}
			if err := s.prepare(configs, sample, rows, evaluated[h], evaluated[1-h], seed.Named("forests").At(h)); err != nil {
				return nil, err
			}
			for _, row := range evaluated[h] {
				s.places = append(s.places, places[row]-1)
			}
			g.splits[k][h] = s
		}
	}
	return g, nil
}

// prepare prepares growing on the given rows; own of these and others of the other half are
// evaluated.
func (s *side) prepare(configs []forest.Config, sample importance.Sample, rows, own, others []int32, seed rng.Seed) error {
	half := sample.Choose(rows)
	columns, err := half.Columns()
	if err != nil {
		return err
	}
	inside := make([]int32, len(own))
	for k, row := range own {
		at, _ := slices.BinarySearch(rows, row)
		inside[k] = int32(at)
	}
	s.own = columns.OutOfBagOf(inside)
	if s.other, err = columns.On(linalg.Rows(sample.X, others)); err != nil {
		return err
	}
	for k, c := range configs {
		c.Trees = c.Trees / c.GroupSize / Splits * c.GroupSize
		grower, err := forest.NewGrower(columns, half.Y, inference.Splittable(c, len(rows)))
		if err != nil {
			return err
		}
		s.growers = append(s.growers, seeded{grower, uint64(seed.At(k))})
	}
	return nil
}

// valued is the number of sets valued so far.
func (g *game) valued() int { return len(g.worths) }

// value is the value of a set.
func (g *game) value(set int) float64 { return g.design.Mean(g.worths[set].rows) }

// grow values further sets, in order.
func (g *game) grow(ctx context.Context, sets []set, workers int) error {
	worths, used := make([]worth, len(sets)), make([]int, len(sets))
	err := par.All(ctx, workers, len(sets), func(_, i int) (err error) {
		worths[i], used[i], err = g.worth(ctx, sets[i])
		return err
	})
	if err != nil {
		return err
	}
	for _, rows := range used {
		g.used = max(g.used, rows)
	}
	g.worths = append(g.worths, worths...)
	return nil
}

// worth grows the forests of a set and values it. used is the number of rows they predict.
func (g *game) worth(ctx context.Context, s set) (w worth, used int, err error) {
	m, _ := g.phi.Dims()
	if s.size() == 0 {
		return worth{make([]float64, m), make([]float64, len(g.splits))}, 0, nil
	}
	var dropped []int
	for j, in := range s {
		if !in {
			dropped = append(dropped, g.variables[j]...)
		}
	}
	pairs := make([][]products, len(g.splits))
	for k := range g.splits {
		if pairs[k], err = g.pair(ctx, &g.splits[k], dropped); err != nil {
			return w, 0, err
		}
	}
	w, used = g.stack(pairs)
	return w, used, nil
}

// pair returns the products of a split's forests by evaluated row.
func (g *game) pair(ctx context.Context, of *split, dropped []int) ([]products, error) {
	m, _ := g.phi.Dims()
	var own, other [2][]*mat.Dense // by half and configuration
	var votes [2][][]int32
	for h := range of {
		s := &of[h]
		for _, grower := range s.growers {
			f, err := grower.Fit(ctx, dropped, grower.seed, 1)
			if err != nil {
				return nil, err
			}
			inside, voted, err := f.Embed(ctx, s.factor, s.own, 1)
			if err != nil {
				return nil, err
			}
			outside, _, err := f.Embed(ctx, s.factor, s.other, 1)
			if err != nil {
				return nil, err
			}
			own[h], other[h], votes[h] = append(own[h], inside), append(other[h], outside), append(votes[h], voted)
		}
	}
	rows := make([]products, m)
	for h := range of {
		for k, at := range of[h].places {
			var a, b [][]float64
			for c, voted := range votes[h] {
				if voted[k] > 0 {
					a, b = append(a, own[h][c].RawRowView(k)), append(b, other[1-h][c].RawRowView(k))
				}
			}
			if len(a) == len(votes[h]) {
				rows[at] = productsOf(g.phi.RawRowView(at), a, b)
			}
		}
	}
	return rows, nil
}

// term is a set with a factor.
type term struct {
	factor float64
	set    int
}

// effect returns a sum of values as a share of the value of all inputs.
func (g *game) effect(all int, terms ...term) Effect {
	rows, splits := make([]float64, len(g.worths[all].rows)), make([]float64, len(g.splits))
	for _, t := range terms {
		linalg.AddScaled(rows, t.factor, g.worths[t.set].rows)
		linalg.AddScaled(splits, t.factor, g.worths[t.set].splits)
	}
	e := Effect{Value: g.design.Mean(rows) / g.value(all)}
	linalg.AddScaled(rows, -e.Value, g.worths[all].rows)
	linalg.AddScaled(splits, -e.Value, g.worths[all].splits)
	e.Rows, e.Learning = g.errors(rows, splits, g.value(all))
	e.close(g.reach)
	return e
}

// errors returns the standard errors over rows and from learning of an amount, given its terms
// by row and its values by split, as a share of a total. To first order the errors δ of
// forests enter v̂ only by −⟨δ_A, δ_B⟩,
//
//	−‖δ_A + δ_B‖²/4 + ‖δ_A − δ_B‖²/4:
//
// whose first term is the same for all splits of a table, and varies between tables as the
// second does between splits. With s² the variance between K splits it adds s²(1 + 1/K),
// including the variation over other trees.
func (g *game) errors(rows, splits []float64, total float64) (overRows, ofLearning float64) {
	k := float64(len(splits))
	spread := design.Design{}.StandardError(splits) * math.Sqrt(k)
	return g.design.StandardError(rows) / total, spread * math.Sqrt(1+1/k) / total
}

// explained returns the value of all inputs, the first set, as a share of the variation of
// the responses.
func (g *game) explained() importance.Share {
	totals, all := make([]float64, len(g.worths[0].rows)), g.worths[0]
	for i := range totals {
		v := g.phi.RawRowView(i)
		totals[i] = simd.Dot(v, v) + g.residual
	}
	total := g.design.Mean(totals)
	s := importance.Share{Value: g.value(0) / total, P: math.NaN(), Total: total}
	influence := make([]float64, len(totals))
	linalg.AddScaledTo(influence, all.rows, -s.Value, totals)
	overRows, ofLearning := g.errors(influence, all.splits, total)
	s.SE = linalg.Norm([]float64{overRows, ofLearning})
	s.Interval = g.reach.Share(s.Value, s.SE)
	return s
}
