package importance

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/elementary"
	"drfvi/mmd"
)

// Size is the size of a task, as far as its cost depends on it.
type Size struct {
	Rows, Inputs, Responses int
	// Indicators is the number of inputs with two values, which take no order.
	Indicators int
	// Ordering is what putting levels in order adds to an evaluation; see OrderingOf.
	Ordering float64
	// Variables is the number of groups of inputs, 0 for as many as inputs.
	Variables int
	// Evaluated is the number of rows that importance is measured on, 0 for
	// all; Fourier that of random features of the kernel, 0 for none.
	Evaluated, Fourier int
	// Kernel is what is known of the kernel on the responses.
	Kernel Spectrum
	// Asked are what importance is estimated for beside the responses, as for aspects,
	// Inferred those of them that have errors and tests.
	Asked, Inferred Targets
}

// Targets are a number of functions of the responses, with so many coordinates together.
type Targets struct{ Count, Coordinates int }

// Add counts one more, of so many coordinates.
func (t *Targets) Add(coordinates int) { t.Count++; t.Coordinates += coordinates }

// OrderingOf is the sum over the inputs of log2² of the numbers of their levels, as of
// Task.Levels: at a node an input of many levels takes some ten times as long as a number.
func OrderingOf(levels []int) float64 {
	sum := 0.0
	for _, count := range levels {
		if count > 2 {
			l := elementary.Log2(float64(count))
			sum += float64(l * l)
		}
	}
	return sum
}

// Indicators counts the columns of x with one value or two.
func Indicators(x *mat.Dense) int {
	_, p := x.Dims()
	count := 0
	for j := range p {
		if twoValued(x, j) {
			count++
		}
	}
	return count
}

// twoValued reports whether a column has one value or two.
func twoValued(x *mat.Dense, j int) bool {
	n, _ := x.Dims()
	first, other := x.At(0, j), x.At(0, j)
	for i := range n {
		switch v := x.At(i, j); {
		case v == first || v == other:
		case other != first:
			return false
		default:
			other = v
		}
	}
	return true
}

// Cost is what a computation is expected to take, by a simple model: good enough
// to choose between ways to compute the same, to distinguish a minute from an hour, and
// to begin with the longest of several.
type Cost struct {
	Nanoseconds float64 // of one core
	Bytes       float64 // of memory, at its peak
	// Of the work that makes up most of the time: rows × candidates evaluated for
	// splits, and coordinates of embeddings added or multiplied.
	Evaluations, Coordinates float64
}

// Plus is the cost of doing one after the other, with what both keep.
func (c Cost) Plus(d Cost) Cost {
	sum := c.Then(d)
	sum.Bytes = float64(c.Bytes) + float64(d.Bytes)
	return sum
}

// Then is the cost of doing one after the other, each with memory of its own.
func (c Cost) Then(d Cost) Cost {
	return Cost{
		Nanoseconds: float64(c.Nanoseconds) + float64(d.Nanoseconds), Bytes: max(c.Bytes, d.Bytes),
		Evaluations: float64(c.Evaluations) + float64(d.Evaluations), Coordinates: float64(c.Coordinates) + float64(d.Coordinates),
	}
}

// Nanoseconds of elementary steps, on a current x86-64 core.
const (
	nsPerEvaluation          = 9.0  // all of growing, for one row and candidate variable at one node
	nsPerIndicator           = 4.0  // the same for an input of two values
	nsPerOrdering            = 3.6  // what it takes longer for an input of levels, for each unit of OrderingOf
	nsPerRanked              = 15.0 // one value ranked, for each doubling of the rows
	NanosecondsPerCoordinate = 0.3  // one coordinate of an embedding added or multiplied
	CoordinatesPerVector     = 20.0 // in which time the coordinates are found
	nsPerFarOne              = 2.0  // by how much longer one takes that is read from beyond the caches
	nsPerFeature             = 25.0 // one random Fourier feature of one response
	nsPerWeight              = 1.5  // one weight added to a row
	nsPerEntry               = 0.3  // one entry of the kernel matrix used
	nsPerDifference          = 40.0 // one difference between predictions kept account of
)

// leafShare is about the number of rows of J2 in a leaf, as a share of the
// minimum node size.
const leafShare = 0.6

// Garbage is by how much memory exceeds what is in use.
const Garbage = 1.5

// Depth is about the number of splits above a leaf of a tree grown from the given
// number of rows until nodes have at most minNode of them: halving ends somewhere
// between minNode and minNode/2.
func Depth(rows float64, minNode int) float64 {
	return max(1, elementary.Log2(2*rows/float64(minNode)))
}

// shape is what a forest will be like.
type shape struct {
	trees      float64
	splitting  float64 // rows of J1 of a tree
	estimating float64 // rows of J2 of a tree
	leaf       float64 // rows of J2 in a leaf
	outOfBag   float64 // share of the trees that a row is out-of-bag of
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

// levels is about the number of splits that a row passes, where patches and
// projections are counted.
func (s shape) levels() float64 { return elementary.Log2(max(s.splitting/s.leaf, 2)) }

// bytes is the memory of the trees.
func (s shape) bytes() float64 { return s.trees * (float64(8*s.estimating) + float64(48*s.leaves())) }

// TableCost is the cost of holding a table ready for growing: two copies, and the
// ranks of the inputs.
func TableCost(s Size) Cost {
	n, p := float64(s.Rows), float64(s.Inputs)
	return Cost{
		Nanoseconds: n * p * elementary.Log2(float64(max(s.Rows, 2))) * nsPerRanked,
		Bytes:       Garbage * n * (float64(30*p) + float64(26*float64(s.Responses))),
	}
}

// GrowingCost is the cost of growing a number of forests one after the other: on
// each of its levels a tree looks at all rows that choose splits, with every
// candidate variable.
func GrowingCost(c forest.Config, s Size, forests float64) Cost {
	return TableCost(s).Plus(TreesCost(c, s, forests))
}

// TreesCost is GrowingCost on a table that is ready.
func TreesCost(c forest.Config, s Size, forests float64) Cost {
	var cost Cost
	shape := newShape(c, s.Rows)
	levels := Depth(shape.splitting, c.MinNodeSize)
	cost.Evaluations = forests * shape.trees * shape.splitting * float64(c.MTry.Of(s.Inputs)) * levels
	indicators, ordering := float64(s.Indicators)/float64(s.Inputs), s.Ordering/float64(s.Inputs)
	cost.Nanoseconds = cost.Evaluations * (nsPerEvaluation + float64(indicators*(nsPerIndicator-nsPerEvaluation)) + float64(ordering*nsPerOrdering))
	cost.Bytes = Garbage * shape.bytes()
	return cost
}

// CoupledForests is about the number of forests that growing a coupled one takes:
// half the depth of its trees, and more where few of the inputs are candidates, since
// others then move up in the place of those left out.
func CoupledForests(c forest.Config, s Size) float64 {
	levels := Depth(newShape(c, s.Rows).splitting, c.MinNodeSize)
	rare := elementary.Pow(float64(s.Inputs)/float64(c.MTry.Of(s.Inputs)), 1./3)
	return min(float64(s.CountVariables())+1, 1+float64(levels/2*rare))
}

// typicalRank is taken where the rank is not known. It lies between 10 and 200
// for one or two responses.
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

// CountVariables is the number of variables of the result.
func (s Size) CountVariables() int {
	if s.Variables == 0 {
		return s.Inputs
	}
	return s.Variables
}

// EvaluatedRows is the number of rows that distances are summed up over.
func (s Size) EvaluatedRows() float64 {
	if s.Evaluated == 0 {
		return float64(s.Rows)
	}
	return float64(min(s.Evaluated, s.Rows))
}

// aggregationSize is what the steps of an aggregation depend on.
type aggregationSize struct {
	shape
	rows  float64 // evaluation rows
	votes float64 // share of the trees that have a prediction for a row
}

// steps counts the elementary steps of an aggregation.
type steps struct {
	// By low rank, for each coordinate: those added or multiplied, and of them
	// those of rows of the factor, gathered from wherever they are. That a large
	// factor is far away is left out when ways are compared: it would make the
	// choice depend on the rank, and change the last digits of values.
	coordinates, gathered float64
	// By weights: weights added to a row, and rows that the kernel matrix is
	// applied to.
	weights, applied float64
	// differences are those kept account of, either way.
	differences float64
}

// aggregation returns the steps of an aggregation.
type aggregation func(aggregationSize) steps

// byRank is the time by a factor, for each of its coordinates.
func (s steps) byRank() float64 { return float64(s.coordinates * NanosecondsPerCoordinate) }

// byWeights is the time by weights, if the kernel matrix is applied to a row in
// the given time.
func (s steps) byWeights(apply float64) float64 {
	return float64(s.weights*nsPerWeight) + float64(s.applied*apply)
}

// FactorCost is the cost of giving responses coordinates.
func FactorCost(s Size, width float64) Cost {
	n := float64(s.Rows)
	cost := Cost{Nanoseconds: factorisation(n, width), Bytes: Garbage * n * width * 8}
	if s.Fourier > 0 {
		cost.Nanoseconds = n * float64(s.Fourier*s.Responses) * nsPerFeature
	}
	return cost
}

// factorisation is the time of giving n responses coordinates in a factor of rank r.
func factorisation(n, r float64) float64 { return float64(n * r * r * NanosecondsPerCoordinate) }

// highestRank is the highest rank by which aggregating costs less than by weights,
// where the kernel matrix is applied to a row in the given time; 0 if there is none.
func highestRank(n int, s steps, apply float64) int {
	highest, perRank, byWeights := 0, s.byRank(), s.byWeights(apply)
	for r := 8; r <= n; r += 8 {
		if float64(float64(r)*perRank)+factorisation(float64(n), float64(r)) < byWeights {
			highest = r
		}
	}
	return highest
}

// cost is the cost of growing the given number of forests and of an aggregation.
func (a aggregation) cost(c forest.Config, s Size, forests float64) Cost {
	cost := GrowingCost(c, s, forests)
	n, width, rows := float64(s.Rows), float64(s.Width()), s.EvaluatedRows()
	shape, pieces := newShape(c, s.Rows), math.Ceil(rows/float64(pieceRows(int(rows), s.Width())))
	step := a(aggregationSize{shape: shape, rows: rows, votes: shape.outOfBag})
	factor, parts, far := FactorCost(s, width).Nanoseconds, 1.0, 0.0
	if s.Fourier > 0 {
		parts = fourierParts
	}
	if n*width*8 > 4<<20 {
		// Every cell holds a row of J2, and what is gathered serves all rows of a
		// cell in a piece.
		far = float64(nsPerFarOne * min(step.gathered, 10*pieces*shape.trees*shape.estimating*float64(s.CountVariables())))
	}
	byRank := factor + float64(width*(step.byRank()+far)) + float64(parts*step.differences*nsPerDifference)
	// A difference by weights is of two leaves, its square of all their pairs.
	weighed := step.byWeights(s.Kernel.Share*n*n*nsPerEntry) + float64(step.differences*(nsPerDifference+float64(4*shape.leaf*shape.leaf*nsPerEntry)))
	if s.Kernel.Share > 0 && s.Fourier == 0 && weighed < byRank {
		cost.Nanoseconds += weighed
		cost.Bytes += float64(n * n * 8)
	} else {
		cost.Nanoseconds += byRank
		cost.Bytes += float64(Garbage * ((float64(2*n) + float64(2*rows)) * width * 8))
		if step.differences > 0 {
			cost.Bytes += float64(Garbage * shape.trees * shape.leaves() * width * 8)
		}
	}
	cost.Bytes += float64(Garbage * step.differences / pieces * 12)
	return cost
}

// Spectrum is what the cost of exact distances depends on.
type Spectrum struct {
	// Rank is about that of the kernel matrix to working precision; 0 if
	// unknown.
	Rank int
	// Coarse is about that of what most of the kernel is in, to CoarseTolerance.
	Coarse int
	// Share is that of its entries that are not negligible; 0 if unknown.
	Share float64
}

// CoarseTolerance is the mean residual of the kernel's diagonal that counts as nothing
// beside the errors of parts of a table.
const CoarseTolerance = 1e-4

// spectrumRows is the most responses from which SpectrumOf estimates.
const spectrumRows = 800

// SpectrumOf estimates what distances between the rows of y cost under a kernel,
// from some of the rows. The rank grows with the number of rows: in proportion
// where they are far from each other on the kernel's scale, otherwise like a
// power of its logarithm, which half of these rows and all of them show.
func SpectrumOf(y *mat.Dense, choice mmd.KernelChoice) Spectrum {
	n, d := y.Dims()
	count := min(n, spectrumRows)
	some := mat.NewDense(count, d, nil)
	for i := range count {
		some.SetRow(i, y.RawRowView(i*n/count))
	}
	kernel, err := choice.Resolve(some)
	if err != nil {
		return Spectrum{} // the estimation returns the error
	}
	rank := func(rows int, tolerance float64) float64 {
		part := mat.NewDense(rows, d, nil)
		for i := range rows {
			part.SetRow(i, some.RawRowView(i*count/rows))
		}
		factor, _ := mmd.Cholesky(part, kernel, tolerance, rows)
		_, r := factor.L.Dims()
		return float64(r)
	}
	l := Spectrum{Share: mmd.SparseShare(some, kernel)}
	ofAll := func(tolerance float64) int {
		all := rank(count, tolerance)
		switch {
		case n == count:
			return int(all)
		case all > 0.95*spectrumRows:
			return n
		}
		power := elementary.Log(all/rank((count+1)/2, tolerance)) / elementary.Log(elementary.Log(spectrumRows)/elementary.Log(spectrumRows/2))
		return int(min(all*elementary.Pow(elementary.Log(float64(n))/elementary.Log(spectrumRows), power), float64(n)))
	}
	l.Rank, l.Coarse = ofAll(mmd.FactorTolerance), ofAll(CoarseTolerance)
	return l
}
