package summary

import (
	"math"
	"slices"
	"strings"

	"drfvi/internal/rank"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

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

// PValues returns p-values by repetition and input: those recorded or, where there
// are none, one-sided ones from the standard errors over trees. The latter are
// wrong, which is what they are there to show.
func (c Cell) PValues() [][]float64 {
	if recorded, ok := c.Recorded[results.ValueP]; ok {
		return recorded
	}
	raw, se := c.Recorded[results.ValueRaw], c.Recorded[results.ValueSE]
	var all [][]float64
	for i := range se {
		p := make([]float64, len(raw[i]))
		for j, value := range raw[i] {
			switch {
			case se[i][j] > 0:
				p[j] = math.Erfc(value/se[i][j]/math.Sqrt2) / 2
			case value <= 0:
				p[j] = 1
			}
		}
		all = append(all, p)
	}
	return all
}

// Found counts the repetitions in which the p-value of an input is at most a level.
func (c Cell) Found(j int, level float64) (found stat.Count) {
	for _, p := range c.PValues() {
		found.Add(p[j] <= level)
	}
	return found
}

// NullFound counts the tests of null inputs that find them at a level.
func (c Cell) NullFound(level float64) (found stat.Count) {
	for _, j := range c.Null() {
		found = found.Plus(c.Found(j, level))
	}
	return found
}

// FalselyFound counts the repetitions in which a null input has a
// p-value of at most the level after Holm's adjustment for all inputs; none without null inputs.
func (c Cell) FalselyFound(level float64) (found stat.Count) {
	null := c.Null()
	if len(null) == 0 {
		return found
	}
	for _, p := range c.PValues() {
		adjusted := rank.Holm(p)
		found.Add(slices.ContainsFunc(null, func(j int) bool { return adjusted[j] <= level }))
	}
	return found
}

// NothingOpen counts the repetitions that leave open at a level that nothing is
// explained, of those that tell.
func (c Cell) NothingOpen(level float64) (open stat.Count) {
	for _, row := range c.Recorded[results.ValueShareP] {
		open.Add(row[0] > level)
	}
	return open
}

// Warned counts the repetitions with a warning that has the given words.
func (c Cell) Warned(words string) (warned stat.Count) {
	for _, warnings := range c.said {
		warned.Add(slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, words) }))
	}
	return warned
}

// Coverage counts how often the intervals of 95 % of an input cover their target, the mean of the
// estimates of all tables, within [0, 1] as the intervals are, and the population value of their
// own table: those recorded or, where there are none, those from the standard errors over trees.
func (c Cell) Coverage(j int) (ofTarget, ofPopulation stat.Count) {
	low, high, ok := c.intervals(j)
	population := c.Recorded[results.ValuePopulation]
	if !ok || len(population) != len(low) {
		return ofTarget, ofPopulation
	}
	target := share(c.Means[results.ValueRaw][j].Mean)
	for i := range low {
		ofTarget.Add(low[i] <= target && target <= high[i])
		ofPopulation.Add(low[i] <= population[i][j] && population[i][j] <= high[i])
	}
	return ofTarget, ofPopulation
}

// intervals returns the ends of the intervals of an input, by repetition.
func (c Cell) intervals(j int) (low, high []float64, ok bool) {
	if lows, recorded := c.Recorded[results.ValueLow]; recorded {
		return stat.Column(lows, j), stat.Column(c.Recorded[results.ValueHigh], j), true
	}
	half := math.Sqrt2 * math.Erfinv(0.95)
	for i, se := range c.Recorded[results.ValueSE] {
		raw := c.Recorded[results.ValueRaw][i][j]
		low, high = append(low, share(raw-half*se[j])), append(high, share(raw+half*se[j]))
	}
	return low, high, len(low) > 0
}

// share cuts a value off at 0 and 1.
func share(value float64) float64 { return min(max(value, 0), 1) }
