// Copyright 2009 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the file LICENSE-Go.

package elementary

import "math"

// Pow returns x to the power y for finite positive x and finite y.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case y == 1:
		return x
	case y == 0.5:
		return math.Sqrt(x)
	case y == -0.5:
		return 1 / math.Sqrt(x)
	}
	whole, part := math.Modf(math.Abs(y))
	if whole >= 1<<63 {
		if (x < 1) == (y > 0) {
			return 0
		}
		return math.Inf(1)
	}
	// The result is a·2ᵉ.
	a, e := 1.0, 0
	if part != 0 {
		if part > 0.5 {
			part--
			whole++
		}
		a = Exp(part * Log(x))
	}
	// Repeated squaring of x for the bits of the integer part.
	square, exponent := math.Frexp(x)
	for i := int64(whole); i != 0; i >>= 1 {
		if exponent < -1<<12 || 1<<12 < exponent {
			e += exponent // out of range by itself
			break
		}
		if i&1 == 1 {
			a = float64(a * square)
			e += exponent
		}
		square = float64(square * square)
		exponent <<= 1
		if square < .5 {
			square += square
			exponent--
		}
	}
	if y < 0 {
		a, e = 1/a, -e
	}
	return math.Ldexp(a, e)
}
