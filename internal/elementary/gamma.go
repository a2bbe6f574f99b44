// Copyright 2010 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the file LICENSE-Go.
//
// The method and its constants are from FreeBSD's /usr/src/lib/msun/src/e_lgamma_r.c,
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

// Coefficients of polynomials, by the range of the argument; those of two or three that are
// evaluated side by side take turns.
var (
	gammaA = [2][]float64{
		{
			7.72156649015328655494e-02, 6.73523010531292681824e-02, 7.38555086081402883957e-03,
			1.19270763183362067845e-03, 2.20862790713908385557e-04, 2.52144565451257326939e-05,
		},
		{
			3.22467033424113591611e-01, 2.05808084325167332806e-02, 2.89051383673415629091e-03,
			5.10069792153511336608e-04, 1.08011567247583939954e-04, 4.48640949618915160150e-05,
		},
	}
	gammaR = []float64{
		1, 1.39200533467621045958e+00, 7.21935547567138069525e-01, 1.71933865632803078993e-01,
		1.86459191715652901344e-02, 7.77942496381893596434e-04, 7.32668430744625636189e-06,
	}
	gammaS = []float64{
		-7.72156649015328655494e-02, 2.14982415960608852501e-01, 3.25778796408930981787e-01,
		1.46350472652464452805e-01, 2.66422703033638609560e-02, 1.84028451407337715652e-03,
		3.19475326584100867617e-05,
	}
	gammaT = [3][]float64{
		{
			4.83836122723810047042e-01, -3.27885410759859649565e-02, 6.10053870246291332635e-03,
			-1.40346469989232843813e-03, 3.15632070903625950361e-04,
		},
		{
			-1.47587722994593911752e-01, 1.79706750811820387126e-02, -3.68452016781138256760e-03,
			8.81081882437654011382e-04, -3.12754168375120860518e-04,
		},
		{
			6.46249402391333854778e-02, -1.03142241298341437450e-02, 2.25964780900612472250e-03,
			-5.38595305356740546715e-04, 3.35529192635519073543e-04,
		},
	}
	gammaU = []float64{
		-7.72156649015328655494e-02, 6.32827064025093366517e-01, 1.45492250137234768737e+00,
		9.77717527963372745603e-01, 2.28963728064692451092e-01, 1.33810918536787660377e-02,
	}
	gammaV = []float64{
		1, 2.45597793713041134822e+00, 2.12848976379893395361e+00, 7.69285150456672783825e-01,
		1.04222645593369134254e-01, 3.21709242282423911810e-03,
	}
	gammaW = []float64{
		8.33333333333329678849e-02, -2.77777777728775536470e-03, 7.93650558643019558500e-04,
		-5.95187557450339963135e-04, 8.36339918996282139126e-04, -1.63092934096575273989e-03,
	}
)

// The place of the minimum of Γ for choosing a range, and to all digits.
const (
	ymin = 1.461632144968362245
	tc   = 1.46163214496836224576e+00
)

// LogGamma returns the logarithm of Γ(x) for x above 0.
func LogGamma(x float64) float64 {
	switch {
	case x < 0x1p-70:
		return -Log(x)
	case x == 1 || x == 2:
		return 0
	case x <= 0.9: // log Γ(x) = log Γ(x + 1) − log x
		switch value := -Log(x); {
		case x >= ymin-1+0.27:
			return value + gammaBelowTwo(1-x)
		case x >= ymin-1-0.27:
			return value + gammaAtMinimum(x-(tc-1))
		default:
			return value + gammaAboveOne(x)
		}
	case x < 2:
		switch {
		case x >= ymin+0.27:
			return gammaBelowTwo(2 - x)
		case x >= ymin-0.27:
			return gammaAtMinimum(x - tc)
		default:
			return gammaAboveOne(x - 1)
		}
	case x < 8: // Γ(x + 1) = x Γ(x)
		i := int(x)
		y := x - float64(i)
		value, z := float64(0.5*y)+float64(y*polynomial(y, gammaS))/polynomial(y, gammaR), 1.0
		for k := i - 1; k >= 2; k-- {
			z = float64(z * (y + float64(k)))
		}
		return value + Log(z)
	case x < 1<<58:
		z := 1 / x
		w := 4.18938533204672725052e-01 + float64(z*polynomial(z*z, gammaW))
		return float64((x-0.5)*(Log(x)-1)) + w
	}
	return float64(x * (Log(x) - 1))
}

// gammaBelowTwo is log Γ(2 − y) for y up to 0.27.
func gammaBelowTwo(y float64) float64 {
	z := float64(y * y)
	p := float64(y*polynomial(z, gammaA[0])) + float64(z*polynomial(z, gammaA[1]))
	return p - float64(0.5*y)
}

// gammaAtMinimum is log Γ at the distance y from the place of its minimum.
func gammaAtMinimum(y float64) float64 {
	const (
		tf = -1.21486290535849611461e-01
		tt = -3.63867699703950536541e-18 // −(tail of tf)
	)
	z := float64(y * y)
	w := float64(z * y)
	p1, p2, p3 := polynomial(w, gammaT[0]), polynomial(w, gammaT[1]), polynomial(w, gammaT[2])
	return tf + (float64(z*p1) - (tt - float64(w*(p2+float64(y*p3)))))
}

// gammaAboveOne is log Γ(1 + y) for y up to 0.24.
func gammaAboveOne(y float64) float64 {
	return float64(-0.5*y) + float64(y*polynomial(y, gammaU))/polynomial(y, gammaV)
}
