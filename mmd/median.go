package mmd

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/par"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

// medianRows is the largest number of rows whose pairs are all used. Larger tables are
// represented by that many random rows, as in drf ≥ 1.2: all pairs of 60 000 rows would
// take 13 GB.
const medianRows = 5000

// MedianHeuristic returns median over i<j of √(‖Yi − Yj‖/2), drf's median heuristic: the
// square root of a length. More than 5000 rows are represented by 5000 random ones, always
// the same. Where responses are Tied the median is over pairs that differ; 0 if none do.
func MedianHeuristic(y *mat.Dense) float64 {
	low, high := middleSquaredDistances(y, medianRows)
	h := func(squared float64) float64 { return math.Sqrt(math.Sqrt(squared) / 2) }
	return (h(low) + h(high)) / 2
}

// MedianDistance returns the median over i<j of ‖Yi − Yj‖, the scale of the usual median
// heuristic. More than 5000 rows are represented by 5000 random ones, always the same.
// Where responses are Tied the median is over pairs that differ; 0 if none do.
func MedianDistance(y *mat.Dense) float64 { return MedianDistanceOf(y, medianRows) }

// MedianDistanceOf is MedianDistance where tables of more than the given number of rows are
// represented by that many.
func MedianDistanceOf(y *mat.Dense, largest int) float64 {
	low, high := middleSquaredDistances(y, largest)
	return (math.Sqrt(low) + math.Sqrt(high)) / 2
}

// Varies reports whether MedianDistance is positive: whether any two of its rows differ.
func Varies(y *mat.Dense) bool { return vary(medianSample(y, medianRows)) }

// middleSquaredDistances returns the two middle values (equal for an odd count) of
// ‖Yi − Yj‖² over the pairs i<j, or over those that differ if the values would be 0; zeros
// without pairs.
func middleSquaredDistances(y *mat.Dense, largest int) (low, high float64) {
	rows := medianSample(y, largest)
	if low, high = middleOfAll(rows); high > 0 {
		return low, high
	}
	return middleOfDifferent(rows)
}

// middleOfAll returns the two middle values over all pairs.
//
// It never keeps all distances: a sample of pairs brackets the median, and one pass over
// all pairs counts those below the bracket and collects the few percent inside. If the
// count puts the median outside, the bracket is widened to everything. The result is exact
// either way.
func middleOfAll(rows [][]float64) (low, high float64) {
	pairs := len(rows) * (len(rows) - 1) / 2
	if pairs == 0 {
		return 0, 0
	}
	first, second := (pairs-1)/2, pairs/2
	floor, ceiling := medianBracket(rows)
	for {
		parts := make([]bracketed, (len(rows)+medianBlock-1)/medianBlock)
		par.Blocks(len(rows), medianBlock, func(from, to int) {
			parts[from/medianBlock].count(rows, from, to, floor, ceiling)
		})
		below, inside := 0, []float64(nil)
		for _, part := range parts {
			below += part.below
			inside = append(inside, part.inside...)
		}
		if below <= first && second < below+len(inside) {
			low = nth(inside, first-below)
			if second == first {
				return low, low
			}
			return low, slices.Min(inside[second-below:])
		}
		floor, ceiling = 0, math.Inf(1)
	}
}

// medianBlock is the number of rows whose distances to those before them are one piece of work.
const medianBlock = 16

// bracketed are the number of squared distances below a bracket, and those inside.
type bracketed struct {
	below  int
	inside []float64
}

// count counts the squared distances of the rows from first to end, to those before them, by a
// bracket.
func (c *bracketed) count(rows [][]float64, first, end int, floor, ceiling float64) {
	// Whether a distance is below the bracket is a coin toss that a branch would
	// mispredict, so its sign is counted. Distances are not negative, so their bits
	// have the same order, and two comparisons become one.
	from, width := int64(math.Float64bits(floor)), math.Float64bits(ceiling)-math.Float64bits(floor)
	below, inside := 0, []float64(nil)
	for i := first; i < end; i++ {
		a := rows[i]
		for _, b := range rows[:i] {
			r := squaredDistance(a, b)
			above := int64(math.Float64bits(r)) - from
			below += int(uint64(above) >> 63)
			if uint64(above) <= width {
				inside = append(inside, r)
			}
		}
	}
	c.below, c.inside = below, inside
}

// nth returns the kth of the sorted values (from 0) and partitions values around it
// (Hoare's quickselect).
func nth(values []float64, k int) float64 {
	for first, last := 0, len(values)-1; first < last; {
		pivot := values[first+(last-first)/2]
		i, j := first, last
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case k <= j:
			last = j
		case k >= i:
			first = i
		default:
			return values[k]
		}
	}
	return values[k]
}

// medianBracket returns the 48 % and 52 % quantiles of the squared distances of about
// 10 000 pairs spread evenly over all; they miss the median about once in 16 000.
func medianBracket(rows [][]float64) (floor, ceiling float64) {
	n := len(rows)
	step := max(n*(n-1)/2/10000, 1)
	if step%2 == 0 {
		step++ // do not keep in step with rows that come in pairs
	}
	var sample []float64
	next := 0
	for i := range rows {
		for ; next < i; next += step {
			sample = append(sample, squaredDistance(rows[i], rows[next]))
		}
		next -= i
	}
	slices.Sort(sample)
	k := len(sample)
	return sample[k*48/100], sample[min(k*52/100+1, k-1)]
}

// medianSample returns the rows of y, or at most so many random ones of them; and where those
// are all equal, at most as many that differ from them.
func medianSample(y *mat.Dense, largest int) [][]float64 {
	n, _ := y.Dims()
	order := rank.Numbers[int32](n)
	if n > largest {
		rng.New(0).Named("median rows").Source().Perm(order)
	}
	rows := make([][]float64, min(n, largest))
	for i := range rows {
		rows[i] = y.RawRowView(int(order[i]))
	}
	if n > largest && !vary(rows) {
		for _, i := range order[largest:] {
			if row := y.RawRowView(int(i)); squaredDistance(row, rows[0]) > 0 && len(rows) < 2*largest {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// vary reports whether any of the rows differs from the first.
func vary(rows [][]float64) bool {
	return slices.ContainsFunc(rows, func(row []float64) bool { return squaredDistance(row, rows[0]) > 0 })
}

// Tied reports whether more than half of all pairs of responses, but not all, are equal,
// as for mostly zero counts: the median over all pairs then gives no scale.
func Tied(y *mat.Dense) bool {
	rows := medianSample(y, medianRows)
	equal := 0
	different, counts := rank.Distinct(rows)
	for _, n := range counts {
		equal += n * (n - 1) / 2
	}
	pairs := len(rows) * (len(rows) - 1) / 2
	return len(different) > 1 && equal > pairs/2
}

// middleOfDifferent returns the two middle squared distances over the pairs of rows that
// differ; zeros if none do. It expects that one value makes up about half of the rows or
// more, so that few are distinct.
func middleOfDifferent(rows [][]float64) (low, high float64) {
	type distance struct {
		squared float64
		pairs   int
	}
	different, counts := rank.Distinct(rows)
	var distances []distance
	total := 0
	for i, a := range different {
		for j, b := range different[:i] {
			if r := squaredDistance(a, b); r > 0 {
				distances = append(distances, distance{r, counts[i] * counts[j]})
				total += counts[i] * counts[j]
			}
		}
	}
	slices.SortFunc(distances, func(a, b distance) int { return cmp.Compare(a.squared, b.squared) })
	below := 0
	for _, d := range distances {
		if first := (total - 1) / 2; below <= first && first < below+d.pairs {
			low = d.squared
		}
		if below += d.pairs; total/2 < below {
			return low, d.squared
		}
	}
	return 0, 0
}
