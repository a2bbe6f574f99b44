package forest

import (
	"math"
	"slices"
)

// columnRanks are the orders of the columns of a table. They are read-only.
type columnRanks struct {
	// of[j][i] is the position of row i when the rows are ordered by column j,
	// equal values by row number.
	ranks [][]int32
	// inOrder[j] are the rows in the order of their ranks.
	inOrder [][]int32
	// different[j] is the number of different values of column j.
	different []int

	rows int
	// short are the ranks in 16 bits, one column after the other, nil if there are
	// too many rows.
	short []int16
}

// valueAt is a value with its row.
type valueAt struct {
	value float64
	row   int32
}

// compare orders values, equal ones by their rows.
func (a valueAt) compare(b valueAt) int {
	switch {
	case a.value < b.value:
		return -1
	case a.value > b.value:
		return 1
	}
	return int(a.row - b.row)
}

// rankColumns returns the ranks of the columns of a table.
func rankColumns(columns [][]float64) *columnRanks {
	n, p := len(columns[0]), len(columns)
	r := &columnRanks{ranks: make([][]int32, p), inOrder: make([][]int32, p), different: make([]int, p), rows: n}
	if n <= math.MaxInt16 {
		r.short = make([]int16, 0, n*p)
	}
	ranks, rows := make([]int32, n*p), make([]int32, n*p)
	order := make([]valueAt, n)
	for j, column := range columns {
		r.ranks[j], ranks = ranks[:n:n], ranks[n:]
		r.inOrder[j], rows = rows[:n:n], rows[n:]
		r.rank(j, column, order)
		if r.short != nil {
			for _, rank := range r.ranks[j] {
				r.short = append(r.short, int16(rank))
			}
		}
	}
	return r
}

// rank ranks a column. order is scratch of the same length.
func (r *columnRanks) rank(j int, column []float64, order []valueAt) {
	for i, v := range column {
		order[i] = valueAt{v, int32(i)}
	}
	slices.SortFunc(order, valueAt.compare)
	for k, entry := range order {
		r.ranks[j][entry.row], r.inOrder[j][k] = int32(k), entry.row
		if k == 0 || order[k-1].value != entry.value {
			r.different[j]++
		}
	}
}

// narrow returns the ranks of a column in 16 bits, for tables of at most 32 767 rows.
func (r *columnRanks) narrow(j int32) []int16 { return r.short[int(j)*r.rows:][:r.rows] }
