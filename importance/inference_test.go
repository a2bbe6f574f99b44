package importance

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

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
		if got := Holm(example.p); !floats.EqualApprox(got, example.holm, 1e-9) {
			t.Errorf("Holm: %v, R has %v", got, example.holm)
		}
		if got := BenjaminiYekutieli(example.p); !floats.EqualApprox(got, example.by, 1e-9) {
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
		for name, adjust := range map[string]func([]float64) []float64{"Holm": Holm, "Benjamini and Yekutieli": BenjaminiYekutieli} {
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
