// Package order puts rows in the order of the columns of a table without comparing
// values, and parts them by a threshold, in place.
package order

import (
	"math"
	"slices"
)

// Ranks are the orders of the columns of a table. They are read-only.
type Ranks struct {
	// Of[j][i] is the position of row i when the rows are ordered by column j,
	// equal values by row number.
	Of [][]int32
	// Rows[j] are the rows in the order of their ranks.
	Rows [][]int32
	// Different[j] is the number of different values of column j.
	Different []int

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

// Rank returns the ranks of the columns of a table.
func Rank(columns [][]float64) *Ranks {
	n, p := len(columns[0]), len(columns)
	r := &Ranks{Of: make([][]int32, p), Rows: make([][]int32, p), Different: make([]int, p), rows: n}
	if n <= math.MaxInt16 {
		r.short = make([]int16, 0, n*p)
	}
	ranks, rows := make([]int32, n*p), make([]int32, n*p)
	order := make([]valueAt, n)
	for j, column := range columns {
		r.Of[j], ranks = ranks[:n:n], ranks[n:]
		r.Rows[j], rows = rows[:n:n], rows[n:]
		r.rank(j, column, order)
		if r.short != nil {
			for _, rank := range r.Of[j] {
				r.short = append(r.short, int16(rank))
			}
		}
	}
	return r
}

// rank ranks a column. order is scratch of the same length.
func (r *Ranks) rank(j int, column []float64, order []valueAt) {
	for i, v := range column {
		order[i] = valueAt{v, int32(i)}
	}
	slices.SortFunc(order, func(a, b valueAt) int {
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return int(a.row - b.row)
	})
	for k, at := range order {
		r.Of[j][at.row], r.Rows[j][k] = int32(k), at.row
		if k == 0 || order[k-1].value != at.value {
			r.Different[j]++
		}
	}
}

// Short returns the ranks of a column in 16 bits, for tables of at most 32 767 rows.
func (r *Ranks) Short(j int32) []int16 { return r.short[int(j)*r.rows:][:r.rows] }
