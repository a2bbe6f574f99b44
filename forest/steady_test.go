package forest_test

import (
	"context"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/rng"
)

// TestUnitsOfResponses checks that steady forests, and what changes of them without an
// input, are the same in whatever unit the responses are: for numbers, and for whole
// numbers, of which many are equal. It also checks that the others are not, lest it look
// where nothing can be found.
func TestUnitsOfResponses(t *testing.T) {
	const n, p = 120, 4
	parted := 0
	for table := range 20 {
		src := rng.New(uint64(table)).Source()
		x, y := mat.NewDense(n, p, nil), mat.NewDense(n, 2, nil)
		for i := range n {
			for j := range p {
				x.Set(i, j, src.Normal())
				if j == 3 && table%4 > 1 {
					x.Set(i, j, math.Round(x.At(i, j)))
				}
			}
			y.SetRow(i, []float64{x.At(i, 0) + src.Normal()/2, x.At(i, 0)*x.At(i, 1) + src.Normal()})
			if table%2 == 1 {
				y.SetRow(i, []float64{math.Round(y.At(i, 0)), math.Round(y.At(i, 1) / 2)})
			}
		}
		columns, err := forest.NewColumns(x, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, steady := range []bool{true, false} {
			c := preset(t, "paper", 20)
			c.Steady, c.MinNodeSize = steady, 5
			grown := func(factor float64) *forest.Coupled {
				var scaled mat.Dense
				scaled.Scale(factor, y)
				grower, err := forest.NewGrower(columns, &scaled, c)
				if err != nil {
					t.Fatal(err)
				}
				f, err := grower.Couple(context.Background(), nil, [][]int{{0}, {1}, {2}, {3}, {0, 2}}, 7, 1)
				if err != nil {
					t.Fatal(err)
				}
				return f
			}
			one := grown(1)
			for _, factor := range []float64{1e-6, 0.1, 0.125, 3, 10, 1024, 1e6} {
				other := grown(factor)
				same := reflect.DeepEqual(one.Base.Trees, other.Base.Trees) && reflect.DeepEqual(one.Patches, other.Patches)
				_, power := math.Frexp(factor)
				if exact := factor == math.Ldexp(0.5, power); !same && (steady || exact) {
					t.Errorf("table %d, steady %v: responses times %v give other trees", table, steady, factor)
				} else if !same {
					parted++
				}
			}
		}
	}
	if parted == 0 {
		t.Error("rounding decides no split of the forests that are not steady")
	}
}
