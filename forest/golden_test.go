package forest

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
	"drfvi/internal/testing/golden"
	"drfvi/mmd"
)

func dense(rows [][]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		m.SetRow(i, row)
	}
	return m
}

// TestGoldenTrees walks whole trees of drf 1.3.1 and asks the splitter for the
// best split of every node. A different choice is accepted only if it is an
// exact tie, of which drf takes the first in its random order.
func TestGoldenTrees(t *testing.T) {
	var cases []struct {
		ID          int         `json:"id"`
		MinNodeSize int         `json:"min_node_size"`
		XRows       [][]float64 `json:"X"`
		YRows       [][]float64 `json:"Y"`
		Bandwidth   float64     `json:"bandwidth"`
		Tree        golden.Tree `json:"tree"`
	}
	golden.Load(t, "golden_trees.json", &cases)
	splits, ties := 0, 0
	for _, c := range cases {
		config, err := Preset("drf-1.3.1", 1)
		if err != nil {
			t.Fatal(err)
		}
		config.GroupSize, config.Honesty, config.MinNodeSize = 1, false, c.MinNodeSize
		config.MTry, config.MTryDraw = MTryAll, Fixed
		columns, err := NewColumns(dense(c.XRows), nil)
		if err != nil {
			t.Fatal(err)
		}
		grower, err := NewGrower(columns, dense(c.YRows), config)
		if err != nil {
			t.Fatal(err)
		}
		z := dense(c.YRows)
		standardise(z)
		if h := math.Sqrt(mmd.MedianHeuristic(z)); math.Abs(h-c.Bandwidth) > 1e-9*c.Bandwidth {
			t.Errorf("case %d: bandwidth %v, want %v", c.ID, h, c.Bandwidth)
		}
		g := newGrower(grower.training, len(c.Tree.Drawn))
		var walk func(at int32, rows []int32, seed rng.Seed)
		walk = func(at int32, rows []int32, seed rng.Seed) {
			if len(rows) <= c.MinNodeSize {
				checkLeaf(t, c.ID, &c.Tree, at, rows)
				return
			}
			slices.Sort(rows)
			best := g.bestSplit(g.begin(rows), seed)
			if best.gain <= 0 {
				checkLeaf(t, c.ID, &c.Tree, at, rows)
				return
			}
			if c.Tree.IsLeaf(at) {
				t.Fatalf("case %d, node %d: reference stops, but variable %d has gain %v", c.ID, at, best.variable, best.gain)
			}
			splits++
			variable, threshold := c.Tree.SplitVar[at], c.Tree.SplitValue[at]
			if ours := columns.Values[best.variable][g.lastLeft(best)]; best.variable != variable || !close9(ours, threshold) {
				ties++
				if gain := literalGain(g, rows, variable, threshold); !close9(gain, best.gain) {
					t.Errorf("case %d, node %d: split on %d at %v with gain %v, reference on %d at %v with gain %v",
						c.ID, at, best.variable, ours, best.gain, variable, threshold, gain)
				}
			}
			// Printed thresholds have 15 digits: allow for the last one.
			left, right := partStable(rows, g.spillJ2, columns.Values[variable], threshold+1e-13*math.Abs(threshold))
			walk(c.Tree.Left[at], slices.Clone(left), seed.At(streamLeft))
			walk(c.Tree.Right[at], slices.Clone(right), seed.At(streamRight))
		}
		walk(int32(c.Tree.Root), slices.Sorted(slices.Values(c.Tree.Drawn)), rng.New(1))
	}
	t.Logf("%d splits in %d trees reproduced, %d of them exact ties decided otherwise", splits, len(cases), ties)
	if splits == 0 {
		t.Error("no split was compared")
	}
}

func checkLeaf(t *testing.T, id int, tree *golden.Tree, at int32, rows []int32) {
	t.Helper()
	if !tree.IsLeaf(at) {
		t.Fatalf("case %d, node %d: we stop with %d rows, reference splits", id, at, len(rows))
	}
	want := slices.Sorted(slices.Values(tree.LeafSamples[at]))
	if got := slices.Sorted(slices.Values(rows)); !slices.Equal(got, want) {
		t.Errorf("case %d, leaf %d: rows %v, want %v", id, at, got, want)
	}
}

// lastLeft returns the row with the largest value on the left of a split of the
// current node.
func (s *splitter) lastLeft(split candidateSplit) int32 {
	return s.rows[s.orderOf(split.variable, s.node)[split.leftRows-1]]
}

// literalGain is the gain as method and paper write it: the difference of two
// means, squared and summed.
func literalGain(g *grower, rows []int32, variable int32, threshold float64) float64 {
	var mean [2][]float64
	var count [2]float64
	for side := range mean {
		mean[side] = make([]float64, g.stride)
	}
	features := make([]float64, g.stride)
	for _, row := range rows {
		copy(features, g.table[int(row)*g.stride:])
		side := 0
		if g.training.columns.Values[variable][row] > threshold+1e-13*math.Abs(threshold) {
			side = 1
		}
		count[side]++
		for f, v := range features {
			mean[side][f] += v
		}
	}
	sum := 0.0
	for f := range features {
		d := mean[0][f]/count[0] - mean[1][f]/count[1]
		sum += d * d
	}
	l, r := count[0], count[1]
	weight := l * r / ((l + r) * (l + r))
	if g.training.config.Weighting == IntegerWeighting {
		weight = math.Floor(l * r / (l + r))
	}
	return weight * sum / float64(g.training.config.Features)
}

func close9(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b)) }
