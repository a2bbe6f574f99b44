package ridge

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rank"
)

// The first step may have functions of the inputs beside these: curves, each the bent columns of
// a number, or products and squares of columns. Of many inputs there are too many functions for
// the rows. So the foremost are chosen by how much each explains, by itself, of what lines leave
// of the responses. What is chosen for a fold does not depend on the responses of its rows.

// functions are all of one family that the first step may have.
type functions interface {
	// scores returns how much each explains of residuals, times the weights of their rows; 0 for
	// those that are none.
	scores(residuals *mat.Dense) []float64
	// encode returns the encoding of the inputs with chosen functions, and the function of each of its
	// columns, -1 for the inputs themselves.
	encode(s importance.Sample, groups [][]int, chosen []int) (e *Encoding, functionOf []int)
	// counts returns the numbers of functions that the first step may have on so many rows.
	counts(rows int) []int
}

// addFunctions adds first steps with the foremost functions of a family beside lines.
func (x *Index) addFunctions(
	ctx context.Context, lines firstStep, f functions, groups [][]int, workers int,
) error {
	counts, foremost := f.counts(x.sample.Rows()), make([][]int, indexFolds+1)
	err := par.Do(ctx, workers, len(foremost), func(_, fold int) {
		scores := f.scores(x.weightedResiduals(lines, fold))
		order := rank.Descending(scores)[:min(counts[0], len(scores))]
		foremost[fold] = slices.DeleteFunc(order, func(k int) bool { return scores[k] <= 0 })
	})
	if err != nil {
		return err
	}
	chosen := slices.Concat(foremost...)
	slices.Sort(chosen)
	if chosen = slices.Compact(chosen); chosen == nil {
		return nil
	}
	encoding, functionOf := f.encode(x.sample, groups, chosen)
	columns := encoding.Rows(x.sample.X)
	for _, count := range counts {
		absent := make([][]bool, indexFolds+1) // by fold and column
		for fold, order := range foremost {
			kept := order[:min(count, len(order))]
			for _, k := range functionOf {
				absent[fold] = append(absent[fold], k >= 0 && !slices.Contains(kept, k))
			}
		}
		step, err := x.prepare(ctx, encoding, columns, absent, workers)
		if err != nil {
			return err
		}
		x.first = append(x.first, step)
	}
	return nil
}

// weightedResiduals returns, for the rows outside of a fold, what a first step leaves of the
// responses times their weights; 0 for the rows of the fold.
func (x *Index) weightedResiduals(step firstStep, fold int) *mat.Dense {
	fit, residuals := step.fits[fold], mat.DenseCopyOf(x.responses)
	for i, foldOfRow := range x.folds {
		residual := residuals.RawRowView(i)
		if foldOfRow == fold {
			clear(residual)
			continue
		}
		linalg.AddScaled(residual, -1, fit.values)
		for k, v := range step.columns.RawRowView(i) { // lines have all columns
			linalg.AddScaled(residual, fit.columns[k]-v, fit.slopes.RawRowView(k))
		}
		for c := range residual {
			residual[c] *= x.sample.Design.Weight(i)
		}
	}
	return residuals
}

// products are the products of any two columns and the squares of numbers. Number a·m + b is that
// of columns a ≥ b of m. Products of columns of one input are none.
type products struct {
	lines   *Encoding
	columns *mat.Dense // of lines, transposed
	// unexplained is the variation of a product that is not along lines in its columns, 0 for none.
	unexplained *mat.Dense
}

// newProducts returns the products of the columns of an encoding at the rows of a sample. With w
// the weights of the rows, and x the columns, which have mean 0, q = x_a x_b has
//
//	unexplained = Σ w(q − q̄)² − (Σ w q x_a)²/Σ w x_a² − (Σ w q x_b)²/Σ w x_b²,
//
// the last term for a ≠ b alone, and at least leastUnexplained of the first.
func newProducts(lines *Encoding, s importance.Sample, columns *mat.Dense) products {
	n, m := columns.Dims()
	transposed := linalg.Transposed(columns)
	squares, weighted, total := mat.DenseCopyOf(transposed), mat.DenseCopyOf(transposed), 0.0
	squares.MulElem(transposed, transposed)
	for i := range n {
		total += s.Design.Weight(i)
		for k := range m {
			weighted.Set(k, i, s.Design.Weight(i)*weighted.At(k, i))
		}
	}
	gram, along := linalg.RowProducts(weighted, transposed), linalg.RowProducts(weighted, squares)
	weighted.MulElem(weighted, transposed)
	whole := linalg.RowProducts(weighted, squares) // Σ w q², with Σ w x_a x_b and Σ w x_a x_b² above
	p := products{lines, transposed, mat.NewDense(m, m, nil)}
	share := func(a, b int) float64 { return along.At(a, b) * along.At(a, b) / gram.At(b, b) }
	for a := range m {
		for b := range a + 1 {
			variation := whole.At(a, b) - gram.At(a, b)*gram.At(a, b)/total
			if !p.has(a, b) || variation <= rounding*total {
				continue
			}
			unexplained := variation - share(b, a)
			if a != b {
				unexplained -= share(a, b)
			}
			p.unexplained.Set(a, b, max(unexplained, leastUnexplained*variation))
		}
	}
	return p
}

// has reports whether the product of two columns is one of these.
func (p products) has(a, b int) bool {
	first, second := p.lines.columns[a], p.lines.columns[b]
	return first.input != second.input || a == b && first.kind == number
}

// counts implements functions.
func (p products) counts(rows int) []int { return atMost(mostProducts, rows/2) }

// scores implements functions: (Σ w q r)² over what of q is unexplained, added over the responses.
func (p products) scores(residuals *mat.Dense) []float64 {
	m, _ := p.columns.Dims()
	scores, transposed := make([]float64, m*m), linalg.Transposed(residuals)
	weighted := mat.DenseCopyOf(p.columns)
	for c := range residuals.RawMatrix().Cols {
		for a := range m {
			floats.MulTo(weighted.RawRowView(a), p.columns.RawRowView(a), transposed.RawRowView(c))
		}
		sums := linalg.RowProducts(weighted, p.columns)
		for a := range m {
			for b := range a + 1 {
				if unexplained := p.unexplained.At(a, b); unexplained > 0 {
					scores[a*m+b] += float64(sums.At(a, b) * sums.At(a, b) / unexplained)
				}
			}
		}
	}
	return scores
}

// encode implements functions.
func (p products) encode(s importance.Sample, groups [][]int, chosen []int) (e *Encoding, functionOf []int) {
	m := len(p.lines.columns)
	var pairs [][2]int
	functionOf = slices.Repeat([]int{-1}, m)
	for _, k := range chosen {
		pairs, functionOf = append(pairs, [2]int{k / m, k % m}), append(functionOf, k)
	}
	return newEncoding(s, groups, shape{products: pairs}, nil), functionOf
}

// curves are the bent columns of each number.
type curves []curve // by input

// curve has the bent columns of an input that are not along its line; nil for none.
type curve struct {
	columns *mat.Dense // transposed
	ridge
}

// newCurves returns the curves of the inputs of a sample.
func newCurves(s importance.Sample) curves {
	_, inputs := s.X.Dims()
	inputCurves := make(curves, inputs)
	for j := range inputCurves {
		var line []float64
		var bent [][]float64
		values := mat.Col(nil, j, s.X)
		for _, c := range encode(s, j, mostBends) {
			column := make([]float64, len(values))
			for i, v := range values {
				column[i] = c.Of(v)
			}
			switch c.kind {
			case number:
				line = column
			case isBent:
				bent = append(bent, column)
			}
		}
		if bent != nil {
			inputCurves[j] = newCurve(line, bent, s.Design)
		}
	}
	return inputCurves
}

// newCurve returns the curve of bent columns less their regressions on the line.
func newCurve(line []float64, bent [][]float64, d design.Design) curve {
	inner := func(a, b []float64) float64 {
		sum := 0.0
		for i := range a {
			sum += float64(d.Weight(i) * a[i] * b[i])
		}
		return sum
	}
	square := inner(line, line)
	if square == 0 {
		return curve{}
	}
	for _, column := range bent {
		linalg.AddScaled(column, -inner(line, column)/square, line)
	}
	m := len(bent)
	gram := mat.NewDense(m, m, nil)
	for a := range m {
		for b := range m {
			gram.Set(a, b, inner(bent[a], bent[b]))
		}
	}
	variation := mat.Trace(gram) / float64(m)
	if variation <= rounding*square {
		return curve{}
	}
	return curve{linalg.Transposed(linalg.FromColumns(bent)), newRidge(gram, curvePenalty*variation)}
}

// counts implements functions.
func (c curves) counts(rows int) []int { return atMost(mostCurves, rows/2/mostBends) }

// scores implements functions: what a ridge regression on the columns explains of each response.
func (c curves) scores(residuals *mat.Dense) []float64 {
	scores, transposed := make([]float64, len(c)), linalg.Transposed(residuals)
	for j, curve := range c {
		if curve.columns == nil {
			continue
		}
		projections := linalg.RowProducts(curve.columns, transposed)
		scores[j] = linalg.Dot(projections.RawMatrix().Data, curve.fit(projections).RawMatrix().Data)
	}
	return scores
}

// encode implements functions.
func (c curves) encode(s importance.Sample, groups [][]int, chosen []int) (e *Encoding, functionOf []int) {
	e = newEncoding(s, groups, shape{bent: chosen}, nil)
	for _, column := range e.columns {
		function := -1
		if column.kind == isBent {
			function = column.input
		}
		functionOf = append(functionOf, function)
	}
	return e, functionOf
}

// atMost returns falling counts, each at most so many but at least 1.
func atMost(counts []int, largest int) (fewer []int) {
	for _, count := range counts {
		if count = max(min(count, largest), 1); len(fewer) == 0 || count < fewer[len(fewer)-1] {
			fewer = append(fewer, count)
		}
	}
	return fewer
}
