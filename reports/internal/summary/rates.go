package summary

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"drfvi/internal/rank"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Values that follow from the records by repetition, and are counted rather than averaged: 1 where
// something is so, or p-values.
const (
	// AnyNull is the least p-value of null inputs after Holm's adjustment for all inputs.
	AnyNull results.ValueName = "any_null"
	// Covered tells whether intervals of 95 % cover their target: the mean of the estimates of
	// all tables, within [0, 1] as the intervals are. PopulationCovered tells whether they
	// cover the population value of their own table.
	Covered           results.ValueName = "covered"
	PopulationCovered results.ValueName = "population_covered"
	// FalselyMoved tells whether anything was found that is known not to move.
	FalselyMoved results.ValueName = "falsely_moved"
	// CoreSeconds are the times on one core, of the repetitions that have one.
	CoreSeconds results.ValueName = "core_seconds"
)

// Values returns a value by repetition and input: as recorded, or what follows from the records.
func (c Cell) Values(name results.ValueName) [][]float64 {
	if rows, ok := c.Recorded[name]; ok {
		return rows
	}
	switch name {
	case results.ValueP:
		return c.treeP()
	case AnyNull:
		return c.anyNull()
	case Covered:
		targets := stat.Columns(c.Recorded[results.ValueRaw])
		return c.covered(func(_, j int) float64 { return share(targets[j].Mean) })
	case PopulationCovered:
		return c.covered(func(i, j int) float64 { return c.Recorded[results.ValuePopulation][i][j] })
	case FalselyMoved:
		return c.falselyMoved()
	}
	return c.derived[name]
}

// Inputs are some of the inputs of a cell, by their columns.
type Inputs func(c Cell) []int

// Single is the column of values that are one number.
func Single(Cell) []int { return []int{0} }

// AllInputs are all columns.
func AllInputs(c Cell) (columns []int) {
	for j := range c.Variables {
		columns = append(columns, j)
	}
	return columns
}

// Null returns the columns of the null inputs: of population importance
// 0 or, where there are no population values, of which the records say so. Effective
// are those of another population importance.
func (c Cell) Null() []int {
	if _, ok := c.Recorded[results.ValuePopulation]; !ok {
		return c.columnsWith(results.ValueNothing, func(known float64) bool { return known == 1 })
	}
	return c.columnsWith(results.ValuePopulation, func(population float64) bool { return population == 0 })
}

// Effective returns the columns of the active inputs.
func (c Cell) Effective() []int {
	return c.columnsWith(results.ValuePopulation, func(population float64) bool { return population > 0 })
}

func (c Cell) columnsWith(name results.ValueName, is func(value float64) bool) []int {
	var columns []int
	if rows := c.Recorded[name]; len(rows) > 0 {
		for j, v := range rows[0] {
			if is(v) {
				columns = append(columns, j)
			}
		}
	}
	return columns
}

// Rate counts repetitions and inputs in which something is so of a value.
type Rate struct {
	Of     results.ValueName
	Inputs Inputs
	So     func(v float64) bool
}

// Found counts p-values of inputs of at most a level, and FoundAny repetitions in which a null
// input has one after Holm's adjustment.
func Found(level float64, inputs Inputs) Rate { return Rate{results.ValueP, inputs, atMost(level)} }

// FoundAny is described with Found.
func FoundAny(level float64) Rate { return Rate{AnyNull, Single, atMost(level)} }

// NothingOpen counts the repetitions that leave open at a level that nothing is explained, of those
// that tell.
func NothingOpen(level float64) Rate {
	return Rate{results.ValueShareP, Single, func(p float64) bool { return p > level }}
}

// FoundAverage counts the repetitions in which the average effect of a treatment is significant at
// a level.
func FoundAverage(level float64) Rate { return Rate{results.ValueAverageP, Single, atMost(level)} }

// True counts what is 1.
func True(value results.ValueName, inputs Inputs) Rate {
	return Rate{value, inputs, func(v float64) bool { return v == 1 }}
}

func atMost(level float64) func(p float64) bool { return func(p float64) bool { return p <= level } }

// Count counts what is so in cells.
func (r Rate) Count(cells ...Cell) (count stat.Count) {
	for _, c := range cells {
		for _, single := range r.Each(c) {
			count = count.Plus(single)
		}
	}
	return count
}

// Each counts what is so of each of the inputs of a cell.
func (r Rate) Each(c Cell) (counts []stat.Count) {
	rows := c.Values(r.Of)
	for _, j := range r.Inputs(c) {
		var count stat.Count
		for _, row := range rows {
			count.Add(r.So(row[j]))
		}
		counts = append(counts, count)
	}
	return counts
}

// treeP are one-sided p-values from the standard errors over trees, of cells that record none. They
// are wrong, which is what they are there to show.
func (c Cell) treeP() (rows [][]float64) {
	raw, se := c.Recorded[results.ValueRaw], c.Recorded[results.ValueSE]
	for i := range min(len(raw), len(se)) {
		p := make([]float64, len(raw[i]))
		for j, value := range raw[i] {
			switch {
			case se[i][j] > 0:
				p[j] = math.Erfc(value/se[i][j]/math.Sqrt2) / 2
			case value <= 0:
				p[j] = 1
			}
		}
		rows = append(rows, p)
	}
	return rows
}

func (c Cell) anyNull() (rows [][]float64) {
	null := c.Null()
	if len(null) == 0 {
		return nil
	}
	for _, adjusted := range c.adjusted() {
		least := math.Inf(1)
		for _, j := range null {
			least = min(least, adjusted[j])
		}
		rows = append(rows, []float64{least})
	}
	return rows
}

// adjusted returns the p-values as they were decided, or where records have none, adjusted by
// Holm's method.
func (c Cell) adjusted() [][]float64 {
	if decided := c.Recorded[results.ValueAdjusted]; decided != nil {
		return decided
	}
	var rows [][]float64
	for _, p := range c.Values(results.ValueP) {
		rows = append(rows, rank.Holm(p))
	}
	return rows
}

// covered tells whether intervals cover a target: those recorded or, where there are none,
// those from the standard errors over trees. Without population values it tells nothing.
func (c Cell) covered(target func(i, j int) float64) (rows [][]float64) {
	low, high := c.Recorded[results.ValueLow], c.Recorded[results.ValueHigh]
	if low == nil {
		half := math.Sqrt2 * math.Erfinv(0.95)
		for i, se := range c.Recorded[results.ValueSE] {
			lows, highs := make([]float64, len(se)), make([]float64, len(se))
			for j, raw := range c.Recorded[results.ValueRaw][i] {
				lows[j], highs[j] = share(raw-half*se[j]), share(raw+half*se[j])
			}
			low, high = append(low, lows), append(high, highs)
		}
	}
	if high == nil || c.Recorded[results.ValuePopulation] == nil || c.Recorded[results.ValueRaw] == nil {
		return nil
	}
	for i := range low {
		rows = append(rows, truths(len(low[i]), func(j int) bool {
			t := target(i, j)
			return low[i][j] <= t &&
				t <= high[i][j]
		}))
	}
	return rows
}

// WithinOf counts the values that are within two of the standard errors that an
// approximate aggregation adds of those of another cell on the same tables.
func (c Cell) WithinOf(other Cell) (within stat.Count) {
	ours, others, se := c.Recorded[results.ValueRaw], other.Recorded[results.ValueRaw],
		c.Recorded[results.ValueAggregationSE]
	for i := range min(len(ours), len(others), len(se)) {
		for j, error := range se[i] {
			within.Add(math.Abs(ours[i][j]-others[i][j]) <= 2*error)
		}
	}
	return within
}

// truths are 1 where something is so, otherwise 0.
func truths(n int, so func(j int) bool) []float64 {
	row := make([]float64, n)
	for j := range row {
		if so(j) {
			row[j] = 1
		}
	}
	return row
}

// share cuts a value off at 0 and 1.
func share(value float64) float64 { return min(max(value, 0), 1) }

// Warned counts the repetitions with a warning that has the given words.
func (c Cell) Warned(words string) (warned stat.Count) {
	for _, warnings := range c.warnings {
		warned.Add(slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, words) }))
	}
	return warned
}

// Aspect is one aspect of the responses that the records of a cell tell of, such as "mean of y1".
type Aspect struct {
	Name string
	key  string
	// Moves tells which inputs are known to move it.
	Moves []bool
}

// Aspects returns the aspects of the cell: of single responses, those of the first one
// first, then the dependence.
func (c Cell) Aspects() []Aspect {
	var keys []string
	prefix := string(results.AspectArea) + "_"
	for name := range c.Recorded {
		key, ok := strings.CutPrefix(string(name), prefix)
		if ok && c.Recorded[results.AspectMoves.Of(key)] != nil && c.Recorded[results.AspectFound.Of(key)] != nil {
			keys = append(keys, key)
		}
	}
	order := []string{"mean", "spread", "shape", "tails"}
	slices.SortFunc(keys, func(a, b string) int {
		kindA, ofA, _ := strings.Cut(a, "_")
		kindB, ofB, _ := strings.Cut(b, "_")
		if ofA == "" || ofB == "" { // the dependence, of no single response, is the last
			ofA, ofB = ofB, ofA
		}
		return cmp.Or(strings.Compare(ofA, ofB), slices.Index(order, kindA)-slices.Index(order, kindB))
	})
	var aspects []Aspect
	for _, key := range keys {
		kind, response, single := strings.Cut(key, "_")
		a := Aspect{Name: kind, key: key}
		if single {
			a.Name += " of " + response
		}
		for _, v := range c.Recorded[results.AspectMoves.Of(key)][0] {
			a.Moves = append(a.Moves, v == 1)
		}
		aspects = append(aspects, a)
	}
	return aspects
}

// Area is the value of its areas.
func (a Aspect) Area() results.ValueName { return results.AspectArea.Of(a.key) }

// Found counts the repetitions in which inputs were found to move it.
func (a Aspect) Found(inputs Inputs) Rate { return True(results.AspectFound.Of(a.key), inputs) }

// falselyMoved tells by repetition whether anything was found that is known not to move.
func (c Cell) falselyMoved() (rows [][]float64) {
	aspects := c.Aspects()
	if aspects == nil {
		return nil
	}
	for i := range c.Repetitions {
		rows = append(rows, truths(1, func(int) bool {
			return slices.ContainsFunc(aspects, func(a Aspect) bool {
				found := c.Recorded[results.AspectFound.Of(a.key)]
				for j, moves := range a.Moves {
					if !moves && found[i][j] == 1 {
						return true
					}
				}
				return false
			})
		}))
	}
	return rows
}
