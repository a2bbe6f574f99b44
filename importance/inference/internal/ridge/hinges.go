package ridge

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
)

// hinged are piecewise linear functions of indices. An index v with the knots q has for each of
// them
//
//	z = (max(min(v, highest) − q, 0) − mean) / deviation,
//
// of mean 0 and variance 1 over the rows of all folds but one, of which the knots are
// quantiles; 0 where these do not vary.
type hinged struct {
	knots       [][]float64 // by index, ascending
	highest     []float64   // by index
	mean, scale []float64   // by index and knot; scale is 1/deviation
}

// placed is where a value lies among the knots of its index: how many are not above it, and how
// far it, or the highest if that is less, is above the last of them.
type placed struct {
	bin   int32
	above float64
}

// hinge returns the functions of indices at the rows of the sample.
func (x *Index) hinge(values *mat.Dense, fold int) *hinged {
	_, count := values.Dims()
	f := &hinged{
		highest: make([]float64, count), mean: make([]float64, count*hinges),
		scale: make([]float64, count*hinges),
	}
	var used []int32
	for i, other := range x.folds {
		if other != fold {
			used = append(used, int32(i))
		}
	}
	design, usedValues := x.sample.Design.Choose(used), make([]float64, len(used))
	for c := range count {
		for r, i := range used {
			usedValues[r] = values.At(int(i), c)
		}
		sorted, knots := slices.Sorted(slices.Values(usedValues)), make([]float64, hinges)
		for h := range knots {
			knots[h] = sorted[h*len(sorted)/hinges]
		}
		f.knots, f.highest[c] = append(f.knots, knots), sorted[len(sorted)-1]
		if _, deviation := Moments(usedValues, design); deviation >= leastIndex {
			f.standardise(c, usedValues, design.Weight)
		}
	}
	return f
}

// standardise finds the means and deviations of an index's functions from its values. Those
// that vary by no more than rounding keep a scale of 0.
func (f *hinged) standardise(index int, values []float64, weight func(i int) float64) {
	var sums [hinges + 1][3]float64 // by bin, of powers of what is above its knot
	total := 0.0
	for i, v := range values {
		w, place := weight(i), f.place(index, v)
		total += w
		binSums := &sums[place.bin]
		binSums[0] += w
		binSums[1] += float64(w * place.above)
		binSums[2] += float64(w * place.above * place.above)
	}
	knots := f.knots[index]
	for h, knot := range knots {
		sum, squares := 0.0, 0.0
		for bin := h + 1; bin <= hinges; bin++ {
			binSums, d := &sums[bin], knots[bin-1]-knot
			sum += binSums[1] + float64(d*binSums[0])
			squares += binSums[2] + float64(2*d*binSums[1]) + float64(d*d*binSums[0])
		}
		mean := sum / total
		if variance := squares/total - float64(mean*mean); variance > rounding*mean*mean {
			f.mean[index*hinges+h], f.scale[index*hinges+h] = mean, 1/math.Sqrt(variance)
		}
	}
}

// count is the number of functions.
func (f *hinged) count() int { return len(f.scale) }

// place returns where a value of an index lies.
func (f *hinged) place(index int, v float64) (position placed) {
	if highest := f.highest[index]; v > highest {
		v = highest
	}
	last := v
	for _, knot := range f.knots[index] {
		if knot > v {
			break
		}
		position.bin++
		last = knot
	}
	position.above = v - last
	return position
}

// places returns where rows of indices lie, row by row.
func (f *hinged) places(indices *mat.Dense) []placed {
	n, count := indices.Dims()
	places := make([]placed, 0, n*count)
	for i := range n {
		for c, v := range indices.RawRowView(i) {
			places = append(places, f.place(c, v))
		}
	}
	return places
}

// store stores the functions of a row in dst.
func (f *hinged) store(dst []float64, row []placed) {
	for c, position := range row {
		knots, mean, scale := f.knots[c], f.mean[c*hinges:], f.scale[c*hinges:]
		for h, knot := range knots {
			v := 0.0
			if h < int(position.bin) {
				v = position.above + knots[position.bin-1] - knot
			}
			dst[c*hinges+h] = (v - mean[h]) * scale[h]
		}
	}
}

// columns returns the functions that vary at rows of values, nil if none does.
func (f *hinged) columns(values *mat.Dense) *mat.Dense {
	n, count := values.Dims()
	var vary []int
	for k, scale := range f.scale {
		if scale > 0 {
			vary = append(vary, k)
		}
	}
	if vary == nil {
		return nil
	}
	hingeColumns, places := mat.NewDense(n, f.count(), nil), f.places(values)
	for i := range n {
		f.store(hingeColumns.RawRowView(i), places[i*count:(i+1)*count])
	}
	return linalg.Columns(hingeColumns, vary)
}

// pieces are sums of the functions times coefficients: in each bin of an index a line.
type pieces struct {
	*hinged
	levels, slopes *mat.Dense // by index and bin, at its knot and from there
}

// pieces returns the sums with the given coefficients, a row for each function.
func (f *hinged) pieces(coefficients *mat.Dense) pieces {
	const bins = hinges + 1
	_, r := coefficients.Dims()
	p := pieces{f, mat.NewDense(len(f.knots)*bins, r, nil), mat.NewDense(len(f.knots)*bins, r, nil)}
	for c, knots := range f.knots {
		for bin := range bins {
			level, slope := p.levels.RawRowView(c*bins+bin), p.slopes.RawRowView(c*bins+bin)
			for h, knot := range knots {
				k := c*hinges + h
				rise, row := 0.0, coefficients.RawRowView(k)
				if h < bin {
					rise = knots[bin-1] - knot
					linalg.AddScaled(slope, f.scale[k], row)
				}
				linalg.AddScaled(level, (rise-f.mean[k])*f.scale[k], row)
			}
		}
	}
	return p
}

// add adds the sums at a row of indices to dst.
func (p pieces) add(dst []float64, indices []float64) {
	for c, v := range indices {
		position := p.place(c, v)
		k := c*(hinges+1) + int(position.bin)
		linalg.AddScaled(dst, 1, p.levels.RawRowView(k))
		linalg.AddScaled(dst, position.above, p.slopes.RawRowView(k))
	}
}

// secondStep is what the second step knows without a group, from the rows of all folds but one,
// whatever the target: the regression on the inputs, and functions of the indices with their
// regression beside the inputs.
type secondStep struct {
	inputs        reduced
	functions     *hinged    // Z; nil without indices
	places        []placed   // of the sample's rows, index by index
	ridge                    // on the functions, given the inputs
	inputProducts *mat.Dense // products X'Z of inputs and functions
	spanned       *mat.Dense // Z'XP, with P the inverse of X'X + λ
}

// keptNumbers is the largest number of numbers that the second steps of a sample keep, 64 MiB.
const keptNumbers = 1 << 23

// keeps reports whether second steps are few and small enough to be kept for another target.
func (x *Index) keeps() bool {
	n, count := x.responses.Dims()
	_, m := x.columns.Dims()
	return (indexFolds+1)*len(x.steps)*2*count*(n+hinges*m) <= keptNumbers
}

// step returns the second step without a group and a fold.
func (x *Index) step(group, fold int) *secondStep {
	if kept := x.steps[group+1][fold].Load(); kept != nil {
		return kept
	}
	s := &secondStep{}
	if group >= 0 {
		s.inputs = x.inputs.reduce(x.second[fold], group)
	}
	if x.first == nil {
		return s
	}
	indices := along(x.first[x.chosen[group+1]].columns, x.slopes[group+1][fold], nil)
	s.functions = x.hinge(indices, fold)
	s.places = s.functions.places(indices)
	_, m := x.columns.Dims()
	k := s.functions.count()
	functionsAndInputs := make([]float64, k+m)
	products := s.products(x, fold, k+m, func(i int) []float64 {
		s.functions.store(functionsAndInputs, s.placesOf(i))
		copy(functionsAndInputs[k:], x.columns.RawRowView(i))
		return functionsAndInputs
	})
	gram := mat.DenseCopyOf(products.Slice(0, k, 0, k))
	s.inputProducts = mat.DenseCopyOf(products.Slice(0, k, k, k+m).T())
	s.spanned = mat.DenseCopyOf(s.inputs.fit(x.second[fold].fit(s.inputProducts), s.inputProducts).T())
	gram.Sub(gram, linalg.Times(s.spanned, s.inputProducts))
	s.ridge = newRidge(gram, secondPenalty)
	if x.keeps() {
		x.steps[group+1][fold].Store(s) // the same whoever makes it first
	}
	return s
}

// placesOf returns the places of a row of the sample.
func (s *secondStep) placesOf(i int) []placed {
	count := len(s.functions.knots)
	return s.places[i*count : (i+1)*count]
}

// products returns Z'V over the rows of all folds but one, given the rows of V, of so many
// numbers. A hinge is linear above its knot, so that it needs of the rows between two knots
// only the sums of V and of V times how far they are above the lower one.
func (s *secondStep) products(x *Index, fold, width int, rowValues func(i int) []float64) *mat.Dense {
	const bins = hinges + 1
	f := s.functions
	count := len(f.knots)
	sums := make([]float64, count*bins*2*width) // by index and bin: of V, and of V times what is above
	total := make([]float64, width)
	for i, other := range x.folds {
		if other == fold {
			continue
		}
		w, values := x.sample.Design.Weight(i), rowValues(i)
		linalg.AddScaled(total, w, values)
		for c, position := range s.placesOf(i) {
			in := sums[(c*bins+int(position.bin))*2*width:]
			linalg.AddScaled(in[:width], w, values)
			linalg.AddScaled(in[width:2*width], w*position.above, values)
		}
	}
	products := mat.NewDense(f.count(), width, nil)
	for c, knots := range f.knots {
		for h, knot := range knots {
			row, k := products.RawRowView(c*hinges+h), c*hinges+h
			linalg.AddScaled(row, -f.mean[k]*f.scale[k], total)
			for bin := h + 1; bin < bins; bin++ {
				in := sums[(c*bins+bin)*2*width:]
				linalg.AddScaled(row, (knots[bin-1]-knot)*f.scale[k], in[:width])
				linalg.AddScaled(row, f.scale[k], in[width:2*width])
			}
		}
	}
	return products
}

// along returns the inner products of rows, nil for all, with some vectors.
func along(matrix *mat.Dense, vectors *mat.Dense, rows []int) *mat.Dense {
	n, _ := matrix.Dims()
	if rows != nil {
		n = len(rows)
	}
	k, _ := vectors.Dims()
	products := mat.NewDense(n, k, nil)
	for i := range n {
		row := i
		if rows != nil {
			row = rows[i]
		}
		for c := range k {
			products.Set(i, c, linalg.Dot(matrix.RawRowView(row), vectors.RawRowView(c)))
		}
	}
	return products
}
