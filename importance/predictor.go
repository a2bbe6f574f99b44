package importance

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/par"
	"drfvi/internal/simd"
)

// predictor tells what a coupled forest predicts at its evaluation rows, with all
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
// l over the N_i trees that have a say on row i. A group of trees that share their
// drawn rows counts as one, the sum of its trees.
type predictor struct {
	*routes
	means *leafEmbeddings
	full  *moments
	own   []float64 // Σ_l ‖T_l‖² of each row
}

// routes are the ways of evaluation rows through a coupled forest.
type routes struct {
	coupled *forest.Coupled
	eval    forest.Evaluation
	cells   *forest.Cells
	leaves  [][]int32 // by tree and row
	units   []float64 // N_i
}

// moments are a prediction at the evaluation rows and what the predictor's sums
// tell of infinite forests.
type moments struct {
	mean   *mat.Dense // μ̂(x_i), m×r
	square []float64  // ‖μ(x_i)‖²
	inner  []float64  // ⟨μ(x_i), prediction with all variables⟩
}

func newRoutes(ctx context.Context, c *forest.Coupled, e forest.Evaluation, workers int) (*routes, error) {
	r := &routes{coupled: c, eval: e, units: make([]float64, e.Rows())}
	var err error
	if r.cells, err = c.Cells(ctx, e, workers); err != nil {
		return nil, err
	}
	if r.leaves, err = c.Base.Leaves(ctx, e, workers); err != nil {
		return nil, err
	}
	for t := 0; t < len(r.leaves); t += r.size() {
		for i, leaf := range r.leaves[t] {
			if leaf >= 0 {
				r.units[i]++
			}
		}
	}
	return r, nil
}

// predict prepares the predictions of the rows of factor, one for each training
// row of the forest.
func (r *routes) predict(ctx context.Context, factor *mat.Dense, workers int) (*predictor, error) {
	p := &predictor{routes: r, own: make([]float64, r.eval.Rows())}
	var err error
	if p.means, err = newLeafEmbeddings(ctx, r.coupled.Base, factor, workers); err != nil {
		return nil, err
	}
	lengths := p.means.lengths()
	mean := mat.NewDense(r.eval.Rows(), p.means.rank, nil)
	err = par.Do(ctx, workers, (r.eval.Rows()+sumBlock-1)/sumBlock, func(_, block int) {
		first, end := block*sumBlock, min((block+1)*sumBlock, r.eval.Rows())
		unit := make([]float64, p.means.rank)
		for t := 0; t < len(r.leaves); t += r.size() {
			for i := first; i < end; i++ {
				leaf := r.leaves[t][i]
				switch {
				case leaf < 0:
				case r.size() == 1:
					floats.Add(mean.RawRowView(i), p.means.trees[t].mean(leaf, p.means.rank))
					p.own[i] += lengths[t][p.means.trees[t].of[leaf]]
				default:
					p.unit(unit, t, i)
					floats.Add(mean.RawRowView(i), unit)
					p.own[i] += simd.Dot(unit, unit)
				}
			}
		}
		for i := first; i < end; i++ {
			if r.units[i] > 0 {
				floats.Scale(1/(r.units[i]*float64(r.size())), mean.RawRowView(i))
			}
		}
	})
	p.full = p.moments(mean, p.own, p.own)
	return p, err
}

// size is the number of trees that share their drawn rows.
func (r *routes) size() int { return r.coupled.Base.Config.GroupSize }

// unit stores the sum over the group of trees from t on at row i.
func (p *predictor) unit(dst []float64, t, i int) {
	copy(dst, p.means.trees[t].mean(p.leaves[t][i], p.means.rank))
	for u := t + 1; u < t+p.size(); u++ {
		floats.Add(dst, p.means.trees[u].mean(p.leaves[u][i], p.means.rank))
	}
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
		m.square[i] = (trees*trees*simd.Dot(v, v) - own[i]) / pairs
		m.inner[i] = (trees*trees*simd.Dot(v, full.RawRowView(i)) - with[i]) / pairs
	}
	return m
}

// without returns the moments of the prediction without a group.
func (p *predictor) without(group int) *moments {
	m, r := p.full.mean.Dims()
	sums := make([]float64, m*r)                             // Σ_l D_l of each row, D_l = S_l − T_l
	squares, along := make([]float64, m), make([]float64, m) // Σ_l ‖D_l‖², Σ_l ⟨D_l, T_l⟩
	if p.size() == 1 {
		p.addCells(group, sums, squares, along)
	} else {
		p.addUnits(group, sums, squares, along)
	}
	mean := mat.NewDense(m, r, sums)
	own, with := make([]float64, m), make([]float64, m)
	for i, n := range p.units {
		row := mean.RawRowView(i)
		if n > 0 {
			floats.Scale(1/(n*float64(p.size())), row)
		}
		floats.Add(row, p.full.mean.RawRowView(i))
		own[i], with[i] = p.own[i]+2*along[i]+squares[i], p.own[i]+along[i]
	}
	return p.moments(mean, own, with)
}

// addCells adds the differences of independent trees: all rows of a cell share
// one.
func (p *predictor) addCells(group int, sums, squares, along []float64) {
	r := p.means.rank
	difference := make([]float64, r)
	for t := range p.leaves {
		for _, cell := range p.cells.Of(t, group) {
			base := p.means.trees[t].mean(cell.Base, r)
			embedMean(difference, p.cells.EstimationRows(t, cell), p.means.factor)
			floats.Sub(difference, base)
			rows := p.cells.Rows(t, cell)
			simd.AddTo(sums, r, rows, difference)
			square, inner := simd.Dot(difference, difference), simd.Dot(difference, base)
			for _, i := range rows {
				squares[i] += square
				along[i] += inner
			}
		}
	}
}

// addUnits adds the differences of groups of dependent trees.
func (p *predictor) addUnits(group int, sums, squares, along []float64) {
	r := p.means.rank
	difference, unit, units := make([]float64, r), make([]float64, r), make([]float64, len(sums))
	var moved []int32
	for first := 0; first < len(p.leaves); first += p.size() {
		moved = moved[:0]
		for t := first; t < first+p.size(); t++ {
			for _, cell := range p.cells.Of(t, group) {
				embedMean(difference, p.cells.EstimationRows(t, cell), p.means.factor)
				floats.Sub(difference, p.means.trees[t].mean(cell.Base, r))
				rows := p.cells.Rows(t, cell)
				simd.AddTo(units, r, rows, difference)
				moved = append(moved, rows...)
			}
		}
		for _, i := range moved {
			d := units[int(i)*r : int(i+1)*r]
			square := simd.Dot(d, d)
			if square == 0 { // moved by several trees, and done
				continue
			}
			p.unit(unit, first, int(i))
			squares[i] += square
			along[i] += simd.Dot(d, unit)
			floats.Add(sums[int(i)*r:int(i+1)*r], d)
			clear(d)
		}
	}
}
