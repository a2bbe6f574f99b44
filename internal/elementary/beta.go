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

// incompleteBeta returns the regularised incomplete beta function I_x(a, b).
func incompleteBeta(a, b, x float64) float64 {
	if x <= 0 || x >= 1 {
		return min(max(x, 0), 1)
	}
	// Above the mean, by symmetry.
	if above := x > a/(a+b); above && !(b*x <= 1 && x <= 0.95) {
		return 1 - max(incompleteBetaBelow(b, a, 1-x, x), machEp)
	}
	return incompleteBetaBelow(a, b, x, 1-x)
}

// incompleteBetaBelow handles x below the mean or small b·x; xc is 1 − x.
func incompleteBetaBelow(a, b, x, xc float64) float64 {
	if b*x <= 1 && x <= 0.95 {
		return pseries(a, b, x)
	}
	// Choose expansion for better convergence.
	var w float64
	if float64(x*(a+b-2.0))-(a-1.0) < 0.0 {
		w = fraction(a, x, a+b, b-1, 1)
	} else {
		w = fraction(a, x/(1-x), b-1, a+b, -1) / xc
	}
	// Multiply w by the factor
	// x^a * (1-x)^b * Γ(a+b) / (a*Γ(a)*Γ(b))
	y, t := float64(a*Log(x)), float64(b*Log(xc))
	if (a+b) < maxGam && math.Abs(y) < maxLog && math.Abs(t) < maxLog {
		t = float64(Pow(xc, b) * Pow(x, a))
		t /= a
		t = float64(t * w)
		return float64(t * (1.0 / Exp(logBeta(a, b))))
	}
	// Resort to logarithms.
	y += t - logBeta(a, b)
	y += Log(w / a)
	if y < minLog {
		return 0
	}
	return Exp(y)
}

// fraction is a continued fraction of the incomplete beta function. The two in use differ
// in z, in the initial values of k2 and k6, and in the sign of their steps.
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
	ai := 1.0 / a
	t := float64((1.0 - b) * x)
	v := t / (a + 1.0)
	t1, s := v, 0.0
	for n := 2.0; math.Abs(v) > float64(machEp*ai); n++ {
		t = float64(t * ((n - b) * x / n))
		v = t / (a + n)
		s += v
	}
	s += t1
	s += ai
	u := float64(a * Log(x))
	if (a+b) < maxGam && math.Abs(u) < maxLog {
		t = 1.0 / Exp(logBeta(a, b))
		return float64(s * t * Pow(x, a))
	}
	if t = -logBeta(a, b) + u + Log(s); t < minLog {
		return 0
	}
	return Exp(t)
}
