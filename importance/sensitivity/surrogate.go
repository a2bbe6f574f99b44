package sensitivity

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/process"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// Learner names what learns the function of the inputs.
type Learner string

// Process is a Gaussian process, for smooth functions and little noise; Forest forests.
const (
	Process Learner = "process"
	Forest  Learner = "forest"
)

// surrogate is a learnt function of the inputs with values h.
type surrogate struct {
	learner Learner
	logged  []bool     // of a table
	learnt  *mat.Dense // the values, n×k, with their noise
	held    *mat.Dense // predictions of the rows by others
	q2      float64    // 1 − Σ‖y − held‖²/Σ‖y − ȳ‖²
	noise   float64    // the largest σ² of a response, as a share of its variance; of a process
	predict predict
	// relearn returns the function learnt again: drawn from the process given its rows, or by the
	// forest of some rows.
	relearn func(ctx context.Context, draw int, rows []int32) (predict, error)
	// share returns the explained share of all variation, h having this variation in the
	// responses of a range of columns.
	share func(explained float64, from, to int) float64
	// doubt is how far other estimates of the share that all columns explain are from it, and two of
	// its standard errors.
	doubt float64
	// missed is the share of the variance that a process neither predicts nor takes for noise.
	missed float64
}

// table is what a function is learnt from.
type table struct {
	importance.Task
	config forest.Config
	seed   rng.Seed
	logged []bool // the columns of X of which a process sees the logarithm; nil for none
}

// folds of rows that predict each other, and the rows by which a process chooses its
// length-scales: more than usual, for functions of many inputs without noise.
const (
	folds    = 10
	searched = 400
)

// learn learns z, n×k, by a forest and by a process of the inputs and, where there are inputs
// spread by ratios, of their logarithms, and returns what predicts best. embedded is for
// coordinates in the kernel's space.
func (e *estimate) learn(ctx context.Context, z *mat.Dense, embedded bool) (*surrogate, error) {
	best, err := e.forest(ctx, z)
	if err != nil {
		return nil, err
	}
	scales := [][]bool{nil}
	if slices.Contains(e.ratios, true) {
		scales = append(scales, e.ratios)
	}
	for _, logged := range scales {
		t := e.table
		t.logged = logged
		if p := t.process(z, embedded); p.q2 > best.q2 {
			best = p
		}
	}
	return best, nil
}

// process learns z by a process.
func (t table) process(z *mat.Dense, embedded bool) *surrogate {
	n, k := z.Dims()
	x, groups := t.encoded(t.X)
	p := process.Fit(x, z, t.folds(n), nil, process.Options{Groups: groups, Search: searched, Reconsider: true}, t.seed)
	noise := p.Noise() // responses share σ², so that some have less, but none more than what is left
	for c := range noise {
		squares := make([]float64, n)
		for i := range squares {
			d := z.At(i, c) - p.OutOfFold().At(i, c)
			squares[i] = float64(d * d)
		}
		noise[c] = min(noise[c], linalg.Mean(squares))
	}
	functions := p.Draws(replicates, t.seed)
	s := &surrogate{learner: Process, logged: t.logged, learnt: z, held: p.OutOfFold(), q2: predicted(z, p.OutOfFold())}
	encodedFirst := func(function func(x *mat.Dense) *mat.Dense) predict {
		return func(_ context.Context, points *mat.Dense) (*mat.Dense, error) {
			points, _ = t.encoded(points)
			return function(points), nil
		}
	}
	s.predict = encodedFirst(p.Predict)
	s.relearn = func(_ context.Context, draw int, _ []int32) (predict, error) {
		return encodedFirst(functions[draw].Predict), nil
	}
	s.share = func(explained float64, from, to int) float64 {
		total := explained
		for _, v := range noise[from:min(to, k)] {
			total += v
		}
		if !(total > 0) {
			return 0
		}
		return explained / total
	}
	total := 0.0 // the variance of all columns
	for c, v := range noise {
		_, variance := linalg.Variance(mat.Col(nil, c, z))
		if total += variance; variance > 0 {
			s.noise = max(s.noise, v/variance)
		}
	}
	if !embedded && total > 0 {
		// What is neither noise nor predicted is not learnt: jumps, or waves that so few runs do not
		// show.
		s.missed = max(1-linalg.Sum(noise)/total-s.q2, 0)
	}
	if embedded {
		// Few rows do not tell rough functions from noise, of which coordinates have much: the
		// likelihood may explain what predicts nothing, and what predicts has errors. The share is
		// their geometric mean.
		low, likely := max(correlated(z, s.held, 0, k), leastExplained), leastExplained
		if total > 0 {
			likely = max(1-linalg.Sum(noise)/total, leastExplained)
		}
		explained := math.Sqrt(low * likely)
		s.share = func(float64, int, int) float64 { return explained }
		gap, reach := max(math.Abs(low-explained), math.Abs(likely-explained)), 2*predictedError(z, s.held)
		s.doubt = math.Sqrt(float64(gap*gap) + float64(reach*reach))
	}
	return s
}

// leastExplained keeps indices in proportion where nothing is predicted.
const leastExplained = 1e-6

// folds returns the fold of each row.
func (t table) folds(n int) []int {
	foldOf, order := make([]int, n), make([]int32, n)
	t.seed.Named("folds").Source().Perm(order)
	for i, row := range order {
		foldOf[row] = i % folds
	}
	return foldOf
}

// forest learns z by a forest, whose splits see the responses of the task.
func (t table) forest(ctx context.Context, z *mat.Dense) (*surrogate, error) {
	grow := func(x, y, z *mat.Dense) (*mat.Dense, predict, error) {
		columns, err := forest.NewColumns(x, t.Levels)
		if err != nil {
			return nil, nil, err
		}
		rows, _ := x.Dims()
		g, err := forest.NewGrower(columns, y, inference.Splittable(t.config, rows))
		if err != nil {
			return nil, nil, fmt.Errorf("sensitivity: learnt from %d runs: %w", rows, err)
		}
		f, err := g.Fit(ctx, nil, t.Seed, t.Workers)
		if err != nil {
			return nil, nil, err
		}
		n, k := z.Dims()
		factor := mat.NewDense(n, simd.Pad(k), nil)
		factor.Slice(0, n, 0, k).(*mat.Dense).Copy(z)
		held, _, err := f.Embed(ctx, factor, columns.OutOfBag(), t.Workers)
		return held, func(ctx context.Context, points *mat.Dense) (*mat.Dense, error) {
			e, err := columns.On(points)
			if err != nil {
				return nil, err
			}
			values, _, err := f.Embed(ctx, factor, e, 1)
			return values, err
		}, err
	}
	held, predictor, err := grow(t.X, t.Y, z)
	if err != nil {
		return nil, err
	}
	s := &surrogate{
		learner: Forest, learnt: z, held: held, q2: predicted(z, held), predict: predictor,
		doubt: 2 * predictedError(z, held),
	}
	s.relearn = func(_ context.Context, _ int, rows []int32) (predict, error) {
		_, predictor, err := grow(linalg.Rows(t.X, rows), linalg.Rows(t.Y, rows), linalg.Rows(z, rows))
		return predictor, err
	}
	// Forests shrink: the explained share is the squared correlation.
	s.share = func(_ float64, from, to int) float64 { return correlated(z, held, from, to) }
	return s, nil
}

// correlated returns the squared correlation of a range of columns with predictions of them by
// other rows; 0 if it is negative.
func correlated(z, held *mat.Dense, from, to int) float64 {
	_, k := z.Dims()
	var cross, predictedSquare, total float64
	for c := from; c < min(to, k); c++ {
		y, h := mat.Col(nil, c, z), mat.Col(nil, c, held)
		_, variance := linalg.Variance(y)
		_, predicted := linalg.Variance(h)
		predictedSquare, total = predictedSquare+predicted, total+variance
		cross += float64(correlation(y, h) * math.Sqrt(variance*predicted))
	}
	if !(predictedSquare > 0 && total > 0 && cross > 0) {
		return 0
	}
	return min(cross*cross/(predictedSquare*total), 1)
}

// encoded returns inputs, the logged ones as logarithms, with an indicator for each level, and
// the input of each column.
func (t table) encoded(x *mat.Dense) (*mat.Dense, []int) {
	var groups []int
	var columns [][]float64
	for j, input := range t.Variables() {
		for _, c := range input {
			values := mat.Col(nil, c, x)
			if t.logged != nil && t.logged[c] {
				for i, v := range values {
					values[i] = elementary.Log(v)
				}
			}
			if t.Levels == nil || t.Levels[c] <= 2 {
				groups, columns = append(groups, j), append(columns, values)
				continue
			}
			for level := range t.Levels[c] {
				is := linalg.Indicator(values, func(v float64) bool { return v == float64(level) })
				groups, columns = append(groups, j), append(columns, is)
			}
		}
	}
	return linalg.FromColumns(columns), groups
}

// predicted returns 1 − Σ‖y − ŷ‖²/Σ‖y − ȳ‖², Q².
func predicted(y, held *mat.Dense) float64 {
	n, k := y.Dims()
	var residual, total float64
	for c := range k {
		values := mat.Col(nil, c, y)
		_, variance := linalg.Variance(values)
		total += float64(variance * float64(n-1))
		for i, v := range values {
			d := v - held.At(i, c)
			residual += float64(d * d)
		}
	}
	if !(total > 0) {
		return 0
	}
	return 1 - residual/total
}

// predictedError returns the standard error of Q², of the rows, for predictions as they are.
func predictedError(z, held *mat.Dense) float64 {
	n, k := z.Dims()
	mean, share := make([]float64, k), 1-predicted(z, held)
	for c := range k {
		mean[c] = linalg.Mean(mat.Col(nil, c, z))
	}
	terms, total := make([]float64, n), 0.0
	for i := range n {
		away := squared(z.RawRowView(i), mean)
		total += away / float64(n)
		terms[i] = squared(z.RawRowView(i), held.RawRowView(i)[:k]) - float64(share*away)
	}
	if !(total > 0) {
		return 0
	}
	_, variance := linalg.Variance(terms)
	return math.Sqrt(variance/float64(n)) / total
}
