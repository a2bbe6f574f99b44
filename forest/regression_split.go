package forest

import (
	"math/bits"

	"drfvi/internal/rng"
)

// varianceSplitter finds the split of a node that lowers the sum of squared
// residuals most. It belongs to one worker.
//
// A candidate variable's rows are put in order without comparing any: each
// row's rank is a bit in a map of n bits, and the bits are then met in order.
// A second map marks the words of the first that are not empty, so that a
// small node of a large table costs no walk over all words.
type varianceSplitter struct {
	columns *Columns
	orders  [][]int32 // by column: rows in increasing order
	mtry    int
	ranks   []uint64 // bitmap over ranks, empty between calls
	words   []uint64 // bitmap over the words of ranks, empty between calls
	draw    *permutation
	src     rng.Source
}

func newVarianceSplitter(columns *Columns, orders [][]int32, mtry int) *varianceSplitter {
	words := (columns.Rows() + 63) / 64
	return &varianceSplitter{
		columns: columns, orders: orders, mtry: mtry,
		ranks: make([]uint64, words), words: make([]uint64, (words+63)/64),
		draw: newPermutation(len(orders)),
	}
}

// candidate is the best split found so far: below it lie lower and above it
// upper, neighbours in the order of variable.
//
// With L and R in-bag rows left and right, L+R = n₀, and with S the sum over
// the left rows of y − mean(y), the sum of squares falls by S²·n₀/(L·R). A
// split is compared by its numerator S² and denominator L·R, which avoids a
// division per row.
type candidate struct {
	numerator, denominator float64
	variable, lower, upper int32
}

// best returns the split (variable and threshold) of a node with the given
// distinct rows whose statistics add up to total. Candidates are mtry random
// variables; of equal splits the first wins; a split lies midway between
// neighbouring values, never between equal ones. found is false if there is
// none, because all candidates are constant or none tells the means apart.
func (s *varianceSplitter) best(rows []int32, stats []rowStat, total rowStat, seed rng.Seed) (split Node, found bool) {
	s.src.Reset(seed)
	c := candidate{denominator: 1, variable: Leaf}
	for range s.mtry {
		s.scan(&c, s.draw.next(&s.src), rows, stats, total)
	}
	s.draw.restore()
	if c.variable == Leaf {
		return Node{}, false
	}
	values := s.columns.Values[c.variable]
	return Node{Var: c.variable, Threshold: midway(values[c.lower], values[c.upper])}, true
}

// scan improves c by the splits on the variable.
func (s *varianceSplitter) scan(c *candidate, variable int32, rows []int32, stats []rowStat, total rowStat) {
	ranks := s.columns.ranks[variable]
	for _, row := range rows {
		rank := ranks[row]
		s.ranks[rank>>6] |= 1 << (rank & 63)
		s.words[rank>>12] |= 1 << (rank >> 6 & 63)
	}
	order, values := s.orders[variable], s.columns.Values[variable]
	mean := total.sum / total.count
	left, lower := rowStat{}, int32(0)
	numerator, denominator := c.numerator, c.denominator
	for i, word := range s.words {
		if word == 0 {
			continue
		}
		s.words[i] = 0
		for ; word != 0; word &= word - 1 {
			w := i<<6 + bits.TrailingZeros64(word)
			rankWord := s.ranks[w]
			s.ranks[w] = 0
			for ; rankWord != 0; rankWord &= rankWord - 1 {
				row := order[w<<6+bits.TrailingZeros64(rankWord)]
				// The split just before this row. Before the first row of all
				// both products are 0.
				sum := left.sum - mean*left.count
				product := left.count * (total.count - left.count)
				if sum*sum*denominator > numerator*product && values[lower] < values[row] {
					numerator, denominator = sum*sum, product
					c.variable, c.lower, c.upper = variable, lower, row
				}
				stat := stats[row]
				left.count += stat.count
				left.sum += stat.sum
				lower = row
			}
		}
	}
	c.numerator, c.denominator = numerator, denominator
}

// midway returns a threshold t with a ≤ t < b, in the middle if the numbers
// in between allow it.
func midway(a, b float64) float64 {
	// Halving before adding keeps the sum of two huge numbers finite.
	if t := a/2 + b/2; a <= t && t < b {
		return t
	}
	return a
}
