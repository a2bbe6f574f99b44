package importance

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// Sample is a set of rows: inputs, n×p, and responses, n×d, with Levels as in Task and their
// clusters and weights.
type Sample struct {
	X, Y   *mat.Dense
	Levels []int
	Design design.Design
	// Index, if not nil, is what indices are regressions of, n×r, in the place of Y: see
	// inference.Scores.
	Index *mat.Dense
}

// Rows returns the number of rows.
func (s Sample) Rows() int {
	n, _ := s.X.Dims()
	return n
}

// Columns returns the inputs prepared for growing trees.
func (s Sample) Columns() (*forest.Columns, error) {
	columns, err := forest.NewColumns(s.X, s.Levels)
	if err != nil {
		return nil, err
	}
	return columns.Sampled(s.Design), nil
}

// Draw returns a random sample of the given number of rows, without replacement and in
// their order; all rows if there are no more. Clusters are drawn whole, up to that number
// of rows.
func (s Sample) Draw(rows int, seed uint64) Sample {
	if rows >= s.Rows() {
		return s
	}
	return s.Choose(s.Design.Rows(s.Design.Leading(s.permutation(seed), rows)))
}

// Halves splits a random sample of the given number of rows into random halves, one to grow
// forests on and one, which gets the odd row, to test them on. Clusters are drawn whole,
// and each half gets half of them. It panics if the table or the sample has fewer than two
// rows, or clusters.
func (s Sample) Halves(rows int, seed uint64) (train, test Sample) {
	src := rng.New(seed).Named("halves").Source()
	units := make([]int32, s.Design.Units(s.Rows()))
	var parts [2][]int32
	for range mostParts {
		src.Perm(units)
		order := s.Design.Leading(units, rows)
		if len(order) < 2 {
			panic("importance: Halves of fewer than two rows or clusters")
		}
		parts = [2][]int32{order[:len(order)/2], order[len(order)/2:]}
		if s.vary(parts[0]) && s.vary(parts[1]) {
			break
		}
	}
	return s.Choose(s.Design.Rows(parts[0])), s.Choose(s.Design.Rows(parts[1]))
}

// mostParts bounds the draws of halves both of which have responses that vary: where at least two
// rows differ from all others, a draw of a hundred has them, but for one table in 10³⁰.
const mostParts = 100

// Part orders clusters, or rows, at random, anew while in a half of the order all rows have the
// same response, as may be where events are rare. It returns an error if no such order is found
// although responses vary.
func (s Sample) Part(units []int32, seed uint64) error {
	src := rng.Seed(seed).Source()
	for range mostParts {
		src.Perm(units)
		if half := len(units) / 2; s.vary(units[:half]) && s.vary(units[half:]) {
			return nil
		}
	}
	if s.vary(units) {
		return errors.New("importance: no division of the rows into random halves has responses that vary in " +
			"both: too few differ from the most frequent one")
	}
	return nil // the forests say that all are equal
}

// vary reports whether the rows of clusters, or rows, have different responses.
func (s Sample) vary(units []int32) bool {
	rows := s.Design.Rows(units)
	return slices.ContainsFunc(rows, func(i int32) bool {
		return !slices.Equal(s.Y.RawRowView(int(i)), s.Y.RawRowView(int(rows[0])))
	})
}

// permutation returns the clusters, or the rows, in random order.
func (s Sample) permutation(seed uint64) []int32 {
	order := make([]int32, s.Design.Units(s.Rows()))
	rng.New(seed).Named("halves").Source().Perm(order)
	return order
}

// Choose returns the given rows, in the order of the table.
func (s Sample) Choose(rows []int32) Sample {
	rows = slices.Clone(rows)
	slices.Sort(rows)
	chosen := Sample{X: linalg.Rows(s.X, rows), Y: linalg.Rows(s.Y, rows), Levels: s.Levels, Design: s.Design.Choose(rows)}
	if s.Index != nil {
		chosen.Index = linalg.Rows(s.Index, rows)
	}
	return chosen
}

// fewestClusters is the least number of clusters for halves: forests on half of them draw
// some and leave some out-of-bag.
const fewestClusters = 8

// fewestRows is the least number of rows for halves: forests on 6 of them have trees that choose a
// split with two rows and predict with others.
const fewestRows = 12

// CheckHalves returns an error if the sample has too few rows or clusters for halves.
func (s Sample) CheckHalves() error {
	if rows := s.Rows(); rows < fewestRows {
		return tooFew(rows, "row", fewestRows)
	}
	if units := s.Design.Units(0); s.Design.Clusters != nil && units < fewestClusters {
		return tooFew(units, "cluster", fewestClusters)
	}
	return nil
}

// tooFew is the error of too few rows or clusters.
func tooFew(n int, noun string, least int) error {
	are := fmt.Sprintf("%d %ss are", n, noun)
	if n == 1 {
		are = "1 " + noun + " is"
	}
	return fmt.Errorf("importance: %s too few to grow forests on some and judge them by the others, expected "+
		"at least %d", are, least)
}

// checkDrawn returns an error if too few whole clusters with at most the given number of
// rows remain for the halves drawn by the seed.
func (s Sample) checkDrawn(rows int, seed uint64) error {
	if s.Design.Clusters == nil {
		return nil
	}
	if units := len(s.Design.Leading(s.permutation(seed), rows)); units < fewestClusters {
		return fmt.Errorf("importance: %d rows are %d whole clusters, expected rows of at least %d, to grow "+
			"forests on some and judge them by the others", rows, units, fewestClusters)
	}
	return nil
}
