// Copyright 2009 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the file LICENSE-Go.
//
// The method and its constants are from FreeBSD's /usr/src/lib/msun/src/e_log.c and s_log1p.c,
// which came with this notice:
//
// ====================================================
// Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//
// Developed at SunPro, a Sun Microsystems, Inc. business.
// Permission to use, copy, modify, and distribute this
// software is freely granted, provided that this notice
// is preserved.
// ====================================================

package elementary

import "math"

// Log returns the natural logarithm of x.
func Log(x float64) float64 {
	const (
		Ln2Hi = 6.93147180369123816490e-01 /* 3fe62e42 fee00000 */
		Ln2Lo = 1.90821492927058770002e-10 /* 3dea39ef 35793c76 */
		L1    = 6.666666666666735130e-01   /* 3FE55555 55555593 */
		L2    = 3.999999999940941908e-01   /* 3FD99999 9997FA04 */
		L3    = 2.857142874366239149e-01   /* 3FD24924 94229359 */
		L4    = 2.222219843214978396e-01   /* 3FCC71C5 1D8E78AF */
		L5    = 1.818357216161805012e-01   /* 3FC74664 96CB03DE */
		L6    = 1.531383769920937332e-01   /* 3FC39A09 D078C69F */
		L7    = 1.479819860511658591e-01   /* 3FC2F112 DF3E5244 */
	)

	// special cases
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}

	// reduce
	f1, ki := math.Frexp(x)
	if f1 < math.Sqrt2/2 {
		f1 = float64(f1 * 2)
		ki--
	}
	f := f1 - 1
	k := float64(ki)

	// compute
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	t1 := float64(s2 * (L1 + float64(s4*(L3+float64(s4*(L5+float64(s4*L7)))))))
	t2 := float64(s4 * (L2 + float64(s4*(L4+float64(s4*L6)))))
	R := t1 + t2
	hfsq := float64(0.5 * f * f)
	return float64(k*Ln2Hi) - ((hfsq - (float64(s*(hfsq+R)) + float64(k*Ln2Lo))) - f)
}

// Log2 returns the binary logarithm of x, exact for powers of two.
func Log2(x float64) float64 {
	frac, exp := math.Frexp(x)
	if frac == 0.5 {
		return float64(exp - 1)
	}
	return float64(Log(frac)*(1/math.Ln2)) + float64(exp)
}

// log1pSeries are coefficients of log1p.
var log1pSeries = []float64{
	6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
	1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01,
}

// Log1p returns the natural logarithm of 1 + x, accurate near 0.
func Log1p(x float64) float64 {
	const (
		Sqrt2M1     = 4.142135623730950488017e-01  // math.Sqrt(2)-1 = 0x3fda827999fcef34
		Sqrt2HalfM1 = -2.928932188134524755992e-01 // math.Sqrt(2)/2-1 = 0xbfd2bec333018866
		Small       = 1.0 / (1 << 29)              // 2**-29 = 0x3e20000000000000
		Tiny        = 1.0 / (1 << 54)              // 2**-54
		Two53       = 1 << 53                      // 2**53
		Ln2Hi       = 6.93147180369123816490e-01   // 3fe62e42fee00000
		Ln2Lo       = 1.90821492927058770002e-10   // 3dea39ef35793c76
	)

	// special cases
	absx := math.Abs(x)
	switch {
	case x < -1 || math.IsNaN(x): // includes -Inf
		return math.NaN()
	case x == -1:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return math.Inf(1)
	case absx < Tiny:
		return x
	case absx < Small:
		return x - float64(x*x*0.5)
	}

	f, c, k := x, 0.0, 0
	iu := uint64(1)
	if absx >= Sqrt2M1 || x <= Sqrt2HalfM1 { // x is not in (math.Sqrt(2)/2-1, math.Sqrt(2)-1)
		u := x
		if absx < Two53 {
			u = 1.0 + x
		}
		iu = math.Float64bits(u)
		k = int((iu >> 52) - 1023)
		switch { // correction term
		case absx >= Two53:
		case k > 0:
			c = (1.0 - (u - x)) / u
		default:
			c = (x - (u - 1.0)) / u
		}
		iu &= 0x000fffffffffffff
		if iu < 0x0006a09e667f3bcd { // mantissa of math.Sqrt(2)
			u = math.Float64frombits(iu | 0x3ff0000000000000) // normalize u
		} else {
			k++
			u = math.Float64frombits(iu | 0x3fe0000000000000) // normalize u/2
			iu = (0x0010000000000000 - iu) >> 2
		}
		f = u - 1.0 // math.Sqrt(2)/2 < u < math.Sqrt(2)
	}
	if k == 0 {
		c = 0 // as in the original
	}
	hfsq := float64(0.5 * f * f)
	high, low := float64(float64(k)*Ln2Hi), float64(float64(k)*Ln2Lo)+c
	if iu == 0 { // |f| < 2**-20
		if f == 0 {
			return high + low
		}
		R := float64(hfsq * (1.0 - float64(0.66666666666666666*f))) // avoid division
		return high - ((R - low) - f)
	}
	s := f / (2.0 + f)
	z := float64(s * s)
	R := float64(z * polynomial(z, log1pSeries))
	return high - ((hfsq - (float64(s*(hfsq+R)) + low)) - f)
}
