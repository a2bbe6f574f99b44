package sensitivity

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance/shapley"
	"drfvi/internal/rng"
)

// Shapley effects of a linear function of eight inputs in a chain of correlations, by the orders of a scheme and
// corrected, against all sets (Owen and Prieur 2017).
func TestShapleyOfManyDependentInputs(t *testing.T) {
	const p, n, rho = 8, 4000, 0.6
	slopes := mat.NewVecDense(p, []float64{2, 1, 1, 0, 0, 1, 0.5, -1})
	correlations := mat.NewSymDense(p, nil)
	inputs := make([][]int, p)
	for i := range p {
		inputs[i] = []int{i}
		for j := range i + 1 {
			correlations.SetSym(i, j, math.Pow(rho, float64(i-j)))
		}
	}
	var covariances mat.VecDense
	covariances.MulVec(correlations, slopes)
	explained := func(columns []int) float64 {
		if len(columns) == 0 {
			return 0
		}
		among, with := mat.NewSymDense(len(columns), nil), mat.NewVecDense(len(columns), nil)
		for i, a := range columns {
			with.SetVec(i, covariances.AtVec(a))
			for j, b := range columns[:i+1] {
				among.SetSym(i, j, correlations.At(a, b))
			}
		}
		var solved mat.VecDense
		if err := solved.SolveVec(among, with); err != nil {
			t.Fatal(err)
		}
		return mat.Dot(with, &solved)
	}
	all := mat.Dot(slopes, &covariances)
	sets := newScheme(p, rng.New(4))
	var unexplained []float64
	for _, set := range sets.sets {
		var columns []int
		for j, in := range set {
			if in {
				columns = append(columns, j)
			}
		}
		unexplained = append(unexplained, all-explained(columns))
	}
	x, y := drawn(n, p, 9, func(x []float64, _ *rng.Source) []float64 {
		value := slopes.AtVec(0) * x[0]
		for j := 1; j < p; j++ {
			x[j] = rho*x[j-1] + math.Sqrt(1-rho*rho)*x[j]
			value += slopes.AtVec(j) * x[j]
		}
		return []float64{value}
	})
	corrected := sets.moments(unexplained).shapley
	newLinear(x, y, inputs, correlations, sets, rng.New(5)).correct(corrected, sets, unexplained)
	want := shapley.Of(p, explained)
	var before, after float64
	for j, v := range sets.moments(unexplained).shapley {
		before = max(before, math.Abs(v/all-want[j]))
		after = max(after, math.Abs(corrected[j]/all-want[j]))
	}
	if after > 0.003 || before < 2*after || before > 0.03 {
		t.Errorf("errors %.4f of the orders and %.4f corrected, expected 0.03 and 0.003 at most", before, after)
	}
}
