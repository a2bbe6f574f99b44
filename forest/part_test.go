package forest

import (
	"math"
	"slices"
	"testing"

	"drfvi/internal/rng"
)

// TestSides parts random rows of a column with missing values, and compares the
// sides with those of one row at a time.
func TestSides(t *testing.T) {
	src := rng.New(1).Source()
	values, rows := make([]float64, 50), make([]int32, 50)
	for i := range values {
		if values[i] = float64(src.IntN(6)); values[i] == 5 {
			values[i] = math.Inf(1)
		}
	}
	for size := range len(rows) + 1 {
		src.Perm(rows)
		threshold := float64(src.IntN(5))
		for _, missing := range []bool{false, true} {
			var left, right []int32
			for _, row := range rows[:size] {
				if v := values[row]; v <= threshold || missing && math.IsInf(v, 1) {
					left = append(left, row)
				} else {
					right = append(right, row)
				}
			}
			node := Node{Threshold: threshold}
			if missing {
				node.Set = missingLeft
			}
			l, r := (&Tree{}).Partition(&node, slices.Clone(rows[:size]), make([]int32, len(rows)), values)
			if !slices.Equal(l, left) || !slices.Equal(r, right) {
				t.Errorf("partition, missing on the left %v: %v | %v, expected %v | %v", missing, l, r, left, right)
			}
			l, r = (&Tree{}).exchange(&node, slices.Clone(rows[:size]), values)
			for _, side := range [][]int32{l, r, left, right} {
				slices.Sort(side)
			}
			if !slices.Equal(l, left) || !slices.Equal(r, right) {
				t.Errorf("exchange, missing on the left %v: %v | %v, expected %v | %v", missing, l, r, left, right)
			}
		}
	}
}
