package inference

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestStepwise compares the adjusted p-values with the law of the largest of all statistics: of
// contrasts between equally important inputs the smallest is below 0.05 in a twentieth of the
// tables, for independent, correlated and repeated errors.
func TestStepwise(t *testing.T) {
	const inputs, freedom = 5, 20
	tables := 1000
	if testing.Short() {
		tables = 250
	}
	for _, correlation := range []float64{0, 0.6} {
		correlations := mat.NewSymDense(inputs, nil)
		for a := range inputs {
			for b := range a {
				correlations.SetSym(a, b, correlation)
			}
			correlations.SetSym(a, a, 1)
		}
		se := []float64{0.01, 0.02, 0.05, 0.02, 0.01}
		root := rootOf(correlations)
		var product mat.Dense
		product.Mul(root, root.T())
		if !mat.EqualApprox(&product, correlations, 1e-12) {
			t.Fatalf("the root of %v is %v", mat.Formatted(correlations), mat.Formatted(root))
		}
		src := rng.New(5).Named("stepwise").Source()
		found := 0
		order := []int{0, 1, 2, 3, 4}
		for range tables {
			var normal, value [inputs]float64
			for a := range normal {
				normal[a] = src.Normal()
			}
			scale := 0.0
			for range freedom {
				v := src.Normal()
				scale += v * v / freedom
			}
			for a := range value {
				for b, z := range normal {
					value[a] += se[a] * root.At(a, b) * z
				}
			}
			var contrasts []importance.Contrast
			for a := range inputs {
				for b := range a {
					c := importance.Contrast{More: a, Less: b, Difference: value[a] - value[b]}
					if c.Difference < 0 {
						c.More, c.Less, c.Difference = b, a, -c.Difference
					}
					c.SE = math.Sqrt(scale * (se[a]*se[a] + se[b]*se[b] - 2*correlation*se[a]*se[b]))
					contrasts = append(contrasts, c)
				}
			}
			estimated := make([]float64, inputs) // standard errors by the same degrees of freedom
			for a := range estimated {
				estimated[a] = math.Sqrt(scale) * se[a]
			}
			least := 1.0
			for _, p := range stepwise(contrasts, order, estimated, correlations, freedom) {
				least = min(least, p)
			}
			if least <= 0.05 {
				found++
			}
		}
		if share := float64(found) / float64(tables); math.Abs(share-0.05) > 4*math.Sqrt(0.05*0.95/float64(tables)) {
			t.Errorf("correlation %v: a false order in %.3f of the tables", correlation, share)
		}
	}
}

// TestStepwiseSteps checks that p-values rise with falling statistics, that a single contrast has
// Student's, and that differences without error are as sure as draws allow.
func TestStepwiseSteps(t *testing.T) {
	correlations := mat.NewSymDense(3, []float64{1, 0, 1, 0, 1, 0, 1, 0, 1})
	of := func(more, less int, difference, se float64) importance.Contrast {
		return importance.Contrast{More: more, Less: less, Difference: difference, SE: se}
	}
	one := stepwise([]importance.Contrast{of(0, 1, 2.086*math.Sqrt2, math.Sqrt2)}, []int{0, 1, 2}, []float64{1, 1, 1}, correlations, 20)
	if math.Abs(one[0]-0.05) > 4*math.Sqrt(0.05*0.95/contrastDraws) {
		t.Errorf("p is %v at the 5 %% point of Student's law", one[0])
	}
	three := stepwise([]importance.Contrast{of(0, 1, 0, math.Sqrt2), of(0, 2, 1, 0), of(2, 1, 9*math.Sqrt2, math.Sqrt2)}, []int{0, 1, 2}, []float64{1, 1, 1}, correlations, 20)
	if least := 1. / (1 + contrastDraws); three[0] != 1 || three[1] != least || three[2] > 2*least {
		t.Errorf("p-values %v of a tie, of a difference without error, and of one of 9 errors", three)
	}
}

// TestRanksOfMany: an input far above all others has the first rank, however many these are, and
// ranks never fall along the order of the estimates.
func TestRanksOfMany(t *testing.T) {
	for _, inputs := range []int{5, 19, 21, 25, 300} {
		src := rng.New(9).Named("ranks").At(inputs).Source()
		const rows, splits = 200, 4
		m := &scores{phi: allRows(rows), explained: 1, fullTerms: make([]float64, rows)}
		h := &halfSamples{means: make([]halfMeans, 2*splits), rows: rows}
		in := &importance.Inference{Explained: importance.Share{P: 0}}
		result := importance.Result{Denominator: 1}
		for j := range inputs {
			value, se, p := max(0.01*src.Normal(), 0), 0.01, 1.0
			switch j {
			case 1:
				value, se, p = 0.27, 0.045, 1e-6
			case 2:
				value, se, p = 0.9, 0.04, 1e-9
			}
			result.Raw = append(result.Raw, value)
			in.SE, in.P, in.Adjusted = append(in.SE, se), append(in.P, p), append(in.Adjusted, p)
			terms := make([]float64, rows)
			for i := range terms {
				terms[i] = src.Normal()
			}
			m.reducedTerms = append(m.reducedTerms, terms)
			for k := range h.means {
				h.means[k].explained, h.means[k].kept = 1, append(h.means[k].kept, 1-value+se*src.Normal())
			}
		}
		contrasts, ranks := rankAll(m, h, result, in, importance.Coverage(0.95))
		if first, second := ranks[2], ranks[1]; first != (importance.RankInterval{Low: 1, High: 1}) || second != (importance.RankInterval{Low: 2, High: 2}) {
			t.Errorf("of %d inputs those far above all others have ranks %v and %v", inputs, first, second)
		}
		if most := min(inputs, foremost); len(contrasts) != most*(most-1)/2 {
			t.Errorf("%d contrasts of %d inputs", len(contrasts), inputs)
		}
		for j, one := range ranks {
			for k, other := range ranks {
				if max(result.Raw[j], 0) > max(result.Raw[k], 0) && (one.Low > other.Low || one.High > other.High) {
					t.Fatalf("of %d inputs, one of %.3f has rank %v, one of %.3f %v", inputs, result.Raw[j], one, result.Raw[k], other)
				}
			}
		}
	}
}

// TestRanks ranks inputs by an estimate: contrasts are of the 20 most important inputs, the more
// important first, ranks those that they leave, and all the same where nothing is explained.
func TestRanks(t *testing.T) {
	const inputs = 24
	src := rng.New(6).Named("ranks").Source()
	x, y := mat.NewDense(150, inputs, nil), mat.NewDense(150, 1, nil)
	noise := mat.NewDense(150, 1, nil)
	for i := range 150 {
		for j := range inputs {
			x.Set(i, j, src.Normal())
		}
		y.Set(i, 0, 2*x.At(i, 3)+x.At(i, 7)+0.3*src.Normal())
		noise.Set(i, 0, src.Normal())
	}
	estimate := func(y *mat.Dense) importance.Result {
		result, err := Standard(30).Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	result := estimate(y)
	in := result.Inference
	if len(in.Contrasts) != foremost*(foremost-1)/2 || len(in.Ranks) != inputs {
		t.Fatalf("%d contrasts and %d ranks", len(in.Contrasts), len(in.Ranks))
	}
	for i, c := range in.Contrasts {
		if c.Difference < 0 || c.Difference != result.Clamped[c.More]-result.Clamped[c.Less] || c.Adjusted < c.P-1./contrastDraws || c.SE > in.SE[c.More]+in.SE[c.Less] || c.Interval.Low > c.Difference || c.Interval.High < c.Difference {
			t.Errorf("contrast %d is %+v", i, c)
		}
	}
	for j, r := range in.Ranks {
		want, ok := map[int]importance.RankInterval{3: {Low: 1, High: 1}, 7: {Low: 2, High: 2}}[j]
		if !ok {
			want = importance.RankInterval{Low: 3, High: inputs}
		}
		if r != want {
			t.Errorf("rank of X%d: %v, expected %v", j+1, r, want)
		}
	}
	in = estimate(noise).Inference
	for j, r := range in.Ranks {
		if in.Contrasts != nil || r != (importance.RankInterval{Low: 1, High: inputs}) {
			t.Errorf("rank of X%d where nothing is explained: %v, %d contrasts", j+1, r, len(in.Contrasts))
		}
	}
}
