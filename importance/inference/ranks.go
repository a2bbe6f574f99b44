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

// rankAll compares the importances of any two inputs, and returns the contrasts of those compared
// by joint errors, the more important first, and simultaneous intervals of the ranks.
//
// The error of a difference is that of correlated estimates,
//
//	SE²_jk = SE²_j + SE²_k − 2 r_jk SE_j SE_k,
//
// with r the correlation of the rows' influences and of the differences between halves, with
// the weights 16 and K that their variances have in the errors themselves (see standardErrors).
// As a variance so shrunk it has K + 16 degrees of freedom (Smyth 2004; but see
// targetInference.reach). P-values are adjusted, step by step, by the law of the largest of the
// statistics that are left, a multivariate Student law with these correlations (Romano and Wolf
// 2005), and are at least those of the test that the more important input adds anything: inputs
// without effect are tied whatever forests learn. The rank of an input lies between one more
// than the number of inputs found more important, and their number less that of those found
// less important, for all inputs together with the probability by which no pair is falsely
// ordered (Mogstad, Romano, Shaikh and Wilhelm 2024). Without tests there are neither.
func rankAll(m *scores, h *halfSamples, result importance.Result, in *importance.Inference, coverage importance.Coverage) (joint []importance.Contrast, ranks []importance.RankInterval) {
	if in.P == nil {
		return nil, nil
	}
	p := len(result.Raw)
	ranks = slices.Repeat([]importance.RankInterval{{Low: 1, High: p}}, p)
	if result.Denominator <= 0 || in.Explained.P > importance.Level {
		return nil, ranks // shares of nothing
	}
	shown := func(j int) float64 { return min(max(result.Raw[j], 0), 1) }
	order := rank.Numbers[int](p)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shown(b), shown(a)) })
	first, others := order[:min(foremost, p)], order[min(foremost, p):]
	correlations := correlations(m, h, result.Raw, first)
	freedom := h.splits() + ownWeight
	reach := coverage.Student(freedom)
	contrast := func(j, k int, correlation float64) importance.Contrast {
		c := importance.Contrast{More: j, Less: k, Difference: shown(j) - shown(k), P: 1}
		c.SE = math.Sqrt(max(float64(in.SE[j]*in.SE[j])+float64(in.SE[k]*in.SE[k])-float64(2*correlation*in.SE[j]*in.SE[k]), 0))
		c.Interval = reach.Uncut(c.Difference, c.SE)
		c.Interval.Low, c.Interval.High = max(c.Interval.Low, -1), min(c.Interval.High, 1)
		if c.Difference > 0 {
			c.P = 2 * elementary.StudentSurvival(freedom, c.Difference/c.SE)
		}
		return c
	}
	level := 1 - float64(coverage.Level())
	found := func(c importance.Contrast) {
		if c.Adjusted <= level {
			ranks[c.Less].Low++
			ranks[c.More].High--
		}
	}
	families := 1.0 // that share the level
	if len(others) > 0 {
		families = 2
	}
	adjust := func(c importance.Contrast, adjusted float64) importance.Contrast {
		c.Adjusted = min(families*adjusted, 1)
		c.P = max(c.P, in.P[c.More])
		c.Adjusted = max(c.P, c.Adjusted, in.Adjusted[c.More]) // draws may put it below P
		return c
	}
	for a, j := range first {
		for b := a + 1; b < len(first); b++ {
			joint = append(joint, contrast(j, first[b], correlations.At(a, b)))
		}
	}
	for i, adjusted := range stepwise(joint, first, in.SE, correlations, freedom) {
		joint[i] = adjust(joint[i], adjusted)
		found(joint[i])
	}
	pairs := float64(p*(p-1)/2 - len(joint))
	for _, j := range first {
		for _, k := range others {
			c := contrast(j, k, -1)
			found(adjust(c, pairs*c.P))
		}
	}
	return joint, ranks
}

// stepwise adjusts the p-values of contrasts between the given inputs by draws from the joint law
// of their statistics.
func stepwise(contrasts []importance.Contrast, inputs []int, se []float64, correlations *mat.SymDense, freedom float64) []float64 {
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
	beyond, adjusted := make([]int, len(contrasts)), make([]float64, len(contrasts))
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
				beyond[i]++
			}
		}
	}
	last := 0.0
	for i, at := range order {
		last = max(last, float64(1+beyond[i])/(1+contrastDraws))
		adjusted[at] = last
	}
	return adjusted
}

// rootOf returns a matrix L with L·Lᵀ the given correlations, but for errors of rounding where two
// inputs have the same errors.
func rootOf(correlations *mat.SymDense) *mat.Dense {
	size := correlations.SymmetricDim()
	var factor linalg.Cholesky
	for more := 0.0; ; more = max(10*more, 1e-12) {
		if factor.Factorize(size, linalg.Raised(correlations.At, more)) {
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
		one := m.squared(influences[a])
		for b := range a {
			linalg.AddScaledTo(difference, influences[a], -1, influences[b])
			other := m.squared(influences[b])
			measured := correlation((one+other-m.squared(difference))/2, one, other)
			ofHalves := correlation(linalg.Dot(learnt[a], learnt[b]), linalg.Dot(learnt[a], learnt[a]), linalg.Dot(learnt[b], learnt[b]))
			all.SetSym(a, b, (float64(splits*ofHalves)+float64(ownWeight*measured))/(splits+ownWeight))
		}
	}
	return all
}

// correlation is 0 where nothing varies.
func correlation(covariance, one, other float64) float64 {
	if one <= 0 || other <= 0 {
		return 0
	}
	return min(max(covariance/math.Sqrt(one*other), -1), 1)
}
