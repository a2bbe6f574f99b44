package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// CellTable lists every published number with ours, and GapTable the differences of published
// losses.
func (o Overview) CellTable() document.Table {
	return numberTable("Published numbers beside ours", o.Cells, texts.Of("numbers"))
}

func (o Overview) GapTable() document.Table {
	return numberTable("Differences of published losses beside ours", o.Gaps, texts.Of("gaps"))
}

func numberTable(caption string, checks []CellCheck, notes []string) document.Table {
	t := document.Table{
		Caption: caption, Notes: notes,
		Columns: []document.Column{
			{Name: "number", Left: true}, {Name: "printed"}, {Name: "ours"}, {Name: "repetitions"},
			{Name: "difference"}, {Name: "p"}, {Name: "p, Holm"}, {Name: "would differ by"}, {Name: "verdict", Left: true},
		},
	}
	for _, part := range summary.Grouped(checks, CellCheck.heading) {
		t.Rows = append(t.Rows, document.Row{Heading: part[0].heading()})
		for _, c := range part {
			tested := func(text string) string { return known(c.Tested(), text, format.None) }
			t.Rows = append(t.Rows, document.Row{Mark: c.mark(), Cells: []string{
				c.Label(), PrintedText(c.Expected), stat.Text(
					c.Ours, c.Expected.Digits,
				), known(c.Ours.N > 0, strconv.Itoa(c.Ours.N), format.None),
				tested(format.Signed(c.Difference)), tested(format.Probability(c.P)), tested(
					format.Probability(c.Adjusted),
				), tested(format.Significant(c.Least, 2)),
				c.text(),
			}})
		}
	}
	return t
}

// mark is that of its row in tables.
func (c CellCheck) mark() document.Mark {
	if c.Verdict != Compatible {
		return document.Alarm
	}
	return 0
}

// known is a text where there is something to tell, otherwise what stands for nothing.
func known(so bool, text, nothing string) string {
	if so {
		return text
	}
	return nothing
}

// exact is a number to full precision where it is known.
func exact(so bool, v float64) string { return known(so, format.Exact(v), "") }

// heading names the table and cell a published number stands in. Losses of
// data sets share a heading: their label is the data set.
func (c CellCheck) heading() string {
	place := c.description
	if data := c.Info.Cell[results.KeyData]; data != "" && c.Expected.Statistic == results.StatisticCumulative {
		place = strings.TrimPrefix(place, data+", ")
	}
	return strings.TrimSuffix(sourced(c.Experiment, c.Expected.Source)+": "+place, ": ")
}

// Label names what a published number is of.
func (c CellCheck) Label() string {
	if data := c.Info.Cell[results.KeyData]; c.Expected.Statistic == results.StatisticCumulative && data != "" {
		return strings.TrimSuffix(data+", "+strings.Replace(c.Expected.Variable, " - ", " − ", 1), ", ")
	}
	return summary.QuantityOf(c.Expected).Label()
}

// text is the verdict with its reason: "missing: 3 of 10 repetitions"; a reason
// that says why something was not run stands alone.
func (c CellCheck) text() string {
	switch {
	case c.Reason == "":
		return string(c.Verdict)
	case strings.HasPrefix(c.Reason, "not run: "):
		return c.Reason
	}
	return string(c.Verdict) + ": " + c.Reason
}

// Comparisons says of each note to how many of all numbers it applies, and where another method
// stands in for the one that was printed.
func (o Overview) Comparisons() (list document.Facts) {
	add := func(source, text string, n int) {
		if text != "" {
			list = append(
				list,
				[2]string{
					source,
					fmt.Sprintf("%d of %d numbers: %s.", n, len(o.Cells), strings.TrimSuffix(strings.TrimSpace(text), ".")),
				},
			)
		}
	}
	for _, why := range []func(CellCheck) string{func(c CellCheck) string { return c.Expected.Note }, CellCheck.standIn} {
		for _, checks := range summary.Grouped(o.Cells, why) {
			add(checks[0].Expected.Source, why(checks[0]), len(checks))
		}
	}
	return list
}

// standIn says which method stands in for the one printed; empty for none.
func (c CellCheck) standIn() string {
	printed, ours := c.Expected.Cell[results.KeyMethod], c.Info.Cell[results.KeyMethod]
	if printed == ours || printed == "" {
		return ""
	}
	return summary.MethodLabel(ours) + " stands in for " + summary.MethodLabel(printed) + ", which was not run to its end"
}

// Exceptions names the numbers that differ or are missing.
func (o Overview) Exceptions() (list []string) {
	for _, c := range o.Cells {
		if c.Verdict != Compatible {
			list = summary.Union(list, fmt.Sprintf("%s, %s: %s.", c.Experiment, c.Label(), c.text()))
		}
	}
	return list
}

// sourced names an experiment with a source, if there is one.
func sourced(experiment, source string) string {
	if source == "" {
		return experiment
	}
	return experiment + " (" + source + ")"
}

// Detectable says how small a difference from print would have been found; empty where no number
// was tested.
func (o Overview) Detectable() string {
	var least []float64
	for _, c := range summary.Having(o.Cells, CellCheck.Tested) {
		if c.Expected.Value != 0 && !c.Expected.Below {
			least = append(least, c.Least/math.Abs(c.Expected.Value))
		}
	}
	if least == nil {
		return ""
	}
	slices.Sort(least)
	return fmt.Sprintf("That is weak evidence: only differences of at least %s of the value (median; %s at "+
		"best) would have been called different.",
		format.Percent(least[len(least)/2], 1, 0), format.Percent(least[0], 1, 0))
}

// Precision says how near the numbers are to print: the largest ratio, and how many would be beyond
// chance by themselves.
func (o Overview) Precision() string {
	tested := summary.Having(o.Cells, CellCheck.Tested)
	if tested == nil {
		return ""
	}
	far := slices.MaxFunc(
		tested, func(a, b CellCheck) int { return cmp.Compare(math.Abs(a.Difference), math.Abs(b.Difference)) },
	)
	about := far.description + ", " + far.Label()
	if far.Label() == far.Info.Cell[results.KeyData] {
		about = "data set " + far.description // which begins with it
	}
	lies := "above"
	if far.Difference < 0 {
		lies = "below"
	}
	return fmt.Sprintf("The largest difference, by Welch's test: ours is %s standard errors %s the published "+
		"value (%s; unadjusted p %s, %s after Holm's adjustment for %d tests); unadjusted p ≤ 0.05 in %d of "+
		"the tests, where fewer than %s are expected by chance, because half a unit of the last digit is "+
		"allowed.",
		strings.TrimPrefix(format.Signed(math.Abs(far.Difference)), "+"), lies, about, format.Equality(far.P),
		strings.TrimPrefix(format.Equality(far.Adjusted), "= "), len(tested),
		len(summary.Having(tested, CellCheck.Exceeds)), format.Significant(0.05*float64(len(tested)), 1))
}

// Verdicts sums the overview up in a sentence or two.
func (o Overview) Verdicts() string {
	var parts []string
	if len(o.Cells) > 0 {
		parts = append(parts, fmt.Sprintf("%s: %d compatible with print, %d differ, %d missing.",
			format.Plural(len(o.Cells), "published number"), o.Count(Compatible), o.Count(Differs), o.Count(Missing)))
	}
	if text := o.StandardErrors(); text != "" {
		parts = append(parts, text)
	}
	if n := len(o.Gaps); n > 0 {
		differ := len(withVerdict(o.Gaps, Differs))
		parts = append(
			parts,
			fmt.Sprintf("%s between them: %d compatible, %d differ.", format.Plural(n, "published gap"), n-differ, differ),
		)
	}
	if len(o.Claims) > 0 {
		parts = append(parts, format.Plural(len(o.Claims), "claim")+": "+OutcomesText(o.Claims, Judged.Outcome)+".")
	}
	if parts == nil {
		return "No published numbers or claims to compare with."
	}
	return strings.Join(parts, " ")
}

// StandardErrors says how many published standard errors are compatible with ours, and which are
// not.
func (o Overview) StandardErrors() string {
	tested := summary.Having(o.Cells, func(c CellCheck) bool { return c.Tested() && !c.StandIn })
	if tested == nil {
		return ""
	}
	var differing []string
	for _, c := range tested {
		if c.SEAdjusted <= stat.Level {
			differing = append(differing, fmt.Sprintf("%s, %s", c.description, c.Label()))
		}
	}
	text := fmt.Sprintf(
		"%s: %d compatible with ours by F-tests, %d differ",
		format.Plural(len(tested), "published standard error"), len(tested)-len(differing), len(differing),
	)
	if differing != nil {
		text += " (" + strings.Join(differing, "; ") + ")"
	}
	return text + "."
}

// Text renders the overview for a terminal: both tables, the remarks and the claims.
func (o Overview) Text() string {
	var parts []string
	if len(o.Cells) > 0 {
		parts = append(parts, o.CellTable().Text(document.Screen{}))
	}
	if len(o.Gaps) > 0 {
		parts = append(parts, o.GapTable().Text(document.Screen{}))
	}
	for _, fact := range o.Comparisons() {
		parts = append(parts, wrapped(fact[0]+": "+fact[1], 0)+"\n")
	}
	for _, exception := range o.Exceptions() {
		parts = append(parts, wrapped(exception, 0)+"\n")
	}
	if len(o.Claims) > 0 {
		parts = append(parts, ClaimsText(o.Claims))
	}
	return strings.Join(append(parts, wrapped(o.Verdicts(), 0)+"\n"), "\n")
}

// CSV renders published numbers and their gaps for other programs, to full precision; ClaimsCSV
// has the claims.
func (o Overview) CSV() string {
	rows := [][]string{{
		"kind",
		"experiment",
		"cell", "quantity", "variable", "statistic", "source", "printed", "printed_se", "se_stands_in", "below", "digits",
		"ours",
		"ours_se", "repetitions", "difference_se", "df", "p", "p_holm", "verdict", "reason", "note", "would_differ_by",
	}}
	for i, c := range slices.Concat(o.Cells, o.Gaps) {
		kind := "number"
		if i >= len(o.Cells) {
			kind = "gap"
		}
		printed, ours, tested, printedSE := c.Expected, c.Ours.N > 0, c.Tested(), ""
		switch {
		case tested:
			printedSE = format.Exact(c.PrintedSE)
		case printed.SE != nil:
			printedSE = format.Exact(*printed.SE)
		}
		rows = append(rows, []string{
			kind, c.Experiment, summary.Describe(c.Info.Cell), string(printed.Quantity), printed.Variable,
			string(printed.Statistic), printed.Source,
			format.Exact(printed.Value), printedSE, strconv.FormatBool(c.StandIn), strconv.FormatBool(printed.Below),
			strconv.Itoa(printed.Digits),
			exact(ours, c.Ours.Mean), exact(ours, c.Ours.SE), strconv.Itoa(c.Ours.N),
			exact(tested, c.Difference), exact(tested, c.DF), exact(tested, c.P), exact(tested, c.Adjusted),
			string(c.Verdict), c.Reason, printed.Note, exact(tested, c.Least),
		})
	}
	return format.CSV(rows)
}
