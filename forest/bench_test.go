package forest

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
	"drfvi/mmd"
)

// benchmarkData draws inputs uniform on the unit cube and responses that follow
// the first two.
func benchmarkData(n, p, d int) (x, y *mat.Dense) {
	src := rng.New(1).Source()
	x, y = mat.NewDense(n, p, nil), mat.NewDense(n, d, nil)
	for i := range n {
		for j := range p {
			x.Set(i, j, src.Float64())
		}
		for k := range d {
			y.Set(i, k, 4*x.At(i, k%2%p)+src.Normal())
		}
	}
	return x, y
}

func benchmarkGrower(b *testing.B, n, p, d int, name string) *Grower {
	b.Helper()
	c, err := Preset(name, 500)
	if err != nil {
		b.Fatal(err)
	}
	x, y := benchmarkData(n, p, d)
	columns, err := NewColumns(x, nil)
	if err != nil {
		b.Fatal(err)
	}
	g, err := NewGrower(columns, y, c)
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// splitSizes are rows, inputs and responses of trees to grow.
var splitSizes = [][3]int{{3000, 10, 1}, {500, 10, 2}, {10000, 10, 2}, {1000, 64, 8}, {500, 1000, 2}}

// visit is what a tree asked of its splitter at one node.
type visit struct {
	node       span
	candidates []int32
	best       candidateSplit // of no gain if the node is a leaf
}

// record grows the subtree of a node and appends its visits, in the order of
// growing.
func record(g *grower, node span, seed rng.Seed, visits []visit) []visit {
	if node.size() <= g.training.config.MinNodeSize {
		return visits
	}
	v := visit{node: node}
	g.enter(node, seed)
	g.prepare()
	for range g.candidates(g.uniform) {
		candidate := g.drawCandidate()
		v.candidates = append(v.candidates, candidate)
		if split := g.evaluate(candidate); split.gain > v.best.gain {
			v.best = split
		}
	}
	g.leave()
	visits = append(visits, v)
	if v.best.gain <= 0 {
		return visits
	}
	left, right, _ := g.divide(node, v.best, g.training.config.MinNodeSize)
	visits = record(g, left, seed.At(streamLeft), visits)
	return record(g, right, seed.At(streamRight), visits)
}

// BenchmarkSplit finds the splits of a tree again, on one core, and reports the
// time of one evaluation (one row, one candidate variable, one node): ordering
// the rows by each variable, dividing them at the splits, and scanning. What else
// a tree takes is in BenchmarkTree.
func BenchmarkSplit(b *testing.B) {
	for _, size := range splitSizes {
		for _, name := range []string{"paper", "drf-1.1.0"} {
			b.Run(fmt.Sprintf("n=%d/p=%d/d=%d/%s", size[0], size[1], size[2], name), func(b *testing.B) {
				t := benchmarkGrower(b, size[0], size[1], size[2], name).training
				j1, _ := t.config.treeRows(size[0])
				g, sampler, seed := newGrower(t, j1), newSampler(size[0]), rng.New(1)
				drawn := sampler.draw(nil, t.config.DrawnRows(size[0]), seed)
				split, _ := sampler.honestSplit(nil, nil, drawn, j1, seed.Named("honesty"))
				visits := record(g, g.begin(split), seed, nil)
				g.evaluations = 0
				for b.Loop() {
					g.begin(split)
					for _, v := range visits {
						g.node = v.node
						g.open(v.node)
						g.Open(g.nodeRows[:v.node.size()], g.members[v.node.first:v.node.end], g.features, g.stride)
						for _, candidate := range v.candidates {
							g.evaluate(candidate)
						}
						if v.best.gain > 0 {
							g.divide(v.node, v.best, t.config.MinNodeSize)
						}
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(g.evaluations), "ns/eval")
			})
		}
	}
}

// BenchmarkTree grows trees on one core and reports the time of one evaluation
// with everything that growing takes besides BenchmarkSplit: drawing rows and
// candidates, random features and their means, filling leaves.
func BenchmarkTree(b *testing.B) {
	for _, size := range splitSizes {
		for _, name := range []string{"paper", "drf-1.1.0"} {
			b.Run(fmt.Sprintf("n=%d/p=%d/d=%d/%s", size[0], size[1], size[2], name), func(b *testing.B) {
				g := benchmarkGrower(b, size[0], size[1], size[2], name)
				t := g.training
				j1, _ := t.config.treeRows(size[0])
				grower, sampler := newGrower(t, j1), newSampler(size[0])
				trees := 0
				for b.Loop() {
					seed := rng.New(uint64(trees))
					drawn := sampler.draw(nil, t.config.DrawnRows(size[0]), seed)
					splitting, estimation := sampler.honestSplit(nil, nil, drawn, j1, seed.Named("honesty"))
					grower.tree(splitting, estimation, seed)
					trees++
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(grower.splitter.evaluations), "ns/eval")
			})
		}
	}
}

// BenchmarkFit grows forests of 500 trees on all cores.
func BenchmarkFit(b *testing.B) {
	for _, size := range [][3]int{{3000, 10, 1}, {10000, 10, 2}, {500, 1000, 2}, {1000, 78, 2}, {1000, 64, 8}, {1000, 24, 4}, {167, 263, 16}} {
		for _, name := range []string{"paper", "drf-1.1.0"} {
			b.Run(fmt.Sprintf("n=%d/p=%d/d=%d/%s", size[0], size[1], size[2], name), func(b *testing.B) {
				g := benchmarkGrower(b, size[0], size[1], size[2], name)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := g.Fit(context.Background(), nil, 1, runtime.NumCPU()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkEmbed embeds the out-of-bag predictions of a forest of 500 trees.
func BenchmarkEmbed(b *testing.B) {
	for _, size := range [][3]int{{3000, 10, 1}, {500, 10, 2}} {
		b.Run(fmt.Sprintf("n=%d/p=%d/d=%d", size[0], size[1], size[2]), func(b *testing.B) {
			g := benchmarkGrower(b, size[0], size[1], size[2], "paper")
			f, err := g.Fit(context.Background(), nil, 1, runtime.NumCPU())
			if err != nil {
				b.Fatal(err)
			}
			_, y := benchmarkData(size[0], size[1], size[2])
			k, err := mmd.Authors.Resolve(y)
			if err != nil {
				b.Fatal(err)
			}
			factor, ok := mmd.Cholesky(y, k, mmd.FactorTolerance, 1000)
			if !ok {
				b.Fatal("no factor")
			}
			_, rank := factor.L.Dims()
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := f.Embed(context.Background(), factor.L, f.Columns.OutOfBag(), runtime.NumCPU()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(rank), "rank")
		})
	}
}

// BenchmarkCouple grows a forest with its patches for every variable.
func BenchmarkCouple(b *testing.B) {
	for _, size := range [][3]int{{3000, 10, 1}, {500, 1000, 2}} {
		b.Run(fmt.Sprintf("n=%d/p=%d/d=%d", size[0], size[1], size[2]), func(b *testing.B) {
			g := benchmarkGrower(b, size[0], size[1], size[2], "paper")
			groups := make([][]int, size[1])
			for j := range groups {
				groups[j] = []int{j}
			}
			forests := 0.0
			b.ReportAllocs()
			for b.Loop() {
				c, err := g.Couple(context.Background(), nil, groups, 1, runtime.NumCPU())
				if err != nil {
					b.Fatal(err)
				}
				forests = float64(c.Evaluations) / float64(c.BaseEvaluations)
			}
			b.ReportMetric(forests, "forests")
		})
	}
}
