package mmd

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Tied tells whether more than half of all pairs of responses are equal, as of
// counts that are mostly 0, though not all: then a median over all pairs gives no
// scale.
func Tied(y *mat.Dense) bool {
	rows := medianSample(y)
	equal := 0
	different, counts := distinct(rows)
	for _, n := range counts {
		equal += n * (n - 1) / 2
	}
	pairs := len(rows) * (len(rows) - 1) / 2
	return len(different) > 1 && equal > pairs/2
}

// distinct returns the rows that differ from each other, and how often each occurs.
func distinct(rows [][]float64) (different [][]float64, counts []int) {
	places := make(map[string]int, len(rows))
	var key []byte
	for _, row := range rows {
		key = key[:0]
		for _, v := range row {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v+0)) // zeros are equal
		}
		place, known := places[string(key)]
		if !known {
			place = len(different)
			places[string(key)] = place
			different, counts = append(different, row), append(counts, 0)
		}
		counts[place]++
	}
	return different, counts
}

// middleOfDifferent returns the two middle values of the squared distances over the
// pairs of rows that differ; zeros if none do. It is meant for rows of which one
// makes up about half or more, so that the different ones are few.
func middleOfDifferent(rows [][]float64) (low, high float64) {
	type distance struct {
		squared float64
		pairs   int
	}
	different, counts := distinct(rows)
	var all []distance
	total := 0
	for i, a := range different {
		for j, b := range different[:i] {
			if r := squaredDistance(a, b); r > 0 {
				all = append(all, distance{r, counts[i] * counts[j]})
				total += counts[i] * counts[j]
			}
		}
	}
	slices.SortFunc(all, func(a, b distance) int { return cmp.Compare(a.squared, b.squared) })
	below := 0
	for _, d := range all {
		if first := (total - 1) / 2; below <= first && first < below+d.pairs {
			low = d.squared
		}
		if below += d.pairs; total/2 < below {
			return low, d.squared
		}
	}
	return 0, 0
}
