package importance

import (
	"math"

	"drfvi/forest"
	"drfvi/internal/elementary"
)

// Size holds the determinants of a task's cost.
type Size struct {
	Rows, Inputs, Responses int
	// Variables is the number of inputs of the result, 0 for one per column.
	Variables int
	// Evaluated is the number of evaluation rows, 0 for all; Fourier that of random
	// features of the kernel, 0 for none.
	Evaluated, Fourier int
	// Kernel holds what is known of the kernel on the responses.
	Kernel Spectrum
}

// Size is what the cost of a task depends on, but for its kernel.
func (t Task) Size() Size {
	n, p := t.X.Dims()
	_, d := t.Y.Dims()
	return Size{
		Rows: n, Inputs: p, Responses: d, Variables: len(t.Variables()), Evaluated: t.Subsample,
		Fourier: t.Fourier,
	}
}

// Cost is the expected cost of a computation. Work has no unit of time: it is that of growing,
// the number of rows that choose splits times the candidates of a node, summed over trees, and
// tells which of two computations takes longer.
type Cost struct {
	Work  float64
	Bytes float64 // peak memory, from the sizes of what is held
}

// Plus is the cost of two steps in turn that keep their memory.
func (c Cost) Plus(d Cost) Cost {
	return Cost{Work: float64(c.Work) + float64(d.Work), Bytes: float64(c.Bytes) + float64(d.Bytes)}
}

// leafShare is the approximate number of rows of J2 in a leaf over the minimum node size.
const leafShare = 0.6

// garbage is the ratio of memory taken to memory in use.
const garbage = 1.5

// shape holds the expected sizes of a forest.
type shape struct {
	trees      float64
	splitting  float64 // rows of J1 of a tree
	estimating float64 // rows of J2 of a tree
	leaf       float64 // rows of J2 in a leaf
	outOfBag   float64 // share of the trees for which a row is out-of-bag
}

func newShape(c forest.Config, rows int) shape {
	sampled := float64(c.Of(rows))
	drawn := c.SampleFraction * sampled
	s := shape{
		trees: float64(c.Trees), splitting: drawn, estimating: drawn,
		leaf: float64(c.MinNodeSize) * leafShare, outOfBag: 1 - float64(c.SampleFraction*(sampled/float64(max(rows, 1)))),
	}
	if c.Honesty {
		s.splitting *= c.HonestyFraction
		s.estimating *= 1 - c.HonestyFraction
	}
	return s
}

// leaves is the number of leaves of a tree.
func (s shape) leaves() float64 { return max(1, s.estimating/s.leaf) }

// levels is the approximate number of splits on a row's path, for patches and projections.
func (s shape) levels() float64 { return elementary.Log2(max(s.splitting/s.leaf, 2)) }

// bytes is the memory of the trees.
func (s shape) bytes() float64 { return s.trees * (float64(8*s.estimating) + float64(48*s.leaves())) }

// TreesCost is the cost of a table, of which there are two copies and the ranks of the inputs,
// and of growing a number of forests on it in turn.
func TreesCost(c forest.Config, s Size, forests float64) Cost {
	shape, n := newShape(c, s.Rows), float64(s.Rows)
	return Cost{
		Work:  forests * shape.trees * shape.splitting * float64(c.MTry.Of(s.Inputs)),
		Bytes: float64(garbage*n*float64(30*s.Inputs+26*s.Responses)) + float64(garbage*shape.bytes()),
	}
}

// coupledForests is the approximate work of growing a coupled forest, in forests: half the
// depth of its trees, or one for each input if these are fewer.
func coupledForests(c forest.Config, s Size) float64 {
	return 1 + min(float64(s.CountVariables()), newShape(c, s.Rows).levels()/2)
}

// typicalRank stands for an unknown rank, between 10 and 200 for one or two responses.
const typicalRank = 100

// Width is the number of coordinates of an embedding.
func (s Size) Width() int {
	switch {
	case s.Fourier > 0:
		return 2 * s.Fourier
	case s.Kernel.Rank > 0:
		return s.Kernel.Rank
	}
	return min(s.Rows, typicalRank)
}

// CountVariables is the number of inputs of the result.
func (s Size) CountVariables() int {
	if s.Variables == 0 {
		return s.Inputs
	}
	return s.Variables
}

// evaluatedRows is the number of rows over which distances are summed.
func (s Size) evaluatedRows() float64 {
	if s.Evaluated == 0 {
		return float64(s.Rows)
	}
	return float64(min(s.Evaluated, s.Rows))
}

// aggregationSize holds the determinants of an aggregation's steps.
type aggregationSize struct {
	shape
	rows  float64 // evaluation rows
	votes float64 // share of the trees that predict a row
}

// steps counts the elementary steps of an aggregation. That of a coordinate, and of an entry of the
// kernel matrix, is the unit; a weight takes perWeight of them.
type steps struct {
	// By low rank, per coordinate: coordinates added or multiplied.
	coordinates float64
	// By weights: weights added to a row, and rows multiplied by the kernel matrix.
	weights, applied float64
	// differences are those accounted for, either way.
	differences float64
}

// perWeight is the time of adding a weight to a row, in that of adding a coordinate.
const perWeight = 5

// aggregation returns the steps of an aggregation.
type aggregation func(aggregationSize) steps

// byWeights is the time by weights if multiplying a row by the kernel matrix takes so many entries.
func (s steps) byWeights(entries float64) float64 {
	return float64(perWeight*s.weights) + float64(s.applied*entries)
}

// byRank is the time by a factor of rank r of the kernel matrix of n responses, which it takes
// to make.
func (s steps) byRank(n int, r float64) float64 {
	return float64(r*s.coordinates) + float64(float64(n)*r*r)
}

// highestRank is the highest rank at which aggregating is cheaper than by weights, if
// multiplying a row by the kernel matrix takes so many entries; 0 if none.
func highestRank(n int, s steps, entries float64) int {
	highest, byWeights := 0, s.byWeights(entries)
	for r := 8; r <= n; r += 8 {
		if s.byRank(n, float64(r)) < byWeights {
			highest = r
		}
	}
	return highest
}

// cost is the cost of growing forests and of an aggregation.
func (a aggregation) cost(c forest.Config, s Size, forests float64) Cost {
	cost := TreesCost(c, s, forests)
	n, width, rows := float64(s.Rows), float64(s.Width()), s.evaluatedRows()
	shape := newShape(c, s.Rows)
	step := a(aggregationSize{shape: shape, rows: rows, votes: shape.outOfBag})
	if s.Fourier == 0 && step.byRank(s.Rows, width) > step.byWeights(n*n) {
		cost.Bytes += float64(n * n * 8)
	} else {
		cost.Bytes += FactorBytes(2*n+2*rows, width)
		if step.differences > 0 {
			cost.Bytes += float64(garbage * shape.trees * shape.leaves() * width * 8)
		}
	}
	pieces := math.Ceil(rows / float64(pieceRows(int(rows), s.Width())))
	cost.Bytes += float64(garbage * step.differences / pieces * 12)
	return cost
}

// FactorBytes is the memory of so many rows in a number of coordinates.
func FactorBytes(rows, coordinates float64) float64 { return float64(garbage * rows * coordinates * 8) }
