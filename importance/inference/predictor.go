package inference

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance/internal/embedding"
	"drfvi/internal/par"
	"drfvi/internal/simd"
)

// predictor has what a coupled forest predicts at its evaluation rows, with all
// variables and without each of its groups, in the coordinates of a factor of the
// kernel matrix.
//
// A forest of N trees is a noisy estimate of the forest of infinitely many. Inner
// products of predictions are estimated for infinite forests, without bias, by
// leaving out the product of each tree with itself: of predictions mean_l S_l and
// mean_l T_l of coupled trees,
//
//	( ⟨Σ_l S_l, Σ_l T_l⟩ − Σ_l ⟨S_l, T_l⟩ ) / ( N_i (N_i − 1) ),
//
// l over the N_i trees that predict row i. A group of trees that share their drawn
// rows counts as one, the sum of its trees.
type predictor struct {
	*routes
	means *embedding.Leaves
	full  *moments
	own   []float64 // Σ_l ‖T_l‖² of each row
}

// routes are the ways of evaluation rows through a coupled forest.
type routes struct {
	base   *forest.Forest
	cells  *forest.Cells // of forests grown anew without each group
	places embedding.Places
	leaves int       // number of leaves of all trees
	of     [][]int32 // by row, the places of its leaves, tree after tree
	units  []float64 // N_i
}

// moments are a prediction at the evaluation rows and, of forests, its inner products for infinite
// ones.
type moments struct {
	mean   *mat.Dense // μ̂(x_i), m×r
	square []float64  // ‖μ(x_i)‖²; nil for that of the mean
	inner  []float64  // ⟨μ(x_i), prediction with all variables⟩; nil for that of the means
}

// squared is ‖μ(x_i)‖².
func (m *moments) squared(i int) float64 {
	if m.square == nil {
		v := m.mean.RawRowView(i)
		return simd.Dot(v, v)
	}
	return m.square[i]
}

// routesOf returns the ways through a forest, without cells.
func routesOf(ctx context.Context, f *forest.Forest, e forest.Evaluation, workers int) (*routes, error) {
	r := &routes{base: f, of: make([][]int32, e.Rows()), units: make([]float64, e.Rows())}
	r.places, r.leaves = embedding.PlacesOf(f)
	byTree, err := f.Leaves(ctx, e, workers)
	if err != nil {
		return r, err
	}
	scratch := make([][]int32, workers)
	err = par.Do(ctx, workers, e.Rows(), func(w, i int) {
		placesOfRow := scratch[w][:0]
		for t, leaves := range byTree {
			if leaf := leaves[i]; leaf >= 0 {
				placesOfRow = append(placesOfRow, r.places[t][leaf])
			}
		}
		scratch[w] = placesOfRow
		r.of[i], r.units[i] = slices.Clone(placesOfRow), float64(len(placesOfRow)/r.size())
	})
	return r, err
}

// blockRows is the number of evaluation rows handled as one piece of work.
const blockRows = 64

// predictions implements member.
func (r *routes) predictions(ctx context.Context, factor *mat.Dense, workers int) (predicted, error) {
	p := &predictor{routes: r, own: make([]float64, len(r.of))}
	var err error
	if p.means, err = embedding.At(ctx, r.base, r.places, r.leaves, factor, workers); err != nil {
		return nil, err
	}
	rank, size := p.means.Rank, r.size()
	lengths := make([]float64, r.leaves)
	for leaf := range lengths {
		v := p.means.Means[leaf*rank : (leaf+1)*rank]
		lengths[leaf] = simd.Dot(v, v)
	}
	mean := mat.NewDense(len(r.of), rank, nil)
	err = par.Do(ctx, workers, (len(r.of)+blockRows-1)/blockRows, func(_, block int) {
		unit := make([]float64, rank)
		for i := block * blockRows; i < min((block+1)*blockRows, len(r.of)); i++ {
			placesOfRow := r.of[i]
			if len(placesOfRow) == 0 {
				continue
			}
			row := mean.RawRowView(i)
			simd.AddRows(row, p.means.Means, rank, placesOfRow)
			floats.Scale(1/float64(len(placesOfRow)), row)
			for k := 0; k < len(placesOfRow); k += size {
				if size == 1 {
					p.own[i] += lengths[placesOfRow[k]]
					continue
				}
				p.unit(unit, placesOfRow[k:k+size])
				p.own[i] += simd.Dot(unit, unit)
			}
		}
	})
	p.full = p.moments(mean, p.own, p.own)
	return p.without, err
}

// size is the number of trees that share their drawn rows.
func (r *routes) size() int { return r.base.Config.GroupSize }

// unit stores the sum over the leaves of a group of trees.
func (p *predictor) unit(dst []float64, leaves []int32) {
	clear(dst)
	simd.AddRows(dst, p.means.Means, p.means.Rank, leaves)
}

// moments returns a prediction's moments, given Σ_l ‖S_l‖² and Σ_l ⟨S_l, T_l⟩, T
// being the prediction with all variables.
func (p *predictor) moments(mean *mat.Dense, own, with []float64) *moments {
	m := &moments{mean, make([]float64, len(own)), make([]float64, len(own))}
	size, full := float64(p.size()), mean
	if p.full != nil {
		full = p.full.mean
	}
	for i, n := range p.units {
		if n < 2 {
			continue
		}
		trees, pairs := n*size, n*(n-1)*size*size
		v := mean.RawRowView(i)
		m.square[i] = (float64(trees*trees*simd.Dot(v, v)) - own[i]) / pairs
		m.inner[i] = (float64(trees*trees*simd.Dot(v, full.RawRowView(i))) - with[i]) / pairs
	}
	return m
}

// without returns the moments of the prediction without a group, which differs by its cells
// from that with all variables, which it returns for -1.
func (p *predictor) without(group int) *moments {
	if group < 0 {
		return p.full
	}
	m, r := p.full.mean.Dims()
	sums := make([]float64, m*r)                             // Σ_l D_l of each row, D_l = S_l − T_l
	squares, along := make([]float64, m), make([]float64, m) // Σ_l ‖D_l‖², Σ_l ⟨D_l, T_l⟩
	if p.size() == 1 {
		p.addCells(group, sums, squares, along)
	} else {
		p.addUnits(group, sums, squares, along)
	}
	mean := mat.NewDense(m, r, sums)
	ownSquares, withFull := make([]float64, m), make([]float64, m)
	for i, n := range p.units {
		row := mean.RawRowView(i)
		if n > 0 {
			floats.Scale(1/(n*float64(p.size())), row)
		}
		floats.Add(row, p.full.mean.RawRowView(i))
		ownSquares[i], withFull[i] = p.own[i]+2*along[i]+squares[i], p.own[i]+along[i]
	}
	return p.moments(mean, ownSquares, withFull)
}

// addCells adds the differences of independent trees: all rows of a cell share
// one.
func (p *predictor) addCells(group int, sums, squares, along []float64) {
	differences, difference := p.means.Difference(), make([]float64, p.means.Rank)
	for t := range p.base.Trees {
		for cell := range p.cells.Of(t, group) {
			base := differences.Store(difference, cell.Estimation, t, cell.Base)
			simd.AddTo(sums, p.means.Rank, cell.Rows, difference)
			square, inner := simd.Dot(difference, difference), simd.Dot(difference, base)
			for _, i := range cell.Rows {
				squares[i] += square
				along[i] += inner
			}
		}
	}
}

// addUnits adds the differences of groups of dependent trees.
func (p *predictor) addUnits(group int, sums, squares, along []float64) {
	r := p.means.Rank
	differences, difference := p.means.Difference(), make([]float64, r)
	unit, units := make([]float64, r), make([]float64, len(sums))
	var moved []int32
	for first := 0; first < len(p.base.Trees); first += p.size() {
		moved = moved[:0]
		for t := first; t < first+p.size(); t++ {
			for cell := range p.cells.Of(t, group) {
				differences.Store(difference, cell.Estimation, t, cell.Base)
				simd.AddTo(units, r, cell.Rows, difference)
				moved = append(moved, cell.Rows...)
			}
		}
		for _, i := range moved {
			d := units[int(i)*r : int(i+1)*r]
			square := simd.Dot(d, d)
			if square == 0 { // moved by several trees, and done
				continue
			}
			placesOfRow := p.of[i]
			at, _ := slices.BinarySearch(placesOfRow, p.places[first][0])
			p.unit(unit, placesOfRow[at:at+p.size()])
			squares[i] += square
			along[i] += simd.Dot(d, unit)
			floats.Add(sums[int(i)*r:int(i+1)*r], d)
			clear(d)
		}
	}
}
