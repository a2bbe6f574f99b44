package shapley

import "drfvi/internal/simd"

// products are those of the predictions of forests A and B on the two halves, in one or two
// configurations k, with each other and with φ_i − φ̄; sums or means over rows. They are zero
// for a missing configuration.
type products struct {
	with   [2]float64 // ⟨φ, (A_k + B_k)/2⟩
	square [2]float64 // ⟨A_k, B_k⟩
	cross  float64    // (⟨A_1, B_2⟩ + ⟨A_2, B_1⟩)/2
	weight float64    // 1 for a row, 0 for one without a prediction
}

// productsOf returns the products of one row.
func productsOf(phi []float64, a, b [][]float64) products {
	p := products{weight: 1}
	for k := range a {
		p.with[k] = (simd.Dot(phi, a[k]) + simd.Dot(phi, b[k])) / 2
		p.square[k] = simd.Dot(a[k], b[k])
	}
	if len(a) == 2 {
		p.cross = (simd.Dot(a[0], b[1]) + simd.Dot(a[1], b[0])) / 2
	}
	return p
}

// add adds factor times the products of another row or split.
func (p *products) add(factor float64, q products) {
	for k := range p.with {
		p.with[k] += float64(factor * q.with[k])
		p.square[k] += float64(factor * q.square[k])
	}
	p.cross += float64(factor * q.cross)
	p.weight += float64(factor * q.weight)
}

// gain is the value of the set with the weights a.
func (p products) gain(a [2]float64) float64 {
	sum := -float64(2 * a[0] * a[1] * p.cross)
	for k, w := range a {
		sum += float64(w * (float64(2*p.with[k]) - float64(w*p.square[k])))
	}
	return sum
}

// mostWeight is the largest sum of the weights. Smooth forests predict too little variation and
// gain from weights above 1; but the products of a forest that learnt nothing are noise around
// 0, and dividing by them would have no bounds. It was chosen, from 1, 1.2, 1.5 and 2, by
// errors on tables of linear, linear-correlated, linear-weak and linear-many.
const mostWeight = 1.5

// weights returns the weights a ≥ 0, of a sum of at most mostWeight, with the largest gain:
// within the triangle, on its edges or at its corners. The products need not be those of
// vectors.
func (p products) weights() [2]float64 {
	var best [2]float64
	try := func(a, b float64) {
		if at := [2]float64{a, b}; a >= 0 && b >= 0 && a+b <= mostWeight*(1+1e-12) && p.gain(at) > p.gain(best) {
			best = at
		}
	}
	try(mostWeight, 0)
	try(0, mostWeight)
	if p.square[0] > 0 {
		try(p.with[0]/p.square[0], 0)
	}
	if p.square[1] > 0 {
		try(0, p.with[1]/p.square[1])
	}
	if det := float64(p.square[0]*p.square[1]) - float64(p.cross*p.cross); det > 0 {
		try((float64(p.with[0]*p.square[1])-float64(p.with[1]*p.cross))/det, (float64(p.with[1]*p.square[0])-float64(p.with[0]*p.cross))/det)
	}
	if curve := p.square[0] + p.square[1] - 2*p.cross; curve > 0 {
		a := (p.with[0] - p.with[1] + float64(mostWeight*(p.square[1]-p.cross))) / curve
		try(a, mostWeight-a)
	}
	return best
}

// stack values a set from the products of each split's forests.
func (g *game) stack(pairs [][]products) (w worth, used int) {
	m, _ := g.phi.Dims()
	rows, bySplit := make([]products, m), make([]products, len(pairs))
	var all products
	for i := range rows {
		var sum products
		for k := range pairs {
			sum.add(1, pairs[k][i])
			bySplit[k].add(g.design.Weight(i), pairs[k][i])
		}
		if sum.weight > 0 {
			rows[i].add(1/sum.weight, sum)
			all.add(g.design.Weight(i), rows[i])
			used++
		}
	}
	// The weights maximise the gain, so that their dependence on a row or a split has no
	// first-order effect.
	a := all.weights()
	w = worth{make([]float64, m), make([]float64, len(pairs))}
	for i := range rows {
		w.rows[i] = rows[i].gain(a)
	}
	for k, of := range bySplit {
		if of.weight > 0 {
			w.splits[k] = of.gain(a) / of.weight
		}
	}
	return w, used
}
