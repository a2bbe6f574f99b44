package forest

import (
	"drfvi/forest/internal/splits"
	"drfvi/internal/rng"
)

// varianceSplitter finds the split of a node that lowers the sum of squared
// residuals most. It belongs to one worker.
type varianceSplitter struct {
	sorter
	columns    *Columns
	mtry       int
	stats      []rowStat // by row
	candidates *splits.Permutation
	src        rng.Source
	order      []int32 // the node's rows in the order of an input
}

// rowStat is what one row adds to the statistics of a node: how often it is
// in the bag, and that often its response.
type rowStat struct{ count, sum float64 }

// varianceSplit is a split between two neighbours in the order of an input,
// the rows lower and upper.
//
// The sum of squares falls by S²·n₀/(L·R). Here L and R are the in-bag rows left and
// right, n₀ = L+R, and S is the sum over the left rows of y − mean(y).
// Splits are compared by numerator S² and denominator L·R, which saves a
// division per row.
type varianceSplit struct {
	numerator, denominator float64
	variable, lower, upper int32
}

// best returns the split of the node with the given distinct rows, whose
// statistics add up to total; its input is Leaf if there is none. Candidates
// are mtry random inputs. Of equally good splits the first wins, no split is
// between equal values, and one that leaves the means equal is none. Behind the rows
// are simd.Slack others.
func (s *varianceSplitter) best(rows []int32, total rowStat, seed rng.Seed) varianceSplit {
	s.src.Reset(seed)
	best := varianceSplit{denominator: 1, variable: Leaf}
	order := s.order[:len(rows)]
	for range s.mtry {
		variable := s.candidates.Next(&s.src)
		s.Sort(order, rows, rows, variable)
		s.scan(&best, variable, order, total)
	}
	s.candidates.Restore()
	return best
}

// scan makes best the better of itself and the splits on the input, given
// the node's rows in its order.
func (s *varianceSplitter) scan(best *varianceSplit, variable int32, ordered []int32, total rowStat) {
	values, stats := s.columns.Values[variable], s.stats
	mean := total.sum / total.count
	lower := ordered[0]
	leftRows := stats[lower]
	numerator, denominator := best.numerator, best.denominator
	for _, row := range ordered[1:] {
		sum := leftRows.sum - float64(mean*leftRows.count)
		product := leftRows.count * (total.count - leftRows.count)
		if sum*sum*denominator > numerator*product && values[lower] < values[row] {
			numerator, denominator = sum*sum, product
			best.variable, best.lower, best.upper = variable, lower, row
		}
		stat := stats[row]
		leftRows.count += stat.count
		leftRows.sum += stat.sum
		lower = row
	}
	best.numerator, best.denominator = numerator, denominator
}

// midway returns a threshold t with a ≤ t < b, given a < b: their middle if
// rounding leaves it below b.
func midway(a, b float64) float64 {
	// Halving before adding keeps the sum of two huge numbers finite.
	if t := float64(a/2) + float64(b/2); a <= t && t < b {
		return t
	}
	return a
}
