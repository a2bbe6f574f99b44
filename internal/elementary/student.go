// Copyright ©2016 The Gonum Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the file LICENSE-gonum.
//
// Derived from SciPy's special/cephes/incbi.c, Cephes Math Library Release 2.3 and
// 2.4, Copyright 1984, 1995, 1996 by Stephen L. Moshier.

package elementary

import "math"

// StudentSurvival returns P(T > t) for Student's law with nu degrees of freedom.
func StudentSurvival(nu, t float64) float64 {
	tail := float64(0.5 * incompleteBeta(0.5*nu, 0.5, nu/(float64(t*t)+nu)))
	switch {
	case t == 0:
		return 0.5
	case t > 0:
		return tail
	}
	return 1 - tail
}

// StudentQuantile returns the p-quantile of Student's law with nu degrees of freedom, for
// p from ½ to 1.
func StudentQuantile(nu, p float64) float64 {
	t := inverseIncompleteBeta(nu/2, 0.5, 2*(1-p))
	return math.Sqrt(nu * (1 - t) / t)
}

// inverseIncompleteBeta returns the x with I_x(aa, bb) = yy0, the regularised incomplete
// beta function, for bb up to 1.
func inverseIncompleteBeta(aa, bb, yy0 float64) float64 {
	var a, b, y0, d, y, x, x0, x1, lgm, yp, di, dithresh, yl, yh, xt float64
	var i, rflg, dir, nflg int

	if yy0 <= 0 {
		return (0.0)
	}
	if yy0 >= 1.0 {
		return (1.0)
	}
	x0 = 0.0
	yl = 0.0
	x1 = 1.0
	yh = 1.0
	nflg = 0

	dithresh = 1.0e-6
	rflg = 0
	a = aa
	b = bb
	y0 = yy0
	x = a / (a + b)
	y = incompleteBeta(a, b, x)
	// Approximation to inverse function
	/* Resort to interval halving if not close enough. */
ihalve:

	dir = 0
	di = 0.5
	for i = 0; i < 100; i++ {
		if i != 0 {
			x = x0 + float64(di*(x1-x0))
			if x == 1.0 {
				x = 1.0 - machEp
			}
			if x == 0.0 {
				di = 0.5
				x = x0 + float64(di*(x1-x0))
				if x == 0.0 {
					// mtherr("incbi", UNDERFLOW)
					goto done
				}
			}
			y = incompleteBeta(a, b, x)
			yp = (x1 - x0) / (x1 + x0)
			if math.Abs(yp) < dithresh {
				goto newt
			}
			yp = (y - y0) / y0
			if math.Abs(yp) < dithresh {
				goto newt
			}
		}
		if y < y0 {
			x0 = x
			yl = y
			if dir < 0 {
				dir = 0
				di = 0.5
			} else if dir > 3 {
				di = 1.0 - float64((1.0-di)*(1.0-di))
			} else if dir > 1 {
				di = float64(0.5*di) + 0.5
			} else {
				di = (y0 - y) / (yh - yl)
			}
			dir += 1
			if x0 > 0.75 {
				if rflg == 1 {
					rflg = 0
					a = aa
					b = bb
					y0 = yy0
				} else {
					rflg = 1
					a = bb
					b = aa
					y0 = 1.0 - yy0
				}
				x = 1.0 - x
				y = incompleteBeta(a, b, x)
				x0 = 0.0
				yl = 0.0
				x1 = 1.0
				yh = 1.0
				goto ihalve
			}
		} else {
			x1 = x
			if rflg == 1 && x1 < machEp {
				x = 0.0
				goto done
			}
			yh = y
			if dir > 0 {
				dir = 0
				di = 0.5
			} else if dir < -3 {
				di = float64(di * di)
			} else if dir < -1 {
				di = float64(0.5 * di)
			} else {
				di = (y - y0) / (yh - yl)
			}
			dir -= 1
		}
	}
	// mtherr("incbi", PLOSS)
	if x0 >= 1.0 {
		x = 1.0 - machEp
		goto done
	}
	if x <= 0.0 {
		// mtherr("incbi", UNDERFLOW)
		x = 0.0
		goto done
	}

newt:
	if nflg > 0 {
		goto done
	}
	nflg = 1
	lgm = LogGamma(a+b) - LogGamma(a) - LogGamma(b)

	for i = 0; i < 8; i++ {
		/* Compute the function at this point. */
		if i != 0 {
			y = incompleteBeta(a, b, x)
		}
		if y < yl {
			x = x0
			y = yl
		} else if y > yh {
			x = x1
			y = yh
		} else if y < y0 {
			x0 = x
			yl = y
		} else {
			x1 = x
			yh = y
		}
		if x == 1.0 || x == 0.0 {
			break
		}
		/* Compute the derivative of the function at this point. */
		d = float64((a-1.0)*Log(x)) + float64((b-1.0)*Log(1.0-x)) + lgm
		if d < minLog {
			goto done
		}
		if d > maxLog {
			break
		}
		d = Exp(d)
		/* Compute the step to the next approximation of x. */
		d = (y - y0) / d
		xt = x - d
		if xt <= x0 {
			y = (x - x0) / (x1 - x0)
			xt = x0 + float64(0.5*y*(x-x0))
			if xt <= 0.0 {
				break
			}
		}
		if xt >= x1 {
			y = (x1 - x) / (x1 - x0)
			xt = x1 - float64(0.5*y*(x1-x))
			if xt >= 1.0 {
				break
			}
		}
		x = xt
		if math.Abs(d/x) < 128.0*machEp {
			goto done
		}
	}
	/* Did not converge.  */
	dithresh = 256.0 * machEp
	goto ihalve

done:

	if rflg > 0 {
		if x <= machEp {
			x = 1.0 - machEp
		} else {
			x = 1.0 - x
		}
	}
	return (x)
}
