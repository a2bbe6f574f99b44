package summary

import (
	"maps"
	"slices"
	"strconv"

	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Row is a row of an experiment's CSV file: a quantity of a cell.
type Row struct {
	Cell               map[string]string
	Quantity, Variable string
	Relevant           bool
	Value, Raw         stat.Stat        // Raw is of importances alone
	Printed            results.Expected // empty statistic if there is none
}

// CSV renders the summary for other programs, a row per cell and quantity:
// the importance of each variable as compared with print and as estimated, the
// error against population values, published statistics over noise variables,
// the loss and so on by number of variables left (in the column of variables),
// how long eliminations keep each variable, all other values of the records, and
// then further rows. Numbers have full precision; a single repetition has no sd
// and se.
func (s Summary) CSV(further []Row) string {
	var keys []string
	for _, c := range s.Cells {
		keys = Union(keys, OrderedKeys(c.Cell)...)
	}
	rows := [][]string{slices.Concat([]string{"experiment"}, keys, []string{
		"quantity", "variable", "relevant", "repetitions", "mean", "sd", "se", "raw_mean", "raw_sd", "raw_se", "printed", "printed_se", "printed_bound",
	})}
	for _, r := range slices.Concat(s.cellRows(), further) {
		line := []string{s.Experiment.Name}
		for _, key := range keys {
			line = append(line, r.Cell[key])
		}
		if r.Raw.N == 0 {
			r.Raw = stat.New(nil)
		}
		line = append(line, r.Quantity, r.Variable, strconv.FormatBool(r.Relevant), strconv.Itoa(r.Value.N))
		for _, of := range []stat.Stat{r.Value, r.Raw} {
			line = append(line, format.Exact(of.Mean), format.Exact(of.SD), format.Exact(of.SE))
		}
		printed := []string{"", "", ""}
		if r.Printed.Statistic != "" {
			printed[0], printed[2] = format.Exact(r.Printed.Value), strconv.FormatBool(r.Printed.Below)
			if r.Printed.SE != nil {
				printed[1] = format.Exact(*r.Printed.SE)
			}
		}
		rows = append(rows, append(line, printed...))
	}
	return format.CSV(rows)
}

// cellRows are the rows of all cells.
func (s Summary) cellRows() []Row {
	var rows []Row
	for _, c := range s.Cells {
		add := func(name, variable string, compared, raw stat.Stat, of Quantity) {
			printed, _ := s.Expected(c, of)
			relevant := slices.Contains(s.Experiment.Relevant, variable) || slices.Contains(c.Relevant, variable)
			rows = append(rows, Row{c.Cell, name, variable, relevant, compared, raw, printed})
		}
		for j, variable := range c.Variables {
			if len(c.Compared) > 0 {
				add("importance", variable, c.Compared[j], c.Raw[j], ImportanceOf(variable))
			}
		}
		if errors := c.PopulationErrors(); len(errors) > 0 {
			add("error", "", stat.New(errors), stat.Stat{}, Quantity{})
		}
		for _, q := range s.Statistics(c) {
			if v, err := c.Estimate(q, s.Experiment.Relevant); err == nil {
				add(string(q.Statistic), q.Variable, v, stat.Stat{}, q)
			}
		}
		for k, v := range c.Loss {
			add(string(results.ValueLoss), strconv.Itoa(k+1), v, stat.Stat{}, Quantity{})
		}
		if c.Cumulative.N > 0 {
			add(string(results.ValueLoss), string(results.StatisticCumulative), c.Cumulative, stat.Stat{}, Quantity{Statistic: results.StatisticCumulative})
		}
		for _, v := range c.KeptVariables() {
			add("place", v.Variable, v.Place, stat.Stat{}, Quantity{})
			add("last", v.Variable, v.Last, stat.Stat{}, Quantity{})
			add("among_last_"+strconv.Itoa(LastFew), v.Variable, v.LastFew, stat.Stat{}, Quantity{})
		}
		for _, name := range slices.Sorted(maps.Keys(c.Recorded)) {
			if name == results.ValueRaw || name == results.ValueCumulative || name.Is(results.PerStep) {
				continue
			}
			for j, v := range stat.Columns(c.Recorded[name]) {
				variable := ""
				if name.Is(results.PerVariable) {
					variable = c.Variables[j]
				}
				add(string(name), variable, v, stat.Stat{}, Quantity{Name: name, Variable: variable, Statistic: results.StatisticMean})
			}
		}
	}
	return rows
}
