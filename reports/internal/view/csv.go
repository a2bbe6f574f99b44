package view

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// mean is a row of the CSV file of an experiment: a quantity of cells, over repetitions.
type mean struct {
	cell               map[string]string
	quantity, variable string
	relevant           bool
	value, raw         stat.Stat        // raw is of importances alone
	printed            results.Expected // empty statistic if there is none
}

// csv renders the means of an experiment for other programs, a row per cell and quantity: the
// importance of each input as compared with print and as estimated, the error against population
// values, published statistics over null inputs, the loss by number of inputs left (in the column of variables), how many inputs
// are left when one goes, all other values of the records, and what the views show besides.
// Numbers have full precision; a single repetition has no sd and se.
func (e *evaluation) csv(views []*evaluation) string {
	all := e.means()
	known := make(map[string]bool)
	name := func(m mean) string { return summary.Describe(m.cell) + "/" + m.quantity + "/" + m.variable }
	for _, m := range all {
		known[name(m)] = true
	}
	for _, v := range views {
		for _, m := range v.shown() {
			if !known[name(m)] {
				known[name(m)] = true
				all = append(all, m)
			}
		}
	}
	var keys []string
	for _, c := range e.Cells {
		keys = summary.Union(keys, summary.OrderedKeys(c.Cell)...)
	}
	rows := [][]string{slices.Concat([]string{"experiment"}, keys, []string{
		"quantity", "variable", "relevant", "repetitions", "mean", "sd", "se", "raw_mean", "raw_sd", "raw_se", "printed", "printed_se", "printed_bound",
	})}
	for _, m := range all {
		line := []string{e.Experiment.Name}
		for _, key := range keys {
			line = append(line, m.cell[key])
		}
		if m.raw.N == 0 {
			m.raw = stat.New(nil)
		}
		line = append(line, m.quantity, m.variable, strconv.FormatBool(m.relevant), strconv.Itoa(m.value.N))
		for _, of := range []stat.Stat{m.value, m.raw} {
			line = append(line, format.Exact(of.Mean), format.Exact(of.SD), format.Exact(of.SE))
		}
		printed := []string{"", "", ""}
		if m.printed.Statistic != "" {
			printed[0], printed[2] = format.Exact(m.printed.Value), strconv.FormatBool(m.printed.Below)
			if m.printed.SE != nil {
				printed[1] = format.Exact(*m.printed.SE)
			}
		}
		rows = append(rows, append(line, printed...))
	}
	return format.CSV(rows)
}

// means are those of the values of the records.
func (e *evaluation) means() (list []mean) {
	for _, c := range e.Cells {
		add := func(name, variable string, compared, raw stat.Stat, of summary.Quantity) {
			printed, _ := e.Expected(c, of)
			list = append(list, mean{c.Cell, name, variable, e.active(c, variable), compared, raw, printed})
		}
		values := func(name results.ValueName) {
			for j, v := range c.Means[name] {
				variable, raw := "", stat.Stat{}
				switch {
				case name == results.ValueLoss:
					variable = strconv.Itoa(j + 1)
				case name == summary.Importance:
					variable, raw = c.Variables[j], c.Means[results.ValueRaw][j]
				case name == summary.Place || name.Is(results.PerVariable):
					variable = c.Variables[j]
				}
				add(string(name), variable, v, raw, summary.MeanOf(name, variable))
			}
		}
		values(summary.Importance)
		if errors := c.PopulationErrors(); len(errors) > 0 {
			add("error", "", stat.New(errors), stat.Stat{}, summary.Quantity{})
		}
		for _, q := range e.Statistics(c) {
			if v, err := c.Estimate(q, e.Experiment.Relevant); err == nil {
				add(string(q.Statistic), q.Variable, v, stat.Stat{}, q)
			}
		}
		first := []results.ValueName{summary.Importance, results.ValueLoss, results.ValueCumulative, summary.Place}
		for _, name := range first[1:] {
			values(name)
		}
		for _, name := range slices.Sorted(maps.Keys(c.Means)) {
			if !slices.Contains(first, name) && name != results.ValueRaw && name != results.ValueEliminated {
				values(name)
			}
		}
	}
	return list
}

// active reports whether an input matters: the experiment says so, or it has a population
// importance.
func (e *evaluation) active(c summary.Cell, input string) bool {
	return slices.Contains(e.Experiment.Relevant, input) || slices.Contains(c.Relevant, input) || c.Mean(results.ValuePopulation, input).Mean > 0
}

// shown are the numbers of the view: those of its rows, columns and series.
func (e *evaluation) shown() (list []mean) {
	for _, r := range e.rows() {
		for _, c := range e.columns() {
			q, ok := e.at(r, c)
			if !ok || c.printed || c.of == nil && c.values == nil {
				continue
			}
			quantity := c.Show
			if len(c.Against) > 0 {
				quantity += " against " + strings.ReplaceAll(summary.Describe(c.Against), ",", "")
			}
			for _, part := range e.parts(q.cells) {
				of := summary.Grouped(part.cells, func(cell summary.Cell) string { return cell.Slug })
				if c.pooled && len(of) > 1 {
					of = append(of, part.cells)
				}
				for _, q.cells = range of {
					input := cmp.Or(part.input, r.inputOf(q.cells[0]))
					q.input = input
					if v := c.value(q, false); v.N > 0 {
						list = append(list, mean{cell: summary.Shared(q.cells), quantity: quantity, variable: input, relevant: e.active(q.cell(), input), value: v})
					}
				}
			}
		}
	}
	return list
}
