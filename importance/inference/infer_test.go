package inference

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"drfvi/importance"
	"drfvi/internal/rng"
)

// TestAdjustedAsInR compares with p.adjust of R 4.2.2, methods "holm" and "BY", for
// the p-values of section 3.2 of Benjamini and Hochberg (1995) in another order, and
// for values with ties and a 0.
func TestAdjustedAsInR(t *testing.T) {
	for _, example := range []struct{ p, holm, by []float64 }{
		{
			[]float64{0.0298, 0.0001, 0.0344, 0.0095, 1, 0.0201, 0.0004, 0.3240, 0.0278, 0.4262, 0.5719, 0.0019, 0.6528, 0.0459, 0.7590},
			[]float64{0.278, 0.0015, 0.278, 0.114, 1, 0.2211, 0.0056, 1, 0.278, 1, 1, 0.0247, 1, 0.3213, 1},
			[]float64{
				0.2118926229, 0.00497734349, 0.2140257701, 0.1182119079, 1, 0.2000892083, 0.00995468698, 1,
				0.2118926229, 1, 1, 0.03152317544, 1, 0.253844518, 1,
			},
		},
		{
			[]float64{0.01, 0.01, 0.2, 0.03, 0},
			[]float64{0.04, 0.04, 0.2, 0.06, 0},
			[]float64{0.03805555556, 0.03805555556, 0.4566666667, 0.085625, 0},
		},
		{},
	} {
		if got := importance.Holm(example.p); !floats.EqualApprox(got, example.holm, 1e-9) {
			t.Errorf("Holm: %v, R has %v", got, example.holm)
		}
		if got := importance.BenjaminiYekutieli(example.p); !floats.EqualApprox(got, example.by, 1e-9) {
			t.Errorf("Benjamini and Yekutieli: %v, R has %v", got, example.by)
		}
	}
}

// TestAdjusting checks what any adjustment must do.
func TestAdjusting(t *testing.T) {
	src := rng.New(1).Named("adjusting").Source()
	for range 200 {
		p := make([]float64, 1+src.IntN(12))
		for i := range p {
			p[i] = math.Pow(src.Float64(), 3)
		}
		given := slices.Clone(p)
		for name, adjust := range map[string]func([]float64) []float64{"Holm": importance.Holm, "Benjamini and Yekutieli": importance.BenjaminiYekutieli} {
			adjusted := adjust(p)
			for i := range p {
				if adjusted[i] < p[i] || adjusted[i] > 1 {
					t.Fatalf("%s: %v becomes %v", name, p, adjusted)
				}
				if name == "Holm" && adjusted[i] > min(float64(len(p))*p[i], 1)+1e-15 {
					t.Fatalf("Holm: %v becomes %v, more than Bonferroni's", p, adjusted)
				}
				for k := range p {
					if p[i] < p[k] && adjusted[i] > adjusted[k] {
						t.Fatalf("%s: the order of %v is not that of %v", name, adjusted, p)
					}
				}
			}
			turned := slices.Clone(p)
			slices.Reverse(turned)
			if turned = adjust(turned); !slices.Equal(turned, reversed(adjusted)) {
				t.Fatalf("%s: of values in reverse %v, expected %v", name, turned, reversed(adjusted))
			}
		}
		if !slices.Equal(p, given) {
			t.Fatal("adjusting changes its argument")
		}
	}
}

func reversed(values []float64) []float64 {
	values = slices.Clone(values)
	slices.Reverse(values)
	return values
}

func TestWithin(t *testing.T) {
	for _, c := range []struct{ value, half, low, high float64 }{
		{0.5, 0.25, 0.25, 0.75}, {0.1, 0.25, 0, 0.35}, {0.9, 0.25, 0.65, 1},
		{-1, 0.25, 0, 0}, {2, 0.25, 1, 1}, {-1, 9, 0, 1}, {0, 0, 0, 0},
	} {
		if got := importance.Within(c.value, c.half); math.Abs(got.Low-c.low) > 1e-15 || math.Abs(got.High-c.high) > 1e-15 {
			t.Errorf("within %v of %v: %v, want %v to %v", c.half, c.value, got, c.low, c.high)
		}
	}
}

func TestExtrapolate(t *testing.T) {
	halved := [][]float64{{0.2, 0.1}, {0.4, 0.1}}
	if got := extrapolate([]float64{0.5, 0.2}, halved); !floats.EqualApprox(got, []float64{0.6, 0.25}, 1e-15) {
		t.Errorf("0.5 and 0.2 on all rows, 0.3 and 0.1 on halves are carried on to %v, want 0.6 and 0.25", got)
	}
	// Halves explain more than all rows do: noise.
	if got := extrapolate([]float64{0.1, 0.2}, halved); !slices.Equal(got, []float64{0.1, 0.2}) {
		t.Errorf("where half of V would be lost: %v", got)
	}
}

func TestScore(t *testing.T) {
	target := &target{use: []bool{true, false, true, true, true}, count: 4}
	terms := []float64{1, 0, 2, 4, 5}
	used := []float64{1, 2, 4, 5}
	if want := stat.Mean(used, nil) / stat.StdErr(stat.StdDev(used, nil), 4); math.Abs(target.score(terms)-want) > 1e-14 {
		t.Errorf("score %v, want %v", target.score(terms), want)
	}
	if got := target.score([]float64{3, 0, 3, 3, 3}); got != 0 {
		t.Errorf("score %v of terms that are all the same, want 0", got)
	}
}

// TestPValues has means over halves at known quantiles of the normal law, a
// variable that moves no prediction in any half, and one that does in some.
func TestPValues(t *testing.T) {
	h := &halfSamples{scores: [][]float64{{3, 0, 0, -2}, {0.28970725390294546, 0, 3.289707253902945, 2}}}
	nothing, variables := h.p()
	if want := 0.05; math.Abs(nothing-want) > 1e-12 || math.Abs(variables[1]-want) > 1e-12 {
		t.Errorf("p-values %v and %v of a mean score of 1.645, want 0.05", nothing, variables[1])
	}
	if variables[0] != 1 || variables[2] != 0.5 {
		t.Errorf("p-values %v, want 1 without a direction and 0.5 of a mean score of 0", variables)
	}
}

// TestSpread compares with the variance over tables of a ratio of means, which the
// delete-half jackknife estimates.
func TestSpread(t *testing.T) {
	const tables, n, splits = 1500, 60, 4
	src := rng.New(2).Named("spread").Source()
	var shares, errors []float64
	for range tables {
		var u, v [n]float64
		for i := range n {
			v[i] = 1 + 0.5*src.Normal()
			u[i] = 0.4*v[i] + 0.3*src.Normal()
		}
		share := floats.Sum(u[:]) / floats.Sum(v[:])
		var numerators, denominators []float64
		order := make([]int32, n)
		for range splits {
			src.Perm(order)
			for _, half := range [][]int32{order[:n/2], order[n/2:]} {
				a, b := 0.0, 0.0
				for _, i := range half {
					a, b = a+u[i]/(n/2), b+v[i]/(n/2)
				}
				numerators, denominators = append(numerators, a), append(denominators, b)
			}
		}
		shares, errors = append(shares, share), append(errors, math.Pow(spread(share, numerators, denominators), 2))
	}
	if ratio := stat.Mean(errors, nil) / stat.Variance(shares, nil); math.Abs(ratio-1) > 0.12 {
		t.Errorf("squared errors are %.3f times the variance over tables", ratio)
	}
	if got := spread(0.5, []float64{0.1, 0.2}, []float64{0, 0}); got != 1 {
		t.Errorf("error %v of a share of nothing, want 1", got)
	}
}
