package importance

import (
	"math"
	"slices"

	"drfvi/internal/rank"
)

// Inference holds the sampling errors and tests of a Result's values: their variation over
// other data, and whether chance explains them.
type Inference struct {
	// Explained is the share of the variation of the responses, in the kernel's Hilbert
	// space, explained by the inputs. Its P is of all inputs together; package answer combines
	// this test with those of the inputs.
	Explained Share
	// SE are standard errors over tables, and Intervals have the Task's coverage, both of
	// the importances of forests grown on as many rows as the table has.
	SE        []float64
	Intervals []Interval
	// P are p-values of the hypotheses that an input adds nothing to the others: the law
	// of the responses given all inputs is that given the others. Adjusted are these after
	// Holm's method over the inputs. Nil without tests.
	P, Adjusted []float64
	// StandsIn marks inputs that may stand in for others: those of which the others predict nearly
	// all, and those with p at most Level that follow others along a curve. Effects found for them
	// may be effects of the others that forests miss, and the other way round. Of many inputs only
	// the most important are looked at. Nil without tests.
	StandsIn []bool
	// Told are the shares of the inputs that the others predict, of an input's variation, of
	// numbers or of normal scores, whichever is more, and of levels; NaN for inputs that are not
	// looked at. Nil where StandsIn is.
	Told []float64
	// Ranks are those that the importance of each input may have among all, 1 for the largest:
	// they hold for all inputs together with the Task's coverage. Contrasts compare any two of
	// the most important inputs. Nil without tests.
	Ranks     []RankInterval
	Contrasts []Contrast
	// Lost are the shares of the variation of the responses that are lost without each input:
	// importances times Explained. Robustness is, for each input, a share of two residuals: that
	// of the input and that of the responses. A function of the other inputs that was not learnt
	// would need this share of both to raise the p-value above Level (Cinelli and Hazlett 2020).
	// Both are nil where Ranks are.
	Lost       []Share
	Robustness []float64
}

// RankInterval are the ranks from Low to High.
type RankInterval struct{ Low, High int }

// Contrast is the difference of the importances of two inputs, More of the larger estimate.
type Contrast struct {
	More, Less     int
	Difference, SE float64
	// Interval has the Task's coverage for this difference alone.
	Interval Interval
	// P is the p-value, two-sided, of the hypothesis that the two are equally important or Less is
	// more so; Adjusted that after a stepwise method over all pairs of inputs (Romano and Wolf
	// 2005).
	P, Adjusted float64
}

// Share is an explained share of variation.
type Share struct {
	Value float64
	// Learnt is what forests of so many rows explain; Value, where it can be told, what the inputs
	// explain in the population.
	Learnt   float64
	SE       float64
	Interval Interval
	// P is the p-value of the hypothesis that nothing is explained; NaN without tests.
	P float64
	// Total is the variation of which it is a share, a mean over rows.
	Total float64
}

// Level is the level of tests.
const Level = 0.05

// Nothing reports whether the data are compatible with inputs that explain nothing: by the
// test, or else by the interval.
func (s Share) Nothing() bool {
	if math.IsNaN(s.P) {
		return s.Interval.Low <= 0
	}
	return s.P > Level
}

// Holm adjusts p-values for the number of hypotheses, controlling the familywise error rate
// under any dependence between the tests (Holm 1979): the k-th smallest of m becomes the
// largest of (m − i + 1)·p over the i-th smallest, i ≤ k.
func Holm(p []float64) []float64 { return rank.Holm(p) }

// BenjaminiYekutieli adjusts p-values to control the false discovery rate under any
// dependence between the tests (Benjamini and Yekutieli 2001): the k-th smallest of m
// becomes the smallest of p·m·(1 + 1/2 + … + 1/m)/i over the i-th smallest, i ≥ k.
func BenjaminiYekutieli(p []float64) []float64 {
	m, harmonic := float64(len(p)), 0.0
	for i := range p {
		harmonic += 1 / float64(i+1)
	}
	adjusted, smallest := make([]float64, len(p)), 1.0
	for k, i := range slices.Backward(rank.Ascending(p)) {
		smallest = min(smallest, p[i]*(m*harmonic/float64(k+1)))
		adjusted[i] = smallest
	}
	return adjusted
}
