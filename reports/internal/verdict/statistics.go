package verdict

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// measured is a statistic of an input, a step or a whole cell: a number for each repetition, a mean
// with its standard error, or a count.
type measured struct {
	name string // in words
	key  string // the input or step, empty for a whole cell
	// values are the numbers by repetition of the cell.
	values []float64
	cell   summary.Cell
	// Otherwise mean is the statistic and df its degrees of freedom or, if N of count is not 0, what
	// is compared is that.
	mean  stat.Stat
	df    float64
	count stat.Count
	// counted adds what the count is of to its text.
	counted bool
	// paperRule marks losses, which the paper compares by a rule of its own.
	paperRule bool
}

// against compares the statistic with a number, below which it should be or above.
func (m measured) against(bound float64, below bool) pair {
	if m.values != nil {
		m.mean = stat.New(m.values)
		m.df = float64(m.mean.N - 1)
	}
	if m.count.N > 0 {
		m.mean = m.count.Share()
	}
	gap, upper, lower := m.mean, m.name, fmt.Sprint(bound)
	gap.Mean -= bound
	if below {
		gap.Mean, upper, lower = -gap.Mean, lower, upper
	}
	if bound == 0 && below && m.count.N == 0 {
		upper, lower = m.name, "" // the gap is that to 0 from below
	}
	p := tested(upper, lower, gap, m.df)
	if m.count.N > 0 {
		p.contrary, p.right = m.count.Tails(bound)
		_, best := stat.Count{K: m.count.N, N: m.count.N}.Tails(bound)
		if below {
			p.right, p.contrary = p.contrary, p.right
			best, _ = stat.Count{N: m.count.N}.Tails(bound)
		}
		p.tooFew = best > stat.Level
		p.observed = m.count.Text()
		if m.counted {
			p.observed += " of " + m.name
		}
	}
	return p
}

// counts is a statistic that is a single count; without any there is a reason. Counts of other
// things than tables name them in their text.
func counts(
	name, reason string, count func(in subject, t results.Term) stat.Count,
) func(subject, results.Term) ([]measured, error) {
	return func(in subject, t results.Term) ([]measured, error) {
		total := count(in, t)
		if total.N == 0 {
			return nil, errors.New(reason)
		}
		return []measured{{name: name, count: total, counted: !strings.HasPrefix(name, "tables")}}, nil
	}
}

// ofTables counts tables of the one cell at the term's level.
func ofTables(rate func(level float64) summary.Rate) func(in subject, t results.Term) stat.Count {
	return func(in subject, t results.Term) stat.Count { return rate(t.Option("level")).Count(in.cells[0]) }
}

// Reasons for which there is no statistic.
const (
	noTests       = "the records hold no tests, or no population values"
	noAspects     = "the records hold no aspects"
	noLosses      = "the records hold no losses"
	noImportances = "not all records hold importances"
	noRankings    = "the records hold no rankings by vimp-drf"
)

// statistics are those of results.StatisticForms.
var statistics = map[string]func(in subject, t results.Term) ([]measured, error){
	"importance":        importances,
	"relative_se":       relativeErrors,
	"loss":              losses,
	"overlap":           overlaps,
	"shared":            counts("halves overlap", noRankings, shared),
	"shared_by_means":   sharedByMeans,
	"error_slope":       errorSlope,
	"error_ratio":       func(in subject, t results.Term) ([]measured, error) { return errorRatio(in, t, false) },
	"worst_error_ratio": func(in subject, t results.Term) ([]measured, error) { return errorRatio(in, t, true) },
	"error":             populationErrors,
	"found":             foundRates,
	"any_found":         counts("tables with any", noTests, ofTables(summary.FoundAny)),
	"mean_found":        meanFound,
	"nothing_open":      counts("tables that leave it open", noTests, ofTables(summary.NothingOpen)),
	"average_found": counts(
		"tables with an average effect", "the records have no tests of an average effect", ofTables(summary.FoundAverage),
	),
	"as_often_found": counts("inputs", "no active input is missed", asOftenFound),
	"named": counts("tables that name them", "the records do not say which inputs may stand in "+
		"for others", named),
	"warned": counts("tables with such a warning", "there are no tables", func(in subject, t results.Term) stat.Count {
		return in.cells[0].Warned(t.Options["says"])
	}),
	"covered": counts("inputs not significantly outside",
		"the records hold no intervals of active inputs", covered),
	"area":  areas,
	"moved": counts("that move", noAspects, moved),
	"unmoved": counts("tables with any",
		noAspects, ofTables(func(float64) summary.Rate { return summary.True(summary.FalselyMoved, summary.Single) })),
	"within": counts("values", "the records hold nothing to compare with, or no standard errors", within),
	"population_covered": counts("intervals", "the records hold no intervals of active inputs, or no "+
		"population values", populationCovered),
}

// measure returns the term's statistic: of each input or step that it names.
func (in subject) measure(t results.Term) ([]measured, error) {
	list, err := statistics[t.Statistic](in, t)
	if t.Factor != 1 {
		for i := range list {
			list[i].name = multiplied(t.Factor, list[i].name)
		}
	}
	return list, err
}

// multiplied names so many times something: "10 times X7", "minus X7".
func multiplied(factor float64, name string) string {
	if factor == -1 {
		return "minus " + name
	}
	return fmt.Sprintf("%v times %s", factor, name)
}

// cell returns the cell that a term is about, and how to tell its inputs from those of the claim's.
func (in subject) cell(t results.Term) (c summary.Cell, name func(input string) string, err error) {
	ours := in.cells[0]
	if len(t.Than) == 0 {
		return ours, func(input string) string { return input }, nil
	}
	c, err = in.than(ours, t.Than)
	other := cmp.Or(in.s.Distinction(ours, c), "experiment "+t.Than[results.KeyExperiment])
	return c, func(string) string { return "that of " + other }, err
}

func importances(in subject, t results.Term) ([]measured, error) {
	c, name, err := in.cell(t)
	if err == nil && c.Recorded[summary.Importance] == nil {
		err = errors.New(noImportances)
	}
	if err != nil {
		return nil, err
	}
	return in.ofInputs(c, t, func(j int, input string) measured {
		return measured{name: name(input), values: c.Column(summary.Importance, j), cell: c}
	})
}

// relativeErrors gives SE/|mean|, whose own relative standard error is 1/√(2(R−1)) for normal
// importances.
func relativeErrors(in subject, t results.Term) ([]measured, error) {
	list, err := importances(in, t)
	for i, m := range list {
		s := stat.New(m.values)
		ratio := s.SE / math.Abs(s.Mean)
		list[i] = measured{name: "standard error of " + m.name, key: m.key, df: float64(s.N - 1),
			mean: stat.Stat{Mean: ratio, SD: math.NaN(), SE: ratio / math.Sqrt(2*float64(s.N-1)), N: s.N}}
	}
	return list, err
}

// ofInputs gives what is measured of each input of a cell that a term names.
func (in subject) ofInputs(
	c summary.Cell, t results.Term, measure func(j int, input string) measured,
) ([]measured, error) {
	columns, err := columnsOf(c, t.Inputs, in.s.Experiment.Relevant)
	var list []measured
	for _, j := range columns {
		m := measure(j, c.Variables[j])
		m.key = c.Variables[j]
		list = append(list, m)
	}
	return list, err
}

// columnsOf resolves inputs; "noise" stands for all that are not relevant, "null" for those without
// effect.
func columnsOf(c summary.Cell, names, relevant []string) ([]int, error) {
	var columns []int
	for _, name := range names {
		j := slices.Index(c.Variables, name)
		switch {
		case name == results.Noise:
			columns = append(columns, summary.NoiseColumns(c.Variables, relevant)...)
		case name == results.Null:
			columns = append(columns, c.Null()...)
		case j < 0:
			return nil, fmt.Errorf("no input %s", name)
		default:
			columns = append(columns, j)
		}
	}
	if len(columns) == 0 {
		return nil, errors.New("no input to compare")
	}
	return columns, nil
}

// losses gives the cumulative losses, or those with numbers of inputs left.
func losses(in subject, t results.Term) ([]measured, error) {
	c, _, err := in.cell(t)
	if err != nil {
		return nil, err
	}
	cumulative := c.Column(results.ValueCumulative, 0)
	if cumulative == nil {
		return nil, errors.New(noLosses)
	}
	method, p := summary.MethodLabel(c.Cell[results.KeyMethod]), len(c.Variables)
	inputsLeft := t.Options["left"]
	if inputsLeft == "" {
		return []measured{{name: method, values: cumulative, cell: c, paperRule: true}}, nil
	}
	first, open := strings.CutSuffix(inputsLeft, "..")
	from, _ := strconv.Atoi(first) // as the specification has it
	to := from
	switch {
	case inputsLeft == "all":
		from, to = p, p
	case open:
		to = p - 1
	}
	var list []measured
	for k := from; k <= to; k++ {
		name := method
		if open || inputsLeft == "all" {
			name = fmt.Sprintf("the loss with %s", format.Plural(k, "input"))
		}
		values := c.Column(results.ValueLoss, k-1)
		if values == nil {
			return nil, errors.New(noLosses)
		}
		list = append(list, measured{name: name, key: strconv.Itoa(k), values: values, cell: c})
	}
	return list, nil
}

// overlaps counts the repetitions in which two cells keep some of the same inputs to the end.
func overlaps(in subject, t results.Term) ([]measured, error) {
	c := in.cells[0]
	other, err := in.than(c, t.Than)
	if err != nil {
		return nil, err
	}
	ours, theirs, largestPlace := c.Recorded[summary.Place], other.Recorded[summary.Place], t.Option("left")
	if len(ours) == 0 || len(theirs) == 0 || len(ours[0]) != len(theirs[0]) {
		return nil, errors.New("the records hold no eliminations of the same inputs")
	}
	m := measured{name: "repetitions overlap", counted: true}
	for _, rows := range summary.Pairs(c, other) {
		inBoth := false
		for j, place := range ours[rows[0]] {
			inBoth = inBoth || place <= largestPlace && theirs[rows[1]][j] <= largestPlace
		}
		m.count.Add(inBoth)
	}
	return []measured{m}, nil
}

// errorSlope is the slope of errors of cells that differ in n alone.
func errorSlope(in subject, t results.Term) ([]measured, error) {
	cells := summary.Having(
		in.cells, func(c summary.Cell) bool { return summary.SizeOf(c, results.KeyN) >= t.Option("from") },
	)
	slope, _, ok := summary.Trend(cells)
	if !ok {
		return nil, errors.New("no errors against population values at two numbers of rows")
	}
	name := "slope"
	if from := t.Options["from"]; from != "" {
		name += " from n = " + from
	}
	return []measured{{name: name, mean: slope, df: float64(slope.N - 2)}}, nil
}

// errorRatio compares errors on all designs with those of another estimator.
func errorRatio(in subject, t results.Term, worst bool) ([]measured, error) {
	ratios := summary.ErrorRatios(in.s.Cells, summary.Selected(in.s.Cells, in.claim.Cell), in.selector(t))
	if len(ratios) == 0 {
		return nil, errors.New("no design to compare on")
	}
	mean, largest, err := summary.GeometricMean(ratios)
	if err != nil {
		return nil, err
	}
	if ratio := ratios[largest]; worst {
		design := summary.Describe(summary.Only(ratio.Cell.Cell, results.KeyScenario, results.KeyN))
		return []measured{
			{
				name: fmt.Sprintf("%s (%s)", format.Significant(ratio.Ratio.Mean, 3), design), mean: ratio.Ratio,
				df: float64(ratio.Ratio.N - 1),
			},
		}, nil
	}
	df := 0.0
	for _, r := range ratios {
		df += float64(r.Ratio.N - 1)
	}
	return []measured{{name: "mean ratio", mean: mean, df: df}}, nil
}

// populationErrors gives distances of mean importances from their population values.
func populationErrors(in subject, t results.Term) ([]measured, error) {
	c := in.cells[0]
	if c.Unknown() {
		return nil, errors.New("the records hold no population values")
	}
	return in.ofInputs(c, t, func(j int, input string) measured {
		s := stat.New(c.Column(results.ValueRaw, j))
		s.Mean = math.Abs(s.Mean - c.Mean(results.ValuePopulation, input).Mean)
		return measured{name: "error of " + input, mean: s, df: float64(s.N - 1)}
	})
}
