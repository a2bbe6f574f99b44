package inference

import "math"

// LargeTable is the number of rows above which work is bounded unless the exact result is
// asked for.
const LargeTable = 20000

// Bounds limit the work on a large table. They follow from its rows and clusters alone.
//
// The table is treated like one of Rows random rows: importance is measured on these, errors
// and tests are from halves of them, and trees are as large as they would be there. But the
// rows of each tree are drawn from the whole table, so that forests learn from all of it.
type Bounds struct {
	// Rows is a forest.Config's MostRows, Halves.Rows, and the number of rows to
	// measure on.
	Rows int
	// Trees is the number of trees, HalfTrees the largest number in the forests of a half. Trees rarely
	// share the rows that they draw from many, so that fewer of them tell as much.
	Trees, HalfTrees int
}

// Halves returns halves within the bounds.
func (b Bounds) Halves(h Halves) Halves {
	h.Trees, h.Rows, h.IndexRows = min(h.Trees, b.HalfTrees), b.Rows, max(b.Rows, LargeTable)
	return h
}

// BoundsOf returns the bounds for a table of n rows in the given number of clusters, n if
// the rows are independent; false if it has none. Rows are 5000 up to tables of 100 000 and grow
// like √n from there, but hold about 40 clusters: halves of fewer tell little.
func BoundsOf(n, clusters int) (b Bounds, large bool) {
	b = Bounds{Rows: max(5000, int(math.Sqrt(250*float64(n))), 2*manyClusters*((n-1)/max(clusters, 1)+1)), Trees: 200, HalfTrees: 50}
	if n <= max(LargeTable, b.Rows) {
		return Bounds{}, false
	}
	return b, true
}
