package importance

import (
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// Rows of several pieces have the same sums whichever pieces are computed together, which depends on
// the number of workers.
func TestPiecesTogether(t *testing.T) {
	const n = 5*4096 + 100
	src := rng.New(1).Source()
	x, y := mat.NewDense(n, 2, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		x.SetRow(i, []float64{src.Normal(), src.Normal()})
		y.Set(i, 0, x.At(i, 0)+src.Normal())
	}
	if rows := pieceRows(n, 100); rows >= n/2 {
		t.Fatalf("a piece has %d of %d rows, expected several pieces", rows, n)
	}
	if piecesAtOnce(1, 2) != 1 || piecesAtOnce(7, 2) < 3 || piecesAtOnce(2, 100) != 1 || piecesAtOnce(2, 0) < 1 {
		t.Errorf("pieces at once: %d, %d, %d, %d", piecesAtOnce(1, 2), piecesAtOnce(7, 2), piecesAtOnce(2, 100), piecesAtOnce(2, 0))
	}
	config, err := forest.Preset("paper", 4)
	if err != nil {
		t.Fatal(err)
	}
	var first Result
	for k, workers := range []int{1, 2, 7} {
		r, err := Coupled{Config: config}.Estimate(t.Context(), Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if k == 0 {
			first = r
		}
		if len(r.SE) != 2 || !reflect.DeepEqual(r, first) {
			t.Errorf("%d workers: %+v, with one %+v", workers, r, first)
		}
	}
}
