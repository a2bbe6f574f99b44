// Copyright 2010 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the file LICENSE-Go.
//
// The method and its constants are from FreeBSD's /usr/src/lib/msun/src/s_erf.c,
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

const (
	erx  = 8.45062911510467529297e-01
	efx  = 1.28379167095512586316e-01
	efx8 = 1.02703333676410069053e+00
)

// quotient is the quotient of two polynomials.
type quotient struct{ above, below []float64 }

func (q quotient) value(x float64) float64 { return polynomial(x, q.above) / polynomial(x, q.below) }

// Approximations of erf in [0, 0.84375] and [0.84375, 1.25], and of erfc in [1.25, 1/0.35] and
// [1/0.35, 28].
var (
	erfLow = quotient{
		[]float64{
			1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02,
			-5.77027029648944159157e-03, -2.37630166566501626084e-05,
		},
		[]float64{
			1, 3.97917223959155352819e-01, 6.50222499887672944485e-02, 5.08130628187576562776e-03,
			1.32494738004321644526e-04, -3.96022827877536812320e-06,
		},
	}
	erfOne = quotient{
		[]float64{
			-2.36211856075265944077e-03, 4.14856118683748331666e-01, -3.72207876035701323847e-01,
			3.18346619901161753674e-01, -1.10894694282396677476e-01, 3.54783043256182359371e-02,
			-2.16637559486879084300e-03,
		},
		[]float64{
			1, 1.06420880400844228286e-01, 5.40397917702171048937e-01, 7.18286544141962662868e-02,
			1.26171219808761642112e-01, 1.36370839120290507362e-02, 1.19844998467991074170e-02,
		},
	}
	erfcLow = quotient{
		[]float64{
			-9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01,
			-6.23753324503260060396e+01, -1.62396669462573470355e+02, -1.84605092906711035994e+02,
			-8.12874355063065934246e+01, -9.81432934416914548592e+00,
		},
		[]float64{
			1, 1.96512716674392571292e+01, 1.37657754143519042600e+02, 4.34565877475229228821e+02,
			6.45387271733267880336e+02, 4.29008140027567833386e+02, 1.08635005541779435134e+02,
			6.57024977031928170135e+00, -6.04244152148580987438e-02,
		},
	}
	erfcHigh = quotient{
		[]float64{
			-9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01,
			-1.60636384855821916062e+02, -6.37566443368389627722e+02, -1.02509513161107724954e+03,
			-4.83519191608651397019e+02,
		},
		[]float64{
			1, 3.03380607434824582924e+01, 3.25792512996573918826e+02, 1.53672958608443695994e+03,
			3.19985821950859553908e+03, 2.55305040643316442583e+03, 4.74528541206955367215e+02,
			-2.24409524465858183362e+01,
		},
	}
)

// Erf returns the error function of x.
func Erf(x float64) float64 {
	const (
		VeryTiny = 2.848094538889218e-306 // 0x0080000000000000
		Small    = 1.0 / (1 << 28)        // 2**-28
	)
	var erf float64 // of |x|
	switch a := math.Abs(x); {
	case math.IsNaN(x):
		return math.NaN()
	case a < VeryTiny:
		erf = float64(0.125 * (float64(8.0*a) + float64(efx8*a))) // avoid underflow
	case a < Small:
		erf = a + float64(efx*a)
	case a < 0.84375:
		erf = a + float64(a*erfLow.value(a*a))
	case a < 1.25:
		erf = erx + erfOne.value(a-1)
	case a < 6:
		erf = 1 - tail(a)
	default:
		erf = 1
	}
	return math.Copysign(erf, x)
}

// tail is erfc(x) for x in [1.25, 28].
func tail(x float64) float64 {
	ratio := erfcHigh
	if x < 1/0.35 {
		ratio = erfcLow
	}
	z := math.Float64frombits(math.Float64bits(x) & 0xffffffff00000000) // pseudo-single (20-bit) precision x
	r := float64(Exp(float64(-z*z)-0.5625) * Exp(float64((z-x)*(z+x))+ratio.value(1/(x*x))))
	return r / x
}

// Erfc returns 1 − Erf(x), accurate for large x.
func Erfc(x float64) float64 {
	const Tiny = 1.0 / (1 << 56) // 2**-56
	var erf float64              // of |x|
	switch a := math.Abs(x); {
	case math.IsNaN(x):
		return math.NaN()
	case a < Tiny:
		erf = a
	case a < 0.84375:
		y := erfLow.value(a * a)
		if erf = a + float64(a*y); a >= 0.25 {
			erf = 0.5 + (float64(a*y) + (a - 0.5))
		}
	case a < 1.25 && x < 0:
		return 1 + erx + erfOne.value(a-1)
	case a < 1.25:
		return 1 - erx - erfOne.value(a-1)
	case x < -6:
		return 2
	case x < 0:
		return 2 - tail(a)
	case x < 28:
		return tail(a)
	default:
		return 0
	}
	if x < 0 {
		return 1 + erf
	}
	return 1 - erf
}
