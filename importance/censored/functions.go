package censored

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance/inference"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/mmd"
)

// survival returns the probabilities by hazards to be beyond each time.
func survival(event []float64) []float64 {
	probabilities, survivors := make([]float64, len(event)), 1.0
	for k, hazard := range event {
		survivors *= 1 - hazard
		probabilities[k] = survivors
	}
	return probabilities
}

// quantiles is the number of quantiles of the law of all rows whose median distance is the
// bandwidth.
const quantiles = 1000

// embed returns the kernel on times and their coordinates, K×r. A heuristic bandwidth is that of
// the law of all rows.
func (s Study) embed(ctx context.Context, t *Times) (mmd.Kernel, *mat.Dense, error) {
	survivors, k := survival(t.marginal().event), 0
	typical := mat.NewDense(quantiles, 1, nil)
	for i := range quantiles {
		for 1-survivors[k] < (float64(i)+0.5)/quantiles && k < t.last() {
			k++
		}
		typical.Set(i, 0, t.distinct[k])
	}
	kernel, err := s.Task.Kernel.Resolve(typical)
	if err != nil {
		return kernel, nil, err
	}
	points := mat.NewDense(len(t.distinct), 1, append([]float64{}, t.distinct...))
	factor, err := mmd.Principal(ctx, points, kernel, tolerance, mostRank, s.Task.Workers)
	return kernel, factor.L, err
}

// scores returns scores of times by the law of all rows, K×4: normal scores, and the Legendre
// polynomials of degree 2 to 4, of mid-ranks. Their pseudo-responses are tested as they are: ranks
// of these would depend on censoring.
func (t *Times) scores() *mat.Dense {
	const end = 5e-5 // of ranks
	scores, before := mat.NewDense(len(t.distinct), 4, nil), 1.0
	for k, survivors := range survival(t.marginal().event) {
		u := 1 - (before+survivors)/2
		before = survivors
		z := 2*u - 1
		square := z * z
		scores.SetRow(k, []float64{
			elementary.NormalQuantile(min(max(u, end), 1-end)), (3*square - 1) / 2, (5*square - 3) * z / 2,
			(float64(35*square*square) - float64(30*square) + 3) / 8,
		})
	}
	return scores
}

// curve returns some of the times, and the indicators of being beyond them, by time.
func (t *Times) curve() (times []float64, indicators *mat.Dense) {
	before := t.last()
	count := min(before, curveTimes)
	indicators = mat.NewDense(len(t.distinct), count, nil)
	for c := range count {
		place := (c+1)*before/count - 1
		times = append(times, t.distinct[place])
		for k := place + 1; k < len(t.distinct); k++ {
			indicators.Set(k, c, 1)
		}
	}
	return times, indicators
}

// scoresOf parts pseudo-responses of coordinates and of scores into what is tested.
func scoresOf(coordinates, scores *mat.Dense) *inference.Scores {
	return &inference.Scores{
		Lines: linalg.Columns(scores, []int{0}), Spreads: linalg.Columns(scores, []int{1}),
		Tails: linalg.Columns(scores, []int{1, 2, 3}), Components: coordinates,
		Index: linalg.Columns(scores, []int{0, 1}[:indexScores]),
	}
}
