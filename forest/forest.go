// Package forest grows Distributional Random Forests (Ćevid, Michel, Näf,
// Bühlmann, Meinshausen 2022), which estimate the whole conditional
// distribution of a multivariate response, and Breiman's regression forests.
//
//  1. NewColumns prepares the inputs, once for any number of forests.
//  2. Fit grows a forest under a Config, usually from Preset.
//  3. Weights gives each evaluation row its distribution over the training
//     rows; Embed gives the same as a kernel mean embedding in the coordinates
//     of a factor of the kernel matrix, without forming weights.
//
// All randomness is derived from the seed by tree and by path in the tree, so a
// forest does not depend on the number of workers.
//
// Conditional quantiles of a response at a new row, errors left out:
//
//	config, err := forest.Preset("paper", 200)
//	f, err := forest.Fit(ctx, x, y, config, 1, workers) // inputs, n×p; responses, n×d
//	at, err := f.Columns.On(mat.NewDense(1, 2, []float64{0.8, 0.5}))
//	weights, err := f.Weights(ctx, at, workers)
//	y1, w := mat.Col(nil, 0, y), weights.RawRowView(0)
//	stat.SortWeighted(y1, w)
//	for _, p := range []float64{0.1, 0.5, 0.9} {
//		fmt.Printf("%.1f: %.2f\n", p, stat.Quantile(p, stat.Empirical, y1, w))
//	}
package forest

import (
	"context"
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/par"
	"drfvi/internal/rng"
)

// Version names the algorithms of this package. It is raised when the same
// settings and seed no longer give the same forest.
const Version = "1"

// Forest is a fitted Distributional Random Forest.
type Forest struct {
	Trees   []Tree
	Columns *Columns // the training inputs
	Config  Config
	// RowWeights are how much each training row counts in the mean over its leaf; nil
	// if all count the same.
	RowWeights []float64
}

// Grower grows forests on one set of data: with different seeds and with
// inputs left out.
type Grower struct {
	training *training
	y        *mat.Dense
}

// NewGrower prepares the inputs and the responses y, n×d, for growing forests
// under the configuration. It returns an error for an invalid configuration and
// for data that a forest cannot be grown from.
func NewGrower(columns *Columns, y *mat.Dense, config Config) (*Grower, error) {
	if n, _ := y.Dims(); columns.Rows() != n {
		return nil, fmt.Errorf("forest: %d rows of inputs but %d rows of responses", columns.Rows(), n)
	}
	return newGrowerOn(columns, y, nil, config)
}

// With returns the grower of another configuration on the same data: what takes long, to
// prepare the responses, is done anew only if it would be different.
func (g *Grower) With(config Config) (*Grower, error) {
	response, before := g.training.response, g.training.config
	if before.ScaleResponse != config.ScaleResponse || before.Bandwidth != config.Bandwidth ||
		before.Steady != config.Steady {
		response = nil
	}
	return newGrowerOn(g.training.columns, g.y, response, config)
}

// newGrowerOn is NewGrower with prepared responses, or nil.
func newGrowerOn(columns *Columns, y *mat.Dense, response *response, config Config) (*Grower, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	n := columns.Rows()
	if err := config.CheckRows(n); err != nil {
		return nil, err
	}
	if units := columns.design.Units(n); columns.design.Clusters != nil && units < fewestClusters {
		return nil, fmt.Errorf("forest: %d clusters of rows are too few, expected at least %d: "+
			"trees are grown from some of them and judged by the others", units, fewestClusters)
	}
	if response == nil {
		var err error
		if response, err = newResponse(y, config); err != nil {
			return nil, err
		}
	}
	return &Grower{newTraining(columns, response, config), y}, nil
}

// fewestClusters is the least number of clusters: one for each sample of an honest
// tree, and two that are out-of-bag.
const fewestClusters = 4

// mostRows bounds the rows that CheckRows asks for: whole numbers up to it are exact.
const mostRows = 1 << 53

// CheckRows returns an error if n rows are too few for trees of the configuration to
// split even once.
func (c Config) CheckRows(n int) error {
	splits := func(rows int) bool {
		j1, j2 := c.treeRows(rows)
		return j1 > c.MinNodeSize && j2 >= 1
	}
	if splits(n) {
		return nil
	}
	// Both numbers grow with the rows.
	additional := sort.Search(mostRows-n, func(additional int) bool { return splits(n + additional) })
	j1, _ := c.treeRows(n)
	expected := fmt.Sprintf("at least %d rows", n+additional)
	if n+additional == mostRows {
		expected = fmt.Sprintf("trees that draw more: the sample fraction is %v", c.SampleFraction)
		if c.MostRows > 0 {
			expected += fmt.Sprintf(" of at most %d rows", c.MostRows)
		}
	}
	return fmt.Errorf("forest: %d rows are too few to split even once: a tree chooses splits with %d of them "+
		"and the minimum node size is %d; expected %s",
		n, j1, c.MinNodeSize, expected)
}

// treeRows returns the numbers of rows of J1 and J2 of a tree on n rows.
func (c Config) treeRows(n int) (j1, j2 int) {
	drawn := c.DrawnRows(n)
	if !c.Honesty {
		return drawn, drawn
	}
	j1 = int(math.Ceil(c.HonestyFraction * float64(drawn)))
	return j1, drawn - j1
}

// DrawnRows returns the number of rows drawn for a tree of n rows. The small
// allowance keeps floor(f·n) right where f·n is a whole number that rounding
// puts just below.
func (c Config) DrawnRows(n int) int {
	return int(math.Floor(float64(c.SampleFraction*float64(c.Of(n))) + 1e-9))
}

// Of returns the number of rows that SampleFraction is a share of, on a table of n.
func (c Config) Of(n int) int {
	if c.MostRows > 0 {
		return min(n, c.MostRows)
	}
	return n
}

// Fit grows a forest without the inputs in dropped (nil for none). Trees
// number their inputs by the full set whatever is dropped; if all is dropped
// they are single leaves. Fit returns ctx.Err() if cancelled.
func (g *Grower) Fit(ctx context.Context, dropped []int, seed uint64, workers int) (*Forest, error) {
	t := g.training.withoutInputs(dropped)
	grower := par.Scratch(workers, func() *grower { return newGrower(t, t.plan.largest) })
	return t.growTrees(ctx, seed, 0, workers, func(w, _ int, j1, j2 []int32, seed rng.Seed) Tree {
		return grower(w).tree(j1, j2, seed)
	})
}

// growTrees draws the rows of every tree from first on, a multiple of the size of groups, and
// has it grown by grow. Worker w calls grow for a tree with its rows J1, ascending, its rows
// J2, and the seed of its nodes.
func (t *training) growTrees(ctx context.Context, seed uint64, first, workers int,
	grow func(w, tree int, j1, j2 []int32, seed rng.Seed) Tree) (*Forest, error) {
	f := &Forest{Trees: make([]Tree, t.config.Trees), Columns: t.columns, Config: t.config, RowWeights: t.plan.counts}
	samplers := par.Scratch(workers, func() *sampler { return newSampler(t.plan.units) })
	plan, size := t.plan, t.config.GroupSize
	root := rng.New(seed).Named("forest")
	err := par.Do(ctx, workers, (t.config.Trees-first)/size, func(w, group int) {
		group += first / size
		sampler := samplers(w)
		units := plan.draw(sampler, root.Named("rows").At(group))
		drawn := plan.design.Rows(units)
		splitting, estimation := make([]int32, 0, plan.drawn+1), make([]int32, 0, plan.drawn+1)
		for i := range size {
			tree := group*size + i
			seed := root.Named("tree").At(tree)
			if t.config.Honesty {
				splitting, estimation = sampler.honestSplit(
					splitting[:0], estimation[:0], units, plan.splitting, seed.Named("honesty"),
				)
			} else {
				splitting, estimation = append(splitting[:0], units...), append(estimation[:0], units...)
			}
			f.Trees[tree] = grow(w, tree, plan.design.Rows(splitting), plan.design.Rows(estimation), seed.Named("nodes"))
			f.Trees[tree].Drawn = drawn
		}
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Fit grows one forest on the inputs x, n×p, all of them numbers, and responses y, n×d.
// For categorical inputs and missing values use NewColumns, which is given their levels,
// and NewGrower; for clusters and weights Columns.Sampled too. The errors are those of
// NewColumns and NewGrower.
func Fit(ctx context.Context, x, y *mat.Dense, c Config, seed uint64, workers int) (*Forest, error) {
	columns, err := NewColumns(x, nil)
	if err != nil {
		return nil, err
	}
	g, err := NewGrower(columns, y, c)
	if err != nil {
		return nil, err
	}
	return g.Fit(ctx, nil, seed, workers)
}

// Splits reports whether any tree splits at all.
func (f *Forest) Splits() bool {
	for t := range f.Trees {
		if tree := &f.Trees[t]; tree.Nodes[tree.Root].Var != Leaf {
			return true
		}
	}
	return false
}

// SplitCounts returns counts[k][j], the number of splits on input j at depth
// k+1 (the root has depth 1) over all trees, for depths up to maxDepth.
func (f *Forest) SplitCounts(maxDepth int) [][]int {
	counts := make([][]int, maxDepth)
	for k := range counts {
		counts[k] = make([]int, len(f.Columns.Values))
	}
	for t := range f.Trees {
		tree := &f.Trees[t]
		level, next := []int32{tree.Root}, []int32(nil)
		for k := range counts {
			for _, index := range level {
				if node := &tree.Nodes[index]; node.Var >= 0 {
					counts[k][node.Var]++
					next = append(next, node.Left, node.Right)
				}
			}
			level, next = next, level[:0]
		}
	}
	return counts
}
