// Copyright 2017 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the file LICENSE-Go.

package elementary

import "math"

// rational is the quotient of two polynomials of degree 7, constant coefficient first.
type rational struct{ above, below [8]float64 }

func (q *rational) at(r float64) (above, below float64) {
	above, below = q.above[7], q.below[7]
	for k := 6; k >= 0; k-- {
		above, below = float64(above*r)+q.above[k], float64(below*r)+q.below[k]
	}
	return above, below
}

// Approximations of percentage points of the normal law (Wichura 1988), for |x| up to
// 0.85, up to 1 − 2e⁻²⁵, and beyond.
var (
	central = rational{
		[8]float64{1.1975323115670912564578e0, 4.7072688112383978012285e1, 6.9706266534389598238465e2, 4.8548868893843886794648e3, 1.6235862515167575384252e4, 2.3782041382114385731252e4, 1.1819493347062294404278e4, 8.8709406962545514830200e2},
		[8]float64{1.0000000000000000000e0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3, 2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3},
	}
	outer = rational{
		[8]float64{1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4},
		[8]float64{1.4142135623730950488016887e0, 2.9036514445419946173133295e0, 2.3707661626024532365971225e0, 9.7547832001787427186894837e-1, 2.0945065210512749128288442e-1, 2.1494160384252876777097297e-2, 7.7441459065157709165577218e-4, 1.4859850019840355905497876e-9},
	}
	far = rational{
		[8]float64{6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7},
		[8]float64{1.414213562373095048801689e0, 8.482908416595164588112026e-1, 1.936480946950659106176712e-1, 2.103693768272068968719679e-2, 1.112800997078859844711555e-3, 2.611088405080593625138020e-5, 2.010321207683943062279931e-7, 2.891024605872965461538222e-15},
	}
)

// Erfinv returns the inverse error function of x.
func Erfinv(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a <= 1):
		return math.NaN()
	case a == 1:
		return math.Inf(int(x))
	case a <= 0.85:
		above, below := central.at(0.180625 - float64(0.25*x*x))
		return x * above / below
	}
	r := math.Sqrt(math.Ln2 - Log(1-a))
	q, origin := &outer, 1.6
	if r > 5 {
		q, origin = &far, 5
	}
	above, below := q.at(r - origin)
	return math.Copysign(above/below, x)
}

// NormalQuantile returns the p-quantile of the standard normal law. The conversions keep
// its products from being fused with those of callers that inline it: p + p of a product p
// may be fused.
func NormalQuantile(p float64) float64 {
	return float64(math.Sqrt2 * Erfinv(float64(2*float64(p))-1))
}
