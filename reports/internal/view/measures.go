package view

import (
	"math"
	"slices"
	"strconv"
	"strings"

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

// measure is a quantity of the frame: how it follows from the records of a cell, and how it is
// written.
type measure struct {
	quantity, label string
	form            form
	share           bool // from 0 to 1, written as a percentage, with Wilson's interval
	ofInputs        bool // a number for each input
	fact            bool // of the tables, and no result of an estimator
	// compute is nil where the summary holds the number.
	compute func(s summary.Summary, c summary.Cell, j int) stat.Stat
	// pool is the number of several cells from theirs; nil for that of the first cell.
	pool func(cells []summary.Cell, values []stat.Stat) stat.Stat
	// flagged tells whether the number of cells is marked; nil for never.
	flagged func(cells []summary.Cell) bool
}

// interval adds the interval of a share.
func (m measure) interval(s stat.Stat) stat.Stat {
	if m.share && s.N > 0 {
		s.Low, s.High = stat.Wilson(s.Mean, s.N)
	}
	return s
}

var (
	percent     = plain(func(v float64) string { return format.Fixed(100*v, 1) })
	significant = plain(func(v float64) string { return format.Significant(v, 2) })
	threeDigits = plain(func(v float64) string { return format.Fixed(v, 3) })
	signed      = plain(format.Signed)
	whole       = plain(func(v float64) string { return strconv.Itoa(int(v)) })
)

// Cells that others are compared with: the paper's estimate of the same design, and the usual
// importance.
var (
	paperEstimate = map[string]string{results.KeyMethod: "coupled", results.KeyPreset: "paper"}
	splitCounts   = map[string]string{results.KeyMethod: "vimp-drf"}
)

// measures are the measures by name. Others are means of values of the records.
var measures = map[string]measure{
	"importance":    {label: "importance", ofInputs: true, form: fixed(3)},
	"error":         {label: "error", form: fixed(3)},
	"cumulative":    {label: "cumulative loss", form: fixed(3)},
	"vimp_drf":      {label: "vimp-drf", ofInputs: true, form: fixed(3)},
	"typical_error": {label: "root mean square error", form: fixed(3), compute: ofCell(summary.Cell.TypicalError)},
	"error_ratio": {
		quantity: "error_ratio against coupled preset paper", label: "error, as a share", form: fixed(3),
		compute: errorRatio, pool: geometric,
	},
	"slope": {label: "slope", form: fixed(3), pool: slope, flagged: bent},

	"population": {label: "population", ofInputs: true, form: fixed(3), fact: true},
	"tables":     {label: "tables", form: whole, fact: true, compute: ofCell(tables), pool: largest},
	"cells":      {label: "cells", form: whole, fact: true},
	"rows":       {label: "n", form: whole, fact: true, compute: ofCell(rowsOf)},
	"inputs":     {label: "p", form: whole, fact: true, compute: ofCell(inputsOf), pool: largest},
	"responses":  {label: "d", form: whole, fact: true, compute: ofCell(responsesOf)},

	"found":             {label: "found", ofInputs: true, share: true, compute: found},
	"false_findings":    {label: "false findings", share: true, compute: ofCell(worstNull)},
	"size":              {label: "null inputs found", share: true, compute: rate(nullFound), pool: shares},
	"any_falsely_found": {label: "any null found", share: true, compute: rate(anyNullFound), pool: shares},
	"power":             {label: "active inputs found", share: true, compute: rate(activeFound), pool: shares},
	"coverage":          {label: "coverage of the target", share: true, compute: rate(targetCovered), pool: shares},
	"population_coverage": {label: "coverage of the population value",
		share: true, compute: rate(populationCovered), pool: shares},
	"least_coverage":   {label: "coverage, target", share: true, compute: least(targetCovered)},
	"least_population": {label: "coverage, population", share: true, compute: least(populationCovered)},
	"least_power":      {label: "power", share: true, compute: least(activeFound)},
	"test_size":        {label: "null inputs found", share: true, compute: shareFound(summary.NullOfDesign)},
	"test_power":       {label: "active inputs found", share: true, compute: shareFound(acting)},

	"gap":    {quantity: "gap against vimp-drf", label: "gap", form: threeDigits, compute: gap},
	"gap_t":  {quantity: "gap_t against vimp-drf", label: "t", form: signed, compute: gapT},
	"saving": {quantity: "saving against vimp-drf", label: "% of the loss saved", form: fixed(1), compute: saving},

	"score": {label: "error", form: fixed(2), compute: mean(summary.Score), pool: meanOfMeans},
	"rank_correlation": {label: "rank correlation",
		form: fixed(2), compute: mean(summary.RankCorrelation), pool: meanOfMeans},
	"auc": {label: "AUC", form: fixed(2), compute: mean(summary.AUC), pool: meanOfMeans},

	"core_seconds": {label: "seconds on one core", form: significant, compute: mean(summary.CoreSeconds)},
	"seconds":      {label: "seconds on one core", form: significant, compute: ofCell(seconds), pool: geometricMean},
	"megabytes":    {label: "MB", form: significant, compute: ofCell(megabytes), pool: largest},

	"log10_error":        {label: "error", compute: logs(summary.Error)},
	"log10_forests":      {label: "forests", compute: logs("forests")},
	"log10_core_seconds": {label: "seconds on one core", compute: logs(summary.CoreSeconds)},
}

// measureOf finds a measure by its name.
func measureOf(name string) measure {
	m, ok := measures[name]
	if !ok {
		m = measure{label: strings.ReplaceAll(name, "_", " "), form: fixed(3)}
		m.ofInputs = results.ValueName(name).Is(results.PerVariable)
	}
	if m.quantity == "" {
		m.quantity = name
	}
	if m.share {
		m.form = percent
	}
	return m
}

// number is a number without a standard error, of n; its N is 0 where there is none.
func number(v float64, n int) stat.Stat {
	if n == 0 || math.IsNaN(v) {
		return stat.Stat{}
	}
	return stat.Stat{Mean: v, SD: math.NaN(), SE: math.NaN(), N: n}
}

type computeFunc = func(s summary.Summary, c summary.Cell, j int) stat.Stat

// ofCell is a number of a cell alone.
func ofCell(value func(c summary.Cell) stat.Stat) computeFunc {
	return func(_ summary.Summary, c summary.Cell, _ int) stat.Stat { return value(c) }
}

// mean is the mean over repetitions of a value.
func mean(name results.ValueName) computeFunc {
	return ofCell(func(c summary.Cell) stat.Stat { return stat.New(c.Column(name, 0)) })
}

// logs is the mean over repetitions of the decimal logarithms of a value.
func logs(name results.ValueName) computeFunc {
	return ofCell(func(c summary.Cell) stat.Stat { return stat.Logs(c.Column(name, 0)) })
}

func tables(c summary.Cell) stat.Stat { return number(float64(c.Repetitions), c.Repetitions) }

func inputsOf(c summary.Cell) stat.Stat { return number(float64(len(c.Variables)), len(c.Variables)) }

func rowsOf(c summary.Cell) stat.Stat { return wholeNumber(c.Cell[results.KeyN], c.Rows) }

func responsesOf(c summary.Cell) stat.Stat { return wholeNumber(c.Cell["d"], c.Responses) }

// wholeNumber is what a key of a cell says or, if it is no number, another number; none for 0.
func wholeNumber(key string, otherwise int) stat.Stat {
	n, _ := strconv.Atoi(key)
	if n <= 0 {
		n = otherwise
	}
	return number(float64(n), min(n, 1))
}

// Findings of inputs, and intervals that hold their target or the population value of their table.
var (
	nullFound         = summary.Found(Level, summary.Cell.Null)
	anyNullFound      = summary.FoundAny(Level)
	activeFound       = summary.Found(Level, summary.Cell.Effective)
	targetCovered     = summary.True(summary.Covered, summary.Cell.Effective)
	populationCovered = summary.True(summary.PopulationCovered, summary.Cell.Effective)
)

// rate is the share of what is so of all inputs and repetitions.
func rate(r summary.Rate) computeFunc {
	return ofCell(func(c summary.Cell) stat.Stat { return r.Count(c).Share() })
}

// least is the smallest of the shares of inputs.
func least(r summary.Rate) computeFunc {
	return ofCell(func(c summary.Cell) (worst stat.Stat) {
		for _, count := range r.Each(c) {
			if v := count.Share(); worst.N == 0 || v.N > 0 && v.Mean < worst.Mean {
				worst = v
			}
		}
		return worst
	})
}

// found is the share of the tables in which an input is found.
func found(_ summary.Summary, c summary.Cell, j int) stat.Stat {
	return summary.Found(Level, func(summary.Cell) []int { return []int{j} }).Count(c).Share()
}

// worstNull is the share of the tables in which the null input is found that is found most often.
func worstNull(c summary.Cell) stat.Stat {
	var worst stat.Count
	for _, count := range nullFound.Each(c) {
		if worst.N == 0 || count.K > worst.K {
			worst = count
		}
	}
	return worst.Share()
}

// shareFound is the share of some inputs of a cell with p-values of at most Level, by table,
// with an interval as if a table were either right or wrong.
func shareFound(inputs summary.Inputs) computeFunc {
	return ofCell(func(c summary.Cell) stat.Stat {
		columns := inputs(c)
		var list []float64
		for _, row := range c.Recorded[results.ValueP] {
			share := 0.0
			for _, j := range columns {
				if row[j] <= Level {
					share += 1 / float64(len(columns))
				}
			}
			if len(columns) > 0 {
				list = append(list, share)
			}
		}
		return stat.New(list)
	})
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

// errorRatio is the error as a share of that of the paper's estimate on the same design.
func errorRatio(s summary.Summary, c summary.Cell, _ int) stat.Stat {
	for _, r := range summary.ErrorRatios(s.Cells, []summary.Cell{c}, paperEstimate) {
		return r.Ratio
	}
	return stat.Stat{}
}

// gap is how much more vimp-drf loses over all steps, within repetitions, and saving that in
// percent of its loss.
func gap(s summary.Summary, c summary.Cell, _ int) stat.Stat {
	other, err := s.Rival(c, splitCounts)
	if err != nil {
		return stat.Stat{}
	}
	return summary.PairedDifference(other, c, results.ValueCumulative, 0)
}

func saving(s summary.Summary, c summary.Cell, _ int) stat.Stat {
	saved := gap(s, c, 0)
	if saved.N < 2 {
		return stat.Stat{}
	}
	other, _ := s.Rival(c, splitCounts) // gap has found it
	scale := 100 / math.Abs(other.Mean(results.ValueCumulative, "").Mean)
	return stat.Stat{Mean: scale * saved.Mean, SE: scale * saved.SE, N: saved.N}
}

func gapT(s summary.Summary, c summary.Cell, _ int) stat.Stat {
	if saved := gap(s, c, 0); saved.N > 1 {
		return number(stat.T(saved), saved.N)
	}
	return stat.Stat{}
}

// seconds is the mean time on one core.
func seconds(c summary.Cell) stat.Stat {
	times := c.Column(summary.CoreSeconds, 0)
	return number(stat.Mean(times), min(len(times), 1))
}

// megabytes is the most memory in use where that is known.
func megabytes(c summary.Cell) stat.Stat {
	highest := 0.0
	for _, peak := range c.Peaks {
		highest = max(highest, peak/1e6)
	}
	return number(highest, len(c.Peaks))
}

// shares is the share over all cells.
func shares(_ []summary.Cell, values []stat.Stat) stat.Stat {
	var count stat.Count
	for _, v := range values {
		count = count.Plus(stat.Count{K: int(math.Round(float64(v.Mean * float64(v.N)))), N: v.N})
	}
	return count.Share()
}

func largest(_ []summary.Cell, values []stat.Stat) stat.Stat {
	highest, n := 0.0, 0
	for _, v := range values {
		highest, n = max(highest, v.Mean), n+v.N
	}
	return number(highest, n)
}

func means(values []stat.Stat) (list []float64) {
	for _, v := range values {
		list = append(list, v.Mean)
	}
	return list
}

func meanOfMeans(_ []summary.Cell, values []stat.Stat) stat.Stat {
	return number(stat.Mean(means(values)), len(values))
}

func geometricMean(_ []summary.Cell, values []stat.Stat) stat.Stat {
	return number(math.Pow(10, stat.Logs(means(values)).Mean), len(values))
}

// geometric is the geometric mean of ratios with its standard error.
func geometric(_ []summary.Cell, values []stat.Stat) stat.Stat {
	var ratios []summary.ErrorRatio
	for _, v := range values {
		ratios = append(ratios, summary.ErrorRatio{Ratio: v})
	}
	if len(ratios) == 0 {
		return stat.Stat{}
	}
	value, _, _ := summary.GeometricMean(ratios) // all have a number
	return value
}

// slope is that of the errors of cells that differ in the number of rows.
func slope(cells []summary.Cell, _ []stat.Stat) stat.Stat {
	if slope, _, ok := summary.Trend(cells); ok {
		return slope
	}
	return stat.Stat{}
}

// bent reports whether the errors are on no line.
func bent(cells []summary.Cell) bool {
	_, p, ok := summary.Trend(cells)
	return ok && p <= stat.Level
}
