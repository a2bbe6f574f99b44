package importance

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// Sample is a set of rows: inputs, n×p, and responses, n×d. Levels are those of
// Task.
type Sample struct {
	X, Y   *mat.Dense
	Levels []int
}

// Rows returns the number of rows.
func (s Sample) Rows() int {
	n, _ := s.X.Dims()
	return n
}

// Draw returns a random sample of the given number of rows, without
// replacement and in their order; all rows if there are no more.
func (s Sample) Draw(rows int, seed uint64) Sample {
	if rows >= s.Rows() {
		return s
	}
	return s.Choose(permutation(s.Rows(), seed)[:rows])
}

// Halves draws a random sample of the given number of rows and parts it into
// random halves, one to grow forests on and one to test them on, which gets the
// odd row. It panics if the table or the sample has fewer than two rows.
func (s Sample) Halves(rows int, seed uint64) (train, test Sample) {
	if min(rows, s.Rows()) < 2 {
		panic("importance: Halves of fewer than two rows")
	}
	order := permutation(s.Rows(), seed)
	order = order[:min(rows, len(order))]
	half := len(order) / 2
	return s.Choose(order[:half]), s.Choose(order[half:])
}

func permutation(n int, seed uint64) []int32 {
	order := make([]int32, n)
	rng.New(seed).Named("halves").Source().Perm(order)
	return order
}

// Choose returns the given rows, in the order of the table.
func (s Sample) Choose(rows []int32) Sample {
	rows = slices.Clone(rows)
	slices.Sort(rows)
	_, p := s.X.Dims()
	_, d := s.Y.Dims()
	part := Sample{mat.NewDense(len(rows), p, nil), mat.NewDense(len(rows), d, nil), s.Levels}
	for k, row := range rows {
		part.X.SetRow(k, s.X.RawRowView(int(row)))
		part.Y.SetRow(k, s.Y.RawRowView(int(row)))
	}
	return part
}
