package inference

import (
	"slices"

	"drfvi/internal/rank"
)

// kind is a kind of test on all rows: p-values of products of what is left of an input and of the
// responses, which share its weight in the harmonic mean of all p-values.
type kind struct {
	weight float64
	test   func(residuals) []float64
}

// kinds are all kinds of tests, those of further targets first. Lines have the most weight: most
// effects have a linear part, and this is what a t-test sees. With equal weights a line at the limit
// is found in 0.33 instead of 0.45 of 80 tables of design gkcm-alt1, a spread in 0.88 instead of 0.81.
var kinds = []kind{{0.35, lines}, {0.1, curves}, {0.2, products}, {0.1, spreads}, {0.1, tails}, {0.1, pairs}}

// ofForests is the weight of the test of directions that forests learn.
const ofForests = 0.1

// lines tests the input's normal score, or indicators of its levels, and normal scores of the responses.
func lines(r residuals) []float64 { return []float64{r.test(r.lines, r.left, nil)} }

// curves tests a curve of the input's ranks, and normal scores of the responses.
func curves(r residuals) []float64 {
	if len(r.curves) == 0 {
		return nil
	}
	return []float64{r.test(r.curves, r.left, nil)}
}

// products tests lines and curves times each other input: interactions without main effects. One of
// them is more likely than all.
func products(r residuals) (all []float64) {
	for _, z := range r.others {
		for _, functions := range [2][]rest{r.lines, r.curves} {
			if len(functions) > 0 {
				all = append(all, r.test(functions, r.left, z))
			}
		}
	}
	return all
}

// spreads tests lines and curves, and absolute residuals of the responses.
func spreads(r residuals) []float64 {
	if r.sizes == nil {
		return nil
	}
	return []float64{r.test(slices.Concat(r.lines, r.curves), r.sizes, nil)}
}

// tails tests lines, and Legendre polynomials of the ranks of absolute residuals of the responses.
func tails(r residuals) []float64 {
	if r.tails == nil {
		return nil
	}
	return []float64{r.test(r.lines, r.tails, nil)}
}

// pairs tests lines and curves, and the products of residuals of two responses each: how they depend on
// each other.
func pairs(r residuals) (all []float64) {
	for _, of := range r.pairs {
		all = append(all, r.test(slices.Concat(r.lines, r.curves), []rest{of}, nil))
	}
	return all
}

// proof is a p-value with its weight.
type proof struct{ weight, p float64 }

// together returns the p-value of several proofs by their weighted harmonic mean. Dependent proofs make
// it conservative.
func together(proofs []proof) float64 {
	p, weights := make([]float64, len(proofs)), make([]float64, len(proofs))
	for k, f := range proofs {
		p[k], weights[k] = f.p, f.weight
	}
	return rank.Harmonic(p, weights)
}
