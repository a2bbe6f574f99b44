package stat

import (
	"math"
	"testing"
)

// tail integrates the density of Student's distribution from t on, by
// Simpson's rule in u = 1/x: another way than the incomplete beta function.
func tail(t, df float64) float64 {
	a, _ := math.Lgamma((df + 1) / 2)
	b, _ := math.Lgamma(df / 2)
	scale := math.Exp(a-b) / math.Sqrt(df*math.Pi)
	f := func(u float64) float64 {
		if u == 0 {
			return 0
		}
		x := 1 / u
		return scale * math.Pow(1+x*x/df, -(df+1)/2) * x * x
	}
	const n = 20000
	h := 1 / t / n
	sum := f(0) + f(1/t)
	for i := 1; i < n; i++ {
		sum += f(float64(i)*h) * float64(2+2*(i%2))
	}
	return sum * h / 3
}

// test is what Welch returns.
type test struct{ T, DF, P float64 }

func welch(ours, printed Stat, allowance float64, below, standIn bool) test {
	t, df, p := Welch(ours, printed, allowance, below, standIn)
	return test{t, df, p}
}

func TestWelchByHand(t *testing.T) {
	// se² = 0.25 and 0.36; t = −2/√0.61; df = 0.61²/(0.25²/9 + 0.36²/7).
	test := welch(Stat{Mean: 10, SE: 0.5, N: 10}, Stat{Mean: 12, SE: 0.6, N: 8}, 0, false, false)
	near(t, "difference", test.T, -2.5607375986579197, 1e-12)
	near(t, "df", test.DF, 0.3721/(0.0625/9+0.1296/7), 1e-12)
	near(t, "p", test.P, 2*tail(2.5607375986579197, 14.616581), 1e-6)
}

func TestWelchKnownQuantile(t *testing.T) {
	// Equal standard errors of 6 repetitions each have 10 degrees of freedom;
	// the 97.5 % quantile of t(10) is 2.228139.
	se := 1 / math.Sqrt2
	test := welch(Stat{Mean: 2.228138852, SE: se, N: 6}, Stat{Mean: 0, SE: se, N: 6}, 0, false, false)
	near(t, "df", test.DF, 10, 1e-12)
	near(t, "p", test.P, 0.05, 1e-9)
	one := welch(Stat{Mean: 2.228138852, SE: se, N: 6}, Stat{Mean: 0, SE: se, N: 6}, 0, true, false)
	near(t, "one-sided p", one.P, 0.025, 1e-9)
}

func TestWelchAllowsForRounding(t *testing.T) {
	// Printed 0.21 stands for 0.205 … 0.215.
	inside := welch(Stat{Mean: 0.2149, SE: 0.001, N: 10}, Stat{Mean: 0.21, SE: 0.001, N: 10}, HalfUnit(2), false, false)
	if inside.P != 1 || inside.T != 0 {
		t.Errorf("within half a unit: difference %v, p %v, want 0 and 1", inside.T, inside.P)
	}
	outside := welch(Stat{Mean: 0.205 - 0.003, SE: 0.003, N: 10}, Stat{Mean: 0.21, SE: 0.004, N: 10}, HalfUnit(2), false, false)
	near(t, "difference", outside.T, -0.6, 1e-12)
}

func TestWelchBelow(t *testing.T) {
	if p := welch(Stat{Mean: 0.001, SE: 0.001, N: 10}, Stat{Mean: 0.006, SE: 0.001, N: 10}, 0, true, true).P; p != 0.5 {
		t.Errorf("far below the bound p = %v, want 0.5", p)
	}
	if test := welch(Stat{Mean: 0.016, SE: 0.001, N: 10}, Stat{Mean: 0.006, SE: 0.001, N: 10}, 0, true, true); test.P > 1e-4 || test.T <= 0 {
		t.Errorf("far above the bound: difference %v, p %v", test.T, test.P)
	}
}

func TestWelchStandInHasOurDegreesOfFreedom(t *testing.T) {
	if df := welch(Stat{Mean: 1, SE: 0.1, N: 10}, Stat{Mean: 1.2, SE: 0.1, N: 10}, 0, false, true).DF; df != 9 {
		t.Errorf("df = %v, want 9", df)
	}
}

func TestWelchWithoutSpread(t *testing.T) {
	for _, c := range []struct{ ours, difference, p float64 }{
		{0.2, 0, 1}, {0.204, 0, 1}, {0.3, math.Inf(1), 0}, {0.1, math.Inf(-1), 0},
	} {
		test := welch(Stat{Mean: c.ours, SE: 0, N: 10}, Stat{Mean: 0.2, SE: 0, N: 10}, HalfUnit(2), false, true)
		if test.T != c.difference || test.P != c.p {
			t.Errorf("ours %v: difference %v, p %v, want %v, %v", c.ours, test.T, test.P, c.difference, c.p)
		}
	}
	// Only ours is constant: the printed standard error alone counts.
	test := welch(Stat{Mean: 0.3, SE: 0, N: 10}, Stat{Mean: 0.2, SE: 0.05, N: 10}, 0, false, false)
	near(t, "difference", test.T, 2, 1e-12)
	near(t, "df", test.DF, 9, 1e-12)
}

func TestUpperTailFarOut(t *testing.T) {
	near(t, "P(T > 40) of t(9)", UpperTail(40, 9)/tail(40, 9), 1, 1e-6)
	near(t, "P(Z > 6)", UpperTail(6, math.Inf(1))/9.865876450376946e-10, 1, 1e-9)
}
