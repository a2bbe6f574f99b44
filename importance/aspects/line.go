package aspects

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
)

// line fits responses by a linear function of the numeric inputs. Forests predict the rest:
// with ℓ the line,
//
//	m̂(x_i) = ℓ(x_i) + Σ_l w_il (Y_l − ℓ(x_l)),
//
// with the forest's weights. These sum to 1, so that any line will do. Without one the leaves
// of a steep response are wider than its noise, and residuals are largest where they are
// widest, which looks like a change of spread.
type line struct {
	columns [][]float64 // with mean 0 and variance 1
	factor  linalg.Cholesky
}

// perSlope is the least number of rows per slope of a line, ridge the addition to the variances
// of the columns, which may be copies of each other.
const (
	perSlope = 20
	ridge    = 0.01
)

// newLine returns the line of a task's inputs; one without slopes if there are too many.
func newLine(task importance.Task) *line {
	n, p := task.X.Dims()
	l := new(line)
	for j := range p {
		values := mat.Col(nil, j, task.X)
		linalg.IntoRange(values)
		mean, variance := linalg.Variance(values)
		if task.Levels != nil && task.Levels[j] != 0 || !(variance > 0) {
			continue
		}
		for i := range values {
			values[i] = (values[i] - mean) / math.Sqrt(variance)
		}
		l.columns = append(l.columns, values)
	}
	if len(l.columns)*perSlope > n {
		l.columns = nil
	}
	count := float64(n)
	covariances := func(a, b int) float64 { return linalg.Dot(l.columns[a], l.columns[b]) / count }
	if !l.factor.Factorize(len(l.columns), linalg.Raised(covariances, ridge)) {
		l.columns = nil
	}
	return l
}

// fit returns the fitted values, less their mean.
func (l *line) fit(y []float64) []float64 {
	fitted := make([]float64, len(y))
	if l.columns == nil {
		return fitted
	}
	slopes := make([]float64, len(l.columns))
	for k, c := range l.columns {
		slopes[k] = linalg.Dot(c, y) / float64(len(y))
	}
	l.factor.Solve(slopes)
	for k, c := range l.columns {
		linalg.AddScaled(fitted, slopes[k], c)
	}
	return fitted
}
