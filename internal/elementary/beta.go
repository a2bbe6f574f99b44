// Copyright ©2016 The Gonum Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the file LICENSE-gonum.
//
// Derived from SciPy's special/cephes/incbet.c, Cephes Math Library Release 2.3 and
// 2.4, Copyright 1984, 1995, 1996 by Stephen L. Moshier.

package elementary

import "math"

const (
	maxGam = 171.624376956302725
	big    = 4.503599627370496e15
	biginv = 2.22044604925031308085e-16
	machEp = 1.0 / (1 << 53)
	maxLog = 1024 * math.Ln2
	minLog = -1075 * math.Ln2
)

// logBeta returns the logarithm of the beta function.
func logBeta(a, b float64) float64 { return LogGamma(a) + LogGamma(b) - LogGamma(a+b) }

// incompleteBeta returns the regularised incomplete beta function I_x(aa, bb).
func incompleteBeta(aa, bb, xx float64) float64 {
	if xx <= 0 || xx >= 1 {
		return min(max(xx, 0), 1)
	}
	var flag int
	if bb*xx <= 1 && xx <= 0.95 {
		t := pseries(aa, bb, xx)
		return transformT(t, flag)
	}

	w := 1 - xx

	// Reverse a and b if x is greater than the mean.
	var a, b, xc, x float64
	if xx > aa/(aa+bb) {
		flag = 1
		a = bb
		b = aa
		xc = xx
		x = w
	} else {
		a = aa
		b = bb
		xc = w
		x = xx
	}

	if flag == 1 && (b*x) <= 1.0 && x <= 0.95 {
		t := pseries(a, b, x)
		return transformT(t, flag)
	}

	// Choose expansion for better convergence.
	y := float64(x*(a+b-2.0)) - (a - 1.0)
	if y < 0.0 {
		w = fraction(a, x, a+b, b-1, 1)
	} else {
		w = fraction(a, x/(1-x), b-1, a+b, -1) / xc
	}

	// Multiply w by the factor
	// x^a * (1-x)^b * Γ(a+b) / (a*Γ(a)*Γ(b))
	var t float64
	y = float64(a * Log(x))
	t = float64(b * Log(xc))
	if (a+b) < maxGam && math.Abs(y) < maxLog && math.Abs(t) < maxLog {
		t = Pow(xc, b)
		t = float64(t * Pow(x, a))
		t /= a
		t = float64(t * w)
		t = float64(t * (1.0 / Exp(logBeta(a, b))))
		return transformT(t, flag)
	}

	// Resort to logarithms.
	y += t - logBeta(a, b)
	y += Log(w / a)
	if y < minLog {
		t = 0.0
	} else {
		t = Exp(y)
	}

	return transformT(t, flag)
}

func transformT(t float64, flag int) float64 {
	if flag == 1 {
		if t <= machEp {
			t = 1.0 - machEp
		} else {
			t = 1.0 - t
		}
	}
	return t
}

// fraction is a continued fraction of the incomplete beta function. The two that there are
// differ in z, in where k2 and k6 begin, and in whether they rise or fall.
func fraction(a, z, k2, k6, step float64) float64 {
	k1, k3, k4, k5, k7, k8 := a, a, a+1.0, 1.0, a+1.0, a+2.0
	pkm2, qkm2, pkm1, qkm1 := 0.0, 1.0, 1.0, 1.0
	ans, r := 1.0, 1.0
	const thresh = 3.0 * machEp
	for range 301 {
		var pk, qk float64
		for _, xk := range [2]float64{-(z * k1 * k2) / (k3 * k4), (z * k5 * k6) / (k7 * k8)} {
			pk, qk = pkm1+float64(pkm2*xk), qkm1+float64(qkm2*xk)
			pkm2, pkm1, qkm2, qkm1 = pkm1, pk, qkm1, qk
		}
		if qk != 0 {
			r = pk / qk
		}
		t := 1.0
		if r != 0 {
			t = math.Abs((ans - r) / r)
			ans = r
		}
		if t < thresh {
			return ans
		}
		k1, k2, k3, k4 = k1+1, k2+step, k3+2, k4+2
		k5, k6, k7, k8 = k5+1, k6-step, k7+2, k8+2
		if math.Abs(qk)+math.Abs(pk) > big {
			pkm2, pkm1, qkm2, qkm1 = float64(pkm2*biginv), float64(pkm1*biginv), float64(qkm2*biginv), float64(qkm1*biginv)
		}
		if math.Abs(qk) < biginv || math.Abs(pk) < biginv {
			pkm2, pkm1, qkm2, qkm1 = float64(pkm2*big), float64(pkm1*big), float64(qkm2*big), float64(qkm1*big)
		}
	}
	return ans
}

// pseries is its power series, for small b·x.
func pseries(a, b, x float64) float64 {
	var s, t, u, v, n, t1, z, ai float64
	ai = 1.0 / a
	u = float64((1.0 - b) * x)
	v = u / (a + 1.0)
	t1 = v
	t = u
	n = 2.0
	s = 0.0
	z = float64(machEp * ai)
	for math.Abs(v) > z {
		u = (n - b) * x / n
		t = float64(t * u)
		v = t / (a + n)
		s += v
		n += 1.0
	}
	s += t1
	s += ai

	u = float64(a * Log(x))
	if (a+b) < maxGam && math.Abs(u) < maxLog {
		t = 1.0 / Exp(logBeta(a, b))
		s = float64(s * t * Pow(x, a))
	} else {
		t = -logBeta(a, b) + u + Log(s)
		if t < minLog {
			s = 0.0
		} else {
			s = Exp(t)
		}
	}
	return (s)
}
