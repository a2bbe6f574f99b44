package forest

import (
	"math"

	"drfvi/forest/internal/features"
	"drfvi/internal/simd"
)

// A split of a node's n₀ rows of J1 into L left and R right rows by a variable
// has
//
//	gain = weight(L, R) · (1/B) Σ_b | mean_left e^{iω_bᵀz} − mean_right e^{iω_bᵀz} |²
//
// With features centred in the node the sum over the left rows, S, is minus the
// sum over the right rows, so the difference of the means is S·n₀/(L·R) and
//
//	gain = ‖S‖² · weight(L, R)·n₀²/(B·L²·R²) = ‖S‖² · coefficient(L).
//
// One pass over the rows in the order of the variable with one running vector
// S then gives every gain.

// candidateSplit is the best split by one variable.
type candidateSplit struct {
	variable int32
	gain     float64 // 0 if there is no split with a positive gain
	// left are the rows on the left, the first ones in the order of the variable; if it
	// is negative, as many with those without a value coming first.
	left int32
}

// splitter finds splits of one node at a time. It belongs to one worker.
type splitter struct {
	*ordering
	config Config
	stride int

	node         span
	features     []float64 // centred feature rows of the node, by local id
	coefficients []float64 // coefficient(L) at index L−1; 0 where α forbids the split
	masked       []float64 // the same for one variable, 0 between equal values
	rotated      []int32   // for missingFirst, made when it is needed

	evaluations int64 // rows × variables evaluated
}

// newSplitter returns a splitter for trees of at most largest rows of J1.
func newSplitter(t *training, largest int) *splitter {
	stride, padded := features.Stride(t.config.Features), simd.Pad(largest)
	return &splitter{
		ordering: newOrdering(t, largest), config: t.config, stride: stride,
		features:     make([]float64, padded*stride+simd.Width),
		coefficients: make([]float64, padded), masked: make([]float64, padded),
	}
}

// weigh sets up the coefficients of the gain in the node, zeros up to whole
// vectors.
func (s *splitter) weigh() {
	count := s.node.size()
	clear(s.coefficients[:simd.Pad(count)])
	total := float64(count)
	least := s.least(count)
	scale := 1 / float64(s.config.Features)
	// Both weightings make the coefficient of L that of R = n₀ − L.
	for n := least; n <= count-n; n++ {
		both := float64(n) * float64(count-n)
		c := scale / both
		if s.config.Weighting == IntegerWeighting {
			// The quotient is an integer or at least 1/count away from one, so
			// that rounding it does not change its floor.
			c = scale * math.Floor(both/total) * total * total / (both * both)
		}
		s.coefficients[n-1], s.coefficients[count-n-1] = c, c
	}
}

// least returns the smallest number of rows of a child of a node of as many rows.
func (s *splitter) least(rows int) int {
	return max(int(math.Ceil(s.config.Alpha*float64(rows))), 1)
}

// evaluate returns the best split of the node by the given variable, the first
// of equally good ones.
func (s *splitter) evaluate(variable int32) candidateSplit {
	s.evaluations += int64(s.node.size())
	ties := s.columns.ties[variable]
	if ties == twoValues {
		return s.evaluateIndicator(variable)
	}
	order := s.by(variable, s.node)
	padded := simd.Pad(len(order))
	coefficients := s.coefficients[:padded]
	if ties != noTies {
		values := s.columns.Values[variable]
		if values[s.rows[order[0]]] == values[s.rows[order[len(order)-1]]] {
			return candidateSplit{variable: variable} // constant in the node
		}
		s.maskTies(values, order)
		coefficients = s.masked[:padded]
	}
	// Rows beyond the node's own get coefficient 0: any will do.
	gain, at := simd.Scan(s.features, s.stride, order[:padded], coefficients)
	split := candidateSplit{variable, gain, int32(at + 1)}
	if ties == someMissing {
		// What parts the missing ones from the others was looked at just now.
		if rotated, lacking := s.missingFirst(variable, order); lacking > 0 {
			s.maskTies(s.columns.Values[variable], rotated)
			s.masked[lacking-1] = 0
			if gain, at := simd.Scan(s.features, s.stride, rotated[:padded], s.masked[:padded]); gain > split.gain {
				return candidateSplit{variable, gain, -int32(at + 1)}
			}
		}
	}
	return split
}

// evaluateIndicator is evaluate for a variable with two values: it has one
// split, and only the rows to its left need be added up.
func (s *splitter) evaluateIndicator(variable int32) candidateSplit {
	order := s.low(variable, s.node)
	left := len(order)
	if left == 0 || left == s.node.size() {
		return candidateSplit{variable: variable}
	}
	// A square that is not a number has no gain.
	if gain := s.coefficients[left-1] * simd.Square(s.features, s.stride, order); gain > 0 {
		return candidateSplit{variable, gain, int32(left)}
	}
	return candidateSplit{variable: variable}
}

// maskTies sets up masked: the coefficients, with zeros where a split would
// separate equal values. There is no branch on values to mispredict.
func (s *splitter) maskTies(values []float64, order []int32) {
	masked, coefficients := s.masked[:simd.Pad(len(order))], s.coefficients[:simd.Pad(len(order))]
	last := math.Float64bits(values[s.rows[order[0]]])
	for k, id := range order[1:] {
		value, c := math.Float64bits(values[s.rows[id]]), math.Float64bits(coefficients[k])
		if value == last {
			c = 0
		}
		masked[k] = math.Float64frombits(c)
		last = value
	}
	clear(masked[len(order)-1:])
}
