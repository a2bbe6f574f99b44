package inference

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
)

// span is an orthonormal basis of columns of numbers at the rows in use of a target. Its columns
// are 0 at other rows.
type span [][]float64

// constantAnd returns the span of constants and of columns.
func (t *target) constantAnd(columns [][]float64) span {
	ones := slices.Repeat([]float64{1}, len(t.use))
	return t.extend(nil, slices.Concat([][]float64{ones}, columns))
}

// leastOfColumn is the share of a column's length below which what others leave of it is an error
// of rounding.
const leastOfColumn = 1e-6

// extend returns the span of a basis and further columns. Columns in the span of those before
// them add nothing.
func (t *target) extend(basis span, columns [][]float64) span {
	extended := slices.Clone(basis)
	for _, column := range columns {
		v := t.inUse(column)
		least := leastOfColumn * linalg.Norm(v)
		extended.removeFrom(v)
		extended.removeFrom(v) // errors of rounding of the first time
		if length := linalg.Norm(v); length > least {
			floats.Scale(1/length, v)
			extended = append(extended, v)
		}
	}
	return extended
}

// removeFrom subtracts from dst its projection on the span.
func (s span) removeFrom(dst []float64) {
	for _, column := range s {
		linalg.AddScaled(dst, -linalg.Dot(column, dst), column)
	}
}

// leverages returns the diagonal of the projection on the span.
func (s span) leverages() []float64 {
	diagonal := make([]float64, len(s[0]))
	for _, column := range s {
		for i, v := range column {
			diagonal[i] += float64(v * v)
		}
	}
	return diagonal
}

// inUse returns the values of the rows in use, 0 elsewhere.
func (t *target) inUse(values []float64) []float64 {
	used := make([]float64, len(values))
	for i := range t.used() {
		used[i] = values[i]
	}
	return used
}

// leastFree bounds what a residual is divided by in HC3.
const leastFree = 0.05

// waldTests are the tests of a group's products with responses beside a span, which holds the
// constants.
type waldTests struct {
	*target
	base      span
	responses []residual
	projected [][]float64 // the responses less their projections on the span
}

// waldTests returns those of responses beside a span.
func (t *target) waldTests(responses []residual, base span) waldTests {
	tests := waldTests{target: t, base: base, responses: responses}
	for _, r := range responses {
		values := t.inUse(r.values)
		base.removeFrom(values)
		tests.projected = append(tests.projected, values)
	}
	return tests
}

// p returns the p-value of a regression of responses r on products g = f′z of residuals of
// inputs and a multiplier, beside the span B:
//
//	Q = ‖Σ_i g_i ⊗ r_i‖²,   g and r less their projections on B,
//	C = Σ_i (g_i ⊗ e_i)(g_i ⊗ e_i)ᵀ,   e_i = (r_i less its projection on g) / (1 − h_i).
//
// Here h are the leverages of B and g (HC3, MacKinnon and White 1985). An effect is in r as well.
// Where few rows make up the sum, as with products, it would inflate a covariance of g ⊗ r, which
// then hides it. So C is of what g leaves of r.
//
// Q is referred to a sum of χ² with the eigenvalues λ of C. With D = (Σ λ)²/Σ λ² their effective
// number and ν the degrees of freedom that B and g leave, Student's law is accounted for by
// Bartlett's logarithm:
//
//	Q is replaced by Σλ/D · (ν + D/2 − 1) · log(1 + D Q / (ν Σλ)).
func (t waldTests) p(inputs []residual, multiplier []float64) float64 {
	var products [][]float64
	var kept []residual
	for _, f := range inputs {
		product := t.inUse(f.values)
		floats.Mul(product, multiplier)
		length := linalg.Norm(product)
		if t.base.removeFrom(product); linalg.Norm(product) > leastOfColumn*length {
			products, kept = append(products, product), append(kept, f)
		}
	}
	if products == nil {
		return 1
	}
	productSpan := t.extend(nil, products)
	leverages := slices.Concat(productSpan, t.base).leverages()
	var terms [][]float64 // by product and row
	statistic, expected, observed := 0.0, 0.0, 0.0
	for c, r := range t.responses {
		response := t.projected[c]
		unexplained := slices.Clone(response)
		productSpan.removeFrom(unexplained)
		for i, h := range leverages {
			unexplained[i] /= max(1-h, leastFree)
		}
		for k, product := range products {
			sum := linalg.Dot(product, response)
			statistic += float64(sum * sum)
			terms = append(terms, floats.MulTo(make([]float64, len(product)), product, unexplained))
			implied, found := t.squares(kept[k], r, multiplier)
			expected, observed = expected+implied, observed+found
		}
	}
	traces, freedom := linalg.Traces(crossProducts(terms)), float64(t.count-len(productSpan)-len(t.base))
	if expected == 0 || traces[0] <= 0 || freedom < 1 {
		return 1
	}
	if ratio := expected / observed; ratio > 1 {
		statistic /= ratio
	}
	dimension := traces[0] * traces[0] / traces[1]
	law := elementary.Log1p(dimension * statistic / (freedom * traces[0]))
	centre := freedom + float64(dimension/2) - 1
	return elementary.QuadraticTail(traces[0]/dimension*centre*law, traces)
}

// squares returns what the squared products of two residuals, times a multiplier and the weights
// of the rows, are expected to add up to, and what they do.
func (t *target) squares(f, r residual, multiplier []float64) (expected, observed float64) {
	for i := range t.used() {
		factor := t.rowFactor(i, multiplier)
		product := factor * f.values[i] * r.values[i]
		observed += float64(product * product)
		expected += float64(factor * factor * f.expectedSquare(i) * r.expectedSquare(i))
	}
	return expected, observed
}

// followsLines reports whether the responses follow lines: a regression on all inputs
// leaves, for its degrees of freedom, at most linesLeave of the loss of the stack out-of-bag.
// It does not in clusters, with weights, or with too few rows for such a regression.
func (t *rowTests) followsLines(stack *targetStack) bool {
	rows, unexplained := stack.phi, stack.phi.residuals(stack.full)
	if !rows.isPlain() || len(t.lines) == mostProducts || 3*len(t.lines) > rows.count {
		return false
	}
	lines, byLines, byStack := rows.constantAnd(t.lines), 0.0, 0.0
	for c := range unexplained.RawMatrix().Cols {
		response, loss := rows.inUse(mat.Col(nil, c, rows.values)), mat.Col(nil, c, unexplained)
		lines.removeFrom(response)
		byLines += linalg.Dot(response, response)
		byStack += linalg.Dot(loss, loss)
	}
	freedom := float64(rows.count - len(lines))
	return byLines*float64(rows.count)/freedom <= linesLeave*byStack
}

// isPlain reports whether rows are independent and count the same.
func (t *target) isPlain() bool { return t.design.Clusters == nil && t.design.Weights == nil }
