package aspects

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rank"
)

// misfitDegrees is the largest degree of the polynomials of misfit: a wave within the range of an
// input is seen by the fourth, not by the second.
const misfitDegrees = 4

// misfit reports for each input whether the mean of a response depends on it in a way that the
// forests have not learnt. With P_1 to P_4 the Legendre polynomials of the midranks of a column,
// centred, and R the residuals, the largest of
//
//	t = |Σ f R| / √Σ f²R²,   f = P_a(x_j) of a column j of the input, and P_a(x_j) P_b(x_k) of every other k,
//
// is significant for a normal law at importance.Level, which all f of the input share by
// Bonferroni's method. What seems to be the spread, shape or tails may be the mean then.
func misfit(task importance.Task, residuals []float64) []bool {
	_, p := task.X.Dims()
	functions := make([][][]float64, p)
	for j := range p {
		functions[j] = polynomials(mat.Col(nil, j, task.X))
	}
	var found []bool
	for _, columns := range task.Variables() {
		largest, count := 0.0, 0
		for _, j := range columns {
			for _, f := range functions[j] {
				product := times(f, residuals)
				largest, count = max(largest, score(product, nil)), count+1
				for k := range p {
					if slices.Contains(columns, k) {
						continue
					}
					for _, g := range functions[k] {
						largest, count = max(largest, score(product, g)), count+1
					}
				}
			}
		}
		found = append(found, elementary.Erfc(largest/math.Sqrt2)*float64(count) <= importance.Level)
	}
	return found
}

// times returns the products of two columns.
func times(a, b []float64) []float64 {
	product := make([]float64, len(a))
	for i, v := range a {
		product[i] = v * b[i]
	}
	return product
}

// score returns |Σ v| / √Σ v² of v = a·b, or of a where b is nil; 0 if all are 0.
func score(a, b []float64) float64 {
	if b != nil {
		a = times(a, b)
	}
	length := linalg.Norm(a)
	if length == 0 {
		return 0
	}
	return math.Abs(linalg.Sum(a)) / length
}

// polynomials returns the Legendre polynomials of the midranks of numbers, scaled to [-1, 1], of
// degree 1 to misfitDegrees, centred; 0 for missing numbers.
func polynomials(values []float64) [][]float64 {
	ranks, known := rank.Of(values), float64(rank.Known(values))
	var all [][]float64
	for range misfitDegrees {
		all = append(all, make([]float64, len(values)))
	}
	for i, v := range values {
		if math.IsNaN(v) {
			continue
		}
		u := (2*ranks[i]-1)/known - 1
		before, current := 1.0, u
		for k, polynomial := range all {
			degree := float64(k + 1)
			polynomial[i] = current
			before, current = current, (float64((2*degree+1)*u*current)-float64(degree*before))/(degree+1)
		}
	}
	for _, polynomial := range all {
		mean := linalg.Sum(polynomial) / max(known, 1)
		for i, v := range values {
			if !math.IsNaN(v) {
				polynomial[i] -= mean
			}
		}
	}
	return all
}
