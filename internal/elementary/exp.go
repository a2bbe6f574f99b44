// Copyright 2010 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the file LICENSE-Go.
//
// The method is of Naoki Shibata, "Efficient evaluation methods of elementary functions
// suitable for SIMD computation", Proc. of International Supercomputing Conference 2010,
// pp. 25–32, in the form that Go's math has for amd64 with fused multiply-adds.

package elementary

import "math"

// Exp returns the exponential of x, bit for bit as math.Exp on amd64 with FMA: infinite
// from 709.44.
func Exp(x float64) float64 {
	const (
		ln2High = 0.69314718055966295651160180568695068359375
		ln2Low  = 0.28235290563031577122588448175013436025525412068e-12
		log2e   = 1.4426950408889634073599246810018920
		magic   = 3 << 51 // adding it rounds to an integer
	)
	switch {
	case math.IsNaN(x):
		return x
	case x > 7.09782712893384e+02:
		return math.Inf(1)
	case x < -746:
		return 0
	}
	k := float64(x*log2e) + magic - magic
	x = math.FMA(-k, ln2High, x)
	x = math.FMA(-k, ln2Low, x)
	x = float64(x * 0.0625)
	// The Taylor series of exp(x) − 1.
	p := 2.4801587301587301587e-5
	p = math.FMA(x, p, 1.9841269841269841270e-4)
	p = math.FMA(x, p, 1.3888888888888888889e-3)
	p = math.FMA(x, p, 8.3333333333333333333e-3)
	p = math.FMA(x, p, 4.1666666666666666667e-2)
	p = math.FMA(x, p, 1.6666666666666666667e-1)
	p = math.FMA(x, p, 0.5)
	p = math.FMA(x, p, 1)
	x = float64(x * p)
	// From exp(x) − 1 to exp(16x).
	x = float64(x * (x + 2))
	x = float64(x * (x + 2))
	x = float64(x * (x + 2))
	x = math.FMA(x+2, x, 1)
	const bias = 1023
	switch e := int(k) + bias; {
	case e >= 0x7FF:
		return math.Inf(1)
	case e > 0:
		return x * math.Float64frombits(uint64(e)<<52)
	case e < -52:
		return 0
	default: // subnormal: two steps, of which one rounds
		return x * math.Float64frombits(uint64(e+bias-1)<<52) * 0x1p-1022
	}
}
