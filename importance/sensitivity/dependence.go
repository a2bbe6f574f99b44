package sensitivity

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rank"
)

// Dependence says how inputs depend on each other.
type Dependence string

// Dependences: none is seen; the normal scores of inputs are as if jointly normal; another.
const (
	Independent Dependence = "independent"
	Copula      Dependence = "gaussian copula"
	General     Dependence = "general"
)

// dependenceLevel is that of the two tests, by Bonferroni over pairs of inputs and products.
const dependenceLevel = 0.001

// dependenceOf screens pairs of columns of different inputs by correlations of their normal
// scores and by products, and what is left of one given the other likewise. It returns the
// correlations of the inputs' scores, those that may be chance too, since dropping them biases
// first-order indices of a chain by more than their error; 0 for inputs of several columns.
func dependenceOf(x *mat.Dense, inputs [][]int) (Dependence, *mat.SymDense) {
	scores := make([][][]float64, len(inputs))
	pairs := 0
	for j, columns := range inputs {
		for _, c := range columns {
			scores[j] = append(scores[j], rank.NormalScores(mat.Col(nil, c, x)))
		}
		for k := range j {
			pairs += len(columns) * len(inputs[k])
		}
	}
	n, _ := x.Dims()
	refuted := func(correlation float64, tests int) bool {
		return correlation > elementary.NormalQuantile(1-dependenceLevel/float64(2*tests))/math.Sqrt(float64(n))
	}
	correlations, found := mat.NewSymDense(len(inputs), nil), Independent
	for j := range inputs {
		correlations.SetSym(j, j, 1)
		for k := range j {
			for _, a := range scores[j] {
				for _, b := range scores[k] {
					r := correlation(a, b)
					if len(scores[j]) == 1 && len(scores[k]) == 1 {
						correlations.SetSym(j, k, r)
					}
					if !refuted(max(math.Abs(r), products(a, b)), 4*pairs) {
						continue
					}
					if found == Independent {
						found = Copula
					}
					residual := make([]float64, n) // of b given a, standardised; and of a given b
					reverse := make([]float64, n)
					scale := 1 / math.Sqrt(max(1-float64(r*r), 1e-12))
					for i := range residual {
						residual[i], reverse[i] = scale*(b[i]-float64(r*a[i])), scale*(a[i]-float64(r*b[i]))
					}
					if refuted(max(products(a, residual), products(b, reverse)), 6*pairs) || len(scores[j]) > 1 || len(scores[k]) > 1 {
						found = General
					}
				}
			}
		}
	}
	return found, correlations
}

// products returns the largest correlation, without sign, of the squares of u = Φ(score) − ½ of two
// columns, or of one and the square of the other.
func products(a, b []float64) float64 {
	ua, ub := make([]float64, len(a)), make([]float64, len(a))
	squareA, squareB := make([]float64, len(a)), make([]float64, len(a))
	for i := range a {
		ua[i], ub[i] = float64(phi(a[i]))-0.5, float64(phi(b[i]))-0.5
		squareA[i], squareB[i] = ua[i]*ua[i], ub[i]*ub[i]
	}
	return max(
		math.Abs(correlation(squareA, squareB)), math.Abs(correlation(ua, squareB)),
		math.Abs(correlation(squareA, ub)),
	)
}

// correlation returns Pearson's; 0 if a column is constant.
func correlation(a, b []float64) float64 {
	meanA, varA := linalg.Variance(a)
	meanB, varB := linalg.Variance(b)
	if !(varA > 0 && varB > 0) {
		return 0
	}
	sum := 0.0
	for i := range a {
		sum += float64((a[i] - meanA) * (b[i] - meanB))
	}
	return sum / (float64(len(a)-1) * math.Sqrt(varA*varB))
}
