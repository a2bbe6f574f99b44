package aspects

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/importance/inference"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// targets are the functions of the responses behind the aspects.
type targets struct {
	fit       *inference.Fit
	responses []Response
	curves    []Curve
	misfit    [][]bool // by response and input; nil for categories
}

// tailShare is the share of rows in the tails.
const tailShare = 0.05

const (
	// leastSquare is the addition to squared residuals, as a share of their mean, before taking
	// logarithms; leastRest is the smallest remainder to predict.
	leastSquare = 0.001
	leastRest   = 0.2
	// leastSpread is the share of the mean of R² below which σ̂² says that the response is nearly
	// constant given the inputs. R is the error of m̂ there, which moves with every input, and Z would
	// be of the order of 1: with 60 tables of a response that is 0 in one group, a shape was found
	// to move with noise in 32.
	leastSpread = 0.05
)

// farOut is how far from the median responses may lie, in 90 % quantiles of their distances
// from it: of normal ones none is farther, of 150 with a wild cell of -999 that one.
const farOut = 3

// thresholds is the number of thresholds of a curve, at quantiles.
const thresholds = 24

// Coordinates of the Gaussian kernel on Z; their remainder is negligible beside the errors.
const (
	shapeTolerance = 1e-3
	shapeRank      = 64
)

// within returns values with those far out drawn in to farOut times the 90 % quantile of the
// distances from the median: predictions for the rows beside a wild one are wrong, and their
// residuals would tell of that.
func within(values []float64) []float64 {
	median := slices.Sorted(slices.Values(values))[(len(values)-1)/2]
	away := make([]float64, len(values))
	for i, v := range values {
		away[i] = math.Abs(v - median)
	}
	slices.Sort(away)
	reach := float64(farOut * away[9*(len(away)-1)/10])
	drawn := slices.Clone(values)
	for i, v := range drawn {
		drawn[i] = min(max(v, median-reach), median+reach)
	}
	return drawn
}

// all returns the targets: those of the aspects, then those of the curves.
func (t *targets) all(ctx context.Context) ([]inference.Target, error) {
	task := t.fit.Task()
	n, _ := task.Y.Dims()
	residuals, scaled, line := make([][]float64, len(t.responses)), make([][]float64, len(t.responses)), newLine(task)
	for k, r := range t.responses {
		if r.Levels {
			continue
		}
		y := within(counted(mat.Col(nil, r.Columns[0], task.Y), r.Unit))
		if mean, variance := linalg.Variance(y); !(variance > float64(1e-28*mean*mean)) {
			residuals[k], scaled[k] = make([]float64, n), make([]float64, n) // constant
			continue
		}
		rest := slices.Clone(y)
		linalg.AddScaled(rest, -1, line.fit(y))
		predicted, err := t.predicted(ctx, rest)
		if err != nil {
			return nil, err
		}
		residuals[k] = floats.SubTo(make([]float64, n), rest, predicted)
		if r.Law == Counts {
			residuals[k] = randomised(y, residuals[k], rng.New(task.Seed).Named("counts").At(k))
		}
		if scaled[k], err = t.standardised(ctx, residuals[k], rng.New(task.Seed).Named("constant").At(k)); err != nil {
			return nil, err
		}
	}
	t.misfit = make([][]bool, len(t.responses))
	for k, r := range residuals {
		if r != nil {
			t.misfit[k] = misfit(task, r)
		}
	}
	typical := task.Design().Evenly(n, n)
	var list []inference.Target
	for _, a := range Of(t.responses) {
		of := a.Of[0]
		var target inference.Target
		switch a.Kind {
		case Levels:
			target.Values = linalg.Columns(task.Y, t.responses[of].Columns)
		case Mean:
			target.Values = column(mat.Col(nil, t.responses[of].Columns[0], task.Y))
		case Spread:
			target.Values = column(spreads(residuals[of]))
		case Shape:
			target = shape(scaled[of], typical)
		case Tails:
			target.Values = column(tails(absolute(scaled[of]), typical))
		case Dependence:
			product := slices.Clone(scaled[of])
			for i := range product {
				product[i] *= scaled[a.Of[1]][i]
			}
			target.Values = column(product)
		}
		if a.Kind != Shape {
			unify(target.Values)
		}
		target.Inferred = true
		list = append(list, target)
	}
	for k, r := range t.responses {
		if r.Levels {
			continue
		}
		values := mat.Col(nil, r.Columns[0], task.Y)
		c := Curve{Response: k, At: along(values, typical)}
		for _, at := range c.At {
			below := linalg.Indicator(values, func(v float64) bool { return v <= at })
			list = append(list, inference.Target{Values: column(below)})
		}
		if len(c.At) > 0 { // else hardly a row differs from the others
			t.curves = append(t.curves, c)
		}
	}
	return list, nil
}

// spreads returns |R| + sR, with s the share of residuals R below 0 less that above. Where R is less by
// a small error of the prediction, the mean of |R| is larger by s times that: with many responses
// that are 0, |R| is the prediction, and moves with every input. The mean of the sum is not.
func spreads(residuals []float64) []float64 {
	skew := 0.0
	for _, v := range residuals {
		switch {
		case v < 0:
			skew++
		case v > 0:
			skew--
		}
	}
	spread := absolute(residuals)
	linalg.AddScaled(spread, skew/float64(len(residuals)), residuals)
	return spread
}

// predicted returns what the forests predict of numbers out-of-bag.
func (t *targets) predicted(ctx context.Context, values []float64) ([]float64, error) {
	fitted, err := t.fit.Predict(ctx, column(values))
	if err != nil {
		return nil, err
	}
	return mat.Col(nil, 0, fitted), nil
}

// standardised returns R/σ̂ of residuals R. Rows with hardly any spread have those of random
// others.
func (t *targets) standardised(ctx context.Context, residuals []float64, seed rng.Seed) (scaled []float64, err error) {
	squares := make([]float64, len(residuals))
	for i, v := range residuals {
		squares[i] = v * v
	}
	mean := linalg.Mean(squares)
	least := float64(leastSquare * mean)
	if least == 0 {
		return make([]float64, len(residuals)), nil
	}
	logs := make([]float64, len(residuals))
	for i, v := range squares {
		logs[i] = elementary.Log(v + least)
	}
	rough, err := t.predicted(ctx, logs)
	if err != nil {
		return nil, err
	}
	scales := make([]float64, len(residuals)) // σ̂² but for the remainder of R² to predict
	for i := range squares {
		scales[i] = elementary.Exp(rough[i])
		squares[i] /= scales[i]
	}
	rest, err := t.predicted(ctx, squares)
	if err != nil {
		return nil, err
	}
	least = leastRest * linalg.Mean(squares)
	scaled = make([]float64, len(residuals))
	var varying, constant []int
	for i, r := range residuals {
		square := scales[i] * max(rest[i], least)
		scaled[i] = r / math.Sqrt(square)
		if square < float64(leastSpread*mean) {
			constant = append(constant, i)
		} else {
			varying = append(varying, i)
		}
	}
	var src rng.Source
	for _, i := range constant {
		if src.Reset(seed.At(i)); len(varying) > 0 {
			scaled[i] = scaled[varying[src.IntN(len(varying))]]
		}
	}
	return scaled, nil
}

// shape returns the target of the Gaussian kernel on numbers, with the median distance of
// typical rows.
func shape(z []float64, typical []int32) inference.Target {
	kernel, err := mmd.Median.Resolve(linalg.Rows(column(z), typical))
	if err != nil { // all are equal
		return inference.Target{Values: mat.NewDense(len(z), 1, nil)}
	}
	factor, _ := mmd.Cholesky(column(z), kernel, shapeTolerance, shapeRank)
	return inference.Target{Values: factor.L, Residual: factor.Residual}
}

// tails marks by 1 the numbers above the quantile of typical rows that leaves tailShare above.
func tails(z []float64, typical []int32) []float64 {
	sorted := ordered(z, typical)
	quantile := sorted[int(math.Ceil((1-tailShare)*float64(len(sorted))))-1]
	return linalg.Indicator(z, func(v float64) bool { return v > quantile })
}

// along returns distinct thresholds at quantiles of typical rows, without the largest value,
// where the distribution function is 1.
func along(y []float64, typical []int32) []float64 {
	sorted := ordered(y, typical)
	var at []float64
	for k := range thresholds {
		v := sorted[(2*k+1)*len(sorted)/(2*thresholds)]
		if (len(at) == 0 || v > at[len(at)-1]) && v < sorted[len(sorted)-1] {
			at = append(at, v)
		}
	}
	return at
}

// ordered returns the values of rows in ascending order.
func ordered(values []float64, rows []int32) []float64 {
	some := make([]float64, len(rows))
	for k, row := range rows {
		some[k] = values[row]
	}
	slices.Sort(some)
	return some
}

// column returns the numbers as a matrix of one column that shares their memory.
func column(values []float64) *mat.Dense { return mat.NewDense(len(values), 1, values) }

// absolute returns |v| of numbers.
func absolute(values []float64) []float64 {
	all := make([]float64, len(values))
	for i, v := range values {
		all[i] = math.Abs(v)
	}
	return all
}

// unify centres columns and scales them to a total variance of 1. Neither changes shares, but
// far from 0 these would be differences of large numbers.
func unify(m *mat.Dense) {
	n, r := m.Dims()
	total := 0.0
	for c := range r {
		values := mat.Col(nil, c, m)
		mean, variance := linalg.Variance(values)
		total += variance
		for i := range values {
			values[i] -= mean
		}
		m.SetCol(c, values)
	}
	if total > 0 {
		scale := 1 / math.Sqrt(total)
		for i := range n {
			row := m.RawRowView(i)
			for c := range row {
				row[c] *= scale
			}
		}
	}
}
