package ridge

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/linalg"
)

// Encoding turns inputs into columns of numbers for linear regressions: an indicator for
// each level of a category, the mean for missing values with an indicator of them, and if
// wanted the squares and products of columns, or piecewise linear functions of each number.
// Columns have mean 0 and variance 1 over the sample that the encoding is made for, the
// indicators of a category together.
//
// A ridge regression on more columns than rows lies in the span of the rows. Then rows x
// are projected to Q'x, one number for each landmark row. With X the landmark rows, X = RQ' and
// R is the Cholesky factor of their inner products.
type Encoding struct {
	columns  []Column
	products []product
	Groups   [][]int    // the columns made from each group of inputs
	turn     *mat.Dense // Q; nil where columns are taken as they are
}

// Column is a column made of one input.
type Column struct {
	input, level  int
	kind          columnKind
	knot          float64 // where a bent column begins to rise
	centre, scale float64
}

// product is a column made of two.
type product struct {
	factors       [2]int
	centre, scale float64
}

type columnKind byte

const (
	number columnKind = iota
	isLevel
	isMissing
	isBent
)

// shape says which functions of the inputs an encoding has beside them: products of two of its
// columns, maybe the same, or bent columns of numbers.
type shape struct {
	products [][2]int
	bent     []int // inputs
}

// Encode returns the encoding for a sample, of the columns as they are.
func Encode(s importance.Sample, groups [][]int) *Encoding {
	return newEncoding(s, groups, shape{}, nil)
}

// newEncoding returns the encoding for a sample. order is a random order of the rows, the
// first of which are landmarks; nil if rows are not to be projected.
func newEncoding(s importance.Sample, groups [][]int, further shape, order []int32) *Encoding {
	e := &Encoding{Groups: make([][]int, len(groups))}
	_, p := s.X.Dims()
	columnsOf := make([][]int, p) // by input, its columns
	for j := range p {
		bends := 0
		if slices.Contains(further.bent, j) {
			bends = mostBends
		}
		for _, c := range encode(s, j, bends) {
			columnsOf[j] = append(columnsOf[j], len(e.columns))
			e.columns = append(e.columns, c)
		}
	}
	e.multiply(s, further.products)
	for g, group := range groups {
		for _, j := range group {
			e.Groups[g] = append(e.Groups[g], columnsOf[j]...)
		}
		groupColumns := e.Groups[g]
		for k, c := range e.products {
			if slices.Contains(groupColumns, c.factors[0]) || slices.Contains(groupColumns, c.factors[1]) {
				e.Groups[g] = append(e.Groups[g], len(e.columns)+k)
			}
		}
	}
	if widest := min(s.Rows(), MostColumns); order != nil && len(e.columns) > widest {
		e.turn = e.turned(linalg.Rows(s.X, order[:widest]))
	}
	return e
}

// Columns returns the columns of an input of a sample.
func Columns(s importance.Sample, input int) []Column { return encode(s, input, 0) }

// IsNumber reports whether a column is a number, not an indicator.
func (c *Column) IsNumber() bool { return c.kind == number }

// Centre is the mean that is subtracted.
func (c *Column) Centre() float64 { return c.centre }

// encode returns the columns of an input, with so many bent ones of a number.
func encode(s importance.Sample, input, bends int) []Column {
	var columns []Column
	levels := 0
	if s.Levels != nil {
		levels = s.Levels[input]
	}
	switch {
	case levels > 2:
		for level := range levels {
			columns = append(columns, Column{input: input, level: level, kind: isLevel})
		}
	case levels == forest.Incomplete:
		columns = []Column{{input: input}, {input: input, kind: isMissing}}
	default:
		columns = []Column{{input: input}}
	}
	if columns[0].kind == number {
		for _, knot := range knots(mat.Col(nil, input, s.X), bends) {
			columns = append(columns, Column{input: input, kind: isBent, knot: knot})
		}
	}
	whole := 0.0 // variance
	for k := range columns {
		c := &columns[k]
		c.scale = 1
		var values []float64
		var rows []int32
		for i := range s.Rows() {
			if v := s.X.At(i, input); c.kind == isLevel || c.kind == isMissing || !math.IsNaN(v) {
				values, rows = append(values, c.Of(v)), append(rows, int32(i))
			}
		}
		mean, deviation := Moments(values, s.Design.Choose(rows))
		c.centre, c.scale = mean, 0
		if deviation > 0 {
			c.scale = 1 / deviation
		}
		whole += float64(deviation * deviation)
	}
	if levels > 2 && whole > 0 {
		for k := range columns {
			columns[k].scale = 1 / math.Sqrt(whole)
		}
	}
	return columns
}

// knots returns at most so many quantiles that are between the least and the largest of the known
// values, each once.
func knots(values []float64, count int) []float64 {
	known := slices.DeleteFunc(values, math.IsNaN)
	slices.Sort(known)
	var chosen []float64
	for k := range min(count, len(known)) {
		knot := known[(k+1)*len(known)/(count+1)]
		if knot > known[0] && knot < known[len(known)-1] && (chosen == nil || knot > chosen[len(chosen)-1]) {
			chosen = append(chosen, knot)
		}
	}
	return chosen
}

// Of returns the column's number for a value of its input.
func (c *Column) Of(v float64) float64 {
	switch {
	case c.kind == isLevel && int(v) == c.level, c.kind == isMissing && math.IsNaN(v):
		v = 1
	case c.kind == isLevel, c.kind == isMissing:
		v = 0
	case math.IsNaN(v):
		return 0
	case c.kind == isBent:
		v = max(v-c.knot, 0)
	}
	return (v - c.centre) * c.scale
}

// Moments returns the weighted mean and standard deviation, 0 where values differ only by
// errors of rounding.
func Moments(values []float64, d design.Design) (mean, deviation float64) {
	largest := 0.0
	for _, v := range values {
		largest = max(largest, math.Abs(v)) // squares of very large ones would be infinite
	}
	if largest == 0 {
		return 0, 0
	}
	scaled := make([]float64, len(values))
	floats.ScaleTo(scaled, 1/largest, values)
	mean = d.Mean(scaled)
	for i, v := range scaled {
		scaled[i] = (v - mean) * (v - mean)
	}
	if deviation = math.Sqrt(d.Mean(scaled)); deviation < 1e-10 {
		deviation = 0
	}
	return mean * largest, deviation * largest
}

// multiply adds products of pairs of columns.
func (e *Encoding) multiply(s importance.Sample, pairs [][2]int) {
	columns, values := e.Rows(s.X), make([]float64, s.Rows())
	for _, pair := range pairs {
		for i := range values {
			values[i] = columns.At(i, pair[0]) * columns.At(i, pair[1])
		}
		c := product{factors: pair}
		var deviation float64
		if c.centre, deviation = Moments(values, s.Design); deviation > 0 {
			c.scale = 1 / deviation
		}
		e.products = append(e.products, c)
	}
}

// turned returns Q of landmarks with these inputs.
func (e *Encoding) turned(x *mat.Dense) *mat.Dense {
	rows := e.Rows(x)
	n, m := rows.Dims()
	var factor linalg.Cholesky
	products := func(i, j int) float64 { return linalg.Dot(rows.RawRowView(i), rows.RawRowView(j)) }
	positive := factor.Factorize(n, linalg.Raised(products, 1e-6*float64(m))) // rows may be equal
	if !positive {
		panic("ridge: inner products of rows are not positive")
	}
	for i := range n { // R⁻¹X, row by row
		row := rows.RawRowView(i)
		for k := range i {
			linalg.AddScaled(row, -factor.At(i, k), rows.RawRowView(k))
		}
		floats.Scale(1/factor.At(i, i), row)
	}
	return mat.DenseCopyOf(rows.T())
}

// Input returns the input that a column is made of.
func (e *Encoding) Input(column int) int { return e.columns[column].input }

// IsNumber reports whether a column is a number, not an indicator.
func (e *Encoding) IsNumber(column int) bool { return e.columns[column].IsNumber() }

// Rows returns the columns of rows of inputs. Those that the encoding was not made for may be
// any number of standard deviations away, and are taken to be at most 2^MostExponent, so that
// squares of what is learnt from them are finite.
func (e *Encoding) Rows(x *mat.Dense) *mat.Dense {
	farthest := math.Ldexp(1, linalg.MostExponent)
	within := func(v float64) float64 { return min(max(v, -farthest), farthest) }
	n, _ := x.Dims()
	made := mat.NewDense(n, len(e.columns)+len(e.products), nil)
	for i := range n {
		from, to := x.RawRowView(i), made.RawRowView(i)
		for k := range e.columns {
			to[k] = within(e.columns[k].Of(from[e.columns[k].input]))
		}
		for k, c := range e.products {
			to[len(e.columns)+k] = within((float64(to[c.factors[0]]*to[c.factors[1]]) - c.centre) * c.scale)
		}
	}
	if e.turn == nil {
		return made
	}
	return linalg.Times(made, e.turn)
}

// width is the number of columns.
func (e *Encoding) width() int {
	if e.turn != nil {
		_, m := e.turn.Dims()
		return m
	}
	return len(e.columns) + len(e.products)
}

// reduce returns a regression on the columns without a group.
func (e *Encoding) reduce(r ridge, group int) reduced {
	if e.turn == nil {
		return r.withoutColumns(e.Groups[group])
	}
	// Projected rows no longer differ in the projected unit vectors of these columns.
	return r.reduce(linalg.Rows(e.turn, e.Groups[group]))
}

// along returns the inner products of rows with the directions of a group.
func (e *Encoding) along(values *mat.Dense, group int) *mat.Dense {
	columns := e.Groups[group]
	n, _ := values.Dims()
	made := mat.NewDense(n, len(columns), nil)
	for i := range n {
		for k, c := range columns {
			if e.turn == nil {
				made.Set(i, k, values.At(i, c))
			} else {
				made.Set(i, k, linalg.Dot(values.RawRowView(i)[:e.width()], e.turn.RawRowView(c)))
			}
		}
	}
	return made
}
