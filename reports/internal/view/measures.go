package view

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
	"drfvi/simulate"
)

// Level is that of the tests whose findings are counted, and CoverLow to CoverHigh the band of
// coverage, as in the claims of specifications.
const (
	Level               = 0.05
	CoverLow, CoverHigh = 0.93, 0.97
)

// question is what a number is asked of: cells, of which most numbers take the first, and an
// input where it is of one.
type question struct {
	*evaluation
	cells  []summary.Cell
	column results.ViewColumn
	input  string
}

// cell is the first of the cells.
func (q question) cell() summary.Cell { return q.cells[0] }

// at is the column of the input in the values of the cell, −1 for none.
func (q question) at() int { return slices.Index(q.cell().Variables, q.input) }

// other is the cell that the first is compared with.
func (q question) other() (summary.Cell, bool) {
	c, err := q.Rival(q.cell(), q.column.Against)
	return c, err == nil
}

// measure is a number that views show.
type measure struct {
	label string
	input bool // of an input
	// of is the number; N is 0 where there is none.
	of     func(q question) stat.Stat
	form   form
	lines  []float64 // to compare with in figures, and in words what they are
	line   string
	share  bool            // from 0 to 1
	ratio  bool            // to be multiplied
	clip   *chart.Interval // of the axis, of which nothing beyond is drawn to scale
	pooled bool            // of several cells one number
	bare   bool            // without a standard error in tables
	// flagged numbers are beyond what chance allows.
	flagged func(q question) bool
}

// form writes numbers in tables.
type form func(s stat.Stat) string

func fixed(decimals int) form { return func(s stat.Stat) string { return stat.Fixed(s, decimals) } }

// plain writes numbers without their standard errors.
func plain(text func(v float64) string) form {
	return func(s stat.Stat) string {
		if s.N == 0 {
			return format.None
		}
		return text(s.Mean)
	}
}

var (
	percent     = plain(func(v float64) string { return format.Fixed(100*v, 1) })
	significant = plain(func(v float64) string { return format.Significant(v, 2) })
	bare        = plain(func(v float64) string { return format.Fixed(v, 3) })
	signed      = plain(format.Signed)
	whole       = plain(func(v float64) string { return strconv.Itoa(int(v)) })
)

// number is a number without a standard error.
func number(v float64, n int) stat.Stat {
	if n == 0 || math.IsNaN(v) {
		return stat.Stat{}
	}
	return stat.Stat{Mean: v, SD: math.NaN(), SE: math.NaN(), N: n}
}

// found counts what is found of some inputs, and covered intervals that hold what a value of
// repetitions says.
func found(inputs summary.Inputs) summary.Rate { return summary.Found(Level, inputs) }

func covered(of results.ValueName) summary.Rate { return summary.True(of, summary.Cell.Effective) }

// pooled is the share of what is so in all cells, and of the one of an input.
func pooled(r summary.Rate) func(question) stat.Stat {
	return func(q question) stat.Stat { return r.Count(q.cells...).Share() }
}

// foundOf is the share of the tables in which the input is found.
func foundOf(q question) stat.Stat {
	return found(func(c summary.Cell) (columns []int) {
		if j := slices.Index(c.Variables, q.input); j >= 0 {
			columns = []int{j}
		}
		return columns
	}).Count(q.cell()).Share()
}

// least is the smallest of the shares that are counted in the cell.
func least(r summary.Rate) func(question) stat.Stat {
	return func(q question) (worst stat.Stat) {
		for _, count := range r.Each(q.cell()) {
			if v := count.Share(); worst.N == 0 || v.N > 0 && v.Mean < worst.Mean {
				worst = v
			}
		}
		return worst
	}
}

// worstNull counts the findings of the null input that is found most often.
func worstNull(c summary.Cell) (most stat.Count) {
	for _, count := range found(summary.Cell.Null).Each(c) {
		if most.N == 0 || count.K > most.K {
			most = count
		}
	}
	return most
}

// gap is how much more the other cell loses over all steps, within repetitions, and saving that in
// percent of its loss.
func gap(q question) stat.Stat {
	if other, ok := q.other(); ok {
		return summary.PairedDifference(other, q.cell(), results.ValueCumulative, 0)
	}
	return stat.Stat{}
}

func saving(q question) stat.Stat {
	other, ok := q.other()
	by := gap(q)
	if !ok || by.N < 2 {
		return stat.Stat{}
	}
	scale := 100 / math.Abs(other.Mean(results.ValueCumulative, "").Mean)
	return stat.Stat{Mean: scale * by.Mean, SE: scale * by.SE, N: by.N}
}

func gapT(q question) stat.Stat {
	if by := gap(q); by.N > 1 {
		return number(stat.T(by), by.N)
	}
	return stat.Stat{}
}

// errorRatio is that of the cell, of several the geometric mean.
func errorRatio(q question) stat.Stat {
	all := summary.ErrorRatios(q.Cells, q.cells, q.column.Against)
	if len(all) == 1 {
		return all[0].Ratio
	}
	if mean, _, err := summary.GeometricMean(all); err == nil && len(all) > 0 {
		return mean
	}
	return stat.Stat{}
}

func slope(q question) stat.Stat {
	if slope, _, ok := summary.Trend(q.cells); ok {
		return slope
	}
	return stat.Stat{}
}

// bent reports whether the errors are on no line.
func bent(q question) bool {
	_, bent, ok := summary.Trend(q.cells)
	return ok && bent <= stat.Level
}

// scored is the mean over cells of the mean of a score against population importances.
func scored(name results.ValueName) func(question) stat.Stat {
	return func(q question) stat.Stat {
		var means []float64
		for _, c := range q.cells {
			values := c.Column(name, 0)
			if len(values) == 0 {
				continue
			}
			if len(q.cells) == 1 {
				return stat.New(values)
			}
			means = append(means, stat.Mean(values))
		}
		return number(stat.Mean(means), len(means))
	}
}

// shareFound is the share of some inputs of a cell with p-values of at most Level, by
// table, with an interval as if a table were either right or wrong.
func shareFound(inputs summary.Inputs) func(question) stat.Stat {
	return func(q question) stat.Stat {
		of := inputs(q.cell())
		var shares []float64
		for _, row := range q.cell().Recorded[results.ValueP] {
			share := 0.0
			for _, j := range of {
				if row[j] <= Level {
					share += 1 / float64(len(of))
				}
			}
			if len(of) > 0 {
				shares = append(shares, share)
			}
		}
		return stat.Rate(shares)
	}
}

// acting are the inputs that make the change that a scenario is about, all active ones of
// scenarios that are about none.
func acting(c summary.Cell) []int {
	active := summary.EffectiveOfDesign(c)
	scenario, err := simulate.Named(c.Cell[results.KeyScenario])
	if err != nil || scenario.About == nil {
		return active
	}
	return summary.Having(active, func(j int) bool { return slices.Contains(scenario.About, c.Variables[j]) })
}

// seconds is the geometric mean over cells of the mean time on one core, and megabytes the
// most memory in use where that is known.
func seconds(q question) stat.Stat {
	var means []float64
	for _, c := range q.cells {
		if times := c.Column(summary.CoreSeconds, 0); len(times) > 0 {
			means = append(means, stat.Mean(times))
		}
	}
	return number(math.Pow(10, stat.Logs(means).Mean), len(means))
}

func megabytes(q question) stat.Stat {
	most, n := 0.0, 0
	for _, c := range q.cells {
		for _, peak := range c.Peaks {
			most, n = max(most, peak/1e6), n+1
		}
	}
	return number(most, n)
}

// measures are the numbers by name; others are means of values of the records.
var measures = map[string]measure{
	"importance":    {label: "importance", input: true, form: fixed(3)},
	"error":         {label: "error", form: fixed(3)},
	"typical_error": {label: "root mean square error", form: fixed(3), of: func(q question) stat.Stat { return q.cell().TypicalError() }},
	"error_ratio":   {pooled: true, label: "error, as a share", form: fixed(3), ratio: true, of: errorRatio, lines: []float64{1}, line: "1: equal errors"},
	"slope":         {pooled: true, label: "slope", form: fixed(3), of: slope, flagged: bent},
	"tables":        {pooled: true, bare: true, label: "tables", form: whole, of: repeated},
	"cells":         {pooled: true, bare: true, label: "cells", form: whole},
	"rows":          {bare: true, label: "n", form: whole, of: func(q question) stat.Stat { return q.fact(results.KeyN) }},
	"inputs": {bare: true, label: "p", form: whole, of: func(q question) stat.Stat {
		return number(float64(summary.MostVariables(q.cells)), summary.MostVariables(q.cells))
	}},
	"responses":           {bare: true, label: "d", form: whole, of: func(q question) stat.Stat { return q.fact("d") }},
	"found":               {label: "found", input: true, form: percent, share: true, of: foundOf},
	"false_findings":      {label: "false findings", form: percent, share: true, clip: &chart.Interval{Low: 0, High: 0.3}, lines: []float64{Level}, line: "5 %, the level", of: func(q question) stat.Stat { return worstNull(q.cell()).Share() }},
	"size":                {pooled: true, label: "null inputs found", form: percent, share: true, lines: []float64{Level}, line: "5 %, the level", of: pooled(found(summary.Cell.Null))},
	"any_falsely_found":   {pooled: true, label: "any null found", form: percent, share: true, of: pooled(summary.FoundAny(Level))},
	"least_coverage":      {label: "coverage, target", form: percent, share: true, clip: &chart.Interval{Low: 0.6, High: 1}, lines: []float64{CoverLow, CoverHigh}, line: "93 and 97 % covered", of: least(covered(summary.Covered))},
	"least_population":    {label: "coverage, population", form: percent, share: true, clip: &chart.Interval{Low: 0.6, High: 1}, lines: []float64{CoverLow, CoverHigh}, line: "93 and 97 % covered", of: least(covered(summary.PopulationCovered))},
	"least_power":         {label: "power", form: percent, share: true, of: least(found(summary.Cell.Effective))},
	"coverage":            {pooled: true, label: "coverage of the target", form: percent, share: true, of: pooled(covered(summary.Covered))},
	"population_coverage": {pooled: true, label: "coverage of the population value", form: percent, share: true, lines: []float64{0.95}, line: "95 % covered", of: pooled(covered(summary.PopulationCovered))},
	"power":               {pooled: true, label: "active inputs found", form: percent, share: true, of: pooled(found(summary.Cell.Effective))},
	"seconds":             {pooled: true, label: "seconds on one core", form: significant, of: seconds},
	"core_seconds":        {label: "seconds on one core", form: significant, of: func(q question) stat.Stat { return stat.New(q.cell().Column(summary.CoreSeconds, 0)) }},
	"megabytes":           {pooled: true, label: "MB", form: significant, of: megabytes},
	"vimp_drf":            {label: "vimp-drf", input: true, form: fixed(3)},
	"loss":                {label: "MMD loss"},
	"cumulative":          {label: "cumulative loss", form: fixed(3)},
	"gap":                 {bare: true, label: "gap", form: bare, of: gap},
	"gap_t":               {bare: true, label: "t", form: signed, of: gapT},
	"saving":              {label: "% of the loss saved", form: fixed(1), lines: []float64{0}, line: "0: equal losses", of: saving},
	"score":               {pooled: true, label: "error", form: fixed(2), of: scored(summary.Score)},
	"rank_correlation":    {pooled: true, label: "rank correlation", form: fixed(2), of: scored(summary.RankCorrelation)},
	"auc":                 {pooled: true, label: "AUC", form: fixed(2), of: scored(summary.AUC)},
	"test_size":           {label: "null inputs found", form: percent, share: true, of: shareFound(summary.NullOfDesign)},
	"test_power":          {label: "active inputs found", form: percent, share: true, of: shareFound(acting)},
}

// fact is a number of the tables of a cell: of rows, or of responses.
func (q question) fact(of string) stat.Stat {
	c := q.cell()
	switch n, _ := strconv.Atoi(c.Cell[of]); {
	case n > 0:
		return number(float64(n), 1)
	case of == results.KeyN && c.Rows > 0:
		return number(float64(c.Rows), 1)
	case of == "d" && c.Responses > 0:
		return number(float64(c.Responses), 1)
	}
	return stat.Stat{}
}

// counted is how many of the cells have a number in any other column of the view.
func counted(q question) stat.Stat {
	n := 0
	for _, c := range q.cells {
		if slices.ContainsFunc(q.Columns, func(of results.ViewColumn) bool {
			m := measureOf(of.Show)
			return !m.bare && m.value(question{evaluation: q.evaluation, cells: []summary.Cell{c}, column: of}, false).N > 0
		}) {
			n++
		}
	}
	return number(float64(n), n)
}

// repeated is the number of repetitions of the cell that has the most.
func repeated(q question) stat.Stat {
	most := 0
	for _, c := range q.cells {
		most = max(most, c.Repetitions)
	}
	return number(float64(most), most)
}

// measureOf finds a measure by its name.
func measureOf(name string) measure {
	value := results.ValueName(name)
	m, ok := measures[name]
	if name == "cells" {
		m.of = counted // which finds measures itself
	}
	if !ok {
		m = measure{label: strings.ReplaceAll(name, "_", " "), input: value.Is(results.PerVariable), form: fixed(3)}
	}
	if m.of == nil && m.form != nil {
		m.of = func(q question) stat.Stat { return q.cell().Mean(value, q.input) }
	}
	return m
}

// value is the number, of logarithms if these are asked for.
func (m measure) value(q question, logs bool) stat.Stat {
	switch {
	case len(q.cells) == 0 || q.cell().Repetitions == 0:
		return stat.Stat{}
	case logs:
		return stat.Logs(q.cell().Column(results.ValueName(q.column.Show), 0))
	}
	return m.of(q)
}
