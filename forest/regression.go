package forest

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/par"
	"drfvi/internal/rng"
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
	// Counts[k] ≥ 1 is how often row Drawn[k] is in the bag.
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
func FitRegression(ctx context.Context, x *mat.Dense, y []float64, c RegressionConfig, seed uint64, workers int) (*RegressionForest, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	n, p := x.Dims()
	if len(y) != n {
		return nil, fmt.Errorf("forest: %d responses for %d rows of inputs", len(y), n)
	}
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("forest: response in row %d is %v, expected a finite number", i+1, v)
		}
	}
	columns, err := NewColumns(x)
	if err != nil {
		return nil, err
	}
	orders := inverseRanks(columns)
	f := &RegressionForest{Columns: columns, Trees: make([]RegressionTree, c.Trees)}
	growers := make([]*regressionGrower, workers)
	root := rng.New(seed).Named("regression forest")
	err = par.Do(ctx, workers, c.Trees, func(worker, i int) {
		if growers[worker] == nil {
			growers[worker] = &regressionGrower{
				y:       y,
				minNode: c.MinNodeSize,
				draws:   max(1, int(c.SampleFraction*float64(n))),
				stats:   make([]rowStat, n),
				spill:   make([]int32, n),
				split:   newVarianceSplitter(columns, orders, c.MTry.Of(p)),
			}
		}
		f.Trees[i] = growers[worker].grow(root.At(i))
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// inverseRanks returns for each column its rows in increasing order.
func inverseRanks(columns *Columns) [][]int32 {
	orders := make([][]int32, len(columns.ranks))
	for j, ranks := range columns.ranks {
		orders[j] = make([]int32, len(ranks))
		for row, rank := range ranks {
			orders[j][rank] = int32(row)
		}
	}
	return orders
}

// rowStat is what one row adds to the statistics of a node: how often it is
// in the bag and that often its response.
type rowStat struct{ count, sum float64 }

// regressionGrower grows one tree after the other. It belongs to one worker.
type regressionGrower struct {
	y       []float64
	minNode int
	draws   int // size of the bootstrap sample
	split   *varianceSplitter
	stats   []rowStat // by row
	rows    []int32   // distinct in-bag rows, each node's in one piece
	spill   []int32   // scratch to divide rows with
	nodes   []Node
	means   []float64
	src     rng.Source
}

// grow returns the tree of that seed. The nodes get their randomness from
// seeds derived by their paths: a node's left child is At(0), its right At(1).
func (g *regressionGrower) grow(seed rng.Seed) RegressionTree {
	t := RegressionTree{}
	t.Drawn, t.Counts = g.draw(seed.Named("bootstrap"))
	g.rows = append(g.rows[:0], t.Drawn...)
	g.nodes, g.means = append(g.nodes[:0], Node{}), append(g.means[:0], 0)
	g.node(0, 0, len(g.rows), seed.Named("nodes"))
	t.Nodes = append([]Node(nil), g.nodes...)
	t.Means = append([]float64(nil), g.means...)
	t.Rows = g.repeat(t.Nodes)
	return t
}

// draw takes the bootstrap sample: it returns the distinct rows, ascending,
// with their counts, and sets stats.
func (g *regressionGrower) draw(seed rng.Seed) (drawn []int32, counts []uint16) {
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

// node finishes the node at index `at` that holds g.rows[lo:hi], and grows
// what is below it.
func (g *regressionGrower) node(at int32, lo, hi int, seed rng.Seed) {
	rows := g.rows[lo:hi]
	total := rowStat{}
	pure, first := true, g.y[rows[0]]
	for _, row := range rows {
		stat := g.stats[row]
		total.count += stat.count
		total.sum += stat.sum
		pure = pure && g.y[row] == first
	}
	g.means[at] = total.sum / total.count
	if pure {
		// The quotient of rounded sums may miss the common value.
		g.means[at] = first
	}
	split, found := Node{}, false
	if !pure && int(total.count) > g.minNode {
		split, found = g.split.best(rows, g.stats, total, seed)
	}
	if !found {
		g.nodes[at] = Node{Var: Leaf, Left: int32(lo), Right: int32(hi)}
		return
	}
	left := int32(len(g.nodes))
	split.Left, split.Right = left, left+1
	g.nodes = append(g.nodes, Node{}, Node{})
	g.means = append(g.means, 0, 0)
	g.nodes[at] = split
	small, _ := partition(rows, g.spill, g.split.columns.Values[split.Var], split.Threshold)
	middle := lo + len(small)
	g.node(left, lo, middle, seed.At(0))
	g.node(left+1, middle, hi, seed.At(1))
}

// repeat returns the in-bag rows by leaf, each as often as it was drawn, and
// makes the leaves delimit them instead of the distinct rows.
func (g *regressionGrower) repeat(nodes []Node) []int32 {
	repeated := make([]int32, 0, g.draws)
	for i := range nodes {
		if nodes[i].Var != Leaf {
			continue
		}
		begin := int32(len(repeated))
		for _, row := range g.rows[nodes[i].Left:nodes[i].Right] {
			for range int(g.stats[row].count) {
				repeated = append(repeated, row)
			}
		}
		nodes[i].Left, nodes[i].Right = begin, int32(len(repeated))
	}
	return repeated
}
