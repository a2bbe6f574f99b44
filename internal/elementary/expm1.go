// Copyright 2010 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the file LICENSE-Go.
//
// The method and its constants are from FreeBSD's /usr/src/lib/msun/src/s_expm1.c,
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

// expm1Scaled are scaled coefficients related to expm1.
var expm1Scaled = []float64{
	1, -3.33333333333331316428e-02, 1.58730158725481460165e-03, -7.93650757867487942473e-05,
	4.00821782732936239552e-06, -2.01099218183624371326e-07,
}

// Expm1 returns exp(x) − 1, accurate near 0.
func Expm1(x float64) float64 {
	const (
		Othreshold = 7.09782712893383973096e+02 // 0x40862E42FEFA39EF
		Ln2X56     = 3.88162421113569373274e+01 // 0x4043687a9f1af2b1
		Ln2HalfX3  = 1.03972077083991796413e+00 // 0x3ff0a2b23f3bab73
		Ln2Half    = 3.46573590279972654709e-01 // 0x3fd62e42fefa39ef
		Ln2Hi      = 6.93147180369123816490e-01 // 0x3fe62e42fee00000
		Ln2Lo      = 1.90821492927058770002e-10 // 0x3dea39ef35793c76
		InvLn2     = 1.44269504088896338700e+00 // 0x3ff71547652b82fe
		Tiny       = 1.0 / (1 << 54)            // 2**-54 = 0x3c90000000000000
	)

	a := math.Abs(x)
	switch {
	case math.IsNaN(x) || a < Tiny:
		return x
	case x <= -Ln2X56:
		return -1
	case x >= Othreshold:
		return math.Inf(1)
	}

	// argument reduction
	var c float64
	k := 0
	if a > Ln2Half {
		if k = int(math.Copysign(1, x)); a >= Ln2HalfX3 {
			k = int(float64(InvLn2*x) + math.Copysign(0.5, x))
		}
		t := float64(k)
		hi, lo := x-float64(t*Ln2Hi), float64(t*Ln2Lo) // t * Ln2Hi is exact here
		x = hi - lo
		c = (hi - x) - lo
	}

	// x is now in primary range
	hfx := float64(0.5 * x)
	hxs := float64(x * hfx)
	r1 := polynomial(hxs, expm1Scaled)
	t := 3 - float64(r1*hfx)
	e := float64(hxs * ((r1 - t) / (6.0 - float64(x*t))))
	if k == 0 {
		return x - (float64(x*e) - hxs) // c is 0
	}
	e = (float64(x*(e-c)) - c)
	e -= hxs
	// add k to y's exponent
	scaled := func(y float64) float64 { return math.Float64frombits(math.Float64bits(y) + uint64(k)<<52) }
	switch {
	case k == -1:
		return float64(0.5*(x-e)) - 0.5
	case k == 1 && x < -0.25:
		return -2 * (e - (x + 0.5))
	case k == 1:
		return 1 + float64(2*(x-e))
	case k <= -2 || k > 56: // suffice to return exp(x)-1
		return scaled(1-(e-x)) - 1
	case k < 20:
		t = math.Float64frombits(0x3ff0000000000000 - (0x20000000000000 >> uint(k))) // 1-2**-k
		return scaled(t - (e - x))
	}
	t = math.Float64frombits(uint64(0x3ff-k) << 52) // 2**-k
	return scaled(x - (e + t) + 1)
}
