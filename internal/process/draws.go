package process

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// waves is the number of random waves that stand for each curved term of a drawn function.
const waves = 128

// Draw is a function drawn from the law of the process given its rows, by Matheron's rule: a
// function drawn from the covariance, as random waves (Rahimi and Recht 2007), and the
// prediction of what it leaves of the responses, less noise that is drawn too (Wilson et al.
// 2020).
type Draw struct {
	process   *Process
	posterior part
	waves     *mat.Dense // 2·waves × coordinates, those of the smooth term first
	shifts    []float64
	heights   [][]float64 // of waves, then slopes, of each response that varies
}

// Draws draws so many functions, all constant if no response varies.
func (p *Process) Draws(count int, seed rng.Seed) []*Draw {
	if p.solution == nil {
		return slices.Repeat([]*Draw{{process: p}}, count)
	}
	s := p.solution.solver
	src, k := seed.Named("draws").Source(), s.kernel
	_, columns := s.x.Dims()
	frequencies, shifts := mat.NewDense(2*waves, max(1, len(k.columns)), nil), make([]float64, 2*waves)
	for w := range 2 * waves {
		scale := 1.0
		if w >= waves {
			scale = 1 / (reach * math.Abs(src.Normal()))
		}
		for l := range k.columns {
			frequencies.Set(w, l, scale*src.Normal())
		}
		shifts[w] = 2 * math.Pi * src.Float64()
	}
	responses := len(p.varying)
	rests, weights, draws := mat.NewDense(s.n, max(1, count*responses), nil), make([]float64, s.n), make([]*Draw, count)
	drawNumbers := make([]int, count*responses)
	for i := range weights {
		weights[i] = 1 / s.noise[i]
	}
	for b := range draws {
		draws[b] = &Draw{process: p, waves: frequencies, shifts: shifts}
		for range responses {
			h := make([]float64, 2*waves+columns)
			for w := range h {
				variance := k.variance[linear] / s.groups
				if w < waves {
					variance = 2 * k.variance[smooth] / waves
				} else if w < 2*waves {
					variance = 2 * k.variance[rough] / waves
				}
				h[w] = math.Sqrt(variance) * src.Normal()
			}
			draws[b].heights = append(draws[b].heights, h)
		}
		drawColumns := drawNumbers[b*responses : (b+1)*responses]
		for r := range drawColumns {
			drawColumns[r] = b*responses + r
		}
		draws[b].addPrior(rests, drawColumns, s.x, -1)
		for r, y := range s.response {
			for i := range s.n {
				rests.Set(i, drawColumns[r], rests.At(i, drawColumns[r])+y[i]-float64(math.Sqrt(k.noise*s.noise[i])*src.Normal()))
			}
		}
	}
	solver := newSolver(s.x, rests, slices.Clone(s.order), drawNumbers, int(s.groups), s.fold, weights)
	solver.solve(k)
	solved, mean := solver.withoutFold(-1)
	solver.release()
	for b, d := range draws {
		d.posterior = part{solver, solved[b*responses : (b+1)*responses], mean[b*responses : (b+1)*responses]}
	}
	return draws
}

// Predict returns the function (m×k) at the rows of x.
func (d *Draw) Predict(x *mat.Dense) *mat.Dense {
	p := d.process
	if p.solution == nil {
		return p.Predict(x)
	}
	return p.evaluate(x, func(to, xs *mat.Dense, rows []int32) {
		d.posterior.predict(to, p.varying, xs, rows)
		d.addPrior(to, p.varying, xs, 1)
	})
}

// addPrior adds the function drawn from the covariance, times a sign, at standardised rows, to
// columns for the responses that vary.
func (d *Draw) addPrior(to *mat.Dense, responses []int, x *mat.Dense, sign float64) {
	m, columns := x.Dims()
	k := d.process.solution.kernel
	point, features := make([]float64, simd.Pad(len(k.columns))), make([]float64, 2*waves+columns)
	for i := range m {
		k.coordinates(point, x.RawRowView(i))
		for w, shift := range d.shifts {
			angle := shift
			for l := range k.columns {
				angle += float64(point[l] * d.waves.At(w, l))
			}
			features[w] = elementary.Sin(angle)
		}
		copy(features[2*waves:], x.RawRowView(i))
		for o, h := range d.heights {
			to.Set(i, responses[o], to.At(i, responses[o])+float64(sign*linalg.Dot(features, h)))
		}
	}
}

// Noise returns σ², for a row of mean weight, in the unit of each response.
func (p *Process) Noise() []float64 {
	noise := make([]float64, len(p.responses.unit))
	for r, unit := range p.responses.unit {
		if p.solution != nil {
			unit := math.Ldexp(unit, p.responses.exponent[r])
			noise[r] = p.solution.kernel.noise * unit * unit
		}
	}
	return noise
}
