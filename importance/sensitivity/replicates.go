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

// coarse is the lattice of replicates, and replicates is how many of them there are: an even
// number, since each half of the rows is followed by the other.
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
	e.logged = of.logged
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
		if by[k].kernel == nil {
			all[k].missed(of.missed, reach)
		}
		all[k].unseen(inference.Detectable(n, len(e.Variables())), reach)
		if e.result.Dependence == Independent {
			all[k].ordered(reach)
		}
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

// missed widens intervals so that they reach as far as if the share of the variance that was
// not learnt were of the largest index, and of the others in proportion.
func (i *Indices) missed(share float64, reach importance.Reach) {
	for _, effects := range [][]Effect{i.First, i.Total, i.Shapley} {
		largest := 0.0
		for _, f := range effects {
			largest = max(largest, f.Value)
		}
		for j, f := range effects {
			if by := share * f.Value / max(largest, leastExplained); by > 0 {
				effects[j].SE = math.Sqrt(float64(f.SE*f.SE) + float64(by*by/4))
				effects[j].Interval = reach.Share(f.Value, effects[j].SE)
			}
		}
	}
}

// ordered makes indices of independent inputs keep S1 ≤ Shapley ≤ ST, which errors of lattices
// and of learning may break: a first-order index above the total is, as this, the mean of both
// by their precision, and Shapley effects are moved between them by what keeps their sum.
func (i *Indices) ordered(reach importance.Reach) {
	sum := 0.0
	for j, a := range i.First {
		b := i.Total[j]
		sum += i.Shapley[j].Value
		if a.Value <= b.Value {
			continue
		}
		mean, own, all := (a.Value+b.Value)/2, float64(a.SE*a.SE), float64(b.SE*b.SE)
		if own+all > 0 {
			mean = (float64(a.Value*all) + float64(b.Value*own)) / (own + all)
		}
		i.First[j], i.Total[j] = Effect{mean, a.SE, reach.Share(mean, a.SE)}, Effect{mean, b.SE, reach.Share(mean, b.SE)}
	}
	moved := func(by float64) (values []float64, total float64) {
		for j, f := range i.Shapley {
			v := min(max(f.Value+by, i.First[j].Value), i.Total[j].Value)
			values, total = append(values, v), total+v
		}
		return values, total
	}
	low, high := -1.0, 1.0
	for range bisections {
		middle := float64((low + high) / 2)
		if _, total := moved(middle); total < sum {
			low = middle
		} else {
			high = middle
		}
	}
	values, _ := moved(low)
	for j, f := range i.Shapley {
		i.Shapley[j] = Effect{values[j], f.SE, reach.Share(values[j], f.SE)}
	}
}

// bisections are those of a number in [−1, 1] to its last digit.
const bisections = 60

// unseen widens intervals to what noise hides, of which a share that all of the variation could
// hide is given.
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
	unsure := make([][]float64, len(by)) // variances of not knowing the laws that were recognised
	for k := range by {
		unsure[k] = make([]float64, 1+3*len(inputs))
	}
	for j, doubt := range e.doubts {
		if doubt == 0 {
			continue
		}
		laws := slices.Clone(e.result.Laws)
		laws[j] = Law{Kind: Rows, fit: true}
		d, err := pickFreeze(ctx, newSampler(e.X, inputs, laws, correlations), sets, of.at, measures, coarse, seed, e.Workers)
		if err != nil {
			return nil, err
		}
		for k := range by {
			change := shares(k, d[k], nil)
			linalg.AddScaled(change, -1, shares(k, base[k], nil))
			for at, v := range change {
				unsure[k][at] += float64(doubt * v * v)
			}
		}
	}
	p, all := len(inputs), make([]Indices, len(by))
	reach := e.Coverage.Student(replicates - 1)
	for k := range by {
		effect := func(at int) Effect {
			value, lattice := values[k].moments(at)
			change, variance := moved[k].moments(at)
			// Drawn functions vary and interact more than their mean, where noise leaves room for it,
			// and forests of half of the rows less: as far as they are off, more rows would move what
			// all rows say.
			variance += float64(change * change)
			value = min(max(value, 0), 1)
			se := math.Sqrt(float64(lattice/float64(len(generators))) + variance + unsure[k][at])
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
