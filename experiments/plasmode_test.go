package experiments

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/internal/rng"
)

// nearCopies is a table whose response is the first input, of which the second is nearly
// a copy.
func nearCopies(n int) (x, y *mat.Dense) {
	src := rng.New(3).Source()
	x, y = mat.NewDense(n, 3, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		a := src.Normal()
		x.SetRow(i, []float64{a, a + 0.3*src.Normal(), src.Normal()})
		y.Set(i, 0, a)
	}
	return x, y
}

// TestPlasmodeDraw has the response move with the first input alone: given that one, the
// second tells nothing, though the two move together.
func TestPlasmodeDraw(t *testing.T) {
	x, y := nearCopies(1500)
	for null, other := range map[string]int{"second": 0, "first": 1} {
		d, err := newPlasmode(context.Background(), x, y, []string{"first", "second", "third"}, null, 2)
		if err != nil {
			t.Fatal(err)
		}
		drawnX, drawnY := d.draw(3000, 5) // more rows than there are
		column := func(j int) []float64 { return mat.Col(nil, j, drawnX) }
		ys := mat.Col(nil, 0, drawnY)
		if r := stat.Correlation(column(other), ys, nil); r < 0.85 {
			t.Errorf("%s does nothing: correlation %.2f of the response with the other", null, r)
		}
		// The partial correlation given the other input.
		a, b, c := stat.Correlation(column(d.null), ys, nil), stat.Correlation(column(d.null), column(other), nil), stat.Correlation(column(other), ys, nil)
		if partial := (a - b*c) / math.Sqrt((1-b*b)*(1-c*c)); math.Abs(partial) > 0.1 {
			t.Errorf("%s does nothing: partial correlation %.2f with the response", null, partial)
		}
		again, _ := d.draw(3000, 5)
		if !mat.Equal(again, drawnX) {
			t.Error("the same seed draws other rows")
		}
	}
}

// TestPlasmodeRows draws no row twice as long as there are others.
func TestPlasmodeRows(t *testing.T) {
	x, y := nearCopies(100)
	d, err := newPlasmode(context.Background(), x, y, []string{"a", "b", "c"}, "c", 1)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[float64]bool)
	drawn, _ := d.draw(100, 1)
	for i := range 100 {
		seen[drawn.At(i, 0)] = true
	}
	if len(seen) != 100 {
		t.Errorf("%d of 100 rows are drawn", len(seen))
	}
}

func TestPlasmodeRefuses(t *testing.T) {
	x, y := nearCopies(100)
	_, err := newPlasmode(context.Background(), x, y, []string{"age", "height", "weight"}, "hight", 1)
	if err == nil || !strings.Contains(err.Error(), `unknown input "hight"`) || !strings.Contains(err.Error(), "height") {
		t.Errorf("error %v", err)
	}
	if _, err = newPlasmode(context.Background(), x.Slice(0, 4, 0, 3).(*mat.Dense), y, []string{"a", "b", "c"}, "a", 1); err == nil || !strings.HasPrefix(err.Error(), "forest: ") {
		t.Errorf("error %v of four rows", err)
	}
}
