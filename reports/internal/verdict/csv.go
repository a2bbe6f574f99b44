package verdict

import (
	"strconv"

	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
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
			"number", c.Experiment, summary.Describe(c.Info.Cell), string(c.Expected.Quantity), c.Expected.Variable, string(c.Expected.Statistic), c.Expected.Source,
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
			"claim", c.Experiment, summary.Describe(c.Info.Cell), "", "", string(c.Claim.Kind), c.Claim.Source, "", "", "", "", "",
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
