package sensitivity

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/linalg"
	"drfvi/mmd"
)

// coarse is the lattice of replicates, and replicates is how many of them there are: an even number, since each
// half of the rows is followed by the other.
var coarse = lattice{127, 7}

const replicates = 16

// measured is a measure, that of a range of columns of a learnt function; or of the kernel of
// all of them, which is the law of the responses if these have no noise.
type measured struct {
	from, to int
	kernel   *mmd.Kernel
	half
}

// indices returns those of a learnt function, by each measure.
func (e *estimate) indices(ctx context.Context, of *surrogate, by []measured) ([]Indices, error) {
	sets := newScheme(len(e.Variables()), e.seed)
	share := func(k int, explained float64) float64 {
		if by[k].kernel != nil {
			return 1
		}
		return of.share(explained, by[k].from, by[k].to)
	}
	reach := e.Coverage.Student(replicates - 1)
	var all []Indices
	var err error
	if e.result.Dependence == General {
		h, z := of.held, of.learnt
		if of.learner == Process {
			if h, err = of.at(ctx, e.X); err != nil {
				return nil, err
			}
			of.doubt = max(of.doubt, 2*predictedError(z, of.held))
		}
		reach = e.Coverage.Normal()
		ranges := slices.Clone(by)
		for k, m := range by {
			if m.kernel != nil {
				factor, _ := mmd.Cholesky(h, *m.kernel, tolerance, mostRank)
				_, ranges[k].from = h.Dims()
				h, z = linalg.Beside(h, factor.L), linalg.Beside(z, factor.L)
				_, ranges[k].to = h.Dims()
			}
		}
		all, err = e.regressed(ctx, h, z, sets, ranges, share)
	} else {
		all, err = e.integrated(ctx, of, sets, by, share)
	}
	for k := range all {
		if by[k].kernel == nil { // without noise the share is 1
			all[k].doubt(of.doubt, reach)
		}
		n, _ := e.X.Dims()
		all[k].unseen(inference.Detectable(n, len(e.Variables()), 0), reach)
		all[k].Learner, all[k].Predicted = of.learner, of.q2
	}
	return all, err
}

// doubt widens intervals so that they reach as far as another estimate of the explained share: this
// differs by gap, and indices in proportion.
func (i *Indices) doubt(gap float64, reach importance.Reach) {
	if gap == 0 {
		return
	}
	relative := gap / max(1-i.Noise.Value, leastExplained)
	wider := func(f Effect, by float64) Effect { // two standard errors reach so far
		f.SE = math.Sqrt(float64(f.SE*f.SE) + float64(by*by/4))
		f.Interval = reach.Share(f.Value, f.SE)
		return f
	}
	for _, effects := range [][]Effect{i.First, i.Total, i.Shapley} {
		for j, f := range effects {
			effects[j] = wider(f, relative*f.Value)
		}
	}
	i.Noise = wider(i.Noise, gap)
}

// unseen widens intervals to what noise hides, of which a share that all of the variation could hide is given.
func (i *Indices) unseen(share float64, reach importance.Reach) {
	least := share * i.Noise.Value
	for _, effects := range [][]Effect{i.First, i.Total, i.Shapley} {
		for j, f := range effects {
			if f.SE < least {
				effects[j] = Effect{f.Value, least, reach.Share(f.Value, least)}
			}
		}
	}
}

// integrated returns the indices by pick-freeze under the laws of the inputs.
func (e *estimate) integrated(ctx context.Context, of *surrogate, sets *scheme, by []measured, share func(k int, explained float64) float64) ([]Indices, error) {
	inputs, correlations := e.Variables(), e.correlations
	if e.result.Dependence == Independent {
		correlations = nil
	}
	var measures []half
	for _, m := range by {
		measures = append(measures, m.half)
	}
	shares := func(k int, unexplained []float64, part *linear) []float64 {
		m := sets.moments(unexplained)
		if part != nil {
			part.correct(m.shapley, sets, unexplained)
		}
		factor := share(k, m.explained)
		all := slices.Concat([]float64{1 - factor}, m.first, m.total, m.shapley)
		for at := range all[1:] {
			if m.explained > 0 {
				all[1+at] *= factor / m.explained
			}
		}
		return all
	}
	law := newSampler(e.X, inputs, e.result.Laws, correlations)
	parts := make([]*linear, len(by))
	if correlations != nil && len(inputs) > mostOrdered {
		for k, m := range by {
			h := of.held
			if m.kernel == nil {
				n, _ := h.Dims()
				h = h.Slice(0, n, m.from, m.to).(*mat.Dense)
			}
			parts[k] = newLinear(e.X, h, inputs, correlations, sets, e.seed)
		}
	}
	values := make([]spread, len(by)) // over lattices, each shifted at random
	for k, a := range generators {
		d, err := pickFreeze(ctx, law, sets, of.at, measures, lattice{1021, a}, e.seed.Named("fine").At(k), e.Workers)
		if err != nil {
			return nil, err
		}
		for m := range by {
			values[m].add(shares(m, d[m], parts[m]))
		}
		e.Report(float64(k+1) / float64(len(generators)+1) / 2)
	}
	seed := e.seed.Named("coarse")
	base, err := pickFreeze(ctx, law, sets, of.at, measures, coarse, seed, e.Workers)
	if err != nil {
		return nil, err
	}
	moved := make([]spread, len(by)) // over replicates
	n, _ := e.X.Dims()
	order := make([]int32, n)
	for b := range replicates {
		if b%2 == 0 {
			e.seed.Named("halves").At(b).Source().Perm(order)
		}
		rows := order[:n/2]
		if b%2 == 1 {
			rows = order[n/2:]
		}
		again, err := of.again(ctx, b, rows)
		if err != nil {
			return nil, err
		}
		x, correlations := linalg.Rows(e.X, rows), correlations
		if correlations != nil {
			_, correlations = dependenceOf(x, inputs)
		}
		d, err := pickFreeze(ctx, newSampler(x, inputs, e.result.Laws, correlations), sets, again, measures, coarse, seed, e.Workers)
		if err != nil {
			return nil, err
		}
		for k := range by {
			change := shares(k, d[k], nil)
			linalg.AddScaled(change, -1, shares(k, base[k], nil))
			moved[k].add(change)
		}
	}
	p, all := len(inputs), make([]Indices, len(by))
	reach := e.Coverage.Student(replicates - 1)
	for k := range by {
		effect := func(at int) Effect {
			value, lattice := values[k].moments(at)
			change, variance := moved[k].moments(at)
			if of.learner == Process { // drawn functions vary and interact more than their mean, where noise leaves room for it
				variance += float64(change * change)
			}
			value = min(max(value, 0), 1)
			se := math.Sqrt(float64(lattice/float64(len(generators))) + variance)
			return Effect{value, se, reach.Share(value, se)}
		}
		all[k].Noise = effect(0)
		for j := range p {
			all[k].First = append(all[k].First, effect(1+j))
			all[k].Total = append(all[k].Total, effect(1+p+j))
			all[k].Shapley = append(all[k].Shapley, effect(1+2*p+j))
		}
	}
	return all, nil
}

// spread collects repetitions of values.
type spread [][]float64

func (s *spread) add(values []float64) { *s = append(*s, values) }

// moments returns mean and variance of a value over repetitions.
func (s spread) moments(at int) (mean, variance float64) {
	var values []float64
	for _, v := range s {
		values = append(values, v[at])
	}
	return linalg.Variance(values)
}
