package importance

import (
	"math"
	"slices"

	"drfvi/forest"
	"drfvi/internal/elementary"
)

// Size holds the determinants of a task's cost.
type Size struct {
	Rows, Inputs, Responses int
	// Levels are the numbers of levels of inputs with more than two, as from LevelsOf.
	Levels []int
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
		Rows: n, Inputs: p, Responses: d, Levels: LevelsOf(t.Levels), Variables: len(t.Variables()),
		Evaluated: t.Subsample, Fourier: t.Fourier,
	}
}

// LevelsOf returns the numbers of levels above two.
func LevelsOf(levels []int) []int {
	return slices.DeleteFunc(slices.Clone(levels), func(count int) bool { return count <= 2 })
}

// Cost is the expected cost of a computation by a simple model: good enough to choose
// between equivalent ways, to tell a minute from an hour, and to start the longest job first.
type Cost struct {
	Nanoseconds float64 // on one core
	Bytes       float64 // peak memory
}

// Plus is the cost of two steps in turn that keep their memory.
func (c Cost) Plus(d Cost) Cost {
	return Cost{Nanoseconds: float64(c.Nanoseconds) + float64(d.Nanoseconds), Bytes: float64(c.Bytes) + float64(d.Bytes)}
}

// Nanoseconds of elementary steps on a current x86-64 core.
const (
	// Of growing: for a row of a node of one candidate, for a row, and to begin a node; the
	// latter two again for each response, and the last for each candidate.
	nsPerEvaluation, nsPerRow, nsPerNode    = 1.9, 30.0, 120.0
	nsPerNodeInput                          = 32.0
	nsPerRowOfResponse, nsPerNodeOfResponse = 0.9, 170.0
	nsPerLevel                              = 470.0 // one level that rows of a node have
	nodesPerLeaf                            = 1.4   // nodes that split, times their minimum size, for a row
	nsPerRanked                             = 15.0  // one value ranked, per doubling of the rows
	NanosecondsPerCoordinate                = 0.3   // one coordinate of an embedding added or multiplied
	nsPerUnordered                          = 2.5   // extra for a row of a candidate whose order no node above kept
	nsPerFeature                            = 25.0  // one random Fourier feature of one response
	nsPerWeight                             = 1.5   // one weight added to a row
	nsPerEntry                              = 0.3   // one entry of the kernel matrix used
	nsPerDifference                         = 40.0  // bookkeeping of one difference between predictions
)

// leafShare is the approximate number of rows of J2 in a leaf over the minimum node size.
const leafShare = 0.6

// garbage is the ratio of memory taken to memory in use.
const garbage = 1.5

// Depth is the approximate number of splits above a leaf of a tree grown from the given
// number of rows: halving ends between minNode and minNode/2.
func Depth(rows float64, minNode int) float64 {
	return max(1, elementary.Log2(2*rows/float64(minNode)))
}

// shape holds the expected sizes of a forest.
type shape struct {
	trees      float64
	splitting  float64 // rows of J1 of a tree
	estimating float64 // rows of J2 of a tree
	leaf       float64 // rows of J2 in a leaf
	outOfBag   float64 // share of the trees for which a row is out-of-bag
}

func newShape(c forest.Config, rows int) shape {
	of := float64(c.Of(rows))
	drawn := c.SampleFraction * of
	s := shape{
		trees: float64(c.Trees), splitting: drawn, estimating: drawn,
		leaf: float64(c.MinNodeSize) * leafShare, outOfBag: 1 - float64(c.SampleFraction*(of/float64(max(rows, 1)))),
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

// TableCost is the cost of preparing a table for growing: two copies and the ranks of the
// inputs.
func TableCost(s Size) Cost {
	n, p := float64(s.Rows), float64(s.Inputs)
	return Cost{
		Nanoseconds: n * p * elementary.Log2(float64(max(s.Rows, 2))) * nsPerRanked,
		Bytes:       garbage * n * (float64(30*p) + float64(26*float64(s.Responses))),
	}
}

// TreesCost is the cost of growing a number of forests in turn on a prepared table: on each
// level a tree visits all rows that choose splits, with every candidate.
func TreesCost(c forest.Config, s Size, forests float64) Cost {
	shape := newShape(c, s.Rows)
	levels, candidates, responses := Depth(shape.splitting, c.MinNodeSize), float64(c.MTry.Of(s.Inputs)), float64(s.Responses)
	rows := shape.trees * shape.splitting
	// Forests after the first one are grown in small nodes, again and again.
	rows, nodes := forests*rows, float64((2*forests-min(forests, 1))*rows*nodesPerLeaf)/float64(c.MinNodeSize)
	unordered := 1 - candidates/float64(s.Inputs)
	each := nsPerEvaluation + float64(unordered*nsPerUnordered) + float64(levelShare(s.Levels, float64(s.Inputs), shape.splitting, levels)/float64(s.Inputs)*nsPerLevel)
	node := nsPerNode + float64(nsPerNodeInput*candidates) + float64(nsPerNodeOfResponse*responses)
	return Cost{
		Nanoseconds: float64(rows*candidates*levels*each) + float64(rows*levels*(nsPerRow+float64(nsPerRowOfResponse*responses))) + float64(nodes*node),
		Bytes:       garbage * shape.bytes(),
	}
}

// levelShare is the sum over inputs of levels of the mean, over the nodes that a row passes, of
// the share of the rows of a node that show a further level. A split halves the rows, and the
// levels of one of the inputs.
func levelShare(levels []int, inputs, rows, depth float64) float64 {
	sum, nodes := 0.0, math.Ceil(depth)
	for k := range int(nodes) {
		for _, count := range levels {
			if left := float64(count) * elementary.Pow(2, -float64(k)/inputs); left > 1 {
				sum += float64(left / rows * (1 - elementary.Exp(-rows/left)))
			}
		}
		rows /= 2
	}
	return sum / nodes
}

// coupledForests is the approximate work of growing a coupled forest, in forests: half the
// depth of its trees, less for few inputs, and more where few of them are candidates, because
// others then replace those left out.
func coupledForests(c forest.Config, s Size) float64 {
	levels := Depth(newShape(c, s.Rows).splitting, c.MinNodeSize)
	rare := elementary.Pow(float64(s.Inputs)/float64(c.MTry.Of(s.Inputs)), 1./3)
	if c.MTry.Of(s.Inputs) < s.Inputs {
		rare = min(replaced*rare, replacedByLevel*levels)
	}
	// Of few variables one is soon split on, and is then a candidate less.
	variables, met, never := float64(s.CountVariables()), 0.0, 1.0
	for range int(math.Ceil(levels)) {
		met += (1 - never) / math.Ceil(levels)
		never *= 1 - 1/variables
	}
	return min(variables+1, 1+float64(levels/2*rare), 1+float64(1.8*rare*(variables-1)*met))
}

// replaced is how many times as often a node changes without an input if another candidate takes
// its place, replacedByLevel that of many inputs in trees of few levels.
const replaced, replacedByLevel = 1.4, 0.57

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

// Columns is the number of columns of numbers that the inputs are, with one for each level.
func (s Size) Columns() int {
	columns := s.Inputs - len(s.Levels)
	for _, count := range s.Levels {
		columns += count
	}
	return columns
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

// steps counts the elementary steps of an aggregation.
type steps struct {
	// By low rank, per coordinate: coordinates added or multiplied.
	coordinates float64
	// By weights: weights added to a row, and rows multiplied by the kernel matrix.
	weights, applied float64
	// differences are those accounted for, either way.
	differences float64
}

// aggregation returns the steps of an aggregation.
type aggregation func(aggregationSize) steps

// byRank is the time by a factor per coordinate.
func (s steps) byRank() float64 { return float64(s.coordinates * NanosecondsPerCoordinate) }

// byWeights is the time by weights if multiplying a row by the kernel matrix takes apply.
func (s steps) byWeights(apply float64) float64 {
	return float64(s.weights*nsPerWeight) + float64(s.applied*apply)
}

// FactorCost is the cost of embedding responses in coordinates.
func FactorCost(s Size, width float64) Cost {
	n := float64(s.Rows)
	cost := Cost{Nanoseconds: factorisation(n, width), Bytes: garbage * n * width * 8}
	if s.Fourier > 0 {
		cost.Nanoseconds = n * float64(s.Fourier*s.Responses) * nsPerFeature
	}
	return cost
}

// factorisation is the time of embedding n responses by a factor of rank r.
func factorisation(n, r float64) float64 { return float64(n * r * r * NanosecondsPerCoordinate) }

// highestRank is the highest rank at which aggregating is cheaper than by weights, if
// multiplying a row by the kernel matrix takes apply; 0 if none.
func highestRank(n int, s steps, apply float64) int {
	highest, perRank, byWeights := 0, s.byRank(), s.byWeights(apply)
	for r := 8; r <= n; r += 8 {
		if float64(float64(r)*perRank)+factorisation(float64(n), float64(r)) < byWeights {
			highest = r
		}
	}
	return highest
}

// cost is the cost of growing forests and of an aggregation.
func (a aggregation) cost(c forest.Config, s Size, forests float64) Cost {
	cost := TableCost(s).Plus(TreesCost(c, s, forests))
	n, width, rows := float64(s.Rows), float64(s.Width()), s.evaluatedRows()
	shape, pieces := newShape(c, s.Rows), math.Ceil(rows/float64(pieceRows(int(rows), s.Width())))
	step := a(aggregationSize{shape: shape, rows: rows, votes: shape.outOfBag})
	factor, parts := FactorCost(s, width).Nanoseconds, 1.0
	if s.Fourier > 0 {
		parts = fourierParts
	}
	byRank := factor + float64(width*step.byRank()) + float64(parts*step.differences*nsPerDifference)
	// A difference by weights involves two leaves, its square all their pairs.
	weighed := step.byWeights(s.Kernel.Share*n*n*nsPerEntry) + float64(step.differences*(nsPerDifference+float64(4*shape.leaf*shape.leaf*nsPerEntry)))
	if s.Kernel.Share > 0 && s.Fourier == 0 && weighed < byRank {
		cost.Nanoseconds += weighed
		cost.Bytes += float64(n * n * 8)
	} else {
		cost.Nanoseconds += byRank
		cost.Bytes += float64(garbage * ((float64(2*n) + float64(2*rows)) * width * 8))
		if step.differences > 0 {
			cost.Bytes += float64(garbage * shape.trees * shape.leaves() * width * 8)
		}
	}
	cost.Bytes += float64(garbage * step.differences / pieces * 12)
	return cost
}
