package forest

import (
	"slices"
	"testing"

	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// All ways of ordering rows, chosen by the sizes of node and table, agree with
// sorting.
func TestSorter(t *testing.T) {
	for _, n := range []int{20000, 40000} {
		src := rng.New(1).Source()
		columns := [][]float64{make([]float64, n), make([]float64, n)}
		for i := range n {
			columns[0][i] = src.Normal()
			columns[1][i] = float64(src.IntN(50))
		}
		ranks := rankColumns(columns)
		s := newSorter(ranks, n)
		all, dst := make([]int32, n), make([]int32, n+simd.Slack)
		for _, size := range []int{1, 2, 15, 16, 17, 31, 40, 64, 128, 129, 1000, n} {
			src.Perm(all)
			for v := range int32(2) {
				rows := append(slices.Clone(all[:size]), make([]int32, simd.Slack)...)[:size]
				got := dst[:size]
				s.Sort(got, rows, rows, v)
				slices.SortFunc(rows, func(a, b int32) int {
					return int(ranks.ranks[v][a] - ranks.ranks[v][b])
				})
				if !slices.Equal(got, rows) {
					t.Errorf("variable %d: %d of %d rows are out of order", v, size, n)
				}
			}
		}
	}
}
