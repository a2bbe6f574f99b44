package reports

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// writeCSV renders rows, the first of them the head, as comma-separated values.
func writeCSV(rows [][]string) string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.WriteAll(rows); err != nil {
		panic(fmt.Sprintf("reports: writing to memory failed: %v", err)) // bytes.Buffer has no errors
	}
	return b.String()
}

// CSV renders the overview for other programs, numbers to full precision: a
// row per published number, then a row per claim, whose value, se and
// difference are those of the tightest pair.
func (o Overview) CSV() string {
	rows := [][]string{{
		"kind", "experiment", "cell", "variable", "statistic", "source", "printed", "printed_se", "se_stands_in", "below", "digits",
		"ours", "ours_se", "repetitions", "difference_se", "df", "p", "p_holm", "verdict", "reason", "note",
	}}
	for _, c := range o.Cells {
		row := []string{
			"number", c.Experiment, describe(c.Info.Cell), c.Expected.Variable, c.Expected.Statistic, c.Expected.Source,
			exact(c.Expected.Value), "", strconv.FormatBool(c.StandIn), strconv.FormatBool(c.Expected.Below), strconv.Itoa(c.Expected.Digits),
			"", "", strconv.Itoa(c.Ours.N), "", "", "", "", string(c.Verdict), c.Reason, c.Expected.Note,
		}
		if c.Ours.N > 0 {
			row[11], row[12] = exact(c.Ours.Mean), exact(c.Ours.SE)
		}
		if c.Tested() {
			row[7] = exact(c.PrintedSE)
			row[14], row[15], row[16], row[17] = exact(c.Difference), exact(c.DF), exact(c.P), exact(c.Adjusted)
		} else if c.Expected.SE != nil {
			row[7] = exact(*c.Expected.SE)
		}
		rows = append(rows, row)
	}
	for _, c := range o.Claims {
		row := []string{
			"claim", c.Experiment, describe(c.Info.Cell), "", c.Claim.Kind, c.Claim.Source, "", "", "", "", "",
			"", "", strconv.Itoa(c.Gap.N), "", "", "", "", string(c.Verdict), c.Reason, c.Claim.Text,
		}
		if c.Gap.N > 0 {
			row[3], row[11], row[12], row[14] = c.pair(), exact(c.Gap.Mean), exact(c.Gap.SE), exact(c.T)
			row[15] = strconv.Itoa(c.Gap.N - 1)
		}
		rows = append(rows, row)
	}
	return writeCSV(rows)
}

// CSV renders the summary for other programs, a row per cell and quantity:
// the importance of each variable as compared with print and as estimated, the
// loss by number of variables, the cumulative loss, and published statistics
// over noise variables. Numbers have full precision; a single repetition has
// no sd and se.
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
		add := func(quantity, variable string, compared, raw Stat, expected int) {
			row := slices.Clone(start)
			row = append(row, quantity, variable, strconv.FormatBool(slices.Contains(s.Experiment.Relevant, variable)), strconv.Itoa(compared.N))
			row = append(row, statCells(compared)...)
			row = append(row, statCells(raw)...)
			row = append(row, s.printedCells(expected)...)
			rows = append(rows, row)
		}
		empty := newStat(nil)
		for j, variable := range c.Variables {
			if len(c.Compared) > 0 {
				add("importance", variable, c.Compared[j], c.Raw[j], s.expected(c, variable, statMean))
			}
		}
		for k, loss := range c.Loss {
			add("loss", strconv.Itoa(k+1), loss, empty, -1)
		}
		if c.Cumulative.N > 0 {
			add("loss", statCumulative, c.Cumulative, empty, s.expected(c, "", statCumulative))
		}
		for i, e := range s.Experiment.Expected {
			if e.Variable != noise || !matches(e.Cell, c.Cell) {
				continue
			}
			if stat, err := c.estimate(e.Variable, e.Statistic, s.Experiment.Relevant); err == nil {
				add(e.Statistic, noise, stat, empty, i)
			}
		}
	}
	return writeCSV(rows)
}

// statCells returns mean, sd and se.
func statCells(s Stat) []string { return []string{exact(s.Mean), exact(s.SD), exact(s.SE)} }

// expected returns the index of the published number of a statistic in a cell,
// −1 if there is none. The cumulative loss is of no variable.
func (s Summary) expected(c CellSummary, variable, statistic string) int {
	for i, e := range s.Experiment.Expected {
		if e.Statistic == statistic && (e.Variable == variable || statistic == statCumulative) && matches(e.Cell, c.Cell) {
			return i
		}
	}
	return -1
}

// printedCells returns value, standard error and whether it is a bound.
func (s Summary) printedCells(expected int) []string {
	if expected < 0 {
		return []string{"", "", ""}
	}
	e := s.Experiment.Expected[expected]
	se := math.NaN()
	if e.SE != nil {
		se = *e.SE
	}
	return []string{exact(e.Value), exact(se), strconv.FormatBool(e.Below)}
}
