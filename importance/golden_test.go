package importance

import (
	"context"
	"math"
	"testing"

	"drfvi/internal/testing/goldenforest"
	"drfvi/mmd"
)

// TestGoldenImportance computes the importances of drf's own forests in each of
// the exact ways and compares with the values of the authors' formula.
func TestGoldenImportance(t *testing.T) {
	ctx := context.Background()
	for _, c := range goldenforest.Load(t) {
		y := goldenforest.Dense(c.Y)
		kernel, err := mmd.Authors.Resolve(y)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(kernel.Gamma-c.MedianHeuristic) > 1e-9*c.MedianHeuristic {
			t.Errorf("case %d: median heuristic %v, want %v", c.ID, kernel.Gamma, c.MedianHeuristic)
		}
		columns := c.Columns(t)
		// An exact factor of the whole matrix: the goldens are for K itself.
		factor, ok := mmd.Cholesky(y, kernel, 1e-14, columns.Rows()+1)
		if !ok {
			t.Fatalf("case %d: no factor", c.ID)
		}
		dense, err := mmd.NewDense(ctx, y, kernel, 2)
		if err != nil {
			t.Fatal(err)
		}
		sparse, err := mmd.NewSparse(ctx, y, kernel, 2)
		if err != nil {
			t.Fatal(err)
		}
		for name, a := range map[string]*aggregator{
			"low rank": {factor: factor}, "dense": {gram: dense}, "sparse": {gram: sparse},
		} {
			a.eval, a.workers, a.n = columns.OutOfBag(), 2, columns.Rows()
			predict := func(p prediction, err error) prediction {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
				return p
			}
			base := predict(a.predict(ctx, goldenforest.Forest(columns, c.Base, -1)))
			v, err := a.variation(ctx, base)
			if err != nil {
				t.Fatal(err)
			}
			close9 := func(what string, got, want float64) {
				t.Helper()
				if !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
					t.Errorf("case %d, %s: %s %v, want %v", c.ID, name, what, got, want)
				}
			}
			close9("denominator", v.sum, c.Importance.Denominator)
			again := predict(a.predict(ctx, goldenforest.Forest(columns, c.Again, -1)))
			sum, err := a.distance(ctx, base, again)
			if err != nil {
				t.Fatal(err)
			}
			close9("I0", sum.sum/v.sum, c.Importance.Bias)
			for j, want := range c.Importance.Terms {
				without := predict(a.predict(ctx, goldenforest.Forest(columns, c.Without[j], int32(j))))
				if sum, err = a.distance(ctx, base, without); err != nil {
					t.Fatal(err)
				}
				close9("first term", sum.sum/v.sum, want)
			}
		}
	}
}
