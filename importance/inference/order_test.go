package inference

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/rng"
)

// TestFollowing warns of residuals that depend on those before, unless clusters are runs of
// rows or the table is in the order of the responses, and of none of 200 independent tables.
func TestFollowing(t *testing.T) {
	src := rng.New(1).Named("following").Source()
	series := func(n int, memory float64) *mat.Dense {
		r := mat.NewDense(n, 3, nil)
		for i := range n {
			for k := range 3 {
				v := src.Normal()
				if i > 0 {
					v += float64(memory * r.At(i-1, k))
				}
				r.Set(i, k, v)
			}
		}
		return r
	}
	for range 200 {
		if r := series(100, 0); following(r, r, design.Design{}) != nil {
			t.Errorf("independent rows: %v", following(r, r, design.Design{}))
		}
	}
	for seed := range 20 {
		r := series(200, 0.9)
		said := following(r, r, design.Design{})
		if len(said) != 1 || !strings.Contains(said[0].Error(), " apart in the table have residuals alike: if they depend on each other") || !strings.Contains(said[0].Error(), "; block=10, the largest that leaves 20 blocks, keeps some such rows together, cluster those") {
			t.Errorf("table %d: %v", seed, said)
		}
		var runs, mixed []int32
		for i := range 200 {
			runs, mixed = append(runs, int32(i/20)), append(mixed, int32(i%20))
		}
		if following(r, r, design.Design{Clusters: runs}) != nil || following(r, r, design.Design{Clusters: mixed}) == nil {
			t.Errorf("table %d: a warning beside runs of rows, or none beside other clusters", seed)
		}
		sorted := mat.Col(nil, 0, r)
		slices.Sort(sorted)
		if following(r, mat.NewDense(200, 1, sorted), design.Design{}) != nil || following(r, levels(200, 2), design.Design{}) != nil {
			t.Errorf("table %d: a warning of a table in the order of its responses", seed)
		}
	}
	if r := series(2000, 0.5); !strings.Contains(fmt.Sprint(following(r, r, design.Design{})), " keeps such rows together, cluster those") {
		t.Errorf("many rows: %v", following(r, r, design.Design{}))
	}
	if r := series(20, 0.9); following(r, r, design.Design{}) != nil {
		t.Error("a warning of 20 rows")
	}
}

// levels returns responses of so many values, one after the other.
func levels(n, values int) *mat.Dense {
	y := mat.NewDense(n, 1, nil)
	for i := range n {
		y.Set(i, 0, float64(i*values/n))
	}
	return y
}

// TestFollowingWeighted: residuals of weighted means are independent, though without weights their mean is not 0.
func TestFollowingWeighted(t *testing.T) {
	src := rng.New(1).Named("following weighted").Source()
	for table := range 20 {
		r, weights := mat.NewDense(600, 1, nil), make([]float64, 600)
		for i := range weights {
			r.Set(i, 0, 1)
			weights[i] = 0.25
			if src.Normal() > 0.8 { // cases, four times as often in the table as they weigh
				r.Set(i, 0, -1)
				weights[i] = 1
			}
		}
		if said := following(r, r, design.Design{Weights: weights}); said != nil {
			t.Errorf("table %d: %v", table, said)
		}
	}
}
