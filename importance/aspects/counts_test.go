package aspects

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"drfvi/importance"
	"drfvi/internal/rng"
)

// TestLawOf tells two values and counts from other numbers.
func TestLawOf(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   Law
	}{
		{[]float64{0, 1, 1, 0}, TwoValues}, {[]float64{-3, 2.5, 2.5}, TwoValues}, {[]float64{0, 1, 4, 2}, Counts}, {[]float64{0, 0, 0, 1.5, 2.5}, Spike},
		{[]float64{1, 2, 3}, Numbers}, {[]float64{0, 1, 2.5}, Numbers}, {[]float64{-1, 0, 2}, Numbers}, {[]float64{0, 5, mostCounted + 1}, Numbers}, {[]float64{0, 0}, Numbers},
	} {
		if got := LawOf(c.values, 0); got != c.want {
			t.Errorf("%v: %q, expected %q", c.values, got, c.want)
		}
		const deviation = 2.7
		if got := LawOf(floats.ScaleTo(make([]float64, len(c.values)), 1/deviation, c.values), deviation); got != c.want {
			t.Errorf("%v in standard deviations: %q, expected %q", c.values, got, c.want)
		}
	}
}

// TestCountLaw checks that probabilities sum to 1 and have the mean and the variance that they
// are of, and are Poisson's without dispersion.
func TestCountLaw(t *testing.T) {
	for _, mean := range []float64{0.1, 3, 40} {
		for _, dispersion := range []float64{0, 0.3, 2} {
			sum, first, second := 0.0, 0.0, 0.0
			for y := range 3000 {
				below, at := countLaw(y, mean, dispersion)
				if math.Abs(below-sum) > 1e-12 {
					t.Fatalf("mean %v, dispersion %v: P(Y < %d) is %v, expected %v", mean, dispersion, y, below, sum)
				}
				sum, first, second = sum+at, first+float64(y)*at, second+float64(y*y)*at
				if dispersion == 0 {
					logs, _ := math.Lgamma(float64(y) + 1)
					if want := math.Exp(float64(y)*math.Log(mean) - mean - logs); math.Abs(at-want) > 1e-12 {
						t.Fatalf("P(Y = %d) is %v, Poisson's is %v", y, at, want)
					}
				}
			}
			if variance := mean + dispersion*mean*mean; math.Abs(sum-1) > 1e-9 || math.Abs(first-mean) > 1e-6*mean || math.Abs(second-first*first-variance) > 1e-4*variance {
				t.Errorf("mean %v, dispersion %v: sum %v, mean %v, variance %v", mean, dispersion, sum, first, second-first*first)
			}
		}
	}
}

// TestRandomised checks that residuals of counts with known means are standard normal whatever
// the means, and that integers that vary less than counts keep theirs.
func TestRandomised(t *testing.T) {
	const n = 20000
	src := rng.New(1).Named("counts").Source()
	for name, gamma := range map[string]bool{"Poisson": false, "negative binomial": true} {
		y, residuals := make([]float64, n), make([]float64, n)
		for i := range y {
			mean := math.Exp(3 * (src.Float64() - 0.3))
			rate := mean
			if gamma { // a law of dispersion 1/2: the mean of two exponential numbers
				rate *= -(math.Log(1-src.Float64()) + math.Log(1-src.Float64())) / 2
			}
			for p := src.Float64(); p > math.Exp(-rate); p *= src.Float64() {
				y[i]++
			}
			residuals[i] = y[i] - mean
		}
		z := randomised(y, residuals, rng.New(2))
		var small, large []float64
		for i, v := range z {
			if y[i]-residuals[i] < 2 {
				small = append(small, v)
			} else {
				large = append(large, v)
			}
		}
		for side, values := range map[string][]float64{"small": small, "large": large} {
			mean, sd := stat.MeanStdDev(values, nil)
			if count := float64(len(values)); math.Abs(mean) > 4.5/math.Sqrt(count) || math.Abs(sd-1) > 4.5/math.Sqrt(2*count) {
				t.Errorf("%s, %s means: residuals have mean %.4f and standard deviation %.4f", name, side, mean, sd)
			}
		}
	}
	ratings, residuals := []float64{0, 5, 6, 5, 4}, []float64{-1, 0, 1, 0, -1}
	if z := randomised(ratings, residuals, rng.New(2)); &z[0] != &residuals[0] {
		t.Errorf("ratings have residuals %v", z)
	}
}

// TestMayLeak marks a spread that an input moves less than the mean, not one that it moves more,
// that of another response, or a mean.
func TestMayLeak(t *testing.T) {
	moved := func(kind Kind, response int, area ...float64) Finding {
		return Finding{Aspect: Aspect{kind, []int{response}}, Explained: importance.Share{Value: 0.5}, Adjusted: []float64{0.01, 0.01}, Area: area}
	}
	r := Report{Findings: []Finding{moved(Mean, 0, 0.3, 0.1), moved(Spread, 0, 0.2, 0.2), moved(Spread, 1, 0.02, 0.02)}}
	for k, want := range [][]bool{{false, false}, {true, false}, {false, false}} {
		for j := range want {
			if got := r.MayLeak(r.Findings[k], j); got != want[j] {
				t.Errorf("finding %d with input %d: %v", k, j, got)
			}
		}
	}
}

// TestLawsHaveAspects leaves the mean of a response of two values, and all aspects of counts.
func TestLawsHaveAspects(t *testing.T) {
	if all := Of([]Response{{Law: TwoValues}, {Law: Counts}}); len(all) != 1+4+1 || all[0].Kind != Mean || all[1].Kind != Mean || all[5].Kind != Dependence {
		t.Errorf("aspects %v", all)
	}
}
