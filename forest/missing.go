package forest

import "math"

// Incomplete, in the place of a number of levels, stands for a number that is missing
// in some rows, NaN. Every split of such an input sends the rows without a value to
// the side where the gain is larger, or parts them from all others (missing
// incorporated in attributes; Twala, Jones and Hand 2008). Rows without a value at a
// split whose node had none go with the larger child.
const Incomplete = -1

// missing stands for a missing value in Columns and Evaluation: it is above all
// thresholds, and so goes right of itself.
var missing = math.Inf(1)

// missingLeft is the Set of a node from which rows without a value go left.
const missingLeft = -1

// incomplete reports whether an input may be missing.
func (c *Columns) incomplete(j int32) bool { return c.levels != nil && c.levels[j] == Incomplete }

// present returns the value of an input as it is held. It has to be finite, or NaN if
// the input may be missing.
func (c *Columns) present(j int, v float64) (held float64, ok bool) {
	if math.IsNaN(v) && c.incomplete(int32(j)) {
		return missing, true
	}
	return v + 0, !math.IsNaN(v) && !math.IsInf(v, 0) // no negative zeros: equal values have equal bits
}

// missingFirst returns rows in the order of an input with those that lack a value
// first instead of last, and how many these are. The slice is valid until the next
// call and may be extended to a whole vector.
func (s *splitter) missingFirst(variable int32, order []int32) (rotated []int32, lacking int) {
	values := s.columns.Values[variable]
	for lacking < len(order) && values[s.rows[order[len(order)-1-lacking]]] == missing {
		lacking++
	}
	if s.rotated == nil {
		s.rotated = make([]int32, len(s.order))
	}
	rotated = s.rotated[:len(order)]
	copy(rotated[copy(rotated, order[len(order)-lacking:]):], order)
	return rotated, lacking
}

// divideMissing is divide for an input that may be missing. It returns the split as a
// node.
func (s *splitter) divideMissing(node span, split candidateSplit, small int) (left, right span, root Node) {
	order := s.orderOf(split.variable, node)
	rotated, lacking := s.missingFirst(split.variable, order)
	count := int(split.leftRows)
	root.Var = split.variable
	if count < 0 {
		order, count, root.Set = rotated, -count, missingLeft
	}
	root.Threshold = s.columns.Values[split.variable][s.rows[order[count-1]]]
	switch {
	case lacking == 0 && 2*count >= len(order):
		root.Set = missingLeft
	case lacking > 0 && root.Set == 0 && count == len(order)-lacking:
		root.Threshold = math.MaxFloat64 // all that are not missing go left
	}
	left, right = s.part(node, order[:count], order[count:], small)
	return left, right, root
}
