package forest

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/internal/splits"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// RegressionForest is Breiman's random forest for one numeric response
// (Machine Learning 45, 2001): trees on bootstrap samples, split where the
// variance of the response falls most.
type RegressionForest struct {
	// Columns are the inputs that the forest was grown on.
	Columns *Columns
	Trees   []RegressionTree
}

// RegressionTree is a tree with the means of its nodes. Its Rows are the
// in-bag rows by leaf, with repetitions; its Drawn the distinct in-bag rows.
type RegressionTree struct {
	Tree
	// Counts[k] ≥ 1 is how often row Drawn[k] is in the bag. Drawing one row
	// 2¹⁶ times is too improbable to reckon with.
	Counts []uint16
	// Means[node] is the mean response of the in-bag rows that reach the
	// node, repetitions counted.
	Means []float64
}

// FitRegression grows a regression forest of the response y, one number per
// row, on the inputs x, n×p. The forest is a function of x, y, c and seed.
//
// It returns an error if c is invalid, if y has another length than x has
// rows, if a number is not finite, or ctx's error when cancelled.
func FitRegression(
	ctx context.Context, x *mat.Dense, y []float64, c RegressionConfig, seed uint64, workers int,
) (*RegressionForest, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	if len(y) != n {
		return nil, fmt.Errorf("forest: %d responses for %d rows of inputs", len(y), n)
	}
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("forest: response in row %d is %v, expected a finite number", i+1, v)
		}
	}
	columns, err := NewColumns(x, nil)
	if err != nil {
		return nil, err
	}
	centre := linalg.Sum(y) / float64(n)
	centred := slices.Clone(y)
	floats.AddConst(-centre, centred)
	f := &RegressionForest{Columns: columns, Trees: make([]RegressionTree, c.Trees)}
	growers := par.Scratch(workers, func() *regressionGrower { return newRegressionGrower(columns, centred, centre, c) })
	root := rng.New(seed).Named("regression forest")
	err = par.Do(ctx, workers, c.Trees, func(worker, i int) {
		f.Trees[i] = growers(worker).grow(root.At(i))
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// regressionGrower grows one tree after the other. It belongs to one worker.
type regressionGrower struct {
	varianceSplitter
	y       []float64 // responses less centre, so that sums keep their digits
	centre  float64
	minNode int
	draws   int     // size of the bootstrap sample
	rows    []int32 // distinct in-bag rows, each node's in one piece, and any rows behind them
	nodes   []Node
	means   []float64
}

func newRegressionGrower(columns *Columns, y []float64, centre float64, c RegressionConfig) *regressionGrower {
	n, p := columns.Rows(), len(columns.Values)
	mtry := c.MTry.Of(p)
	return &regressionGrower{
		varianceSplitter: varianceSplitter{
			sorter: newSorter(columns.ranks(), n), columns: columns,
			mtry:       mtry,
			stats:      make([]rowStat, n),
			candidates: splits.NewPermutation(p),
			order:      make([]int32, n+simd.Slack),
		},
		y:       y,
		centre:  centre,
		minNode: c.MinNodeSize,
		draws:   max(1, int(c.SampleFraction*float64(n))),
	}
}

// grow returns the tree of that seed. A node's randomness comes from the seed
// of its path: At(0) leads to the left child, At(1) to the right one.
func (g *regressionGrower) grow(seed rng.Seed) RegressionTree {
	t := RegressionTree{}
	t.Drawn, t.Counts = g.bootstrap(seed.Named("bootstrap"))
	g.rows = append(append(g.rows[:0], t.Drawn...), make([]int32, simd.Slack)...)
	g.nodes, g.means = append(g.nodes[:0], Node{}), append(g.means[:0], 0)
	g.node(0, 0, len(t.Drawn), seed.Named("nodes"))
	t.Nodes, t.Means = slices.Clone(g.nodes), slices.Clone(g.means)
	t.Rows = g.repeat(t.Nodes)
	return t
}

// bootstrap draws the in-bag rows: it returns the distinct ones, ascending,
// with their counts, and sets stats.
func (g *regressionGrower) bootstrap(seed rng.Seed) (drawn []int32, counts []uint16) {
	clear(g.stats)
	g.src.Reset(seed)
	distinct := 0
	for range g.draws {
		stat := &g.stats[g.src.IntN(len(g.stats))]
		if stat.count == 0 {
			distinct++
		}
		stat.count++
	}
	drawn, counts = make([]int32, 0, distinct), make([]uint16, 0, distinct)
	for i := range g.stats {
		stat := &g.stats[i]
		if stat.count == 0 {
			continue
		}
		stat.sum = stat.count * g.y[i]
		drawn = append(drawn, int32(i))
		counts = append(counts, uint16(stat.count))
	}
	return drawn, counts
}

// node finishes the node at index `at` that holds g.rows[lo:hi], and all
// below it.
func (g *regressionGrower) node(index int32, lo, hi int, seed rng.Seed) {
	rows := g.rows[lo:hi]
	total := rowStat{}
	first, pure := g.y[rows[0]], true
	for _, row := range rows {
		stat := g.stats[row]
		total.count += stat.count
		total.sum += stat.sum
		pure = pure && g.y[row] == first
	}
	g.means[index] = g.centre + total.sum/total.count
	best := varianceSplit{variable: Leaf}
	if !pure && int(total.count) > g.minNode {
		best = g.best(rows, total, seed)
	}
	if best.variable == Leaf {
		g.nodes[index] = Node{Var: Leaf, Left: int32(lo), Right: int32(hi)}
		return
	}
	values := g.columns.Values[best.variable]
	threshold := midway(values[best.lower], values[best.upper])
	left := int32(len(g.nodes))
	g.nodes[index] = Node{Threshold: threshold, Var: best.variable, Left: left, Right: left + 1}
	g.nodes, g.means = append(g.nodes, Node{}, Node{}), append(g.means, 0, 0)
	small, _ := partUnordered(rows, values, threshold)
	middle := lo + len(small)
	g.node(left, lo, middle, seed.At(0))
	g.node(left+1, middle, hi, seed.At(1))
}

// repeat returns the in-bag rows by leaf, each as often as it was drawn, and
// makes the leaves delimit these instead of the distinct rows.
func (g *regressionGrower) repeat(nodes []Node) []int32 {
	repeated := make([]int32, 0, g.draws)
	for i := range nodes {
		leaf := &nodes[i]
		if leaf.Var != Leaf {
			continue
		}
		begin := int32(len(repeated))
		for _, row := range g.rows[leaf.Left:leaf.Right] {
			for range int(g.stats[row].count) {
				repeated = append(repeated, row)
			}
		}
		leaf.Left, leaf.Right = begin, int32(len(repeated))
	}
	return repeated
}
