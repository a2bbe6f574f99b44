package ridge

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/simd"
)

// ridge is a ridge regression before its responses are known: (X'X + λ)⁻¹.
type ridge struct {
	inverse *mat.Dense
	padded  *mat.Dense // the inverse with columns of zeros, for linalg.RowProducts
	penalty float64
}

// newRidge returns the regression on columns with the products X'X.
func newRidge(products *mat.Dense, penalty float64) ridge {
	m, _ := products.Dims()
	inverse := mat.NewDense(m, simd.Pad(m), nil)
	var inverter linalg.Inverter
	for ok := false; !ok; penalty *= 10 {
		if math.IsInf(penalty, 1) { // errors of rounding in columns that are nearly equal end sooner
			panic("ridge: products of columns are not numbers")
		}
		for i := range m {
			row := inverse.RawRowView(i)
			copy(row, products.RawRowView(i))
			row[i] += penalty
		}
		if _, ok = inverter.Invert(inverse.RawMatrix().Data, m); ok {
			break
		}
	}
	return ridge{inverse.Slice(0, m, 0, m).(*mat.Dense), inverse, penalty}
}

// fit returns the coefficients of responses, given their products X'Y.
func (r ridge) fit(products *mat.Dense) *mat.Dense {
	return linalg.RowProducts(r.padded, linalg.Transposed(products))
}

// withoutSlopes returns the coefficients b of responses without some columns g, given those on
// all columns: with the inverse P, b − P_g P_gg⁻¹ b_g, and 0 for these columns.
func (r ridge) withoutSlopes(columns []int, b *mat.Dense) *mat.Dense {
	var factor linalg.Cholesky
	if !factor.Factorize(len(columns), func(i, j int) float64 { return r.inverse.At(columns[i], columns[j]) }) {
		panic("ridge: a ridge regression without some columns has no inverse")
	}
	reducedSlopes := mat.DenseCopyOf(b)
	m, k := reducedSlopes.Dims()
	for c := range k {
		solved := make([]float64, len(columns))
		for i, column := range columns {
			solved[i] = b.At(column, c)
		}
		factor.Solve(solved)
		for j := range m {
			row, sum := r.inverse.RawRowView(j), reducedSlopes.At(j, c)
			for i, column := range columns {
				sum -= float64(row[column] * solved[i])
			}
			reducedSlopes.Set(j, c, sum)
		}
	}
	for _, column := range columns {
		clear(reducedSlopes.RawRowView(column))
	}
	return reducedSlopes
}

// unitRaised is the square of a direction's length, raised a little: directions may be all of
// what rows differ by.
const unitRaised = 1 + 1e-9

// reduce returns the regression without directions Q of the columns, given Q': coefficients have
// the prior covariance I − QQ' in the place of I, and the inverse P becomes
//
//	P − P Q ( (I − Q'Q)/λ + Q'PQ )⁻¹ Q'P.
//
// Where Q are unit vectors, these columns have coefficients of 0.
func (r ridge) reduce(transposed *mat.Dense) reduced {
	directions := mat.DenseCopyOf(transposed.T())
	moved := linalg.Times(r.inverse, directions)
	overlaps := linalg.Times(transposed, directions)
	return r.reduced(moved, linalg.Times(transposed, moved), func(i, j int) float64 {
		if i == j {
			return unitRaised - overlaps.At(i, i)
		}
		return -overlaps.At(i, j)
	})
}

// withoutColumns is reduce of the unit vectors of some columns, whose coefficients are 0: the
// least that were left of them would tell of what is left out where the others explain nothing,
// since functions of their predictions are standardised.
func (r ridge) withoutColumns(columns []int) reduced {
	m, _ := r.inverse.Dims()
	moved, block := mat.NewDense(m, len(columns), nil), mat.NewDense(len(columns), len(columns), nil)
	for k, c := range columns {
		for i := range m {
			moved.Set(i, k, r.inverse.At(i, c)+0) // no zero has a sign, as if summed
		}
	}
	for k, c := range columns {
		block.SetRow(k, moved.RawRowView(c))
	}
	reducedRidge := r.reduced(moved, block, func(int, int) float64 { return 0 })
	reducedRidge.columns = columns
	return reducedRidge
}

// reduced returns the regression without directions Q, given PQ, Q'PQ and I − Q'Q.
func (r ridge) reduced(moved, block *mat.Dense, remainder func(i, j int) float64) reduced {
	m, g := moved.Dims()
	var factor linalg.Cholesky
	positive := factor.Factorize(g, func(i, j int) float64 { return block.At(i, j) + float64(remainder(i, j)/r.penalty) })
	if !positive {
		panic("ridge: a ridge regression without some columns has no inverse")
	}
	solved := mat.NewDense(g, m, nil)
	column := make([]float64, g)
	for i := range m {
		copy(column, moved.RawRowView(i))
		factor.Solve(column)
		solved.SetCol(i, column)
	}
	return reduced{moved: moved, solved: solved}
}

// reduced is a ridge regression without some directions. The zero value is without none.
type reduced struct {
	moved, solved *mat.Dense // PQ, and the inverse of the bracket times Q'P
	columns       []int      // whose coefficients are 0
}

// fit returns the coefficients, given those on all columns, and the products X'Y.
func (r reduced) fit(whole, products *mat.Dense) *mat.Dense {
	if r.moved == nil {
		return whole
	}
	fitted := linalg.Times(r.moved, linalg.Times(r.solved, products))
	m, _ := fitted.Dims()
	for i := range m {
		row := fitted.RawRowView(i)
		linalg.AddScaledTo(row, whole.RawRowView(i), -1, row)
	}
	for _, c := range r.columns {
		clear(fitted.RawRowView(c))
	}
	return fitted
}

// crossed holds weighted sums, by fold and over all rows, from which follow the products
// of columns with values less their means over the rows of all folds but one.
type crossed struct {
	products        []*mat.Dense
	columns, values [][]float64
	weights         []float64
}

// cross returns the sums over rows with the given folds and weights.
func cross(columns, values *mat.Dense, folds []int, weight func(i int) float64) crossed {
	_, m := columns.Dims()
	_, k := values.Dims()
	c := crossed{weights: make([]float64, indexFolds+1)}
	for range indexFolds + 1 {
		c.products = append(c.products, mat.NewDense(m, k, nil))
		c.columns, c.values = append(c.columns, make([]float64, m)), append(c.values, make([]float64, k))
	}
	rows := make([][]int, indexFolds)
	for i, fold := range folds {
		rows[fold] = append(rows[fold], i)
	}
	for fold := range rows {
		if rows[fold] == nil {
			continue
		}
		foldColumns, foldValues := linalg.Rows(columns, rows[fold]), linalg.Rows(values, rows[fold])
		for k, i := range rows[fold] {
			w := weight(i)
			floats.Scale(w, foldColumns.RawRowView(k))
			linalg.AddScaled(c.columns[fold], 1, foldColumns.RawRowView(k))
			linalg.AddScaled(c.values[fold], w, foldValues.RawRowView(k))
			c.weights[fold] += w
		}
		c.products[fold] = linalg.RowProducts(linalg.Transposed(foldColumns), linalg.Transposed(foldValues))
		c.products[indexFolds].Add(c.products[indexFolds], c.products[fold])
		linalg.AddScaled(c.columns[indexFolds], 1, c.columns[fold])
		linalg.AddScaled(c.values[indexFolds], 1, c.values[fold])
		c.weights[indexFolds] += c.weights[fold]
	}
	return c
}

// deviations holds what a regression takes from its rows.
type deviations struct {
	products        *mat.Dense // of columns with values less their means
	columns, values []float64  // means
}

// deviationsWithout returns the deviations of the rows without a fold; those of all rows for indexFolds.
func (c crossed) deviationsWithout(fold int) deviations {
	_, k := c.products[indexFolds].Dims()
	d := deviations{mat.DenseCopyOf(c.products[indexFolds]), make([]float64, len(c.columns[fold])), make([]float64, k)}
	sign, weight := 0.0, c.weights[indexFolds]
	if fold < indexFolds {
		d.products.Sub(d.products, c.products[fold])
		sign = -1
		weight -= c.weights[fold]
	}
	linalg.AddScaledTo(d.columns, c.columns[indexFolds], sign, c.columns[fold])
	linalg.AddScaledTo(d.values, c.values[indexFolds], sign, c.values[fold])
	for k := range d.values {
		d.values[k] /= weight
	}
	for j, sum := range d.columns {
		linalg.AddScaled(d.products.RawRowView(j), -sum, d.values)
		d.columns[j] /= weight
	}
	return d
}
