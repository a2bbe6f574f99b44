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
func (e *estimate) indices(ctx context.Context, learnt *surrogate, measures []measured) ([]Indices, error) {
	sets := newScheme(len(e.Variables()), e.seed)
	e.logged = learnt.logged
	share := func(k int, explained float64) float64 {
		if measures[k].kernel != nil {
			return 1
		}
		return learnt.share(explained, measures[k].from, measures[k].to)
	}
	reach := e.Coverage.Student(replicates - 1)
	var results []Indices
	var err error
	if e.result.Dependence == General {
		h, z := learnt.held, learnt.learnt
		if learnt.learner == Process {
			if h, err = learnt.predict(ctx, e.X); err != nil {
				return nil, err
			}
			learnt.doubt = max(learnt.doubt, 2*predictedError(z, learnt.held))
		}
		reach = e.Coverage.Normal()
		ranges := slices.Clone(measures)
		for k, m := range measures {
			if m.kernel != nil {
				factor, _ := mmd.Cholesky(h, *m.kernel, tolerance, mostRank)
				_, ranges[k].from = h.Dims()
				h, z = linalg.Beside(h, factor.L), linalg.Beside(z, factor.L)
				_, ranges[k].to = h.Dims()
			}
		}
		results, err = e.regressed(ctx, h, z, sets, ranges, share)
	} else {
		results, err = e.integrated(ctx, learnt, sets, measures, share)
	}
	for k := range results {
		if measures[k].kernel == nil { // without noise the share is 1
			results[k].doubt(learnt.doubt, reach)
		}
		n, _ := e.X.Dims()
		if measures[k].kernel == nil {
			results[k].missed(learnt.missed, reach)
		}
		results[k].unseen(inference.Detectable(n, len(e.Variables())), reach)
		if e.result.Dependence == Independent {
			results[k].ordered(reach)
		}
		results[k].Learner, results[k].Predicted = learnt.learner, learnt.q2
	}
	return results, err
}

// doubt widens intervals so that they reach as far as another estimate of the explained share: this
// differs by gap, and indices in proportion.
func (i *Indices) doubt(gap float64, reach importance.Reach) {
	if gap == 0 {
		return
	}
	relative := gap / max(1-i.Noise.Value, leastExplained)
	wider := func(f Effect, distance float64) Effect { // two standard errors reach so far
		f.SE = math.Sqrt(float64(f.SE*f.SE) + float64(distance*distance/4))
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

// missed widens intervals for the share of the variance that was not learnt. They reach as far
// as if it belonged to the largest index, and to the other indices in proportion.
func (i *Indices) missed(share float64, reach importance.Reach) {
	for _, effects := range [][]Effect{i.First, i.Total, i.Shapley} {
		largest := 0.0
		for _, f := range effects {
			largest = max(largest, f.Value)
		}
		for j, f := range effects {
			if distance := share * f.Value / max(largest, leastExplained); distance > 0 {
				effects[j].SE = math.Sqrt(float64(f.SE*f.SE) + float64(distance*distance/4))
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
		mean, firstVariance, totalVariance := (a.Value+b.Value)/2, float64(a.SE*a.SE), float64(b.SE*b.SE)
		if firstVariance+totalVariance > 0 {
			mean = (float64(a.Value*totalVariance) + float64(b.Value*firstVariance)) / (firstVariance + totalVariance)
		}
		i.First[j], i.Total[j] = Effect{mean, a.SE, reach.Share(mean, a.SE)}, Effect{mean, b.SE, reach.Share(mean, b.SE)}
	}
	shifted := func(shift float64) (values []float64, total float64) {
		for j, f := range i.Shapley {
			v := min(max(f.Value+shift, i.First[j].Value), i.Total[j].Value)
			values, total = append(values, v), total+v
		}
		return values, total
	}
	low, high := -1.0, 1.0
	for range bisections {
		middle := float64((low + high) / 2)
		if _, total := shifted(middle); total < sum {
			low = middle
		} else {
			high = middle
		}
	}
	values, _ := shifted(low)
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
func (e *estimate) integrated(
	ctx context.Context, learnt *surrogate, sets *scheme, targets []measured,
	share func(k int, explained float64) float64,
) ([]Indices, error) {
	inputs, correlations := e.Variables(), e.correlations
	if e.result.Dependence == Independent {
		correlations = nil
	}
	var measures []half
	for _, m := range targets {
		measures = append(measures, m.half)
	}
	shares := func(k int, unexplained []float64, part *linear) []float64 {
		m := sets.moments(unexplained)
		if part != nil {
			part.correct(m.shapley, sets, unexplained)
		}
		factor := share(k, m.explained)
		indices := slices.Concat([]float64{1 - factor}, m.first, m.total, m.shapley)
		for index := range indices[1:] {
			if m.explained > 0 {
				indices[1+index] *= factor / m.explained
			}
		}
		return indices
	}
	law := newSampler(e.X, inputs, e.result.Laws, correlations)
	parts := make([]*linear, len(targets))
	if correlations != nil && len(inputs) > mostOrdered {
		for k, m := range targets {
			h := learnt.held
			if m.kernel == nil {
				n, _ := h.Dims()
				h = h.Slice(0, n, m.from, m.to).(*mat.Dense)
			}
			parts[k] = newLinear(e.X, h, inputs, correlations, sets, e.seed)
		}
	}
	values := make([]spread, len(targets)) // over lattices, each shifted at random
	for k, a := range generators {
		d, err := pickFreeze(
			ctx, law, sets, learnt.predict, measures, lattice{1021, a}, e.seed.Named("fine").At(k), e.Workers,
		)
		if err != nil {
			return nil, err
		}
		for m := range targets {
			values[m].add(shares(m, d[m], parts[m]))
		}
		e.Report(float64(k+1) / float64(len(generators)+1) / 2)
	}
	seed := e.seed.Named("coarse")
	base, err := pickFreeze(ctx, law, sets, learnt.predict, measures, coarse, seed, e.Workers)
	if err != nil {
		return nil, err
	}
	moved := make([]spread, len(targets)) // over replicates
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
		relearnt, err := learnt.relearn(ctx, b, rows)
		if err != nil {
			return nil, err
		}
		x, correlations := linalg.Rows(e.X, rows), correlations
		if correlations != nil {
			_, correlations = dependenceOf(x, inputs)
		}
		d, err := pickFreeze(
			ctx, newSampler(x, inputs, e.result.Laws, correlations), sets, relearnt, measures, coarse, seed,
			e.Workers,
		)
		if err != nil {
			return nil, err
		}
		for k := range targets {
			change := shares(k, d[k], nil)
			linalg.AddScaled(change, -1, shares(k, base[k], nil))
			moved[k].add(change)
		}
	}
	unsure := make([][]float64, len(targets)) // variances of not knowing the laws that were recognised
	for k := range targets {
		unsure[k] = make([]float64, 1+3*len(inputs))
	}
	for j, doubt := range e.doubts {
		if doubt == 0 {
			continue
		}
		laws := slices.Clone(e.result.Laws)
		laws[j] = Law{Kind: Rows, fit: true}
		d, err := pickFreeze(
			ctx, newSampler(e.X, inputs, laws, correlations), sets, learnt.predict, measures, coarse, seed,
			e.Workers,
		)
		if err != nil {
			return nil, err
		}
		for k := range targets {
			change := shares(k, d[k], nil)
			linalg.AddScaled(change, -1, shares(k, base[k], nil))
			for index, v := range change {
				unsure[k][index] += float64(doubt * v * v)
			}
		}
	}
	p, results := len(inputs), make([]Indices, len(targets))
	reach := e.Coverage.Student(replicates - 1)
	for k := range targets {
		effect := func(index int) Effect {
			value, lattice := values[k].moments(index)
			change, variance := moved[k].moments(index)
			// Drawn functions vary and interact more than their mean, where noise leaves room for it,
			// and forests of half of the rows less: as far as they are off, more rows would move what
			// all rows say.
			variance += float64(change * change)
			value = min(max(value, 0), 1)
			se := math.Sqrt(float64(lattice/float64(len(generators))) + variance + unsure[k][index])
			return Effect{value, se, reach.Share(value, se)}
		}
		results[k].Noise = effect(0)
		for j := range p {
			results[k].First = append(results[k].First, effect(1+j))
			results[k].Total = append(results[k].Total, effect(1+p+j))
			results[k].Shapley = append(results[k].Shapley, effect(1+2*p+j))
		}
	}
	return results, nil
}

// spread collects repetitions of values.
type spread [][]float64

func (s *spread) add(values []float64) { *s = append(*s, values) }

// moments returns mean and variance of a value over repetitions.
func (s spread) moments(index int) (mean, variance float64) {
	var values []float64
	for _, v := range s {
		values = append(values, v[index])
	}
	return linalg.Variance(values)
}
