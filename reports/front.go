package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// newDocument writes the report: on the first page what was asked, the answer, every printed number
// as a dot, what contradicts, and how to run it again; then how it was judged and where things
// stand, the chapters, the claims that are open, where the paper disagrees with itself, the
// conventions, and what was run.
func newDocument(summaries []summary.Summary, o verdict.Overview, chapters []chapter) document.Document {
	kind := kindOf(summaries)
	d := document.Document{Title: kind.title, Subtitle: kind.subtitle, Head: kind.head, Long: true, Prefix: kind.prefix}
	question := document.Parse(kind.question)
	d.Add(question[0])
	d.Add(answer(o)...)
	if onlyEvidence(summaries) && len(o.Claims) > 0 {
		d.Add(document.Paragraph(ofVersion(summaries)))
		d.Add(compared(chapters)...)
	}
	if slices.ContainsFunc(o.Cells, verdict.CellCheck.Tested) {
		d.Add(document.FigureBlock(reproduction(o)))
	}
	d.Add(contradictions(o)...)
	d.Add(document.Parse(kind.repeating)...)
	var front []document.Block
	for _, c := range chapters {
		front = append(front, c.Front...)
	}
	d.Add(question[1:]...)
	behind := []document.Block{document.Contents{}}
	if !onlyEvidence(summaries) {
		behind = append(behind, compared(chapters)...)
	}
	behind = append(behind, judging(o)...)
	printed, disagreements, together := make(map[string]bool), document.Facts(nil), ofPaper(summaries)
	for i, c := range chapters {
		if c.idle {
			continue
		}
		behind = append(behind, c.blocks()...)
		switch list := notes(summaries[i], printed); {
		case together:
			disagreements = append(disagreements, list...)
		case list != nil:
			list[0][0] = "notes"
			behind = append(behind, list)
		}
	}
	d.Add(withoutRepeatedNotes(append(front, behind...))...)
	d.Add(notRun(chapters)...)
	// Claims that do not hold, or not in the textbook twin.
	open := summary.Having(o.Claims, func(j verdict.Judged) bool {
		return j.Outcome() != verdict.Holds ||
			j.Twin() != verdict.Holds
	})
	if len(o.Claims) > 0 && kind.prefix == "" {
		d.Add(document.Part{Title: "Every claim"}, verdict.ClaimTable(o.Claims))
	} else if len(open) > 0 {
		d.Add(
			document.Part{Title: "Claims that fail or are undecided under a convention"},
			document.Paragraph("Other claims hold under each convention that they were judged under; drfvi verify prints all."),
			verdict.ClaimTable(open),
		)
	}
	if disagreements != nil {
		d.Add(document.Part{Title: "Where text, code and numbers disagree"}, disagreements)
	}
	d.Add(conventions(summaries, o, slices.ContainsFunc(chapters, func(c chapter) bool { return len(c.Figures) > 0 }))...)
	d.Add(document.Part{Title: "This run"}, document.Paragraph(texts.Of("provenance")[0]), runFacts(summaries))
	return d
}

// kind is what a report is about.
type kind struct {
	title, subtitle, head string
	prefix                string // of the numbers of tables and figures
	question, repeating   string // what was asked, and how to ask it again
}

// kindOf tells reports on the paper, on drfvi's estimates, and on the user's experiments apart.
func kindOf(summaries []summary.Summary) kind {
	switch {
	case ofUser(summaries):
		title := userTitle(summaries)
		return kind{title, "Methods side by side, by drfvi", "drfvi: " + title, "", texts.Of("user")[0], ""}
	case onlyEvidence(summaries):
		return kind{
			"Accuracy of drfvi", "Can these numbers be believed? Errors, tests and intervals",
			"drfvi: errors, tests and intervals", "", believed + "\n\n" + texts.Of("advice")[0],
			repetition(texts.Of("again, evidence")),
		}
	}
	return kind{"Reproducing Bénard, Näf and Josse (2024)", "Published numbers beside ours, and what changes " +
		"by convention", "drfvi: published numbers beside ours", "S", about, repetition(texts.Of("again"))}
}

// repetition is the section on running experiments again.
func repetition(paragraphs []string) string {
	return "## How to run it again\n\n" + strings.Join(paragraphs, "\n\n")
}

// notRun names the experiments without records.
func notRun(chapters []chapter) []document.Block {
	var missing []string
	for _, c := range chapters {
		if c.idle {
			missing = append(missing, c.name)
		}
	}
	if missing == nil {
		return nil
	}
	return []document.Block{
		document.Part{Title: "Not run"},
		document.Paragraph(
			"There are no records of " + format.Enumerated(missing) + ". Printed numbers and claims about them are " +
				"listed as missing.",
		),
	}
}

// answer says in a sentence or two what came of the printed numbers and of the claims; it is
// nothing where there is nothing to compare with.
func answer(o verdict.Overview) []document.Block {
	var parts []string
	say := func(holds bool, text string, arguments ...any) {
		if holds {
			parts = append(parts, fmt.Sprintf(text, arguments...))
		}
	}
	exceptions := ""
	for _, exception := range [][2]string{{string(verdict.Differs), "differ"}, {string(verdict.Missing), "are missing"}} {
		if k := o.Count(verdict.Verdict(exception[0])); k > 0 {
			exceptions += fmt.Sprintf(", %d %s", k, exception[1])
		}
	}
	papers, others := byAuthor(o.Claims)
	outcomes := func(claims []verdict.Judged) string { return verdict.OutcomesText(claims, verdict.Judged.Outcome) }
	fewTables := len(summary.Having(o.Claims, verdict.Judged.TooFew))
	say(len(o.Cells) > 0, "%d of %s are compatible with ours%s.",
		o.Count(verdict.Compatible), format.Plural(len(o.Cells), "printed number"), exceptions)
	say(o.Detectable() != "", "%s", o.Detectable())
	say(len(papers) > 0, "Of the paper's %s, %s.", format.Plural(len(papers), "claim"), outcomes(papers))
	say(len(papers) > 0 && len(others) > 0, "Of %s of ours, %s.", format.Plural(len(others), "claim"), outcomes(others))
	say(len(papers) == 0 && len(others) > 0, "Of %s, %s.", counted(others), outcomes(others))
	say(fewTables > 0, "Of the undecided, %d could not hold: the tables are too few even if all were as claimed.",
		fewTables)
	if parts == nil {
		return nil
	}
	blocks := []document.Block{document.Lead(strings.Join(parts, " "))}
	if twins := summary.Having(o.Claims, verdict.Judged.HasTwin); len(twins) > 0 {
		blocks = append(blocks, document.Paragraph(fmt.Sprintf("All this is by the published code; by the "+
			"method as the text has it, %s.", turned(twins))))
	}
	return blocks
}

// turned says how many claims have the opposite outcome by the textbook's convention, and where
// the paper makes them.
func turned(twins []verdict.Judged) string {
	var sources []string
	claims := summary.Having(twins, verdict.Judged.Turned)
	for _, j := range claims {
		source, _, _ := strings.Cut(j.Claim.Source, ",")
		sources = summary.Union(sources, source)
	}
	if claims == nil {
		return "no claim has the opposite outcome"
	}
	verb := map[bool]string{true: "has", false: "have"}[len(claims) == 1]
	return fmt.Sprintf(
		"%s %s the opposite outcome (%s)", format.Plural(len(claims), "claim"), verb, format.Enumerated(sources),
	)
}

// inferenceVersion is that of the inference of this program; a test compares the two.
const inferenceVersion = "13"

// ofVersion says which versions of the inference made the records, and which one the program has.
func ofVersion(summaries []summary.Summary) string {
	var versions []string
	for _, s := range summaries {
		versions = summary.Union(versions, s.Inferences...)
	}
	slices.Sort(versions)
	switch {
	case len(versions) == 0:
		return "No record is of drfvi's own inference."
	case slices.Equal(versions, []string{inferenceVersion}):
		return "All records that the inference made are of version " + inferenceVersion + ", which this program has."
	}
	return fmt.Sprintf("The records are of version %s of the inference (“This run” has those of each "+
		"experiment). This program has version %s, of which evidence on fresh seeds is still to be run.",
		format.Enumerated(versions), inferenceVersion)
}

// byAuthor parts claims into the paper's and ours.
func byAuthor(claims []verdict.Judged) (papers, others []verdict.Judged) {
	return summary.Having(claims, verdict.Judged.OfPaper), summary.Having(
		claims, func(j verdict.Judged) bool { return !j.OfPaper() },
	)
}

// counted says how many claims there are: bands are those that were set before a run of drfvi's
// own.
func counted(claims []verdict.Judged) string {
	if len(summary.Having(claims, verdict.Judged.Set)) == len(claims) {
		return format.Plural(len(claims), "band") + ", set before the run"
	}
	return format.Plural(len(claims), "claim")
}

// contradictions names what fails, differs or is missing, claims of ours only where the paper
// makes none, and what is compared otherwise than it is printed.
func contradictions(o verdict.Overview) (blocks []document.Block) {
	papers, others := byAuthor(o.Claims)
	if list := slices.Concat(verdict.Named(papers, verdict.Fails), o.Exceptions()); list != nil {
		blocks = append(blocks, document.Section("What contradicts the paper, or is missing"))
		blocks = append(blocks, named(list)...)
	}
	if list := verdict.Named(others, verdict.Fails); list != nil && len(papers) == 0 {
		blocks = append(blocks, document.Section("What fails"))
		blocks = append(
			blocks,
			named(list, summary.Having(others, func(j verdict.Judged) bool { return j.Outcome() == verdict.Fails })...)...,
		)
	}
	if facts := o.Comparisons(); len(facts) > 0 {
		blocks = append(blocks, document.Section("Numbers that are tuned, or compared otherwise than printed"), facts)
	}
	return blocks
}

// judging says how near numbers are to print, and what the convention turns round; the rules stand
// under the table of claims and with the conventions.
func judging(o verdict.Overview) (blocks []document.Block) {
	for _, text := range []string{o.Precision(), o.StandardErrors()} {
		if text != "" {
			blocks = append(blocks, document.Paragraph(text))
		}
	}
	if twins := summary.Having(o.Claims, verdict.Judged.HasTwin); len(twins) > 0 {
		blocks = append(blocks, document.Paragraph(fmt.Sprintf("Of the %s to be judged under both conventions, "+
			"%s under the published one (preset drf-1.1.0, kernel authors); %s under the textbook's (preset "+
			"paper, kernel median).",
			format.Plural(len(twins), "claim"), verdict.OutcomesText(twins, verdict.Judged.Outcome),
			verdict.OutcomesText(twins, verdict.Judged.Twin))+" "+texts.Of("advice, convention")[0]))
		blocks = append(blocks, named(verdict.Reversed(twins))...)
	}
	if papers, others := byAuthor(o.Claims); len(papers) > 0 {
		if list := verdict.Named(others, verdict.Fails); list != nil {
			blocks = append(blocks, document.Paragraph("Claims of ours, beyond the paper, that fail:"))
			blocks = append(blocks, named(list)...)
		}
	}
	if len(o.Gaps) > 0 {
		blocks = append(blocks, o.GapTable())
	}
	if blocks == nil {
		return nil
	}
	return append([]document.Block{document.Part{Title: "How it was judged"}}, blocks...)
}

// mostExceptions is how many of what does not hold are named first.
const mostExceptions = 8

// named lists what is so of claims, as far as there is room.
func named(list []string, claims ...verdict.Judged) []document.Block {
	if further := len(list) - mostExceptions; further > 0 {
		var experiments []string
		for _, j := range claims[min(mostExceptions, len(claims)):] {
			experiments = summary.Union(experiments, j.Experiment)
		}
		place := format.Enumerated(experiments)
		if place != "" {
			place = " of " + place
		}
		list = append(
			list[:mostExceptions],
			fmt.Sprintf("and %d more%s, which the table of claims at the end has.", further, place),
		)
	}
	if len(list) == 0 {
		return nil
	}
	return []document.Block{document.Bullets(list)}
}

// compared says of each chapter what was found.
func compared(chapters []chapter) []document.Block {
	var list document.Facts
	for _, c := range chapters {
		if c.finding != "" {
			list = append(list, [2]string{c.title, c.finding})
		}
	}
	if list == nil {
		return nil
	}
	return []document.Block{document.Section("What was compared"), list}
}

// ofEvidence are the figures of experiments about how far estimates can be believed.
var ofEvidence = []results.FigureKind{
	results.FigureAccuracy, results.FigureCalibration, results.FigureAspects, results.FigureLeaderboard,
	results.FigureEffects, results.FigureTests,
}

// onlyEvidence reports whether all experiments are about how far estimates can be
// believed.
func onlyEvidence(summaries []summary.Summary) bool {
	return len(summaries) > 0 && !slices.ContainsFunc(summaries, func(s summary.Summary) bool {
		return !slices.Contains(ofEvidence, s.Experiment.Figure)
	})
}

// runFacts says what was run, when, on what and by which program.
func runFacts(summaries []summary.Summary) document.Facts {
	var names, profiles, programs, machines, hosts []string
	records, planned, seconds := 0, 0, 0.0
	for _, s := range summaries {
		names = append(names, s.Experiment.Name)
		if s.Experiment.Profile != "" {
			profiles = summary.Union(profiles, s.Experiment.Profile)
		}
		for _, e := range s.Environments {
			programs, machines = summary.Union(programs, programText(e)), summary.Union(machines, machineText(e.Machine))
		}
		hosts = summary.Union(hosts, s.Hosts...)
		records += s.Records
		planned += s.Planned()
		for _, c := range s.Cells {
			seconds += c.TotalSeconds
		}
	}
	list := document.Facts{{"Experiments", strings.Join(names, ", ")}}
	if !ofUser(summaries) {
		list = append(list, [2]string{"Profile", listText(profiles)})
	}
	if text := inferencesText(summaries); text != "" {
		list = append(list, [2]string{"Inference versions", text})
	}
	list = append(list, [2]string{"Repetitions run", fmt.Sprintf("%d of %d", records, planned)})
	if first, last := period(summaries); !first.IsZero() {
		list = append(list, [2]string{"Finished", "from " + format.Moment(first) + " to " + format.Moment(last)})
		list = append(list, [2]string{"Computing time", format.Duration(seconds) + ", summed over repetitions"})
	}
	list = append(
		list, [2]string{"Program", listText(programs)},
		[2]string{"Machine", listText(append(machines, hosts...))},
	)
	return list
}

// inferencesText names the versions of the inference by experiment; empty for none.
func inferencesText(summaries []summary.Summary) string {
	var parts []string
	for _, s := range summaries {
		if len(s.Inferences) > 0 {
			parts = append(parts, s.Experiment.Name+" "+format.Enumerated(s.Inferences))
		}
	}
	return strings.Join(parts, ", ")
}

// listText joins with semicolons; nothing is "not run yet".
func listText(parts []string) string { return cmp.Or(strings.Join(parts, "; "), "not run yet") }
