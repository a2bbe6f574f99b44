package forest

import (
	"cmp"
	"slices"
	"testing"

	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// TestListsMayBeExtended checks that what follows a tree's rows in every list,
// and may be read with them as a whole vector, are ids.
func TestListsMayBeExtended(t *testing.T) {
	for _, n := range []int{70, 71, 72, 73} {
		x, _ := benchmarkData(n, 3, 1)
		columns, err := NewColumns(x, nil)
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
				for k, id := range list[:simd.Pad(len(j1))] {
					if id < 0 || int(id) >= len(j1) {
						t.Errorf("%d rows, input %d: place %d of %d holds %d", n, j+1, k, len(j1), id)
					}
				}
			}
		}
	}
}

// TestDividedNodesKeepOrders divides a tree's nodes at random places of random
// variables, with lists, also of few rows, and without, and compares the order of every
// variable in every node that is not a leaf with that of its rows' values.
func TestDividedNodesKeepOrders(t *testing.T) {
	const n, p, small = 600, 4, 5
	src := rng.New(4).Source()
	x, y := benchmarkData(n, p, 1)
	for i := range n { // inputs with ties and with two values
		x.Set(i, 1, float64(src.IntN(7)))
		x.Set(i, 2, float64(src.IntN(2)))
	}
	columns, err := NewColumns(x, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		mtry        MTry
		trees, rows int
	}{{"1", 1, n / 2}, {MTryAll, 5, n / 2}, {MTryAll, 100, n/walkShare - 5}, {MTryAll, 1, n / 2}} {
		mtry := c.mtry
		config, err := Preset("paper", c.trees)
		if err != nil {
			t.Fatal(err)
		}
		config.MTry = mtry
		g, err := NewGrower(columns, y, config)
		if err != nil {
			t.Fatal(err)
		}
		o := newOrdering(g.training, c.rows)
		if (o.ranks == nil) != (mtry == MTryAll && c.trees == 1) {
			t.Errorf("mtry %s, %d trees: ordered by ranks: %v", mtry, c.trees, o.ranks != nil)
		}
		nodes := 0
		var check func(node span, rows []int32)
		check = func(node span, rows []int32) {
			if node.size() != len(rows) {
				t.Fatalf("mtry %s: a node has %d rows, want %d", mtry, node.size(), len(rows))
			}
			if len(rows) <= small {
				return
			}
			nodes++
			o.open(node)
			orders := make([][]int32, p)
			for j := range orders {
				orders[j] = slices.SortedFunc(slices.Values(rows), func(a, b int32) int {
					return cmp.Or(cmp.Compare(columns.Values[j][a], columns.Values[j][b]), int(a-b))
				})
				var got []int32
				for _, id := range o.orderOf(int32(j), node) {
					got = append(got, o.rows[id])
				}
				if !slices.Equal(got, orders[j]) {
					t.Fatalf("mtry %s, input %d: rows %v, want %v", mtry, j+1, got, orders[j])
				}
			}
			j, at := src.IntN(p), 1+src.IntN(len(rows)-1)
			left, right, last := o.divide(node, candidateSplit{variable: int32(j), leftRows: int32(at)}, small)
			if want := orders[j][at-1]; last != want {
				t.Fatalf("mtry %s, input %d: the last row on the left is %d, want %d", mtry, j+1, last, want)
			}
			check(left, orders[j][:at])
			check(right, orders[j][at:])
		}
		for tree := range uint64(10) {
			rows := newSampler(n).draw(nil, c.rows-int(tree), rng.New(tree))
			check(o.begin(rows), rows)
		}
		if nodes < 100 {
			t.Errorf("mtry %s, %d rows: only %d nodes", mtry, c.rows, nodes)
		}
	}
}
