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
// function drawn from the covariance, as random waves (Rahimi and Recht 2007), and the prediction of
// what it leaves of the responses, less noise that is drawn too (Wilson et al. 2020).
type Draw struct {
	process   *Process
	posterior part
	waves     *mat.Dense // 2·waves × coordinates, those of the smooth term first
	shifts    []float64
	heights   [][]float64 // of waves, then slopes, of each response that varies
}

// Draws draws so many functions, all constant if no response varies. It panics for a crossed process.
func (p *Process) Draws(count int, seed rng.Seed) []*Draw {
	if len(p.parts) == 0 {
		return slices.Repeat([]*Draw{{process: p}}, count)
	}
	if len(p.parts) != 1 {
		panic("process: draws of a process with other than one kernel")
	}
	s := p.parts[0].solver
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
	left, weights, draws := mat.NewDense(s.n, max(1, count*responses), nil), make([]float64, s.n), make([]*Draw, count)
	all := make([]int, count*responses)
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
		of := left.Slice(0, s.n, b*responses, (b+1)*responses).(*mat.Dense)
		draws[b].addPrior(of, s.x, -1)
		for r, y := range s.response {
			all[b*responses+r] = b*responses + r
			for i := range s.n {
				of.Set(i, r, of.At(i, r)+y[i]-float64(math.Sqrt(k.noise*s.noise[i])*src.Normal()))
			}
		}
	}
	solver := newSolver(s.x, left, slices.Clone(s.order), all, int(s.groups), s.fold, weights)
	solver.solve(k)
	solved, mean := solver.without(-1)
	solver.term, solver.distance, solver.inverse, solver.inverter = [terms][]float64{}, nil, nil, linalg.Inverter{}
	for b, d := range draws {
		d.posterior = part{solver, solved[b*responses : (b+1)*responses], mean[b*responses : (b+1)*responses]}
	}
	return draws
}

// Predict returns the function (m×k) at the rows of x.
func (d *Draw) Predict(x *mat.Dense) *mat.Dense {
	m, _ := x.Dims()
	p := d.process
	if len(p.parts) == 0 {
		return p.Predict(x)
	}
	xs, rows := p.inputs.apply(x), make([]int32, m)
	for i := range rows {
		rows[i] = int32(i)
	}
	values := mat.NewDense(m, max(1, len(p.varying)), nil)
	all := make([]int, len(p.varying))
	for r := range all {
		all[r] = r
	}
	d.posterior.predict(values, all, xs, rows, 1)
	d.addPrior(values, xs, 1)
	drawn := mat.NewDense(m, len(p.responses.unit), nil)
	for v, r := range p.varying {
		for i := range m {
			drawn.Set(i, r, values.At(i, v))
		}
	}
	p.responses.restore(drawn)
	return drawn
}

// addPrior adds the function drawn from the covariance, times a sign, at standardised rows.
func (d *Draw) addPrior(to, x *mat.Dense, sign float64) {
	m, columns := x.Dims()
	k := d.process.parts[0].kernel
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
			to.Set(i, o, to.At(i, o)+float64(sign*linalg.Dot(features, h)))
		}
	}
}

// Noise returns σ², for a row of mean weight, in the unit of each response.
func (p *Process) Noise() []float64 {
	noise := make([]float64, len(p.responses.unit))
	for r, unit := range p.responses.unit {
		for _, v := range p.parts {
			unit := math.Ldexp(unit, p.responses.exponent[r])
			noise[r] += float64(v.kernel.noise*unit*unit) / float64(len(p.parts))
		}
	}
	return noise
}
