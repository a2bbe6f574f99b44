package forest

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// TestSplitsBetweenTies compares the best split by inputs with equal values of
// several kinds with a search over all thresholds.
func TestSplitsBetweenTies(t *testing.T) {
	const n, p = 120, 6
	src := rng.New(4).Source()
	x, y := mat.NewDense(n, p, nil), mat.NewDense(n, 2, nil)
	for i := range n {
		indicator := float64(src.IntN(2))
		x.SetRow(i, []float64{
			src.Normal(),
			math.Round(2 * src.Normal()),
			indicator,
			math.Floor(src.Float64() + 0.04), // rarely 1
			7,
			math.Copysign(0, src.Normal()), // both zeros, which are equal
		})
		y.SetRow(i, []float64{src.Normal() + x.At(i, 1), src.Normal() + indicator})
	}
	columns, err := NewColumns(x, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, mtry := range []MTry{"1", MTryAll} { // ordering by sorting, and by lists
		for _, alpha := range []float64{0, 0.2} {
			config, err := Preset("drf-1.1.0", 2)
			if err != nil {
				t.Fatal(err)
			}
			config.MTry, config.Alpha = mtry, alpha
			grower, err := NewGrower(columns, y, config)
			if err != nil {
				t.Fatal(err)
			}
			g := newGrower(grower.training, n)
			if want := []tieKind{noTies, someTies, twoValues, twoValues, twoValues, twoValues}; !slices.Equal(g.ties, want) {
				t.Errorf("mtry %s: ties %v, want %v", mtry, g.ties, want)
			}
			if (g.lists != nil) != (mtry == MTryAll) {
				t.Fatalf("mtry %s: lists are kept: %v", mtry, g.lists != nil)
			}
			for _, size := range []int{2, 3, 20, 57, 120} {
				var rows []int32
				for row := range int32(n) {
					if src.IntN(n) < size || size == n {
						rows = append(rows, row)
					}
				}
				if len(rows) < 2 {
					continue
				}
				root := g.begin(rows)
				g.enter(root, rng.New(1))
				g.prepare()
				for j := range int32(p) {
					got := g.evaluate(j)
					best := 0.0
					for _, row := range rows {
						threshold, left := columns.Values[j][row], 0.0
						for _, other := range rows {
							if columns.Values[j][other] <= threshold {
								left++
							}
						}
						least := alpha * float64(len(rows))
						if right := float64(len(rows)) - left; right == 0 || left < least || right < least {
							continue
						}
						best = max(best, literalGain(g, rows, j, threshold))
					}
					if math.Abs(got.gain-best) > 1e-9*best {
						t.Errorf("mtry %s, α = %v, %d rows, input %d: gain %v, want %v", mtry, alpha, len(rows), j, got.gain, best)
					}
					if got.gain > 0 && !close9(literalGain(g, rows, j, columns.Values[j][g.lastLeft(got)]), got.gain) {
						t.Errorf("mtry %s, α = %v, %d rows, input %d: split after %d rows has another gain than %v", mtry, alpha, len(rows), j, got.leftRows, got.gain)
					}
				}
				g.permutation.Restore()
			}
		}
	}
}
