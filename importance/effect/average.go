package effect

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
)

// design returns the clusters and weights of the rows.
func (u *Nuisances) design() design.Design {
	task := u.study.Task
	task.Weights = u.Weights()
	return task.Design()
}

// rawDifference is the difference of the means of the arms, without regard to the inputs.
func (u *Nuisances) rawDifference() float64 {
	y := mat.Col(nil, 0, u.study.Task.Y)
	return linalg.Mean(pick(y, u.rows[1])) - linalg.Mean(pick(y, u.rows[0]))
}

// estimate returns the weighted mean of terms of the rows.
func (u *Nuisances) estimate(terms []float64) Estimate {
	d, coverage := u.design(), u.study.Task.Coverage
	e := Estimate{Value: d.Mean(terms), SE: d.StandardError(terms)}
	e.Interval = coverage.Normal().Uncut(e.Value, e.SE)
	if e.P = 1; e.SE > 0 {
		e.P = elementary.Erfc(math.Abs(e.Value) / e.SE / math.Sqrt2)
	}
	return e
}

// average returns ‖Eτ‖², without bias, from the mean of pseudo-responses, and the p-value of the
// hypothesis that it is 0. Under this hypothesis ‖mean ψ‖² is a sum of χ² with the eigenvalues of
// the covariance of the mean as weights, and its bias is their sum.
func (u *Nuisances) average(values *mat.Dense) (square, p float64) {
	n, width := values.Dims()
	d := u.design()
	columns, means := make([][]float64, width), make([]float64, width)
	for k := range columns {
		column := mat.Col(nil, k, values)
		means[k] = d.Mean(column)
		floats.AddConst(-means[k], column)
		columns[k] = d.Sums(column)
	}
	units, covariance := float64(d.Units(n)), mat.NewDense(width, width, nil)
	factor := units / (units - 1) / d.Total(n) / d.Total(n)
	for k, a := range columns {
		for l, b := range columns {
			covariance.Set(k, l, factor*linalg.Dot(a, b))
		}
	}
	traces, length := linalg.Traces(covariance), linalg.Dot(means, means)
	return length - traces[0], elementary.QuadraticTail(length, traces)
}

// variation returns the weighted mean of ‖ψ − mean ψ‖².
func (u *Nuisances) variation(values *mat.Dense) float64 {
	d, sum := u.design(), 0.0
	for k := range values.RawMatrix().Cols {
		column := mat.Col(nil, k, values)
		floats.AddConst(-d.Mean(column), column)
		sum += d.Mean(floats.MulTo(make([]float64, len(column)), column, column))
	}
	return sum
}
