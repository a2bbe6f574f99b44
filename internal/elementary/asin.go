// Copyright 2009 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the file LICENSE-Go.
//
// The method and its constants are from the Cephes Mathematical Library (Release
// 2.8, Copyright 1984, 1987, 1989, 1992, 2000 by Stephen L. Moshier), as Go's math has
// them.

package elementary

import "math"

// Asin returns the arcsine of x.
func Asin(x float64) float64 {
	a := math.Abs(x)
	if !(a <= 1) {
		return math.NaN()
	}
	cosine := math.Sqrt(1 - float64(a*a))
	if a > 0.7 {
		return math.Copysign(math.Pi/2-atan(cosine/a), x)
	}
	return math.Copysign(atan(a/cosine), x)
}

// atanSeries is the arctangent, less its argument, in [0, 0.66], constant coefficients first.
var atanSeries = quotient{
	[]float64{
		-6.485021904942025371773e+01, -1.228866684490136173410e+02, -7.500855792314704667340e+01,
		-1.615753718733365076637e+01, -8.750608600031904122785e-01,
	},
	[]float64{
		1.945506571482613964425e+02, 4.853903996359136964868e+02, 4.328810604912902668951e+02,
		1.650270098316988542046e+02, 2.485846490142306297962e+01, 1,
	},
}

// atan returns the arctangent of x from 0, reducing it to [0, 0.66].
func atan(x float64) float64 {
	const (
		Morebits = 6.123233995736765886130e-17 // pi/2 = PIO2 + Morebits
		Tan3pio8 = 2.41421356237309504880      // tan(3*pi/8)
	)
	series := func(x float64) float64 {
		z := float64(x * x)
		return float64(x*(z*polynomial(z, atanSeries.above)/polynomial(z, atanSeries.below))) + x
	}
	switch {
	case x <= 0.66:
		return series(x)
	case x > Tan3pio8:
		return math.Pi/2 - series(1/x) + Morebits
	}
	return math.Pi/4 + series((x-1)/(x+1)) + 0.5*Morebits
}
