package forest

import (
	"testing"

	"drfvi/internal/rng"
)

// TestListsMayBeExtended checks that what follows a tree's rows in every list,
// and may be read with them as a whole vector, are ids.
func TestListsMayBeExtended(t *testing.T) {
	for _, n := range []int{70, 71, 72, 73} {
		x, _ := benchmarkData(n, 3, 1)
		columns, err := NewColumns(x)
		if err != nil {
			t.Fatal(err)
		}
		config, err := Preset("paper", 1)
		if err != nil {
			t.Fatal(err)
		}
		_, y := benchmarkData(n, 3, 1)
		g, err := NewGrower(columns, y, config)
		if err != nil {
			t.Fatal(err)
		}
		o := newOrdering(g.training, n/2)
		for seed := range uint64(3) {
			j1 := newSampler(n).draw(nil, n/2-int(seed), rng.New(seed))
			o.begin(j1)
			for j, list := range o.lists {
				for k, id := range list[:pad(len(j1))] {
					if id < 0 || int(id) >= len(j1) {
						t.Errorf("%d rows, input %d: place %d of %d holds %d", n, j+1, k, len(j1), id)
					}
				}
			}
		}
	}
}
