package inference

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// twinCases are small forests of few deep trees, honest and not, of trees that are
// independent and that share their rows.
func twinCases(t testing.TB) map[string]forest.Config {
	t.Helper()
	preset := func(name string, trees, node int, honest bool) forest.Config {
		c, err := forest.Preset(name, trees)
		if err != nil {
			t.Fatal(err)
		}
		c.MinNodeSize, c.Honesty = node, honest
		return c
	}
	return map[string]forest.Config{
		"honest":           preset("paper", 40, 2, true),
		"not honest":       preset("paper", 40, 2, false),
		"pairs":            preset("drf-1.1.0", 60, 2, true),
		"pairs not honest": preset("drf-1.1.0", 60, 2, false),
	}
}

func twinData() (x, y *mat.Dense) {
	const n, p = 62, 4
	src := rng.New(3).Named("twins").Source()
	x, y = mat.NewDense(n, p, nil), mat.NewDense(n, 2, nil)
	for i := range n {
		for j := range p {
			x.Set(i, j, src.Normal())
		}
		y.Set(i, 0, 2*x.At(i, 0)+0.5*src.Normal())
		y.Set(i, 1, x.At(i, 1)*src.Normal())
	}
	return x, y
}

// closeTo compares a vector with what is computed literally, and tells the first values that differ.
func closeTo(t *testing.T, what string, got, want []float64) {
	t.Helper()
	const most = 3
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, literally %d", what, len(got), len(want))
	}
	var differ []string
	for k := range got {
		if !(math.Abs(got[k]-want[k]) <= 2e-6*(1+math.Abs(want[k]))) {
			differ = append(differ, fmt.Sprintf("%s, %d: %v, literally %v", what, k+1, got[k], want[k]))
		}
	}
	if len(differ) > 0 {
		t.Errorf("%d of %d values differ from the literal twin, which is in literal_test.go and ridge_twin_test.go:\n%s", len(differ), len(got), strings.Join(differ[:min(most, len(differ))], "\n"))
	}
}

// TestRelearningLiterally compares Loco and Stacked with sums over all pairs of
// trees, weight by weight, and all pairs of rows.
func TestRelearningLiterally(t *testing.T) {
	x, y := twinData()
	l, _ := newLiteral(t, x, y)
	all := rank.Numbers[int32](l.n)
	groups := [][]int{{0}, {1}, {3}, {0, 2}, {0, 1, 2, 3}}
	for name, config := range twinCases(t) {
		task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Groups: groups, Seed: 5, Workers: 2}
		for _, e := range []importance.Estimator{Loco{Config: config}, Stacked{Config: config}} {
			stacked, seed := e.Name() == "stacked", rng.New(5).Named("coupled")
			if stacked {
				seed = rng.New(5).Named("stacked")
			}
			s := l.side(t, y, all, config, groups, stacked, seed)
			var raw []float64
			for j := range groups {
				kept := s.without[j].terms
				if stacked {
					kept = l.shared(s.stack, s.without[j], s.votes, s.reduced[j], s.use)
				}
				raw = append(raw, 1-floats.Sum(kept)/floats.Sum(s.stack.terms))
			}
			got, err := e.Estimate(context.Background(), task)
			if err != nil {
				t.Fatal(err)
			}
			closeTo(t, fmt.Sprint(name, ", ", e.Name()), got.Raw, raw)
			closeTo(t, fmt.Sprint(name, ", ", e.Name(), ", denominator"), []float64{got.Denominator}, []float64{floats.Sum(s.stack.terms)})
		}
	}
}

// TestLocoIsTheDifferenceOfLosses takes the losses from the matrices of weights of
// both forests. In them the square of a prediction is that of finitely many trees,
// too large by what the trees spread.
func TestLocoIsTheDifferenceOfLosses(t *testing.T) {
	ctx := context.Background()
	x, y := twinData()
	l, _ := newLiteral(t, x, y)
	all := rank.Numbers[int32](l.n)
	config := twinCases(t)["honest"]
	config.Trees = 60
	s := l.side(t, y, all, config, [][]int{{0}, {1}}, false, rng.New(5).Named("coupled"))
	columns := s.forest.Base.Columns
	losses := func(f *forest.Forest) (loss, spread float64) {
		w, err := f.Weights(ctx, columns.OutOfBag(), 1)
		if err != nil {
			t.Fatal(err)
		}
		v := l.votes(f, all, all)
		infinite := l.infinite(v, v)
		for i := range l.n {
			row := slices.Clone(w.RawRowView(i))
			spread += l.inner(row, row) - infinite[i]
			row[i]--
			loss += l.inner(row, row)
		}
		return loss, spread
	}
	got, err := Loco{Config: config}.Estimate(ctx, importance.Task{X: x, Y: y, Kernel: mmd.Median, Groups: [][]int{{0}, {1}}, Seed: 5, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	loss, spread := losses(s.forest.Base)
	for j, raw := range got.Raw {
		reduced, reducedSpread := losses(s.forest.Without(j))
		closeTo(t, "difference of losses", []float64{raw * got.Denominator}, []float64{reduced - loss - (reducedSpread - spread)})
	}
}

// TestHalvesLiterally compares what the halves tell, and the terms and statistics
// of the tests.
func TestHalvesLiterally(t *testing.T) {
	const splits = 2
	ctx := context.Background()
	x, y := twinData()
	l, kernel := newLiteral(t, x, y)
	factor, _ := mmd.Cholesky(y, kernel, 1e-12, l.n)
	groups := [][]int{{0}, {1}, {0, 2}}
	for name, config := range twinCases(t) {
		for _, calibrate := range []bool{true, false} {
			name := fmt.Sprint(name, ", calibrated ", calibrate)
			g := growing{config: config, groups: groups, calibrate: calibrate, workers: 2}
			seed := rng.New(8).Named("halves")
			found, err := g.halve(ctx, halved{sample: importance.Sample{X: x, Y: y}, factors: []mmd.Factor{factor}}, Halves{Splits: splits, Tests: true}, seed, func(float64) {})
			if err != nil {
				t.Fatal(err)
			}
			h := found[0]
			parts := mat.NewDense(l.n, len(groups)+1, nil)
			for k := range splits {
				order := make([]int32, l.n)
				seed.At(k).Named("rows").Source().Perm(order)
				var sides [2]side
				for half, rows := range [][]int32{order[:l.n/2], order[l.n/2:]} {
					s := l.side(t, y, slices.Sorted(slices.Values(rows)), config, groups, calibrate, seed.At(k).Named("forests").At(half))
					sides[half] = s
					var kept []float64
					for j, without := range s.without {
						terms := without.terms
						if calibrate {
							terms = l.shared(s.stack, without, s.votes, s.reduced[j], s.use)
						}
						kept = append(kept, s.mean(terms))
					}
					means := h.means[2*k+half]
					closeTo(t, name+", explained and kept", append(means.kept, means.explained), append(kept, s.mean(s.stack.terms)))
				}
				for half, other := range sides {
					for j := -1; j < len(groups); j++ {
						terms := l.covariance(sides[1-half], other, j)
						var used []float64
						for i, ok := range other.use {
							if ok {
								used = append(used, terms[i])
							}
						}
						sum := design.Design{}.StandardError(used) * float64(len(used))
						for i, ok := range other.use {
							if row := int(other.rows[i]); ok {
								parts.Set(row, j+1, parts.At(row, j+1)+terms[i]/sum/(2*splits))
							}
						}
					}
				}
			}
			for j := range len(groups) + 1 {
				closeTo(t, name+", parts of statistics", mat.Col(nil, j, h.parts), mat.Col(nil, j, parts))
			}
		}
	}
}

// sampleOf returns rows of a table.
func sampleOf(x, y *mat.Dense, rows []int32) importance.Sample {
	return importance.Sample{X: x, Y: y}.Choose(rows)
}
