package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/elementary"
	"drfvi/internal/format"
	"drfvi/internal/linalg"
	"drfvi/internal/mention"
	"drfvi/internal/rank"
)

// Limits of what is taken for rows that belong together.
const (
	leastSerialRows = 30         // fewer rows are not searched for an order
	mostRows        = 10_000     // only so many of the first rows are looked at
	mostCells       = 20_000_000 // and of wide tables so many cells
	leastUnits      = 8          // clusters need as many
	sharedUnits     = 0.95       // share of the units that have several rows
	unevenGaps      = 3          // range of values in smallest gaps, for each value
	serialLevel     = 1e-3       // level of the test that responses do not follow each other
	binRows         = 50         // rows of one straight line in a smooth function
	groupRows       = 10         // rows of a group from which on its mean is used
	usualBlock      = 10         // rows of a block, unless responses are alike for longer
)

// Dependent returns a warning of rows that do not look independent, nil if they do, with the
// option that keeps the dependent ones together:
//
//   - cluster, if an input belongs to units such as sites: it has few values, uneven ones, each
//     of which several rows share, or another input is constant in its values. Zeros, which
//     many rows share for other reasons, do not count;
//   - block, if responses are like those of the row before, beyond what inputs that are in the
//     same order explain.
//
// Inputs like these hide the dependence from residuals. One of the columns that are left out
// may number the units.
func Dependent(p *Problem, leftOut []string) error {
	n, width := p.X.Dims()
	n = min(n, mostRows, max(mostCells/width, leastSerialRows))
	rows := orderedRows{
		x: p.X.Slice(0, n, 0, width).(*mat.Dense),
		y: p.Y.Slice(0, n, 0, len(p.YNames)).(*mat.Dense),
	}
	for _, input := range p.Inputs {
		if input.Width > 0 {
			rows.inputs = append(rows.inputs, rows.grouped(input))
		}
	}
	if warning := rows.unitWarning(leftOut); warning != nil {
		return warning
	}
	return rows.serialWarning()
}

// orderedRows are the first rows of a problem, in their order.
type orderedRows struct {
	x, y   *mat.Dense
	inputs []groupedInput
}

// groupedInput is an input with its rows grouped by its values.
type groupedInput struct {
	name    string
	numbers []float64 // nil for categories and truth values
	groups  []int32   // of each row, numbered in the order of their first rows
	counts  []float64 // rows of each group
}

// grouped returns an input with its rows grouped.
func (r orderedRows) grouped(input Input) groupedInput {
	n, _ := r.x.Dims()
	keys := make([]uint64, n)
	for i := range keys {
		for _, v := range r.x.RawRowView(i)[input.First : input.First+input.Width] {
			keys[i] = mix(keys[i], math.Float64bits(v+0)) // −0 is 0
		}
	}
	g := groupedInput{name: input.Name, groups: design.Numbered(keys)}
	g.counts = countsOf(g.groups)
	if input.Width == 1 && !input.Kind.Categories() && input.Kind != Logical {
		g.numbers = mat.Col(nil, input.First, r.x)
	}
	return g
}

// values returns the different numbers of an input, ascending, zero and missing ones left out,
// and the rows of each.
func (g groupedInput) values() (values, counts []float64) {
	visited := make([]bool, len(g.counts))
	for _, row := range rank.Ascending(g.numbers) {
		group, v := g.groups[row], g.numbers[row]
		if !visited[group] && v != 0 && v == v {
			values, counts = append(values, v), append(counts, g.counts[group])
		}
		visited[group] = true
	}
	return values, counts
}

// areUnits reports whether groups of such sizes may be units: at least eight, nearly all with
// several rows, and no few of them with most rows.
func areUnits(counts []float64) bool {
	several, squares := 0.0, 0.0
	for _, count := range counts {
		if squares += float64(count * count); count > 1 {
			several++
		}
	}
	units, rows := float64(len(counts)), linalg.Sum(counts)
	return len(counts) >= leastUnits && several >= sharedUnits*units && 2*rows*rows >= units*squares
}

// isMeasuredOnce reports whether the numbers were measured once for each of several rows: few
// values that are spaced neither evenly, as counts and rounded measurements are, nor by equal
// factors, as doses are.
func (g groupedInput) isMeasuredOnce() bool {
	if g.numbers == nil {
		return false
	}
	values, counts := g.values()
	if !areUnits(counts) || evenlySpaced(values) {
		return false
	}
	if values[0] < 0 {
		return true
	}
	logs := make([]float64, len(values))
	for k, v := range values {
		logs[k] = elementary.Log(v)
	}
	return !evenlySpaced(logs)
}

// evenlySpaced reports whether ascending values fill a good part of a grid that is as fine as
// the smallest gap between them.
func evenlySpaced(values []float64) bool {
	const same = 1e-9 // of the range: a gap of rounding alone
	span := values[len(values)-1] - values[0]
	gap := span
	for k := range values[1:] {
		if between := values[k+1] - values[k]; between > same*span {
			gap = min(gap, between)
		}
	}
	return span <= unevenGaps*gap*float64(len(values))
}

// isConstantIn reports whether the input has one value in each group of a finer one, and fewer
// values; classes of a number, as those of an age, do not count.
func (g groupedInput) isConstantIn(finer groupedInput) bool {
	if len(g.counts) < 2 || 2*len(g.counts) > len(finer.counts) {
		return false
	}
	values := make([]int32, len(finer.counts)) // from 1; 0 for none yet
	for i, group := range finer.groups {
		if values[group] != 0 && values[group] != g.groups[i]+1 {
			return false
		}
		values[group] = g.groups[i] + 1
	}
	balanced := slices.Min(finer.counts) == slices.Max(finer.counts)
	return balanced || finer.numbers == nil || !g.classes(finer.numbers)
}

// classes reports whether each value of the input is an interval of numbers.
func (g groupedInput) classes(numbers []float64) bool {
	intervals, before := 0, int32(-1)
	for _, row := range rank.Ascending(numbers) {
		if group := g.groups[row]; group != before {
			intervals, before = intervals+1, group
		}
	}
	return intervals == len(g.counts)
}

// unitWarning warns of inputs that belong to units rather than to rows.
func (r orderedRows) unitWarning(leftOut []string) error {
	n, _ := r.x.Dims()
	different := r.countDifferent()
	var measured []groupedInput
	for _, input := range r.inputs {
		switch {
		case len(input.counts)-1 >= different/2: // rows are copies of each other
		case input.isMeasuredOnce():
			measured = append(measured, input)
		case areUnits(input.counts):
			for _, other := range r.inputs {
				if other.isConstantIn(input) {
					return mention.Errorf("input %q is the same in all rows of each of %d values of %q: if rows of one "+
						"value depend on each other, p-values and intervals are too small%s",
						other.name, len(input.counts), input.name, mention.Clause(
							"; %v keeps them together", mention.Cluster.To(input.name),
						))
				}
			}
		}
	}
	if len(measured) == 0 {
		return nil
	}
	var names []string
	finest := measured[0]
	for _, input := range measured {
		if names = append(names, fmt.Sprintf("%q", input.name)); len(input.counts) > len(finest.counts) {
			finest = input
		}
	}
	verb := "has"
	if len(names) > 1 {
		verb = "have"
	}
	return mention.Errorf("%s %s %d different values in %d rows, as measurements of units such as sites "+
		"have: if rows of a unit depend on each other, p-values and intervals are too small%s",
		format.Enumerated(names), verb, len(finest.counts), n, r.unitRemedy(finest, leftOut))
}

// unitRemedy names the column that numbers units, if there is one.
func (r orderedRows) unitRemedy(units groupedInput, leftOut []string) string {
	for _, input := range r.inputs {
		if input.numbers == nil && len(input.counts) == len(units.counts) && slices.Equal(input.groups, units.groups) {
			return mention.Clause("; %v keeps them together", mention.Cluster.To(input.name))
		}
	}
	names := slices.DeleteFunc(slices.Clone(leftOut), func(name string) bool { return strings.ContainsAny(name, "*?[:") })
	if len(names) > 0 {
		return mention.Clause("; %v, in place of %v, keeps them together if that column numbers the units",
			mention.Cluster.To(names[0]), mention.Exclude.Each(names[0]))
	}
	return mention.Clause("; %v with a column that numbers the units keeps them together", mention.Cluster)
}

// countDifferent returns the number of different rows.
func (r orderedRows) countDifferent() int {
	n, _ := r.x.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = slices.Concat(r.x.RawRowView(i), r.y.RawRowView(i))
	}
	different, _ := rank.Distinct(rows)
	return len(different)
}

// serialWarning warns of responses that are like those of the row before. What inputs explain
// that are in the order of the rows themselves is taken away first, and tables that are sorted
// by a response are left alone.
func (r orderedRows) serialWarning() error {
	n, d := r.y.Dims()
	if n < leastSerialRows {
		return nil
	}
	bound := elementary.NormalUpper(serialLevel / float64(d))
	var serial []groupedInput
	for _, input := range r.inputs {
		if serialScore(rank.NormalScores(input.codes()), 1) > bound {
			serial = append(serial, input)
		}
	}
	var longest []float64
	for k := range d {
		residual := mat.Col(nil, k, r.y)
		if isSorted(residual) {
			return nil
		}
		for _, input := range serial {
			input.explain(residual)
		}
		scores := rank.NormalScores(residual)
		if longest == nil && serialScore(scores, 1) > bound {
			longest = scores
		}
	}
	if longest == nil {
		return nil
	}
	block := 1
	for block < n/leastUnits && serialScore(longest, block) > 2 {
		block++
	}
	block = max(block, min(usualBlock, n/leastUnits))
	return mention.Errorf("responses are like those of the row before: if rows that follow each other depend "+
		"on each other, p-values and intervals are too small%s",
		mention.Clause("; %v keeps such rows together", mention.Block.To(block)))
}

// codes returns the numbers of an input, or those of its categories.
func (g groupedInput) codes() []float64 {
	if g.numbers != nil && !slices.ContainsFunc(g.numbers, math.IsNaN) {
		return g.numbers
	}
	codes := make([]float64, len(g.groups))
	for i, group := range g.groups {
		codes[i] = float64(group)
	}
	return codes
}

// isSorted reports whether nearly all values rise, or fall, from row to row.
func isSorted(values []float64) bool {
	const nearly = 0.95
	rises, falls := 0.0, 0.0
	for i, v := range values[1:] {
		if v >= values[i] {
			rises++
		}
		if v <= values[i] {
			falls++
		}
	}
	return max(rises, falls) >= nearly*float64(len(values)-1)
}

// serialScore returns the correlation of values with those of a row before, by lag, times the
// root of the number of pairs: nearly normal if rows are independent.
func serialScore(values []float64, lag int) float64 {
	sum := 0.0
	for i, v := range values[lag:] {
		sum += float64(v * values[i])
	}
	square := linalg.Dot(values, values)
	if square == 0 {
		return 0
	}
	n := float64(len(values))
	return sum / square * n / math.Sqrt(n-float64(lag))
}

// explain takes away from values what the input explains by itself: their means in its
// groups or, of an input with too few rows in each, straight lines in its order.
func (g groupedInput) explain(values []float64) {
	if groupRows*len(g.counts) <= len(values) {
		floats.Sub(values, meansOf(values, g.groups))
		return
	}
	order := rank.Ascending(g.codes())
	for first := 0; first < len(order); first += binRows {
		rows := order[first:min(first+binRows, len(order))]
		middle, mean, slope, square := float64(float64(len(rows)-1)/2), 0.0, 0.0, 0.0
		for k, row := range rows {
			place := float64(k) - middle
			mean += values[row]
			slope, square = slope+float64(place*values[row]), square+float64(place*place)
		}
		mean /= float64(len(rows))
		if square > 0 {
			slope /= square
		}
		for k, row := range rows {
			values[row] -= mean + float64(slope*(float64(k)-middle))
		}
	}
}
