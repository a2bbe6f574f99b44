package sensitivity

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

// linear is what the linear part of a function leaves unexplained, in closed form for jointly
// normal scores. By it Shapley effects of a few orders are corrected: dependence makes sets of
// any size interact, mostly in this part.
type linear struct {
	unexplained [][]float64 // by the inputs that begin each order of a scheme, from none to all
	gap         []float64   // Shapley effects of many orders, less those of the scheme's
}

// manyOrders are those in which the linear part is valued: of eight inputs, effects are within
// 0.003.
const manyOrders = 2048

// newLinear returns the linear part of h, n×k values at the rows of x, in the scores of inputs;
// nil if these are not of full rank.
func newLinear(x, h *mat.Dense, inputs [][]int, correlations *mat.SymDense, sets *scheme, seed rng.Seed) *linear {
	p := len(inputs)
	_, outputs := h.Dims()
	covariances := mat.NewDense(outputs, p, nil)
	for j, columns := range inputs {
		if len(columns) > 1 {
			continue // drawn apart from the others
		}
		scores := rank.NormalScores(mat.Col(nil, columns[0], x))
		for c := range outputs {
			y := mat.Col(nil, c, h)
			covariances.Set(c, j, float64(linalg.Deviation(y)*correlation(scores, y)))
		}
	}
	var factor linalg.Cholesky
	added := func(order []int32) []float64 { // by each input, in the order
		if !factor.Factorize(p, func(i, j int) float64 { return correlations.At(int(order[i]), int(order[j])) }) {
			return nil
		}
		explained, solved := make([]float64, p), make([]float64, p)
		for c := range outputs {
			for i, j := range order {
				v := covariances.At(c, int(j))
				for k := range i {
					v -= float64(factor.At(i, k) * solved[k])
				}
				solved[i] = v / factor.At(i, i)
				explained[i] += float64(solved[i] * solved[i])
			}
		}
		return explained
	}
	l := &linear{gap: make([]float64, p)}
	for _, order := range sets.orders {
		explained := added(order)
		if explained == nil {
			return nil
		}
		remaining := []float64{linalg.Sum(explained)}
		for i, j := range order {
			remaining = append(remaining, remaining[i]-explained[i])
			l.gap[j] -= explained[i] / float64(len(sets.orders))
		}
		l.unexplained = append(l.unexplained, remaining)
	}
	order := make([]int32, p)
	for o := range manyOrders {
		if o%2 == 0 {
			seed.Named("many").At(o).Source().Perm(order)
		} else {
			slices.Reverse(order)
		}
		explained := added(order)
		if explained == nil {
			return nil
		}
		for i, j := range order {
			l.gap[j] += float64(explained[i] / manyOrders)
		}
	}
	return l
}

// correct adds the gap to Shapley effects, times the slope of what sets leave unexplained on
// what the linear part does.
func (l *linear) correct(effects []float64, s *scheme, unexplained []float64) {
	var cross, square float64
	set := make([]bool, s.inputs)
	for o, order := range s.orders {
		clear(set)
		for i, j := range order {
			linearPart := l.unexplained[o][i]
			cross += float64(linearPart * s.unexplainedBy(set, unexplained))
			square += float64(linearPart * linearPart)
			set[j] = true
		}
	}
	if square > 0 {
		linalg.AddScaled(effects, cross/square, l.gap)
	}
}
