package reports

import (
	"maps"
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

// row is a row of an experiment's CSV file: a quantity of a cell.
type row struct {
	cell               map[string]string
	quantity, variable string
	relevant           bool
	value, raw         stat.Stat
	printed            results.Expected // empty statistic if there is none
}

// csv renders the summary for other programs, a row per cell and quantity:
// the importance of each variable as compared with print and as estimated, the
// error against population values, published statistics over noise variables,
// the loss and so on by number of variables left (in the column of variables),
// how long eliminations keep each variable, all other values of the records, and
// then further rows. Numbers have full precision; a single repetition has no sd
// and se.
func (s experiment) csv(further []row) string {
	var keys []string
	for _, c := range s.Cells {
		for _, key := range orderedKeys(c.Cell) {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	rows := [][]string{slices.Concat([]string{"experiment"}, keys, []string{
		"quantity", "variable", "relevant", "repetitions", "mean", "sd", "se", "raw_mean", "raw_sd", "raw_se", "printed", "printed_se", "printed_bound",
	})}
	for _, r := range slices.Concat(s.cellRows(), further) {
		line := []string{s.Experiment.Name}
		for _, key := range keys {
			line = append(line, r.cell[key])
		}
		line = append(line, r.quantity, r.variable, strconv.FormatBool(r.relevant), strconv.Itoa(r.value.N))
		for _, of := range []stat.Stat{r.value, r.raw} {
			line = append(line, format.Exact(of.Mean), format.Exact(of.SD), format.Exact(of.SE))
		}
		printed := []string{"", "", ""}
		if r.printed.Statistic != "" {
			printed[0], printed[2] = format.Exact(r.printed.Value), strconv.FormatBool(r.printed.Below)
			if r.printed.SE != nil {
				printed[1] = format.Exact(*r.printed.SE)
			}
		}
		rows = append(rows, append(line, printed...))
	}
	return format.CSV(rows)
}

// cellRows are the rows of all cells.
func (s experiment) cellRows() []row {
	var rows []row
	for _, c := range s.Cells {
		empty := stat.New(nil)
		add := func(name, variable string, compared, raw stat.Stat, of quantity) {
			printed, _ := s.expected(c, of)
			relevant := slices.Contains(s.Experiment.Relevant, variable) || slices.Contains(c.Relevant, variable)
			rows = append(rows, row{c.Cell, name, variable, relevant, compared, raw, printed})
		}
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
			add(string(results.ValueLoss), strconv.Itoa(k+1), stat, empty, quantity{})
		}
		if c.Cumulative.N > 0 {
			add(string(results.ValueLoss), string(results.StatisticCumulative), c.Cumulative, empty, quantity{statistic: results.StatisticCumulative})
		}
		for _, v := range c.keptVariables() {
			add("place", v.variable, v.place, empty, quantity{})
			add("last", v.variable, v.last, empty, quantity{})
			add("among_last_"+strconv.Itoa(lastFew), v.variable, v.lastFew, empty, quantity{})
		}
		for _, name := range slices.Sorted(maps.Keys(c.values)) {
			if name == results.ValueRaw || name == results.ValueCumulative || name.Is(results.PerStep) {
				continue
			}
			for j, stat := range stat.Columns(c.values[name]) {
				variable := ""
				if name.Is(results.PerVariable) {
					variable = c.Variables[j]
				}
				add(string(name), variable, stat, empty, quantity{name, variable, results.StatisticMean})
			}
		}
	}
	return rows
}
