package forest

import (
	"math/bits"
	"slices"
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
	sum      []float64
}

func newSplitter(columns *Columns, config Config, largest int) *splitter {
	n, stride := columns.Rows(), featureStride(config.Features)
	return &splitter{
		columns: columns, config: config, stride: stride,
		features:     make([]float64, largest*stride),
		coefficients: make([]float64, largest), masked: make([]float64, largest),
		order: make([]int32, largest), keys: make([]uint64, largest),
		set: make([]uint64, (n+63)/64), position: make([]int32, n),
		sum: make([]float64, stride),
	}
}

// centre subtracts the mean of the node's feature rows and sets up the
// coefficients of the gain. s.rows and s.features are set.
func (s *splitter) centre() {
	count := len(s.rows)
	mean := s.sum
	clear(mean)
	for i := range count {
		for f, v := range s.features[i*s.stride : (i+1)*s.stride] {
			mean[f] += v
		}
	}
	for f := range mean {
		mean[f] /= float64(count)
	}
	for i := range count {
		row := s.features[i*s.stride : (i+1)*s.stride]
		for f, m := range mean {
			row[f] -= m
		}
	}
	total := float64(count)
	least := s.config.Alpha * total
	for k := range count - 1 {
		left, right := float64(k+1), float64(count-k-1)
		c := 0.0
		switch {
		case left < least || right < least:
		case s.config.Weighting == IntegerWeighting:
			c = float64((k+1)*(count-k-1)/count) * total * total / (left * left * right * right)
		default:
			c = 1 / (left * right)
		}
		s.coefficients[k] = c / float64(s.config.Features)
	}
	s.coefficients[count-1] = 0 // all rows left is no split
}

// evaluate returns the best split of the node by the given variable, the first
// of equally good ones.
func (s *splitter) evaluate(variable int32) candidateSplit {
	s.sortRows(variable)
	coefficients := s.coefficients[:len(s.rows)]
	if s.columns.tied[variable] {
		coefficients = s.maskTies(variable)
	}
	gain, at := s.scan(coefficients)
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
	masked := s.masked[:len(s.rows)]
	copy(masked, s.coefficients)
	last := values[s.rows[s.order[0]]]
	for k := range masked[1:] {
		value := values[s.rows[s.order[k+1]]]
		if value == last {
			masked[k] = 0
		}
		last = value
	}
	return masked
}

// scan returns the largest coefficient·‖S‖² along s.order and the first place
// where it is reached, or 0 if none is positive.
func (s *splitter) scan(coefficients []float64) (best float64, at int) {
	sum := s.sum
	clear(sum)
	for k, c := range coefficients {
		i := int(s.order[k]) * s.stride
		square := 0.0
		for f, v := range s.features[i : i+s.stride] {
			sum[f] += v
			square += sum[f] * sum[f]
		}
		if gain := c * square; gain > best {
			best, at = gain, k
		}
	}
	return best, at
}
