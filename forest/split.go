package forest

import (
	"drfvi/forest/internal/splits"
	"drfvi/internal/simd"
)

// A split of a node has gain = coefficient · ‖S‖², S the sum over the left rows of
// features centred in the node (splits.Criterion). One pass over the rows in the
// order of the input with one running vector S then gives every gain.

// candidateSplit is the best split by one input.
type candidateSplit struct {
	variable int32
	gain     float64 // 0 if there is no split with a positive gain
	// left are the rows on the left, the first ones in the order of the input; if it
	// is negative, as many with those without a value coming first.
	leftRows int32
}

// splitter finds splits of one node at a time. It belongs to one worker.
type splitter struct {
	*ordering
	*splits.Criterion
	config Config
	stride int

	node     span
	features []float64 // centred feature rows of the node, by local id
	rotated  []int32   // for missingFirst, made when it is needed

	evaluations int64 // rows × inputs evaluated
}

// newSplitter returns a splitter for trees of at most largest rows of J1.
func newSplitter(t *training, largest int) *splitter {
	stride, padded := splits.Stride(t.config.Features), simd.Pad(largest)
	return &splitter{
		ordering: newOrdering(t, largest), config: t.config, stride: stride,
		features: make([]float64, padded*stride+simd.Width),
		Criterion: splits.NewCriterion(
			t.config.Features, t.config.Weighting == IntegerWeighting, t.config.Alpha, t.plan.counts, largest,
		),
	}
}

// evaluate returns the best split of the node by the given input, the first
// of equally good ones.
func (s *splitter) evaluate(variable int32) candidateSplit {
	s.evaluations += int64(s.node.size())
	ties := s.ties[variable]
	if ties == twoValues {
		return s.evaluateIndicator(variable)
	}
	order := s.orderOf(variable, s.node)
	padded := simd.Pad(len(order))
	values := s.columns.Values[variable]
	if ties != noTies && values[s.rows[order[0]]] == values[s.rows[order[len(order)-1]]] {
		return candidateSplit{variable: variable} // constant in the node
	}
	// Rows beyond the node's own get coefficient 0: any will do.
	gain, place := simd.Scan(s.features, s.stride, order[:padded], s.Along(values, s.rows, order, ties != noTies))
	split := candidateSplit{variable, gain, int32(place + 1)}
	if ties == someMissing {
		// What parts the missing ones from the others was looked at just now.
		if rotated, lacking := s.missingFirst(variable, order); lacking > 0 {
			coefficients := s.Along(values, s.rows, rotated, true)
			coefficients[lacking-1] = 0
			if gain, place := simd.Scan(
				s.features, s.stride, rotated[:padded], coefficients,
			); s.config.asGood(gain) > split.gain {
				return candidateSplit{variable, gain, -int32(place + 1)}
			}
		}
	}
	return split
}

// evaluateIndicator is evaluate for an input with two values: it has one
// split, and only the rows to its left need be added up.
func (s *splitter) evaluateIndicator(variable int32) candidateSplit {
	order := s.low(variable, s.node)
	leftRows := len(order)
	if leftRows == 0 || leftRows == s.node.size() {
		return candidateSplit{variable: variable}
	}
	// A square that is not a number has no gain.
	if gain := s.OfRows(order) * simd.Square(s.features, s.stride, order); gain > 0 {
		return candidateSplit{variable, gain, int32(leftRows)}
	}
	return candidateSplit{variable: variable}
}
