package verdict

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// CellTable lists every published number with ours.
func (o Overview) CellTable() page.Table {
	t := page.Table{
		Label: "cells", Caption: "Published numbers beside ours", Long: true,
		Columns: []page.Column{
			{Name: "variable", Left: true}, {Name: "printed"}, {Name: "ours"}, {Name: "repetitions"},
			{Name: "difference"}, {Name: "p"}, {Name: "p, Holm"}, {Name: "verdict", Left: true},
		},
		Notes: texts.Of("numbers"),
	}
	notes := o.notes()
	for _, part := range summary.Grouped(o.Cells, CellCheck.heading) {
		t.Rows = append(t.Rows, page.Row{Heading: part[0].heading()})
		for _, c := range part {
			row := page.Row{Cells: []string{c.Label(), PrintedText(c.Expected), stat.Text(c.Ours, c.Expected.Digits), format.None, format.None, format.None, format.None, c.verdictText(notes)}}
			if c.Ours.N > 0 {
				row.Cells[3] = fmt.Sprint(c.Ours.N)
			}
			if c.Tested() {
				row.Cells[4], row.Cells[5], row.Cells[6] = format.Signed(c.Difference), format.Probability(c.P), format.Probability(c.Adjusted)
			}
			if c.Verdict != Agrees {
				row.Mark = page.Alarm
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// heading names the table and cell a published number stands in. Losses of
// data sets share a heading: their label is the data set.
func (c CellCheck) heading() string {
	where := c.where
	if data := c.Info.Cell[results.KeyData]; data != "" && c.Expected.Statistic == results.StatisticCumulative {
		where = strings.TrimPrefix(where, data+", ")
	}
	return sourced(c.Experiment, c.Expected.Source) + ": " + where
}

// Label names what a published number is of.
func (c CellCheck) Label() string {
	if data := c.Info.Cell[results.KeyData]; c.Expected.Statistic == results.StatisticCumulative && data != "" {
		return data
	}
	return summary.QuantityOf(c.Expected).Label()
}

// verdictText is the verdict, why a cell is missing, and the number of its
// note.
func (c CellCheck) verdictText(notes []string) string {
	text := c.text()
	if at := slices.Index(notes, c.Expected.Note); at >= 0 {
		text += fmt.Sprintf(" [%d]", at+1)
	}
	return text
}

// text is the verdict with its reason: "missing: 3 of 10 repetitions"; a reason
// that says why something was not run stands alone.
func (c Check) text() string {
	switch {
	case c.Reason == "":
		return string(c.Verdict)
	case strings.HasPrefix(c.Reason, "not run: "):
		return c.Reason
	}
	return string(c.Verdict) + ": " + c.Reason
}

// notes returns the distinct notes of cells, in the order of the cells.
func (o Overview) notes() []string {
	var notes []string
	for _, c := range o.Cells {
		if c.Expected.Note != "" && !slices.Contains(notes, c.Expected.Note) {
			notes = append(notes, c.Expected.Note)
		}
	}
	return notes
}

// Remarks are the numbered notes of cells, then the cells that differ and have
// no note.
func (o Overview) Remarks() []string {
	var remarks []string
	for i, note := range o.notes() {
		remarks = append(remarks, fmt.Sprintf("[%d] %s", i+1, strings.TrimSpace(note)))
	}
	for _, part := range summary.Grouped(o.Cells, CellCheck.heading) {
		var open []string
		for _, c := range part {
			if c.Verdict == Differs && c.Expected.Note == "" {
				open = append(open, c.Label())
			}
		}
		if len(open) > 0 {
			remarks = append(remarks, fmt.Sprintf("%s: differing without an explanation yet: %s.", part[0].heading(), strings.Join(open, ", ")))
		}
	}
	return remarks
}

// Exceptions names what does not agree: a number or claim each, data sets that could not
// be had once.
func (o Overview) Exceptions() []string {
	var list []string
	add := func(text string) {
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	for _, c := range o.Cells {
		if c.Verdict != Agrees {
			add(fmt.Sprintf("%s, %s: %s.", c.Experiment, c.Label(), c.text()))
		}
	}
	for _, c := range o.Claims {
		if c.Verdict != Agrees {
			add(fmt.Sprintf("%s, “%s”: %s.", c.Experiment, strings.TrimSpace(c.Claim.Text), c.text()))
		}
	}
	return list
}

// ClaimTable lists every claim with its verdict.
func (o Overview) ClaimTable() page.Table {
	t := page.Table{
		Label: "claims", Caption: "Claims of the paper", Long: true,
		Columns: []page.Column{
			{Name: "claim", Left: true, Wrap: true}, {Name: "tightest pair", Left: true},
			{Name: "gap"}, {Name: "t"}, {Name: "verdict", Left: true},
		},
		Notes: texts.Of("claims"),
	}
	if slices.ContainsFunc(o.Claims, func(c ClaimCheck) bool { return c.Claim.Source == beyond }) {
		t.Caption += ", and of experiments beyond it"
	}
	if !slices.ContainsFunc(o.Claims, func(c ClaimCheck) bool { return c.Claim.Source != "" }) {
		t.Caption = "Claims"
	}
	if slices.ContainsFunc(o.Claims, ClaimCheck.bounded) {
		t.Notes = append(slices.Clone(t.Notes), texts.Of("bands")...)
		if !slices.ContainsFunc(o.Claims, func(c ClaimCheck) bool { return !c.bounded() }) {
			t.Caption, t.Notes = "Bands for estimators, set before the run", texts.Of("bands")
		}
	}
	for _, part := range summary.Grouped(o.Claims, ClaimCheck.heading) {
		t.Rows = append(t.Rows, page.Row{Heading: part[0].heading()})
		for _, c := range part {
			row := page.Row{Cells: []string{strings.TrimSpace(c.Claim.Text), format.None, format.None, format.None, c.text()}}
			if c.Gap.N > 0 {
				row.Cells[1], row.Cells[2], row.Cells[3] = c.pair(), stat.Text(c.Gap, 0), format.Signed(c.T)
			}
			if c.Verdict != Agrees {
				row.Mark = page.Alarm
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// heading names the table and cell a claim speaks of.
func (c ClaimCheck) heading() string {
	return sourced(c.Experiment, c.Claim.Source) + ": " + c.where
}

// pair names the pair that comes nearest to contradicting the claim.
func (c ClaimCheck) pair() string {
	if c.Lower == "" {
		return c.Upper + " < 0"
	}
	return c.Upper + " > " + c.Lower
}

// sourced names an experiment with a source, if there is one.
func sourced(experiment, source string) string {
	if source == "" {
		return experiment
	}
	return experiment + " (" + source + ")"
}

// Verdicts sums the overview up in a sentence or two.
func (o Overview) Verdicts() string {
	if len(o.Cells)+len(o.Claims) == 0 {
		return "No published numbers or claims to compare with."
	}
	agreeing, holding := o.Count(Agrees)
	differing, failing := o.Count(Differs)
	missing, open := o.Count(Missing)
	var parts []string
	if len(o.Cells) > 0 {
		parts = append(parts, fmt.Sprintf("%s: %d agree, %d differ, %d missing.", format.Plural(len(o.Cells), "published number"), agreeing, differing, missing))
	}
	if len(o.Claims) > 0 {
		parts = append(parts, fmt.Sprintf("%s: %d agree, %d differ, %d missing.", format.Plural(len(o.Claims), "claim"), holding, failing, open))
	}
	return strings.Join(parts, " ")
}

// render joins both tables and the remarks in one dialect.
func (o Overview) render(table func(page.Table) string, text func(string) string) string {
	var parts []string
	if len(o.Cells) > 0 {
		parts = append(parts, table(o.CellTable()))
	}
	for _, remark := range o.Remarks() {
		parts = append(parts, text(remark)+"\n")
	}
	if len(o.Claims) > 0 {
		parts = append(parts, table(o.ClaimTable()))
	}
	parts = append(parts, text(o.Verdicts())+"\n")
	return strings.Join(parts, "\n")
}

// Text renders the overview for a terminal.
func (o Overview) Text() string {
	return o.render(page.Table.Text, func(s string) string { return s })
}

// Markdown renders the overview in GitHub's dialect.
func (o Overview) Markdown() string { return o.render(page.Table.Markdown, page.MarkdownText) }

// LaTeX renders the overview for the packages booktabs and longtable.
func (o Overview) LaTeX() string { return o.render(page.Table.LaTeX, page.LaTeXText) }

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
