package simulate

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// bySign draws n rows of a design and returns the responses less what X2 shifts,
// by response and by whether X1 is above 0.
func bySign(s Scenario, n int, seed uint64, shift func(x []float64) float64) [][2][]float64 {
	x, y := s.Draw(n, 10, seed)
	parts := make([][2][]float64, s.Outputs)
	for i := range n {
		row, side := x.RawRowView(i), 0
		if row[0] > 0 {
			side = 1
		}
		for k := range parts {
			value := y.At(i, k)
			if k == 0 {
				value -= shift(row)
			}
			parts[k][side] = append(parts[k][side], value)
		}
	}
	return parts
}

// sameLaw fails the test if two samples are too far apart for one law: the
// Kolmogorov and Smirnov distance exceeds what chance does once in 10⁵ times,
// D·√(nm/(n+m)) > 2.47.
func sameLaw(t *testing.T, what string, a, b []float64) {
	t.Helper()
	if d := distance(a, b); d > 2.47 {
		t.Errorf("%s: the laws differ, scaled distance %.2f", what, d)
	}
}

func distance(a, b []float64) float64 {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	n, m := float64(len(a)), float64(len(b))
	return stat.KolmogorovSmirnov(a, nil, b, nil) * math.Sqrt(n*m/(n+m))
}

// power returns the values raised to a whole power.
func power(values []float64, exponent float64) []float64 {
	raised := make([]float64, len(values))
	for i, v := range values {
		raised[i] = math.Pow(v, exponent)
	}
	return raised
}

// TestCopulaMarginals checks that the sign of X1 leaves the law of each response
// alone and turns their correlation round.
func TestCopulaMarginals(t *testing.T) {
	const n = 40000
	parts := bySign(copula, n, 21, func(x []float64) float64 { s, _ := copulaMoments(x); return s })
	normal := make([]float64, n)
	for i := range normal {
		normal[i] = distuv.UnitNormal.Quantile((float64(i) + 0.5) / n)
	}
	for k, of := range parts {
		sameLaw(t, "Y given the sign of X1", of[0], of[1])
		for _, values := range of {
			sameLaw(t, "Y beside a standard normal law", values, normal)
			near(t, "E Y", values, 0)
			near(t, "E Y²", product(values, values), 1)
		}
		if k > 0 {
			continue
		}
		near(t, "E Y1·Y2, X1 ≤ 0", product(parts[0][0], parts[1][0]), -0.9)
		near(t, "E Y1·Y2, X1 > 0", product(parts[0][1], parts[1][1]), 0.9)
	}
	// What the test would find: a shift of a twentieth of a standard deviation.
	shifted := slices.Clone(parts[0][0])
	for i := range shifted {
		shifted[i] += 0.05
	}
	if distance(shifted, parts[0][1]) < 2.47 {
		t.Error("the test does not see a shift")
	}
}

// TestTailKeepsTheCentre checks that the sign of X1 leaves mean, median,
// quartiles, variance and the law between the quartiles alone, and changes the
// tails.
func TestTailKeepsTheCentre(t *testing.T) {
	const n = 80000
	of := bySign(tail, n, 22, func(x []float64) float64 { s, _ := tailLawOf(x); return s })[0]
	var inner, upper [2][]float64
	for side, values := range of {
		within, below := make([]float64, len(values)), make([]float64, len(values))
		for i, v := range values {
			if math.Abs(v) <= 1 {
				within[i], inner[side] = 1, append(inner[side], v)
			}
			if v <= 0 {
				below[i] = 1
			}
			if v > 1 {
				upper[side] = append(upper[side], v)
			}
		}
		near(t, "P(|Y| ≤ 1)", within, 0.5)
		near(t, "P(Y ≤ 0)", below, 0.5)
		near(t, "E Y", values, 0)
		near(t, "E Y²", power(values, 2), 29./6)
		near(t, "E Y³", power(values, 3), 0)
		// E T⁴ = 1/10 from the centre, and from the tails (4⁵ − 2⁵)/20, or
		// 3/8·(2⁵ − 1)/5 + 1/8·(6⁵ − 5⁵)/5.
		near(t, "E Y⁴", power(values, 4), []float64{0.1 + 49.6, 0.1 + 2.325 + 116.275}[side])
	}
	sameLaw(t, "Y between the quartiles", inner[0], inner[1])
	if distance(upper[0], upper[1]) < 20 {
		t.Error("the upper tails do not differ")
	}
}

// TestSignsPopulation compares the general formula for designs of two signs with
// that of motivating, which is one.
func TestSignsPopulation(t *testing.T) {
	general := signsLaw(motivatingLaw.inner)
	for _, gamma := range []float64{0.01, 0.5, 30} {
		got, want := general.exact(gamma), motivatingLaw.exact(gamma)
		for j := range want {
			if math.Abs(got[j]-want[j]) > 1e-12 {
				t.Errorf("gamma %v: I(%d) is %v, expected %v", gamma, j+1, got[j], want[j])
			}
		}
	}
}

// TestUniformKernel compares with the closed forms for special intervals.
func TestUniformKernel(t *testing.T) {
	for _, gamma := range []float64{0.01, 1, 50} {
		if got, want := uniformKernel(gamma, 0, 1, 0.3, 1.3), shiftedKernel(gamma, 0.3); math.Abs(got-want) > 1e-12 {
			t.Errorf("shifted: %v, expected %v", got, want)
		}
		if got, want := uniformKernel(gamma, 0, 2, 0, 0.7), scaledKernel(gamma, 2, 0.7); math.Abs(got-want) > 1e-12 {
			t.Errorf("scaled: %v, expected %v", got, want)
		}
	}
}
