package reports

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// CSV renders the overview for other programs, numbers to full precision: a
// row per published number, then a row per claim, whose value, se and
// difference are those of the tightest pair.
func (o Overview) CSV() string {
	rows := [][]string{{
		"kind", "experiment", "cell", "quantity", "variable", "statistic", "source", "printed", "printed_se", "se_stands_in", "below", "digits",
		"ours", "ours_se", "repetitions", "difference_se", "df", "p", "p_holm", "verdict", "reason", "note",
	}}
	for _, c := range o.Cells {
		row := []string{
			"number", c.Experiment, describe(c.Info.Cell), string(c.Expected.Quantity), c.Expected.Variable, string(c.Expected.Statistic), c.Expected.Source,
			format.Exact(c.Expected.Value), "", strconv.FormatBool(c.StandIn), strconv.FormatBool(c.Expected.Below), strconv.Itoa(c.Expected.Digits),
			"", "", strconv.Itoa(c.Ours.N), "", "", "", "", string(c.Verdict), c.Reason, c.Expected.Note,
		}
		if c.Ours.N > 0 {
			row[12], row[13] = format.Exact(c.Ours.Mean), format.Exact(c.Ours.SE)
		}
		if c.Tested() {
			row[8] = format.Exact(c.PrintedSE)
			row[15], row[16], row[17], row[18] = format.Exact(c.Difference), format.Exact(c.DF), format.Exact(c.P), format.Exact(c.Adjusted)
		} else if c.Expected.SE != nil {
			row[8] = format.Exact(*c.Expected.SE)
		}
		rows = append(rows, row)
	}
	for _, c := range o.Claims {
		row := []string{
			"claim", c.Experiment, describe(c.Info.Cell), "", "", string(c.Claim.Kind), c.Claim.Source, "", "", "", "", "",
			"", "", strconv.Itoa(c.Gap.N), "", "", "", "", string(c.Verdict), c.Reason, c.Claim.Text,
		}
		if c.Gap.N > 0 {
			row[4], row[12], row[13], row[15] = c.pair(), format.Exact(c.Gap.Mean), format.Exact(c.Gap.SE), format.Exact(c.T)
			row[16] = strconv.Itoa(c.Gap.N - 1)
		}
		rows = append(rows, row)
	}
	return format.CSV(rows)
}

// CSV renders the summary for other programs, a row per cell and quantity:
// the importance of each variable as compared with print and as estimated,
// the error against population values, published statistics over noise variables, the loss and so on by number of
// variables left (in the column of variables), how long eliminations keep each
// variable, and all other values of the records. Numbers have full precision; a
// single repetition has no sd and se.
func (s Summary) CSV() string {
	var keys []string
	for _, c := range s.Cells {
		for _, key := range orderedKeys(c.Cell) {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	head := append([]string{"experiment"}, keys...)
	head = append(head, "quantity", "variable", "relevant", "repetitions", "mean", "sd", "se", "raw_mean", "raw_sd", "raw_se",
		"printed", "printed_se", "printed_bound")
	rows := [][]string{head}
	for _, c := range s.Cells {
		start := []string{s.Experiment.Name}
		for _, key := range keys {
			start = append(start, c.Cell[key])
		}
		add := func(name, variable string, compared, raw stat.Stat, of quantity) {
			row := slices.Clone(start)
			row = append(row, name, variable, strconv.FormatBool(slices.Contains(s.Experiment.Relevant, variable) || slices.Contains(c.Relevant, variable)), strconv.Itoa(compared.N))
			row = append(row, statCells(compared)...)
			row = append(row, statCells(raw)...)
			row = append(row, s.printedCells(c, of)...)
			rows = append(rows, row)
		}
		empty := stat.New(nil)
		for j, variable := range c.Variables {
			if len(c.Compared) > 0 {
				add("importance", variable, c.Compared[j], c.Raw[j], importanceOf(variable))
			}
		}
		if errors := c.populationErrors(); len(errors) > 0 {
			add("error", "", stat.New(errors), empty, quantity{})
		}
		for _, q := range s.statistics(c) {
			if stat, err := c.estimate(q, s.Experiment.Relevant); err == nil {
				add(string(q.statistic), q.variable, stat, empty, q)
			}
		}
		for k, stat := range c.Loss {
			add(string(valueLoss), strconv.Itoa(k+1), stat, empty, quantity{})
		}
		if c.Cumulative.N > 0 {
			add(string(valueLoss), string(statCumulative), c.Cumulative, empty, quantity{statistic: statCumulative})
		}
		for _, v := range c.keptVariables() {
			add("place", v.variable, v.place, empty, quantity{})
			add("last", v.variable, v.last, empty, quantity{})
			add("among_last_"+strconv.Itoa(lastFew), v.variable, v.lastFew, empty, quantity{})
		}
		for _, name := range slices.Sorted(maps.Keys(c.values)) {
			if name == valueRaw || name == results.ValueCumulative || name.Is(results.PerStep) {
				continue
			}
			for j, stat := range stat.Columns(c.values[name]) {
				variable := ""
				if name.Is(results.PerVariable) {
					variable = c.Variables[j]
				}
				add(string(name), variable, stat, empty, quantity{name, variable, statMean})
			}
		}
	}
	if s.Experiment.Figure == results.FigureConvergence {
		for _, v := range s.convergences() {
			row := []string{s.Experiment.Name}
			for _, key := range keys {
				row = append(row, v.common[key])
			}
			row = append(row, "slope", "", "false", strconv.Itoa(v.fit.Points), format.Exact(v.fit.Slope), "", format.Exact(v.fit.SE))
			rows = append(rows, append(row, "", "", "", "", "", ""))
		}
	}
	return format.CSV(rows)
}

// statCells returns mean, sd and se.
func statCells(s stat.Stat) []string {
	return []string{format.Exact(s.Mean), format.Exact(s.SD), format.Exact(s.SE)}
}

// printedCells returns value, standard error and whether it is a bound of a
// published number, all empty if there is none.
func (s Summary) printedCells(c CellSummary, q quantity) []string {
	e, ok := s.expected(c, q)
	if !ok {
		return []string{"", "", ""}
	}
	se := math.NaN()
	if e.SE != nil {
		se = *e.SE
	}
	return []string{format.Exact(e.Value), format.Exact(se), strconv.FormatBool(e.Below)}
}
