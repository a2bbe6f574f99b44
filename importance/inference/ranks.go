package inference

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

// ranking compares the importances of any two inputs.
//
// Candidates, the foremost and the significant ones, are compared with each other by their joint
// errors. The error of a difference is that of correlated estimates,
//
//	SE²_jk = SE²_j + SE²_k − 2 r_jk SE_j SE_k,
//
// with r the correlation of the rows' influences and of the differences between halves, with
// the weights 16 and K that their variances have in the errors themselves (see standardErrors).
// As a variance so shrunk it has K + 16 degrees of freedom (Smyth 2004; but see
// targetInference.reach). P-values are adjusted, step by step, by the law of the largest of the
// statistics that remain, a multivariate Student law with these correlations (Romano and Wolf
// 2005).
//
// A candidate is compared with all other inputs at once, as with independent errors: it is above
// them if it is above each. The largest p-value is that of this one claim, and only adjusted for
// the number of candidates. The two families of claims share the level.
//
// P-values are at least those of the test that the more important input adds anything: inputs
// without effect are tied whatever forests learn.
type ranking struct {
	scores     *scores
	halves     *halfSamples
	result     importance.Result
	in         *importance.Inference
	coverage   importance.Coverage
	order      []int // inputs, the most important first
	candidates []int // in this order, and the others
	others     []int
}

// newRanking returns the ranking of inputs with tests.
func newRanking(
	m *scores, h *halfSamples, result importance.Result, in *importance.Inference, coverage importance.Coverage,
) ranking {
	r := ranking{scores: m, halves: h, result: result, in: in, coverage: coverage}
	r.order = rank.Numbers[int](len(result.Raw))
	slices.SortStableFunc(r.order, func(a, b int) int { return cmp.Compare(r.shown(b), r.shown(a)) })
	for place, j := range r.order {
		significant := in.Adjusted[j] <= importance.Level && len(r.candidates) < mostCandidates
		if place < foremost || significant {
			r.candidates = append(r.candidates, j)
		} else {
			r.others = append(r.others, j)
		}
	}
	return r
}

// shown is the importance of an input as a share.
func (r ranking) shown(j int) float64 { return min(max(r.result.Raw[j], 0), 1) }

// freedom is the number of degrees of freedom of a contrast.
func (r ranking) freedom() float64 { return r.halves.splits() + ownWeight }

// contrast returns that of two inputs whose errors have a correlation, with an unadjusted p-value.
func (r ranking) contrast(upper, lower int, correlation float64) importance.Contrast {
	c := importance.Contrast{More: upper, Less: lower, Difference: r.shown(upper) - r.shown(lower), P: 1}
	upperSE, lowerSE := r.in.SE[upper], r.in.SE[lower]
	c.SE = math.Sqrt(max(float64(upperSE*upperSE)+float64(lowerSE*lowerSE)-float64(2*correlation*upperSE*lowerSE), 0))
	c.Interval = r.coverage.Student(r.freedom()).Uncut(c.Difference, c.SE)
	c.Interval.Low, c.Interval.High = max(c.Interval.Low, -1), min(c.Interval.High, 1)
	if c.Difference > 0 {
		c.P = 2 * elementary.StudentSurvival(r.freedom(), c.Difference/c.SE)
	}
	return c
}

// contrasts returns those of any two candidates, the more important first, and the p-values of the
// claims that a candidate is above all inputs that are none; nil if all are candidates.
func (r ranking) contrasts() (joint []importance.Contrast, aboveOthers []float64) {
	correlations := correlations(r.scores, r.halves, r.result.Raw, r.candidates)
	for a, j := range r.candidates {
		for b := a + 1; b < len(r.candidates); b++ {
			joint = append(joint, r.contrast(j, r.candidates[b], correlations.At(a, b)))
		}
	}
	families := 1.0
	if len(r.others) > 0 {
		families = 2
	}
	for i, adjusted := range stepwise(joint, r.candidates, r.in.SE, correlations, r.freedom()) {
		c := &joint[i]
		c.P = max(c.P, r.in.P[c.More])
		c.Adjusted = max(c.P, min(families*adjusted, 1), r.in.Adjusted[c.More]) // draws may put it below P
	}
	if len(r.others) == 0 {
		return joint, nil
	}
	for _, j := range r.candidates {
		p := 0.0
		for _, k := range r.others {
			p = max(p, r.contrast(j, k, 0).P)
		}
		adjusted := min(families*p*float64(len(r.candidates)), 1)
		aboveOthers = append(aboveOthers, max(adjusted, r.in.Adjusted[j]))
	}
	return joint, aboveOthers
}

// rankAll returns the contrasts of any two of the foremost inputs and simultaneous intervals of all
// ranks. The rank of an input lies between one more than the number of inputs found more
// important, and their number less that of those found less important, for all inputs together
// with the probability by which no pair is falsely ordered (Mogstad, Romano, Shaikh and Wilhelm
// 2024). Ends are moved outwards where an input has a lower end, or an upper one, below that of a
// more important one. Where nothing is explained there are no contrasts and nothing is known of
// the ranks; without tests there are neither.
func rankAll(
	m *scores, h *halfSamples, result importance.Result, in *importance.Inference, coverage importance.Coverage,
) (foremostContrasts []importance.Contrast, ranks []importance.RankInterval) {
	if in.P == nil {
		return nil, nil
	}
	p := len(result.Raw)
	ranks = slices.Repeat([]importance.RankInterval{{Low: 1, High: p}}, p)
	if result.Denominator <= 0 || in.Explained.P > importance.Level {
		return nil, ranks // shares of nothing
	}
	r, level := newRanking(m, h, result, in, coverage), 1-float64(coverage.Level())
	joint, aboveOthers := r.contrasts()
	for _, c := range joint {
		if c.Adjusted <= level {
			ranks[c.Less].Low++
			ranks[c.More].High--
		}
		if slices.Contains(r.order[:min(foremost, p)], c.Less) { // and c.More, which is before it
			foremostContrasts = append(foremostContrasts, c)
		}
	}
	for a, adjusted := range aboveOthers {
		if adjusted <= level {
			ranks[r.candidates[a]].High -= len(r.others)
			for _, k := range r.others {
				ranks[k].Low++
			}
		}
	}
	widen(ranks, r.order)
	return foremostContrasts, ranks
}

// widen moves ends of intervals of ranks outwards until neither end falls along an order of the
// inputs.
func widen(ranks []importance.RankInterval, order []int) {
	for place := 1; place < len(order); place++ {
		after := &ranks[order[place]]
		after.High = max(after.High, ranks[order[place-1]].High)
	}
	for place := len(order) - 1; place > 0; place-- {
		before := &ranks[order[place-1]]
		before.Low = min(before.Low, ranks[order[place]].Low)
	}
}

// stepwise adjusts the p-values of contrasts between the given inputs by draws from the joint law
// of their statistics.
func stepwise(
	contrasts []importance.Contrast, inputs []int, se []float64, correlations *mat.SymDense, freedom float64,
) []float64 {
	size, place := len(inputs), map[int]int{}
	for a, j := range inputs {
		place[j] = a
	}
	statistics := make([]float64, len(contrasts))
	for i, c := range contrasts {
		if c.Difference > 0 {
			statistics[i] = c.Difference / c.SE
		}
	}
	order := rank.Descending(statistics)
	root := rootOf(correlations)
	exceeded, adjusted := make([]int, len(contrasts)), make([]float64, len(contrasts))
	normal, drawn := make([]float64, size), make([]float64, size)
	src := rng.New(1).Named("contrasts").Source() // so that equal tables have equal ranks
	for range contrastDraws {
		for a := range normal {
			normal[a] = src.Normal()
		}
		for a, j := range inputs {
			drawn[a] = se[j] * linalg.Dot(root.RawRowView(a), normal)
		}
		scale := 0.0 // of Student's law
		for range int(freedom) {
			v := src.Normal()
			scale += float64(v * v)
		}
		scale = math.Sqrt(scale / freedom)
		largest := 0.0
		for i := len(order) - 1; i >= 0; i-- {
			c := contrasts[order[i]]
			if c.SE > 0 {
				largest = max(largest, math.Abs(drawn[place[c.More]]-drawn[place[c.Less]])/(c.SE*scale))
			}
			if largest >= statistics[order[i]] {
				exceeded[i]++
			}
		}
	}
	last := 0.0
	for i, place := range order {
		last = max(last, float64(1+exceeded[i])/(1+contrastDraws))
		adjusted[place] = last
	}
	return adjusted
}

// rootOf returns a matrix L with L·Lᵀ the given correlations, but for errors of rounding where two
// inputs have the same errors.
func rootOf(correlations *mat.SymDense) *mat.Dense {
	size := correlations.SymmetricDim()
	var factor linalg.Cholesky
	for raise := 0.0; ; raise = max(10*raise, 1e-12) {
		if factor.Factorize(size, linalg.Raised(correlations.At, raise)) {
			break
		}
	}
	root := mat.NewDense(size, size, nil)
	for i := range size {
		for j := range i + 1 {
			root.Set(i, j, factor.At(i, j))
		}
	}
	return root
}

// correlations returns those of the errors of the given variables.
func correlations(m *scores, h *halfSamples, raw []float64, of []int) *mat.SymDense {
	influences, learnt := make([][]float64, len(of)), make([][]float64, len(of))
	for a, j := range of {
		kept := 1 - raw[j]
		influences[a] = make([]float64, len(m.fullTerms))
		linalg.AddScaledTo(influences[a], m.reducedTerms[j], -kept, m.fullTerms)
		amounts := h.by(func(half halfMeans) float64 { return half.kept[j] - float64(kept*half.explained) })
		for k := 0; k < len(amounts); k += 2 {
			learnt[a] = append(learnt[a], amounts[k]-amounts[k+1])
		}
	}
	splits := h.splits()
	all, difference := mat.NewSymDense(len(of), nil), make([]float64, len(m.fullTerms))
	for a := range of {
		all.SetSym(a, a, 1)
		variance := m.squared(influences[a])
		for b := range a {
			linalg.AddScaledTo(difference, influences[a], -1, influences[b])
			other := m.squared(influences[b])
			measured := correlation((variance+other-m.squared(difference))/2, variance, other)
			ofHalves := correlation(
				linalg.Dot(learnt[a], learnt[b]), linalg.Dot(learnt[a], learnt[a]), linalg.Dot(learnt[b], learnt[b]),
			)
			all.SetSym(a, b, (float64(splits*ofHalves)+float64(ownWeight*measured))/(splits+ownWeight))
		}
	}
	return all
}

// correlation is 0 where nothing varies.
func correlation(covariance, variance, other float64) float64 {
	if variance <= 0 || other <= 0 {
		return 0
	}
	return min(max(covariance/math.Sqrt(variance*other), -1), 1)
}
