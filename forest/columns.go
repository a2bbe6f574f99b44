package forest

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"drfvi/forest/design"

	"gonum.org/v1/gonum/mat"
)

// Columns is a table of inputs prepared for growing trees: held by columns,
// each with the ranks of its values once they are asked for, so that no node
// compares values to order its rows. It is read-only and shared by all forests on
// the same inputs, whichever inputs they leave out.
type Columns struct {
	// Values[j][i] is input j of row i.
	Values [][]float64
	ranks  func() *columnRanks // made by the first call
	// ties[j] says which values of input j are equal; they may be of input j with someTies.
	ties []tieKind
	// low[j][i] is 1 if row i has the smaller of the two values of input j,
	// and 0 otherwise; nil for inputs with more values.
	low [][]byte
	// levels[j] is the number of levels of input j if it is categorical with more
	// than two, Incomplete if it is a number that may be missing, else 0; nil if all
	// are 0.
	levels []int
	design design.Design
}

// tieKind says which values of an input are equal.
type tieKind byte

const (
	noTies      tieKind = iota
	someTies            // some are
	someMissing         // some are, or are missing
	twoValues           // there are two different ones, as of an indicator, or one
	noOrder             // values are levels
)

// NewColumns prepares the inputs x, n×p. levels has for each categorical column
// the number of its levels, which are coded 0, 1, …, 0 for numbers, and Incomplete
// for numbers that may be missing; nil stands for numbers throughout. It returns an
// error that names row and column, both from 1, if a value is not finite, or none of
// the levels.
func NewColumns(x *mat.Dense, levels []int) (*Columns, error) {
	n, p := x.Dims()
	if levels != nil && len(levels) != p {
		panic(fmt.Sprintf("forest: numbers of levels of %d columns for a table of %d", len(levels), p))
	}
	if n > math.MaxInt32 {
		return nil, fmt.Errorf("forest: %d rows, at most %d are possible", n, math.MaxInt32)
	}
	c := &Columns{Values: make([][]float64, p), ties: make([]tieKind, p), low: make([][]byte, p)}
	values := make([]float64, n*p)
	for j := range p {
		c.Values[j], values = values[:n:n], values[n:]
	}
	for j, number := range levels {
		// Two levels are a number: there is only one way to part them.
		if number > 2 || number == Incomplete {
			if c.levels == nil {
				c.levels = make([]int, p)
			}
			c.levels[j] = number
		}
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			held, ok := c.present(j, v)
			if !ok {
				return nil, fmt.Errorf("forest: input in row %d, column %d is %v, expected a finite number", i+1, j+1, v)
			}
			c.Values[j][i] = held
		}
	}
	for j, values := range c.Values {
		if err := c.checkLevels("input", j, values); err != nil {
			return nil, err
		}
	}
	c.ranks = sync.OnceValue(func() *columnRanks { return rankColumns(c.Values) })
	for j, column := range c.Values {
		smallest, largest := slices.Min(column), slices.Max(column)
		between := func(v float64) bool { return smallest < v && v < largest }
		switch {
		case c.unordered(int32(j)):
			c.ties[j] = noOrder
		case (n > 2 || smallest == largest && n > 1) && !slices.ContainsFunc(column, between):
			c.ties[j], c.low[j] = twoValues, make([]byte, n)
			for i, v := range column {
				if v == smallest {
					c.low[j][i] = 1
				}
			}
		case largest == missing:
			c.ties[j] = someMissing
		default:
			c.ties[j] = someTies
		}
	}
	return c, nil
}

// Sampled returns the same columns of rows that were sampled by a design: trees draw
// whole clusters, and their leaves weigh the rows.
func (c *Columns) Sampled(d design.Design) *Columns {
	sampled := *c
	sampled.design = d
	return &sampled
}

// Design returns the design by which the rows were sampled.
func (c *Columns) Design() design.Design { return c.design }

// Levels returns what NewColumns was given of each input; 0 for one of two levels, which is
// a number.
func (c *Columns) Levels() []int {
	if c.levels == nil {
		return make([]int, len(c.Values))
	}
	return c.levels
}

// unordered reports whether an input is categorical.
func (c *Columns) unordered(j int32) bool { return c.levels != nil && c.levels[j] > 0 }

// checkLevels returns an error if a value of column j is none of its levels.
func (c *Columns) checkLevels(what string, j int, values []float64) error {
	if !c.unordered(int32(j)) {
		return nil
	}
	for i, v := range values {
		if !(v >= 0 && v < float64(c.levels[j])) || v != math.Trunc(v) {
			return fmt.Errorf("forest: %s in row %d, column %d is %v, expected a level from 0 to %d",
				what, i+1, j+1, v, c.levels[j]-1)
		}
	}
	return nil
}

// Rows returns the number of rows n.
func (c *Columns) Rows() int { return len(c.Values[0]) }

// Inputs returns the number of inputs p.
func (c *Columns) Inputs() int { return len(c.Values) }
