package simulate

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// near fails the test unless the mean of the values is within 4.5 of its
// standard errors of want (one chance in 150 000 for each).
func near(t *testing.T, what string, values []float64, want float64) {
	t.Helper()
	mean, sd := stat.MeanStdDev(values, nil)
	se := sd / math.Sqrt(float64(len(values)))
	if math.Abs(mean-want) > 4.5*se {
		t.Errorf("%s: mean %.5f, standard error %.5f, expected %.5f", what, mean, se, want)
	}
}

func column(m *mat.Dense, j int) []float64 { return mat.Col(nil, j, m) }

func product(a, b []float64) []float64 {
	c := make([]float64, len(a))
	for i := range a {
		c[i] = a[i] * b[i]
	}
	return c
}

func TestMotivatingMoments(t *testing.T) {
	x, y := motivating.Draw(40000, 10, 1)
	for j := range 10 {
		near(t, "E Xj", column(x, j), 0)
		variance := 1.0 / 3
		if j == 2 {
			variance = 2.0 / 3
		}
		near(t, "E Xj²", product(column(x, j), column(x, j)), variance)
	}
	near(t, "E X1·X3", product(column(x, 0), column(x, 2)), 1.0/3)
	near(t, "E X2·X3", product(column(x, 1), column(x, 2)), 0)
	for _, sign := range []float64{-1, 1} {
		mean, sd := 0.0, 1.0
		if sign > 0 {
			mean, sd = 0.8, 2
		}
		var byX1, byX2 []float64
		for i := range 40000 {
			shift := 0.0
			if x.At(i, 0) > 0 {
				shift = 0.8
			}
			if x.At(i, 0)*sign > 0 {
				byX1 = append(byX1, y.At(i, 0))
			}
			if x.At(i, 1)*sign > 0 {
				byX2 = append(byX2, (y.At(i, 0)-shift)*(y.At(i, 0)-shift))
			}
		}
		near(t, "E[Y | sign X1]", byX1, mean)
		near(t, "Var[Y | sign X2]", byX2, sd*sd)
	}
}

func TestUnivariateMoments(t *testing.T) {
	x, y := univariate.Draw(40000, 12, 2)
	for j := range 12 {
		near(t, "E Xj", column(x, j), 0)
		for k := range j + 1 {
			want := 0.5
			if j == k {
				want = 1
			}
			if k == 0 && j == 9 {
				want = 0.9
			}
			near(t, "E Xj·Xk", product(column(x, j), column(x, k)), want)
		}
	}
	// Standardising by the law of Y given X leaves a standard normal number
	// that is independent of X.
	z := make([]float64, 40000)
	for i := range z {
		row := x.RawRowView(i)
		sd := 2 * (math.Abs(row[2]) + math.Abs(row[3]) + math.Abs(row[4]))
		z[i] = (y.At(i, 0) - 2*row[0] - row[1]) / sd
	}
	near(t, "E Z", z, 0)
	near(t, "E Z²", product(z, z), 1)
	near(t, "E Z⁴", product(product(z, z), product(z, z)), 3)
	near(t, "E Z·X1", product(z, column(x, 0)), 0)
}

func TestBivariateMoments(t *testing.T) {
	x, y := bivariate.Draw(40000, 3, 3)
	u, v := make([]float64, 40000), make([]float64, 40000)
	for i := range u {
		u[i] = y.At(i, 0) - x.At(i, 0)
		v[i] = y.At(i, 1) / x.At(i, 1)
		if u[i] < 0 || u[i] >= 1+1e-12 || v[i] < 0 || v[i] >= 1 {
			t.Fatalf("row %d: Y %v outside the support given X %v", i, y.RawRowView(i), x.RawRowView(i))
		}
	}
	for _, w := range [][]float64{u, v, column(x, 0), column(x, 1), column(x, 2)} {
		near(t, "uniform mean", w, 0.5)
		near(t, "uniform second moment", product(w, w), 1.0/3)
	}
	near(t, "E U·V", product(u, v), 0.25)
	near(t, "E U·X1", product(u, column(x, 0)), 0.25)
}

func TestFunctionalMoments(t *testing.T) {
	for _, c := range []struct {
		scenario Scenario
		scale    float64
	}{{functional, 1}, {functionalText, 0.5}} {
		const n = 4000
		x := c.scenario.Inputs(n, 2, 4)
		for i := range n {
			x.Set(i, 0, 0.3)
			x.Set(i, 1, 0.7)
		}
		y := c.scenario.Given(x, 5)
		for _, pair := range [][2]int{{0, 0}, {3, 4}, {10, 13}, {0, 29}, {29, 29}} {
			s, u := column(y, pair[0]), column(y, pair[1])
			near(t, c.scenario.Name+" mean", s, 0.3)
			for i := range s {
				s[i] = (s[i] - 0.3) * (u[i] - 0.3)
			}
			distance := 10.0 / 29 * float64(pair[1]-pair[0])
			near(t, c.scenario.Name+" covariance", s, math.Exp(-c.scale*0.49*distance*distance))
		}
	}
}

func TestProcessCovarianceFactorises(t *testing.T) {
	covariance := mat.NewSymDense(gridPoints, nil)
	for _, rate := range []float64{0, 1e-300, 1e-12, 1e-6, 1e-3, 0.1, 0.5, 1} {
		byLag := processCovariance(rate)
		for s := range gridPoints {
			for u := s; u < gridPoints; u++ {
				covariance.SetSym(s, u, byLag[u-s])
			}
		}
		var factor mat.Cholesky
		if !factor.Factorize(covariance) {
			t.Fatalf("rate %g: no Cholesky factor", rate)
		}
		var back mat.SymDense
		factor.ToSym(&back)
		for s := range gridPoints {
			for u := range gridPoints {
				distance := 10.0 / 29 * float64(s-u)
				if diff := math.Abs(back.At(s, u) - math.Exp(-rate*distance*distance)); diff > 2*nugget {
					t.Fatalf("rate %g: covariance at (%d, %d) off by %g", rate, s, u, diff)
				}
			}
		}
	}
}

func TestStreams(t *testing.T) {
	for _, s := range All() {
		x, y := s.Draw(20, s.DefaultP, 7)
		again, sameY := s.Draw(20, s.DefaultP, 7)
		if !mat.Equal(x, again) || !mat.Equal(y, sameY) {
			t.Errorf("%s: the same seed draws other data", s.Name)
		}
		if !mat.Equal(y, s.Given(x, 7)) {
			t.Errorf("%s: Given differs from Draw", s.Name)
		}
		otherX, otherY := s.Draw(20, s.DefaultP, 8)
		if mat.Equal(x, otherX) || mat.Equal(y, otherY) {
			t.Errorf("%s: another seed draws the same data", s.Name)
		}
		// A larger table begins with the smaller one.
		wide := s.Inputs(30, s.DefaultP+5, 7)
		if !mat.Equal(x, wide.Slice(0, 20, 0, s.DefaultP)) {
			t.Errorf("%s: more rows and columns change the first ones", s.Name)
		}
		if _, d := y.Dims(); d != s.Outputs {
			t.Errorf("%s: %d responses, expected %d", s.Name, d, s.Outputs)
		}
	}
}

// TestDependentRows checks that rows are copies, or follow each other, as the law says.
func TestDependentRows(t *testing.T) {
	x, y := doubled.Draw(9, 2, 5)
	for i := range 9 {
		for _, m := range []*mat.Dense{x, y} {
			if before := m.At(max(i-1, 0), 0); i > 0 && (m.At(i, 0) == before) != (i%2 == 1) {
				t.Errorf("row %d is %v, the one before %v", i+1, m.At(i, 0), before)
			}
		}
	}
	const n, apart = 40000, 200 // rows so far apart hardly depend on each other
	x, y = following.Draw(n, 1, 5)
	for _, values := range [][]float64{column(x, 0), column(y, 0)} {
		var some, next []float64
		for i := 0; i+1 < n; i += apart {
			some, next = append(some, values[i]), append(next, values[i+1])
		}
		near(t, "a number", some, 0)
		near(t, "its square", product(some, some), 1)
		near(t, "its product with the next", product(some, next), 0.95)
	}
}

func TestRefused(t *testing.T) {
	if _, err := Named("bivarate"); err == nil || !strings.Contains(err.Error(), `did you mean "bivariate"?`) {
		t.Errorf("unknown scenario: %v", err)
	}
	for _, c := range []struct {
		n, p int
		want string
	}{
		{0, 10, "scenario univariate: n is 0, expected at least 1 row"},
		{-3, 10, "scenario univariate: n is -3, expected at least 1 row"},
		{10, 9, "scenario univariate: p is 9, expected at least 10 inputs"},
	} {
		if err := univariate.Check(c.n, c.p); err == nil || err.Error() != c.want {
			t.Errorf("Check(%d, %d): %v, expected %q", c.n, c.p, err, c.want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("Draw of too few columns did not panic")
		}
	}()
	univariate.Draw(10, 2, 1)
}

func BenchmarkFunctional(b *testing.B) {
	for b.Loop() {
		functional.Draw(2000, 10, 1)
	}
}
