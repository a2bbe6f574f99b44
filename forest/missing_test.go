package forest

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// TestSplitsOfMissingValues compares the best split by an input that may be missing
// with a search over all thresholds and both sides for the missing values.
func TestSplitsOfMissingValues(t *testing.T) {
	const n = 90
	for _, ties := range []bool{false, true} {
		for _, mtry := range []MTry{"1", MTryAll} { // ordering by sorting, and by lists
			lefts := 0
			for seed := range uint64(30) {
				src := rng.New(seed).Source()
				x, y := mat.NewDense(n, 5, nil), mat.NewDense(n, 1, nil)
				for i := range n {
					v := src.Normal()
					if ties {
						v = math.Round(v)
					}
					y.Set(i, 0, v+src.Normal())
					if v > 1 || v > -1 && seed%3 == 0 || src.IntN(5) == 0 {
						v = math.NaN()
					}
					x.SetRow(i, []float64{v, src.Normal(), src.Normal(), src.Normal(), src.Normal()})
				}
				levels := []int{Incomplete, 0, 0, 0, 0}
				columns, err := NewColumns(x, levels)
				if err != nil {
					t.Fatal(err)
				}
				config, err := Preset("paper", 2)
				if err != nil {
					t.Fatal(err)
				}
				config.MTry = mtry
				grower, err := NewGrower(columns, y, config)
				if err != nil {
					t.Fatal(err)
				}
				g := newGrower(grower.training, n)
				var all []int32
				for i := range int32(n) {
					all = append(all, i)
				}
				root := g.begin(all)
				g.enter(root, rng.New(seed))
				split := g.gain(0)
				gain := func(left func(v float64) bool) float64 {
					var ids []int32
					for id := range all {
						if left(x.At(id, 0)) {
							ids = append(ids, int32(id))
						}
					}
					if len(ids) == 0 || len(ids) == n {
						return 0
					}
					square := 0.0
					for k := range g.stride {
						sum := 0.0
						for _, id := range ids {
							sum += g.features[int(id)*g.stride+k]
						}
						square += sum * sum
					}
					return g.OfRows(ids) * square
				}
				best := 0.0
				for i := range n {
					threshold := x.At(i, 0)
					best = max(best, gain(func(v float64) bool { return v <= threshold }), gain(func(v float64) bool { return !(v > threshold) }))
				}
				if !(math.Abs(split.gain-best) < 1e-9*best) {
					t.Fatalf("seed %d: gain %v, the best of all splits %v", seed, split.gain, best)
				}
				if split.leftRows < 0 {
					lefts++
				}
				left, right, node := g.divideMissing(root, split, 0)
				var tree Tree
				for _, part := range []struct {
					span span
					left bool
				}{{left, true}, {right, false}} {
					for _, id := range g.members[part.span.first:part.span.end] {
						if tree.goesLeft(&node, x.At(int(id), 0)) != part.left {
							t.Fatalf("seed %d: row %d of value %v is on the wrong side of %+v", seed, id, x.At(int(id), 0), node)
						}
					}
				}
				tree.Nodes = []Node{node}
				rows := slices.Clone(all)
				if onLeft, _ := tree.Partition(&node, rows, make([]int32, n), columns.Values[0]); len(onLeft) != left.size() {
					t.Fatalf("seed %d: %d rows are sent left, expected %d", seed, len(onLeft), left.size())
				}
				if onLeft, _ := tree.exchange(&node, rows, columns.Values[0]); len(onLeft) != left.size() {
					t.Fatalf("seed %d: %d rows are exchanged to the left, expected %d", seed, len(onLeft), left.size())
				}
			}
			if lefts == 0 || lefts == 30 {
				t.Errorf("missing values go left in %d of 30 splits, expected both sides", lefts)
			}
		}
	}
}

// TestNothingMissing grows a forest on an input that may be missing but is not.
func TestNothingMissing(t *testing.T) {
	x, y, levels := mixed(200, 5)
	f, err := mixedGrower(t, x, y, levels, "paper").Fit(context.Background(), nil, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	levels[0], levels[3] = Incomplete, Incomplete
	may, err := mixedGrower(t, x, y, levels, "paper").Fit(context.Background(), nil, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	for k := range f.Trees {
		for i, node := range may.Trees[k].Nodes {
			if node.Set == missingLeft {
				node.Set = 0
			}
			if node != f.Trees[k].Nodes[i] {
				t.Fatalf("tree %d: node %+v, without missing values %+v", k, node, f.Trees[k].Nodes[i])
			}
		}
	}
	x.Set(4, 1, math.NaN())
	if _, err := NewColumns(x, levels); err == nil || err.Error() != "forest: input in row 5, column 2 is NaN, expected a finite number" {
		t.Errorf("error %v of a level that is missing", err)
	}
}
