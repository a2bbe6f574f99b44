package reports

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

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v within %v", what, got, want, tolerance)
	}
}

func TestWelchByHand(t *testing.T) {
	// se² = 0.25 and 0.36; t = −2/√0.61; df = 0.61²/(0.25²/9 + 0.36²/7).
	test := welch(sample{10, 0.5, 10}, sample{12, 0.6, 8}, 0, false, false)
	near(t, "difference", test.difference, -2.5607375986579197, 1e-12)
	near(t, "df", test.df, 0.3721/(0.0625/9+0.1296/7), 1e-12)
	near(t, "p", test.p, 2*tail(2.5607375986579197, 14.616581), 1e-6)
}

func TestWelchKnownQuantile(t *testing.T) {
	// Equal standard errors of 6 repetitions each have 10 degrees of freedom;
	// the 97.5 % quantile of t(10) is 2.228139.
	se := 1 / math.Sqrt2
	test := welch(sample{2.228138852, se, 6}, sample{0, se, 6}, 0, false, false)
	near(t, "df", test.df, 10, 1e-12)
	near(t, "p", test.p, 0.05, 1e-9)
	one := welch(sample{2.228138852, se, 6}, sample{0, se, 6}, 0, true, false)
	near(t, "one-sided p", one.p, 0.025, 1e-9)
}

func TestWelchAllowsForRounding(t *testing.T) {
	// Printed 0.21 stands for 0.205 … 0.215.
	inside := welch(sample{0.2149, 0.001, 10}, sample{0.21, 0.001, 10}, halfUnit(2), false, false)
	if inside.p != 1 || inside.difference != 0 {
		t.Errorf("within half a unit: difference %v, p %v, want 0 and 1", inside.difference, inside.p)
	}
	outside := welch(sample{0.205 - 0.003, 0.003, 10}, sample{0.21, 0.004, 10}, halfUnit(2), false, false)
	near(t, "difference", outside.difference, -0.6, 1e-12)
}

func TestWelchBelow(t *testing.T) {
	if p := welch(sample{0.001, 0.001, 10}, sample{0.006, 0.001, 10}, 0, true, true).p; p != 0.5 {
		t.Errorf("far below the bound p = %v, want 0.5", p)
	}
	if test := welch(sample{0.016, 0.001, 10}, sample{0.006, 0.001, 10}, 0, true, true); test.p > 1e-4 || test.difference <= 0 {
		t.Errorf("far above the bound: difference %v, p %v", test.difference, test.p)
	}
}

func TestWelchStandInHasOurDegreesOfFreedom(t *testing.T) {
	if df := welch(sample{1, 0.1, 10}, sample{1.2, 0.1, 10}, 0, false, true).df; df != 9 {
		t.Errorf("df = %v, want 9", df)
	}
}

func TestWelchWithoutSpread(t *testing.T) {
	for _, c := range []struct{ ours, difference, p float64 }{
		{0.2, 0, 1}, {0.204, 0, 1}, {0.3, math.Inf(1), 0}, {0.1, math.Inf(-1), 0},
	} {
		test := welch(sample{c.ours, 0, 10}, sample{0.2, 0, 10}, halfUnit(2), false, true)
		if test.difference != c.difference || test.p != c.p {
			t.Errorf("ours %v: difference %v, p %v, want %v, %v", c.ours, test.difference, test.p, c.difference, c.p)
		}
	}
	// Only ours is constant: the printed standard error alone counts.
	test := welch(sample{0.3, 0, 10}, sample{0.2, 0.05, 10}, 0, false, false)
	near(t, "difference", test.difference, 2, 1e-12)
	near(t, "df", test.df, 9, 1e-12)
}

func TestUpperTailFarOut(t *testing.T) {
	near(t, "P(T > 40) of t(9)", upperTail(40, 9)/tail(40, 9), 1, 1e-6)
	near(t, "P(Z > 6)", upperTail(6, math.Inf(1))/9.865876450376946e-10, 1, 1e-9)
}

func TestHolm(t *testing.T) {
	// Sorted 0.005·4, 0.01·3, 0.03·2, 0.04·1, each at least the one before.
	got := holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		near(t, "adjusted", got[i], want, 1e-15)
	}
	if got := holm([]float64{0.9, 0.8}); got[0] != 1 || got[1] != 1 {
		t.Errorf("adjusted %v, want at most 1", got)
	}
	if got := holm(nil); len(got) != 0 {
		t.Errorf("adjusted %v of nothing", got)
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{estimateText(Stat{Mean: 0.18331, SE: 0.00812, N: 10}, 0), "0.1833 (0.0081)"},
		{estimateText(Stat{Mean: 5.9, SE: 0.63, N: 10}, 2), "5.90 (0.63)"},
		{estimateText(Stat{Mean: 3, SE: 12, N: 10}, 0), "3.00 (12.00)"},
		{estimateText(Stat{Mean: 0.1, SE: 0, N: 10}, 3), "0.100 (0)"},
		{estimateText(newStat([]float64{0.25}), 0), "0.250"},
		{estimateText(Stat{}, 3), none},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
