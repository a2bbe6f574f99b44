package inference

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// workload is the shape of a table and of what is done with it.
type workload struct {
	name            string
	n, p, d         int
	levels          map[int]int // of the columns that hold levels
	dummies         int         // how many of the last columns are indicators, of one variable
	groups          int         // of as many columns each, 0 for columns of their own
	evaluated, most int
	change          func(*forest.Config)
}

var workloads = []workload{
	{name: "usual", n: 500, p: 10, d: 1},
	{name: "two inputs", n: 500, p: 2, d: 2},
	{name: "many inputs", n: 400, p: 100, d: 2},
	{name: "a thousand inputs", n: 100, p: 1000, d: 2},
	{name: "many rows", n: 3000, evaluated: 500, p: 10, d: 1},
	{name: "all candidates", n: 400, p: 60, d: 1, change: func(c *forest.Config) { c.MTry = forest.MTryAll }},
	{name: "deep", n: 700, p: 10, d: 2, change: func(c *forest.Config) { c.Honesty, c.SampleFraction, c.MinNodeSize = false, 0.8, 5 }},
	{name: "shallow", n: 1000, p: 10, d: 1, change: func(c *forest.Config) { c.SampleFraction, c.MinNodeSize = 0.25, 40 }},
	{name: "many responses", n: 600, p: 10, d: 16},
	{name: "factors", n: 1000, p: 5, d: 1, levels: map[int]int{1: 3, 2: 8, 3: 30}},
	{name: "factor of many levels", n: 1000, p: 8, d: 2, levels: map[int]int{2: 130}},
	{name: "indicators", n: 800, p: 34, d: 1, dummies: 30},
	{name: "groups", n: 500, p: 40, d: 1, groups: 4},
	{name: "few evaluated", n: 1500, p: 10, d: 1, evaluated: 200},
	{name: "bounded", n: 2000, p: 10, d: 2, evaluated: 500, most: 500},
}

// draw returns a table of the shape, whose first two inputs matter.
func (w workload) draw() (s importance.Sample, groups [][]int) {
	src := rng.New(3).Source()
	s = importance.Sample{X: mat.NewDense(w.n, w.p, nil), Y: mat.NewDense(w.n, w.d, nil), Levels: make([]int, w.p)}
	for j, levels := range w.levels {
		s.Levels[j] = levels
	}
	for i := range w.n {
		for j := range w.p {
			switch levels := s.Levels[j]; {
			case levels > 0:
				s.X.Set(i, j, float64(src.IntN(levels)))
			case j < w.p-w.dummies:
				s.X.Set(i, j, src.Normal())
			}
		}
		if w.dummies > 0 {
			s.X.Set(i, w.p-w.dummies+src.IntN(w.dummies), 1)
		}
		for k := range w.d {
			s.Y.Set(i, k, 2*s.X.At(i, 0)+(1+math.Abs(s.X.At(i, 1)))*src.Normal())
		}
	}
	switch {
	case w.groups > 0:
		groups = make([][]int, w.groups)
		for j := range w.p {
			groups[j%w.groups] = append(groups[j%w.groups], j)
		}
	default:
		for j := range w.p - w.dummies {
			groups = append(groups, []int{j})
		}
		if w.dummies > 0 {
			var all []int
			for j := w.p - w.dummies; j < w.p; j++ {
				all = append(all, j)
			}
			groups = append(groups, all)
		}
	}
	return s, groups
}

// TestForecastWork compares the work that is foreseen of ensembles, on a table and on
// half of it as for tests, with what is counted: within a factor of two.
func TestForecastWork(t *testing.T) {
	for _, w := range workloads {
		t.Run(w.name, func(t *testing.T) {
			s, groups := w.draw()
			c := paper(12)
			if w.change != nil {
				w.change(&c)
			}
			c.MostRows = w.most
			configs := []forest.Config{c, Smooth(c)}
			size := importance.Size{Rows: w.n, Inputs: w.p, Responses: w.d, Variables: len(groups), Evaluated: w.evaluated, Kernel: importance.SpectrumOf(s.Y, mmd.Median)}
			g := growing{configs: configs, groups: groups, calibrate: true, workers: 2}
			kernel, err := mmd.Median.Resolve(s.Y)
			if err != nil {
				t.Fatal(err)
			}
			rank := func(tolerance float64) float64 {
				factor, _ := mmd.Cholesky(s.Y, kernel, tolerance, relearnRank)
				_, rank := factor.L.Dims()
				return float64(rank)
			}
			r := relearning{growing: g, halves: Halves{Trees: 12}}
			compareWork(t, g, s, size, rank(relearnTolerance), r.halves.fullWidth(size))

			half := size
			half.Rows, half.Evaluated = w.n/2, 0
			compareWork(t, r.onHalves(), s.Draw(w.n/2, 1), half, rank(importance.CoarseTolerance), r.halves.coarseWidth(size))
		})
	}
}

// TestForecastClusters compares by how many times the work that is foreseen grows where rows are in
// clusters, within which everything is tested again, with the forests that are counted.
func TestForecastClusters(t *testing.T) {
	s, _ := workload{n: 200, p: 3, d: 1}.draw()
	task := importance.Task{X: s.X, Y: s.Y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	e := Stacked{Config: paper(20), Halves: Halves{Splits: 2, Trees: 20, Tests: true}}
	var forests, foreseen [2]float64
	for k, clusters := range [][]int32{nil, make([]int32, 200)} {
		for i := range clusters {
			clusters[i] = int32(i / 5)
		}
		task.Clusters = clusters
		result, err := e.Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		forests[k], foreseen[k] = result.Forests, e.Cost(task.Size()).Evaluations
	}
	if ratio := foreseen[1] / foreseen[0] / (forests[1] / forests[0]); !(ratio > 0.8 && ratio < 1.25) {
		t.Errorf("evaluations are foreseen to be %.2f times as many, forests are %.2f times", foreseen[1]/foreseen[0], forests[1]/forests[0])
	}
}

// TestForecastOwnTables compares the number of tables of single inputs that is foreseen, of many more
// inputs than rows and of fewer, with those that are made.
func TestForecastOwnTables(t *testing.T) {
	for _, w := range []workload{{name: "wide", n: 60, p: 300, d: 1}, {name: "long", n: 300, p: 120, d: 1}} {
		s, groups := w.draw()
		ctx, task := context.Background(), importance.Task{X: s.X, Y: s.Y, Kernel: mmd.Median, Seed: 1, Workers: 2}
		c := paper(10)
		c.Honesty, c.MinNodeSize = false, 15
		r := relearning{
			growing: growing{configs: stackedConfigs(c, Smooth(c)), groups: groups, calibrate: true, kernel: task.Kernel, workers: 2},
			halves:  Halves{Splits: 1, Trees: 10, Tests: true},
		}
		p, err := r.prepare(ctx, task, false)
		if err != nil {
			t.Fatal(err)
		}
		e, err := r.grow(ctx, p.sample, rng.New(1))
		if err != nil {
			t.Fatal(err)
		}
		if err := e.route(ctx, e.columns.OutOfBag(), 2); err != nil {
			t.Fatal(err)
		}
		all, err := r.measure(ctx, e, p.factor.L)
		if err != nil {
			t.Fatal(err)
		}
		share := 0.0
		b, err := r.standBeside(ctx, e, []*measured{all}, p, targetsOf(p, nil), rng.New(1), func(done float64) { share = done })
		if err != nil {
			t.Fatal(err)
		}
		single := task.Size()
		single.Variables = 1
		one := ensembleCost(r.configs, single, 0, r.halves.fullWidth(single), importance.Targets{}).Then(r.halvesCost(single))
		made, foreseen := float64(len(b.tables)), r.ownTablesCost(task.Size()).Nanoseconds/one.Nanoseconds
		if made > 2*foreseen+3 || foreseen > 2*made {
			t.Errorf("%s: %.0f tables are foreseen, %.0f made", w.name, foreseen, made)
		}
		if w.name == "wide" && !(share > 0.5 && share < 1) {
			t.Errorf("%s: progress ends at %v of these tables", w.name, share)
		}
	}
}

// TestForecastChoice compares the trees that the choice of forests is foreseen to grow with those that
// it grows, and progress with what the rest is foreseen to take.
func TestForecastChoice(t *testing.T) {
	for _, w := range []workload{{name: "usual", n: 300, p: 6, d: 1}, {name: "levels", n: 400, p: 4, d: 2, levels: map[int]int{1: 30}}, {name: "rows", n: 1500, p: 3, d: 1}} {
		s, _ := w.draw()
		ctx, task := context.Background(), importance.Task{X: s.X, Y: s.Y, Levels: s.Levels, Kernel: mmd.Median, Seed: 1, Workers: 2}
		a := Standard(100)
		a.New = func(c forest.Config) importance.Estimator {
			return Stacked{Config: c, Halves: Halves{Splits: 1, Trees: 20}}
		}
		trials, err := a.newTrials(ctx, task)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := a.choose(ctx, trials); err != nil {
			t.Fatal(err)
		}
		foreseen, grown := len(a.grid())*(lookTrees+2*a.Trial/3), len(a.grid())*lookTrees+len(trials.grid)*a.Trial
		if ratio := float64(foreseen) / float64(grown); !(ratio > 0.5 && ratio < 2) {
			t.Errorf("%s: %d trees are foreseen, %d grown", w.name, foreseen, grown)
		}
		var shares []float64
		a.Chose = func(importance.Chosen) { shares = append(shares, 2) } // the shares after this are of the estimate
		task.Progress = func(share float64) { shares = append(shares, share) }
		if _, err := a.Estimate(ctx, task); err != nil {
			t.Fatal(err)
		}
		before := slices.Index(shares, 2)
		if most := shares[before-1]; !(most > 0 && most <= shares[before+1] && shares[len(shares)-1] <= 1) {
			t.Errorf("%s: shares %v", w.name, shares)
		}
	}
}

func compareWork(t *testing.T, g growing, s importance.Sample, size importance.Size, rank, width float64) {
	t.Helper()
	ctx := context.Background()
	e, err := g.grow(ctx, s, rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	eval := e.columns.OutOfBag()
	if size.Evaluated > 0 {
		eval = e.columns.OutOfBagSample(size.Evaluated, 1)
	}
	var evaluations, reached, foreseen float64
	for k, c := range e.forests {
		evaluations += float64(c.Evaluations)
		r, err := routesOf(ctx, c.Base, eval, g.workers)
		if err != nil {
			t.Fatal(err)
		}
		if r.cells, err = c.Cells(ctx, eval, g.workers); err != nil {
			t.Fatal(err)
		}
		reached += rank * counted(r, len(g.groups))
		way := reaching(g.configs[k], size, size.EvaluatedRows(), votes(g.configs[k], size.Rows))
		foreseen += width * (way.base + way.cells)
	}
	cost := ensembleCost(g.configs, size, 0, width, importance.Targets{})
	for what, ratio := range map[string]float64{"evaluations": cost.Evaluations / evaluations, "coordinates": foreseen / reached} {
		if !(ratio > 0.5 && ratio < 2) {
			t.Errorf("%s of %d rows: foreseen %.2f times those counted", what, size.Rows, ratio)
		}
		t.Logf("%s of %d rows: %.2f", what, size.Rows, ratio)
	}
}

// counted counts the coordinates, in the number of columns of the factor, that are added
// up for predictions with all variables, and for those without each.
func counted(r *routes, groups int) float64 {
	base, cells := 0.0, 0.0
	for t := range r.base.Trees {
		tree := &r.base.Trees[t]
		for at := range int32(len(tree.Nodes)) {
			if tree.Nodes[at].Var == forest.Leaf {
				base += float64(len(tree.LeafRows(at)))
			}
		}
		for j := range groups {
			var last *int32
			for _, cell := range r.cells.Of(t, j) {
				rows := r.cells.EstimationRows(t, cell)
				if &rows[0] != last {
					cells += float64(len(rows))
					last = &rows[0]
				}
				cells += stepsPerCell - 1 + float64(len(r.cells.Rows(t, cell)))
			}
		}
	}
	for _, of := range r.of {
		base += float64(len(of))
	}
	return base + cells
}
