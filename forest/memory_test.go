package forest

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// TestDescentEqualsCouplingAnew removes variables one after the other, singly
// and in groups, and compares every tree and patch with those that are coupled
// from nothing; with a memory that holds everything and with one that is soon
// full, for both ways of ordering rows.
func TestDescentEqualsCouplingAnew(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		n, p, size int     // of the data, and of the groups
		most       float64 // share of the evaluations with a memory for all
	}{{200, 8, 1, 0.5}, {200, 9, 3, 0.75}, {120, 90, 10, 0.5}} { // 9 inputs make three steps, of which the first is anew
		for _, name := range PresetNames() {
			for _, limit := range []int{memoryLimit, 100} {
				src := rng.New(uint64(c.p)).Source()
				x, y := mat.NewDense(c.n, c.p, nil), mat.NewDense(c.n, 2, nil)
				for i := range c.n {
					for j := range c.p {
						x.Set(i, j, src.Normal())
					}
					x.Set(i, 1, float64(src.IntN(2))) // an indicator
					x.Set(i, 2, float64(src.IntN(5))) // ties
					x.Set(i, 3, x.At(i, 0))           // a repetition
					y.SetRow(i, []float64{x.At(i, 0) + src.Normal(), x.At(i, 1) * src.Normal()})
				}
				columns, err := NewColumns(x, nil)
				if err != nil {
					t.Fatal(err)
				}
				config, err := Preset(name, 32)
				if err != nil {
					t.Fatal(err)
				}
				config.MinNodeSize = 4
				g, err := NewGrower(columns, y, config)
				if err != nil {
					t.Fatal(err)
				}
				var groups [][]int
				for j := 0; j < c.p; j += c.size {
					group := make([]int, c.size)
					for k := range group {
						group[k] = j + k
					}
					groups = append(groups, group)
				}
				descent := g.Descend(7)
				for k := range descent.trees {
					descent.trees[k].Limit = min(descent.trees[k].Limit, limit)
				}
				var dropped []int
				var remembering, anew int64
				for step := 0; len(groups) > 0; step++ {
					got, err := descent.Couple(ctx, dropped, groups, 1+step%3)
					if err != nil {
						t.Fatal(err)
					}
					want, err := g.Couple(ctx, dropped, groups, 7, 1)
					if err != nil {
						t.Fatal(err)
					}
					what := fmt.Sprintf("%s, p = %d, limit %d, without %v", name, c.p, limit, dropped)
					if !reflect.DeepEqual(got.Base, want.Base) || !reflect.DeepEqual(got.Patches, want.Patches) {
						t.Fatalf("%s: the trees differ from those coupled anew", what)
					}
					if got.BaseEvaluations != want.BaseEvaluations {
						t.Fatalf("%s: base forest of %d evaluations, anew %d", what, got.BaseEvaluations, want.BaseEvaluations)
					}
					remembering += got.Evaluations
					anew += want.Evaluations
					for k := range descent.trees {
						if kept := descent.trees[k].Kept(); kept > descent.trees[k].Limit {
							t.Fatalf("%s: %d gains remembered of tree %d, limit %d", what, kept, k, descent.trees[k].Limit)
						}
					}
					next := src.IntN(len(groups))
					dropped = append(dropped, groups[next]...)
					groups = append(groups[:next:next], groups[next+1:]...)
				}
				share := float64(remembering) / float64(anew)
				if limit == memoryLimit && share > c.most || share >= 1 {
					t.Errorf("%s, p = %d, limit %d: %.0f %% of the evaluations of coupling anew", name, c.p, limit, 100*share)
				}
			}
		}
	}
}
