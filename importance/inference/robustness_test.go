package inference

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// TestRobustnessPublished compares with the values of Cinelli and Hazlett (2020, Table 1) for
// exposure to violence and attitudes to peace, 0.097 with the standard error 0.023 and 783 degrees
// of freedom: 13.9 % to an estimate of 0, 7.6 % to one that is not significant at 5 %, two-sided.
func TestRobustnessPublished(t *testing.T) {
	const value, se, freedom = 0.09731582, 0.02325654, 783
	for level, want := range map[float64]float64{0.5: 0.1387764, 0.025: 0.07625797} {
		if got := robustnessOf(value/se, freedom, level); math.Abs(got-want) > 2e-6 {
			t.Errorf("%v at the level %v, published is %v", got, level, want)
		}
	}
	for _, level := range []float64{0.05, 0.5} {
		if got := robustnessOf(-value/se, freedom, level); got != 0 {
			t.Errorf("%v of an estimate below 0", got)
		}
	}
	if got := robustnessOf(1.5, freedom, 0.05); got != 0 {
		t.Errorf("%v of what is not found", got)
	}
}

// TestRobustnessTwin looks for the least bound on both shares under which some function explains
// the finding away, by the bias and the error of a regression without it.
func TestRobustnessTwin(t *testing.T) {
	for _, c := range []struct{ statistic, freedom, level float64 }{{2.5, 50, 0.05}, {6, 50, 0.05}, {3, 400, 0.01}, {9, 8, 0.05}, {30, 6, 0.01}} {
		critical := elementary.StudentQuantile(c.freedom-1, 1-c.level)
		explains := func(bound float64) bool {
			for k := range 2001 {
				ofResponse := bound * float64(k) / 2000
				left := c.statistic - math.Sqrt(c.freedom*ofResponse*bound/(1-bound))
				if left*math.Sqrt((c.freedom-1)/c.freedom*(1-bound)/(1-ofResponse)) <= critical {
					return true
				}
			}
			return false
		}
		low, high := 0.0, 1-1e-12
		for range 60 {
			if middle := (low + high) / 2; explains(middle) {
				high = middle
			} else {
				low = middle
			}
		}
		if got := robustnessOf(c.statistic, c.freedom, c.level); math.Abs(got-high) > 1e-6 {
			t.Errorf("%+v: %v, by search %v", c, got, high)
		}
	}
}

// TestRobustnessRegression adds to a regression a variable with exactly the robustness value as
// its share of the residuals of both: the coefficient's statistic falls to the critical value.
func TestRobustnessRegression(t *testing.T) {
	const n, level = 60, 0.05
	src := rng.New(3).Named("robustness").Source()
	x, y, z := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for i := range n {
		x.SetVec(i, src.Normal())
		y.SetVec(i, 0.6*x.AtVec(i)+src.Normal())
		z.SetVec(i, src.Normal())
	}
	unit := func(v *mat.VecDense, of ...*mat.VecDense) {
		for _, u := range of {
			v.AddScaledVec(v, -mat.Dot(v, u), u)
		}
		v.ScaleVec(1/mat.Norm(v, 2), v)
	}
	unit(x)
	slope := mat.Dot(x, y) // no constant: all have mean 0
	rest := mat.NewVecDense(n, nil)
	rest.AddScaledVec(y, -slope, x)
	freedom := float64(n - 1)
	se := mat.Norm(rest, 2) / math.Sqrt(freedom)
	share := robustnessOf(slope/se, freedom, level)
	if share <= 0.1 {
		t.Fatalf("the robustness value %v is of no finding", share)
	}
	direction := mat.VecDenseCopyOf(rest)
	unit(direction)
	unit(z, x, direction)
	// The part of the confounder beside x has the share of what is left of y, and x the share of
	// the confounder.
	beside := mat.NewVecDense(n, nil)
	beside.AddScaledVec(beside, math.Sqrt(share), direction)
	beside.AddScaledVec(beside, math.Sqrt(1-share), z)
	confounder := mat.NewVecDense(n, nil)
	confounder.AddScaledVec(confounder, math.Sqrt(share), x)
	confounder.AddScaledVec(confounder, math.Sqrt(1-share), beside)
	design := mat.NewDense(n, 2, nil)
	design.SetCol(0, x.RawVector().Data)
	design.SetCol(1, confounder.RawVector().Data)
	var gram, inverse mat.Dense
	gram.Mul(design.T(), design)
	if err := inverse.Inverse(&gram); err != nil {
		t.Fatal(err)
	}
	var product, coefficients, fitted mat.VecDense
	product.MulVec(design.T(), y)
	coefficients.MulVec(&inverse, &product)
	fitted.MulVec(design, &coefficients)
	fitted.SubVec(y, &fitted)
	statistic := coefficients.AtVec(0) / (mat.Norm(&fitted, 2) / math.Sqrt(freedom-1) * math.Sqrt(inverse.At(0, 0)))
	if want := elementary.StudentQuantile(freedom-1, 1-level); math.Abs(statistic-want) > 1e-9 {
		t.Errorf("with such a function the statistic is %v, expected %v", statistic, want)
	}
}

// Of two units, such as rows of which one has nearly all weight, nothing is found.
func TestRobustnessOfTwo(t *testing.T) {
	if got := robustness([]float64{0.001}, 2); len(got) != 1 || got[0] != 0 {
		t.Errorf("%v of two units", got)
	}
	if got := robustness([]float64{0.001}, 30); len(got) != 1 || !(got[0] > 0) {
		t.Errorf("%v of thirty units", got)
	}
}

// TestScoreOf inverts the tail of the normal law, from a half to the smallest p-values.
func TestScoreOf(t *testing.T) {
	for _, p := range []float64{0.5, 0.05, 1e-9, 1e-200} {
		if got := elementary.Erfc(scoreOf(p)/math.Sqrt2) / 2; math.Abs(got/p-1) > 1e-10 {
			t.Errorf("the tail at the score of %v is %v", p, got)
		}
	}
	if scoreOf(0) != 38 || scoreOf(1) != math.SmallestNonzeroFloat64 {
		t.Errorf("scores %v of 0 and %v of 1", scoreOf(0), scoreOf(1))
	}
}
