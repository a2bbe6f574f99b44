package verdict

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// text is the outcome with its reason.
func (f finding) text() string {
	reason := strings.TrimPrefix(strings.TrimPrefix(f.reason, string(notRun)), ": ")
	if reason == "" {
		return string(f.outcome)
	}
	return string(f.outcome) + ": " + reason
}

// heading names where a claim stands.
func (s Survivor) heading() string { return s.experiment.Name + ": " + s.claim.Source }

// text is the claim, with the data set that it is about.
func (s Survivor) text() string {
	text := strings.TrimSpace(s.claim.Text)
	if data := s.claim.Cell[results.KeyData]; data != "" {
		text += " (" + data + ")"
	}
	return text
}

// SurvivalText says in words how many claims survive.
func SurvivalText(all []Survivor) string {
	count := func(of func(Survivor) finding) string {
		n := make(map[outcome]int)
		for _, s := range all {
			f := of(s)
			if f.outcome == alike {
				f = s.published
			}
			n[f.outcome]++
		}
		var parts []string
		for _, o := range []outcome{holds, fails, undecided, notRun} {
			if n[o] > 0 {
				verbs := map[outcome]string{holds: "hold", fails: "fail", undecided: "are not decided", notRun: "are not run"}
				if n[o] == 1 {
					verbs = map[outcome]string{holds: "holds", fails: "fails", undecided: "is not decided", notRun: "is not run"}
				}
				parts = append(parts, fmt.Sprintf("%d %s", n[o], verbs[o]))
			}
		}
		return strings.Join(parts, ", ")
	}
	return fmt.Sprintf("What the paper says of its experiments comes to %s below. Under the published convention (preset drf-1.1.0, kernel authors) %s; in the textbook twin (preset paper, kernel median) %s.",
		format.Plural(len(all), "claim"),
		count(func(s Survivor) finding { return s.published }), count(func(s Survivor) finding { return s.twin }))
}

// OutcomeCounts are how many claims about an experiment have which outcome.
type OutcomeCounts struct {
	Experiment      string
	Published, Twin []int
}

// CountOutcomes counts the outcomes, which it names, under both conventions.
func CountOutcomes(all []Survivor) (outcomes []string, counts []OutcomeCounts) {
	kinds := []outcome{holds, undecided, fails, notRun}
	for _, k := range kinds {
		outcomes = append(outcomes, string(k))
	}
	for _, part := range summary.Grouped(all, func(s Survivor) string { return s.experiment.Name }) {
		c := OutcomeCounts{part[0].experiment.Name, make([]int, len(kinds)), make([]int, len(kinds))}
		for _, s := range part {
			twin := s.twin.outcome
			if twin == alike {
				twin = s.published.outcome
			}
			c.Published[slices.Index(kinds, s.published.outcome)]++
			c.Twin[slices.Index(kinds, twin)]++
		}
		counts = append(counts, c)
	}
	return outcomes, counts
}

// SurvivalTable lists every claim with its outcomes.
func SurvivalTable(all []Survivor) page.Table {
	t := page.Table{
		Label: "survival", Caption: "Which claims of the paper survive", Long: true,
		Columns: []page.Column{
			{Name: "claim", Left: true, Wrap: true},
			{Group: "drf-1.1.0", Name: "t"}, {Group: "drf-1.1.0", Name: "verdict", Left: true},
			{Group: "paper", Name: "t"}, {Group: "paper", Name: "verdict", Left: true},
		},
		Notes: texts.Of("survival"),
	}
	for _, part := range summary.Grouped(all, Survivor.heading) {
		t.Rows = append(t.Rows, page.Row{Heading: part[0].heading()})
		for _, s := range part {
			row := page.Row{Cells: []string{s.text(), s.published.t(), s.published.text(), s.twin.t(), s.twin.text()}}
			if s.changed() {
				row.Mark = page.Alarm
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// t is that of the tightest pair, if there is one with a standard error.
func (f finding) t() string {
	if f.outcome == notRun || f.outcome == alike || f.check.Gap.N < 2 || judges[f.check.Claim.Kind].byRule {
		return format.None
	}
	return format.Signed(f.check.T)
}

// Changes lists the claims that hold under one convention and fail under the
// other, and those that are decided under one alone, with the pairs that decide.
func Changes(all []Survivor, pairs bool) (reversed, open []string) {
	for _, s := range all {
		if !s.changed() || s.published.outcome == notRun || s.twin.outcome == notRun {
			continue
		}
		published, twin := "", ""
		if pairs {
			published, twin = s.published.evidence()+",", s.twin.evidence()
		}
		text := fmt.Sprintf("%s: “%s” %s under drf-1.1.0%s and %s under paper%s.", s.experiment.Name, s.text(), s.published.verb(), published, s.twin.verb(), twin)
		if s.published.outcome == undecided || s.twin.outcome == undecided {
			open = append(open, text)
		} else {
			reversed = append(reversed, text)
		}
	}
	return reversed, open
}

// verb is the outcome in a sentence.
func (f finding) verb() string {
	if f.outcome == undecided {
		return "is not decided"
	}
	return string(f.outcome)
}

// evidence is the tightest pair in parentheses.
func (f finding) evidence() string {
	if f.check.Gap.N == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s by %s)", f.check.pair(), stat.Text(f.check.Gap, 0))
}

// SurvivalCSV lists the same for other programs, a row per claim and
// convention.
func SurvivalCSV(all []Survivor) string {
	rows := [][]string{{
		"experiment", "source", "claim", "kind", "variant", "outcome", "reason", "cell", "upper", "lower", "pairs", "gap", "gap_se", "repetitions", "t",
	}}
	for _, s := range all {
		for _, side := range []struct {
			variant string
			finding
		}{{results.VariantPublished, s.published}, {results.VariantTextbook, s.twin}} {
			c := side.check
			row := []string{s.experiment.Name, s.claim.Source, s.text(), string(s.claim.Kind), side.variant, string(side.outcome), side.reason,
				summary.Describe(c.Info.Cell), c.Upper, c.Lower, "", "", "", "", ""}
			if c.Gap.N > 0 {
				row[10], row[11], row[12], row[13], row[14] = fmt.Sprint(c.pairs), format.Exact(c.Gap.Mean), format.Exact(c.Gap.SE), fmt.Sprint(c.Gap.N), format.Exact(c.T)
			}
			rows = append(rows, row)
		}
	}
	return format.CSV(rows)
}
