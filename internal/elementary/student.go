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

// inverseIncompleteBeta returns the x with I_x(a, b) = y, the regularised incomplete beta
// function, for b up to 1.
func inverseIncompleteBeta(a, b, y float64) float64 {
	if y <= 0 || y >= 1 {
		return min(max(y, 0), 1)
	}
	s := betaInverse{a: a, b: b, y: y, other: 1 - y, x: a / (a + b)}
	s.value = incompleteBeta(a, b, s.x)
	// Where Newton's steps do not converge the interval is halved further.
	if !s.halve(1.0e-6) && !s.newton() {
		s.halve(256 * machEp)
	}
	switch {
	case !s.mirrored:
		return s.x
	case s.x <= machEp:
		return 1 - machEp
	}
	return 1 - s.x
}

// betaInverse is the search for the x with I_x(a, b) = y, or of 1 − x where it is mirrored.
type betaInverse struct {
	a, b, y  float64
	other    float64 // 1 − y
	mirrored bool
	// I_x is value, and low at x0 and high at x1, between which the solution lies.
	x, value, x0, x1, low, high float64
}

// halve narrows an interval down to a relative tolerance, of x or of the value, first [0, 1]. It
// reports whether x is the solution, as far as numbers can have it.
func (s *betaInverse) halve(tolerance float64) (solved bool) {
	if s.x1 == 0 {
		s.x1, s.high = 1, 1
	}
	step, run := 0.5, 0 // run is the number of steps up, or of steps down below 0
	for i := 0; i < 100; i++ {
		if i > 0 {
			s.x = s.x0 + float64(step*(s.x1-s.x0))
			if s.x == 1 {
				s.x = 1 - machEp
			}
			if s.x == 0 {
				step = 0.5
				if s.x = s.x0 + float64(step*(s.x1-s.x0)); s.x == 0 {
					return true
				}
			}
			s.value = incompleteBeta(s.a, s.b, s.x)
			if math.Abs((s.x1-s.x0)/(s.x1+s.x0)) < tolerance || math.Abs((s.value-s.y)/s.y) < tolerance {
				return false
			}
		}
		if s.value >= s.y {
			s.x1 = s.x
			if s.mirrored && s.x1 < machEp {
				s.x = 0
				return true
			}
			s.high = s.value
			switch {
			case run > 0:
				step, run = 0.5, 0
			case run < -3:
				step = float64(step * step)
			case run < -1:
				step = float64(0.5 * step)
			default:
				step = (s.value - s.y) / (s.high - s.low)
			}
			run--
			continue
		}
		s.x0, s.low = s.x, s.value
		switch {
		case run < 0:
			step, run = 0.5, 0
		case run > 3:
			step = 1 - float64((1-step)*(1-step))
		case run > 1:
			step = float64(0.5*step) + 0.5
		default:
			step = (s.y - s.value) / (s.high - s.low)
		}
		run++
		if s.x0 > 0.75 {
			s.a, s.b, s.y, s.other, s.mirrored = s.b, s.a, s.other, s.y, !s.mirrored
			s.x = 1 - s.x
			s.value = incompleteBeta(s.a, s.b, s.x)
			s.x0, s.low, s.x1, s.high = 0, 0, 1, 1
			step, run, i = 0.5, 0, -1
		}
	}
	if s.x0 >= 1 {
		s.x = 1 - machEp
		return true
	}
	s.x = max(s.x, 0)
	return s.x == 0
}

// newton takes Newton's steps within the interval, and reports whether x is the solution.
func (s *betaInverse) newton() (solved bool) {
	beta := LogGamma(s.a+s.b) - LogGamma(s.a) - LogGamma(s.b)
	for i := range 8 {
		if i > 0 {
			s.value = incompleteBeta(s.a, s.b, s.x)
		}
		switch {
		case s.value < s.low:
			s.x, s.value = s.x0, s.low
		case s.value > s.high:
			s.x, s.value = s.x1, s.high
		case s.value < s.y:
			s.x0, s.low = s.x, s.value
		default:
			s.x1, s.high = s.x, s.value
		}
		if s.x == 1 || s.x == 0 {
			return false
		}
		// The derivative of the function.
		derivative := float64((s.a-1)*Log(s.x)) + float64((s.b-1)*Log(1-s.x)) + beta
		if derivative < minLog {
			return true
		}
		if derivative > maxLog {
			return false
		}
		step := (s.value - s.y) / Exp(derivative)
		next := s.x - step
		if next <= s.x0 {
			s.value = (s.x - s.x0) / (s.x1 - s.x0) // lent for the step, and kept as in the original
			next = s.x0 + float64(0.5*s.value*(s.x-s.x0))
			if next <= 0 {
				return false
			}
		}
		if next >= s.x1 {
			s.value = (s.x1 - s.x) / (s.x1 - s.x0)
			next = s.x1 - float64(0.5*s.value*(s.x1-s.x))
			if next >= 1 {
				return false
			}
		}
		if s.x = next; math.Abs(step/s.x) < 128.0*machEp {
			return true
		}
	}
	return false
}
