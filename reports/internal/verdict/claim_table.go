package verdict

import (
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

// heading names where a claim stands.
func (j Judged) heading() string { return sourced(j.Experiment, j.Claim.Source) }

// Text is the claim, with the data set that it is about.
func (j Judged) Text() string {
	text := strings.TrimSpace(j.Claim.Text)
	if data := j.Claim.Cell[results.KeyData]; data != "" {
		text += " (" + data + ")"
	}
	return text
}

// OutcomesText counts claims by an outcome: "50 hold, 1 is undecided, 2 fail".
func OutcomesText(claims []Judged, outcome func(Judged) Outcome) string {
	counts := make(map[Outcome]int)
	for _, j := range claims {
		counts[outcome(j)]++
	}
	var parts []string
	for _, o := range Outcomes {
		if n := counts[o]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, verbs[o][min(n-1, 1)]))
		}
	}
	return format.Enumerated(parts)
}

// short is what is compared as texts have it.
func short(name string) string { return format.Shortened(name, format.Longest) }

// Evidence is the tightest pair with its gap, or the rate that is compared with a band.
func (f finding) Evidence() string {
	switch {
	case f.Gap.N == 0 && f.reason != "":
		return f.reason
	case f.Gap.N == 0:
		return format.None
	case f.observed != "" && f.outcome == Undecided && f.tooFew:
		return f.observed + "; too few to hold"
	case f.observed != "":
		return f.observed
	}
	text := f.nearest()
	if f.paper != "" {
		text += "; " + byPaper[f.paper]
	}
	return text
}

// byPaper are outcomes by the paper's own rule in words.
var byPaper = map[Outcome]string{
	Holds: "holds by the paper's rule", Undecided: "not significant by the paper's rule",
	Fails: "fails by the paper's rule",
}

// nearest says how the tightest pair lies: "X1 is 0.249 (0.027) above X2", "error of X1 is
// 0.051 (0.002), above
// 0.03".
func (c finding) nearest() string {
	what, than, gap, above := short(c.Upper), short(c.Lower), c.Gap, c.Gap.Mean >= 0
	if than == "" {
		than, above = "0", !above // the gap is that to 0 from below
	} else if strings.ContainsAny(what[:1], "0123456789") {
		what, than, above = than, what, !above // of a bound nothing is said
	}
	gap.Mean = math.Abs(gap.Mean)
	amount, side := stat.Text(gap, 0), "below"
	if gap.SE == 0 { // of a rule
		amount = format.Significant(gap.Mean, 2)
	}
	if above {
		side = "above"
	}
	if n := c.Info.Cell[results.KeyN]; n != "" {
		if _, ok := strings.CutPrefix(what, "that of n = "); ok {
			what, than, above = than, what, !above
		}
		if from, ok := strings.CutPrefix(than, "that of n = "); ok && !above {
			return fmt.Sprintf("%s falls by %s from n = %s to %s", what, amount, from, n)
		} else if ok {
			return fmt.Sprintf("%s rises by %s from n = %s to %s", what, amount, from, n)
		}
	}
	if bound, err := strconv.ParseFloat(than, 64); err == nil && bound != 0 { // the number itself, not how far it is
		if !above {
			gap.Mean = -gap.Mean
		}
		gap.Mean += bound
		if amount = stat.Text(gap, 0); gap.SE == 0 {
			amount = format.Significant(gap.Mean, 2)
		}
		return fmt.Sprintf("%s is %s, %s %s", what, amount, side, than)
	}
	return fmt.Sprintf("%s is %s %s %s", what, amount, side, than)
}

// t is that of the tightest pair, if there is one with a standard error.
func (f finding) t() string {
	if f.outcome == NotRun || f.outcome == noConvention || f.Gap.N < 2 || f.observed != "" {
		return format.None
	}
	return format.Signed(f.T)
}

// ClaimTable lists claims with their outcomes.
func ClaimTable(claims []Judged) document.Table {
	t := document.Table{
		Caption: "Claims of the paper",
		Columns: []document.Column{
			{Name: "claim", Left: true, Wrap: true}, {Name: "decisive comparison", Left: true, Wrap: true},
			{Name: "t"}, {Name: "verdict", Left: true},
		},
	}
	twins := slices.ContainsFunc(claims, Judged.HasTwin)
	switch {
	case !slices.ContainsFunc(claims, func(j Judged) bool { return !j.Set() }):
		t.Caption = "Bands for estimators, set before the run"
	case !slices.ContainsFunc(claims, func(j Judged) bool { return j.Claim.Source != "" }):
		t.Caption = "Claims"
	case slices.ContainsFunc(claims, func(j Judged) bool { return j.Claim.Source == summary.Beyond }):
		t.Caption += ", and of experiments beyond it"
	}
	for _, note := range []struct {
		text    []string
		applies func(Judged) bool
	}{
		{texts.Of("claims"), func(j Judged) bool { return !j.Banded() }},
		{texts.Of("criteria"), Judged.OfPaper}, {texts.Of("rule of the paper"), Judged.HasPaperRule},
		{texts.Of("bands"), Judged.Banded}, {texts.Of("twins"), Judged.HasTwin},
	} {
		if slices.ContainsFunc(claims, note.applies) {
			t.Notes = append(t.Notes, note.text...)
		}
	}
	if twins {
		t.Columns[2].Group, t.Columns[3].Group = "drf-1.1.0", "drf-1.1.0"
		t.Columns = append(
			t.Columns, document.Column{Group: "textbook", Name: "t"},
			document.Column{Group: "textbook", Name: "verdict", Left: true},
		)
	}
	for _, part := range summary.Grouped(claims, Judged.heading) {
		t.Rows = append(t.Rows, document.Row{Heading: part[0].heading()})
		for _, j := range part {
			row := document.Row{Cells: []string{j.Text(), j.Evidence(), j.t(), string(j.outcome)}}
			switch {
			case twins && j.twin != nil:
				row.Cells = append(row.Cells, j.twin.t(), string(j.twin.outcome))
			case twins && j.textbook:
				row.Cells = []string{j.Text(), j.Evidence(), format.None, format.None, j.t(), string(j.outcome)}
			case twins:
				row.Cells = append(row.Cells, format.None, format.None)
			}
			switch {
			case j.changed():
				row.Mark = document.Alarm
			case j.outcome != Holds:
				row.Mark, row.Marked = document.Alarm, slices.Index(row.Cells, string(j.outcome))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// Named are the claims with an outcome, each with what it rests on.
func Named(claims []Judged, outcome Outcome) (list []string) {
	for _, j := range claims {
		if j.outcome == outcome {
			text := j.Text()
			if data := j.Claim.Cell[results.KeyData]; data != "" {
				text = strings.TrimSuffix(text, data+")") + "data set " + data + ")"
			}
			list = append(
				list,
				fmt.Sprintf("“%s” (%s) %s: %s.", text, j.place(), verbs[outcome][0], format.TrueMinus(j.Evidence())),
			)
		}
	}
	return list
}

// place says where a claim stands: in the paper, or in which experiment, design and size.
func (j Judged) place() string {
	if j.Claim.Source != "" && !j.Set() {
		return j.Claim.Source
	}
	parts := []string{j.Experiment}
	for _, key := range []string{results.KeyScenario, results.KeyN} {
		if value := j.Claim.Cell[key]; value != "" {
			parts = append(parts, map[bool]string{true: "n = "}[key == results.KeyN]+value)
		}
	}
	return strings.Join(parts, ", ")
}

// Reversed lists the claims that hold under one convention and fail under the other, with
// the pairs that decide.
func Reversed(claims []Judged) (list []string) {
	for _, j := range summary.Having(claims, Judged.Turned) {
		list = append(list, fmt.Sprintf("%s: “%s” %s under the published convention (%s), but %s under the "+
			"textbook convention (%s).",
			j.heading(), j.Text(), verbs[j.outcome][0], format.TrueMinus(j.Evidence()), verbs[j.Twin()][0],
			format.TrueMinus(j.twin.Evidence())))
	}
	return list
}

// ClaimsCSV lists claims for other programs, a row per claim and convention.
func ClaimsCSV(claims []Judged) string {
	rows := [][]string{{
		"experiment",
		"source",
		"claim",
		"holds",
		"variant", "outcome", "reason", "cell", "upper", "lower", "pairs", "gap", "gap_se", "repetitions", "t", "paper_rule",
	}}
	for _, j := range claims {
		add := func(variant string, f finding) {
			compared := f.Gap.N > 0
			rows = append(rows, []string{
				j.Experiment, j.Claim.Source, j.Text(), j.Claim.Holds, variant, string(f.outcome), f.reason,
				summary.Describe(f.Info.Cell), f.Upper, f.Lower,
				known(compared, fmt.Sprint(f.pairs), ""), exact(compared, f.Gap.Mean), exact(compared, f.Gap.SE),
				known(compared, fmt.Sprint(f.Gap.N), ""), exact(compared, f.T), string(f.paper),
			})
		}
		if j.twin == nil {
			add("", j.finding)
			continue
		}
		add(results.VariantPublished, j.finding)
		add(results.VariantTextbook, *j.twin)
	}
	return format.CSV(rows)
}

// textWidth is how many letters the lines of claims have in text files and on terminals.
const textWidth = 100

// ClaimsText lists claims in lines that fit a terminal: the verdict, the claim, and below it what
// decides, with its t.
func ClaimsText(claims []Judged) string {
	t := ClaimTable(claims)
	var b strings.Builder
	b.WriteString(t.Caption + "\n")
	for _, part := range summary.Grouped(claims, Judged.heading) {
		b.WriteString("\n" + wrapped(part[0].heading(), 0) + "\n")
		for _, j := range part {
			lead := fmt.Sprintf("  %-11s", j.outcome)
			b.WriteString(lead + wrapped(j.Text(), len(lead)) + "\n")
			text := j.Evidence()
			if t := j.t(); t != format.None {
				text += "; t = " + t
			}
			if j.twin != nil && j.twin.outcome != noConvention {
				text += fmt.Sprintf("; textbook: %s", j.twin.outcome)
				if t := j.twin.t(); t != format.None {
					text += ", t = " + t
				}
			}
			if text != format.None {
				b.WriteString(strings.Repeat(" ", len(lead)) + wrapped(text, len(lead)) + "\n")
			}
		}
	}
	b.WriteByte('\n')
	for _, note := range t.Notes {
		b.WriteString(wrapped(note, 0) + "\n")
	}
	return b.String()
}

// wrapped breaks text into lines that, after an indent, fit textWidth. The first line has no
// indent, as it goes on from another.
func wrapped(text string, indent int) string {
	return strings.ReplaceAll(
		format.Wrapped(format.VisibleLine(text), textWidth-indent), "\n", "\n"+strings.Repeat(" ", indent),
	)
}
