package forest

import (
	"math/bits"
	"slices"

	"drfvi/internal/simd"
)

// A split of a node's n₀ rows of J1 into L left and R right rows by input v has
//
//	gain = weight(L, R) · (1/B) Σ_b | mean_left e^{iω_bᵀz} − mean_right e^{iω_bᵀz} |²
//
// With features centred in the node the sum over the left rows, S, is minus the
// sum over the right rows, so the difference of the means is S·n₀/(L·R) and
//
//	gain = ‖S‖² · weight(L, R)·n₀²/(B·L²·R²) = ‖S‖² · coefficient(L).
//
// One pass over the rows in the order of input v with one running vector S
// then gives every gain.

// candidateSplit is the best split by one variable.
type candidateSplit struct {
	variable int32
	gain     float64 // 0 if there is no split with a positive gain
	last     int32   // row with the largest value on the left
}

// splitter finds splits of one node at a time. It belongs to one worker.
type splitter struct {
	columns *Columns
	config  Config
	stride  int

	rows         []int32   // the node's rows of J1
	features     []float64 // their centred feature rows
	coefficients []float64 // coefficient(L) at index L−1; 0 where α forbids the split
	masked       []float64 // the same for one variable, 0 between equal values

	order    []int32  // local indices of the node's rows in the order of a variable
	set      []uint64 // bitmap over ranks, empty between calls
	position []int32  // position[rank] = local index, valid where the bitmap is set
	keys     []uint64 // rank·2³² + local index
}

// newSplitter returns a splitter for nodes of at most largest rows.
func newSplitter(columns *Columns, config Config, largest int) *splitter {
	n, stride := columns.Rows(), featureStride(config.Features)
	padded := pad(largest)
	return &splitter{
		columns: columns, config: config, stride: stride,
		features:     make([]float64, padded*stride+simd.Width),
		coefficients: make([]float64, padded), masked: make([]float64, padded),
		order: make([]int32, padded), keys: make([]uint64, largest),
		set: make([]uint64, (n+63)/64), position: make([]int32, n),
	}
}

// pad rounds a number of rows or features up to whole vectors.
func pad(n int) int { return (n + simd.Width - 1) &^ (simd.Width - 1) }

// centre subtracts the mean of the node's feature rows and sets up the
// coefficients of the gain, zeros up to whole vectors. s.rows and s.features
// are set.
func (s *splitter) centre() {
	count := len(s.rows)
	simd.Centre(s.features, s.stride, count)
	clear(s.coefficients[:pad(count)])
	total := float64(count)
	least := s.config.Alpha * total
	scale := 1 / float64(s.config.Features)
	for k := range count - 1 {
		left, right := float64(k+1), float64(count-k-1)
		switch {
		case left < least || right < least:
		case s.config.Weighting == IntegerWeighting:
			weight := float64((k + 1) * (count - k - 1) / count)
			s.coefficients[k] = scale * weight * total * total / (left * left * right * right)
		default:
			s.coefficients[k] = scale / (left * right)
		}
	}
}

// evaluate returns the best split of the node by the given variable, the first
// of equally good ones.
func (s *splitter) evaluate(variable int32) candidateSplit {
	s.sortRows(variable)
	padded := pad(len(s.rows))
	clear(s.order[len(s.rows):padded])
	coefficients := s.coefficients[:padded]
	if s.columns.tied[variable] {
		coefficients = s.maskTies(variable)
	}
	gain, at := simd.Scan(s.features, s.stride, s.order[:padded], coefficients)
	split := candidateSplit{variable: variable, gain: gain}
	if gain > 0 {
		split.last = s.rows[s.order[at]]
	}
	return split
}

// sortRows puts the local indices of the node's rows in s.order, in the order
// of the variable. Large nodes mark ranks in a bitmap and walk it, in
// O(n/64 + rows); nodes too small for that sort their ranks.
func (s *splitter) sortRows(variable int32) {
	ranks := s.columns.ranks[variable]
	if len(s.rows)*16 < len(s.set) {
		keys := s.keys[:len(s.rows)]
		for i, row := range s.rows {
			keys[i] = uint64(ranks[row])<<32 | uint64(i)
		}
		slices.Sort(keys)
		for k, key := range keys {
			s.order[k] = int32(uint32(key))
		}
		return
	}
	for i, row := range s.rows {
		r := ranks[row]
		s.set[r>>6] |= 1 << (r & 63)
		s.position[r] = int32(i)
	}
	k := 0
	for w, word := range s.set {
		if word == 0 {
			continue
		}
		positions := s.position[w<<6:]
		for ; word != 0; word &= word - 1 {
			s.order[k] = positions[bits.TrailingZeros64(word)]
			k++
		}
		s.set[w] = 0
	}
}

// maskTies returns the coefficients with zeros where a split would separate
// equal values of the variable. s.order is set.
func (s *splitter) maskTies(variable int32) []float64 {
	values := s.columns.Values[variable]
	masked := s.masked[:pad(len(s.rows))]
	copy(masked, s.coefficients)
	last := values[s.rows[s.order[0]]]
	for k := range len(s.rows) - 1 {
		value := values[s.rows[s.order[k+1]]]
		if value == last {
			masked[k] = 0
		}
		last = value
	}
	return masked
}
