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

// newDocument writes the report: what holds first, every printed number, the chapters, what
// does not hold, every claim, where the paper disagrees with itself, the conventions, and what
// was run.
func newDocument(summaries []summary.Summary, o verdict.Overview, chapters []chapter) document.Document {
	d := document.Document{
		Title:    "Reproducing Bénard, Näf and Josse (2024)",
		Subtitle: "Published numbers beside ours, and what changes by convention",
		Head:     "drfvi: published numbers beside ours",
		Fold:     true, Prefix: "S",
	}
	what := about
	if ofUser(summaries) {
		d.Title, d.Subtitle, d.Head, d.Prefix = userTitle(summaries), "Methods side by side, by drfvi", "drfvi: "+userTitle(summaries), ""
		what = texts.Of("user")[0]
	} else if onlyEvidence(summaries) {
		d.Title, d.Subtitle, d.Head, what, d.Prefix = "Accuracy of drfvi", "Can these numbers be believed? Errors, tests and intervals", "drfvi: errors, tests and intervals", believed, ""
	}
	if onlyEvidence(summaries) && !ofUser(summaries) {
		d.Add(document.Paragraph(texts.Of("advice")[0]))
	}
	d.Add(headline(o)...)
	d.Add(document.Parse(what)...)
	var front []document.Block
	for _, c := range chapters {
		front = append(front, c.Front...)
	}
	d.Add(unsaid(front)...)
	d.Add(concordance(summaries, o, chapters))
	if slices.ContainsFunc(o.Cells, verdict.CellCheck.Tested) {
		d.Add(document.FigureBlock(reproduction(o)))
	}
	var missing []string
	for _, c := range chapters {
		if c.idle {
			missing = append(missing, c.name)
			continue
		}
		d.Add(c.blocks()...)
	}
	if missing != nil {
		d.Add(document.Part("Not run"), document.Paragraph("There are no records of "+format.Enumerated(missing)+". Printed numbers and claims about them are listed as missing."))
	}
	// Claims that do not hold, or not in the textbook twin.
	open := slices.DeleteFunc(slices.Clone(o.Claims), func(j verdict.Judged) bool { return j.Outcome() == verdict.Holds && j.Twin() == verdict.Holds })
	if len(o.Claims) > 0 && d.Prefix == "" {
		d.Add(document.Part("Every claim"), verdict.ClaimTable(o.Claims))
	} else if len(open) > 0 {
		d.Add(document.Part("Claims that fail or are undecided under a convention"), document.Paragraph("All claims are in claims.csv."), verdict.ClaimTable(open))
	}
	if facts := o.Comparisons(); len(facts) > 0 {
		d.Add(document.Section("Printed numbers that are compared differently"), facts)
	}
	d.Add(disagreements(summaries)...)
	d.Add(conventions(summaries, o, slices.ContainsFunc(chapters, func(c chapter) bool { return len(c.Figures) > 0 }))...)
	d.Add(document.Part("This run"), document.Paragraph(texts.Of("provenance")[0]), runFacts(summaries))
	return d
}

// tones are what outcomes of claims mean.
var tones = map[verdict.Outcome]document.Tone{verdict.Holds: document.Good, verdict.Undecided: document.Open, verdict.Fails: document.Bad, verdict.NotRun: document.Absent}

// score counts the outcomes of claims.
func score(label string, claims []verdict.Judged) document.Score {
	s := document.Score{Label: label}
	for _, o := range verdict.Outcomes {
		n, what := verdict.CountClaims(claims, o), string(o)
		if n != 1 {
			what = strings.TrimSuffix(what, "s") // they hold, and fail
		}
		s.Counts = append(s.Counts, document.Count{N: n, What: what, Tone: tones[o]})
	}
	return s
}

// headline says first what came of the claims, each counted once, and of the printed numbers,
// and names what fails, what is missing, and what the convention turns round. It is nothing
// where there is nothing to compare with.
func headline(o verdict.Overview) (blocks []document.Block) {
	papers := slices.DeleteFunc(slices.Clone(o.Claims), func(j verdict.Judged) bool { return !j.OfPaper() })
	others := slices.DeleteFunc(slices.Clone(o.Claims), verdict.Judged.OfPaper)
	if len(papers) > 0 {
		blocks = append(blocks, score("The paper's claims", papers))
	}
	if len(papers) == 0 && len(others) > 0 {
		blocks = append(blocks, score("Acceptance bands", others))
	}
	if len(o.Cells) > 0 {
		text := fmt.Sprintf("Of %s, %d are compatible with ours, %d differ, and %d are missing.", format.Plural(len(o.Cells), "published number"),
			o.Count(verdict.Compatible), o.Count(verdict.Differs), o.Count(verdict.Missing))
		blocks = append(blocks, document.Paragraph(strings.TrimSpace(text+" "+o.Precision())))
	}
	if len(papers) > 0 && len(others) > 0 {
		blocks = append(blocks, document.Paragraph(fmt.Sprintf("Of %s of ours, about experiments beyond the paper, %s.", format.Plural(len(others), "claim"), verdict.OutcomesText(others, verdict.Judged.Outcome))))
	}
	rules := ruleTexts(o.Claims)
	if few := len(slices.DeleteFunc(slices.Clone(o.Claims), func(j verdict.Judged) bool { return !j.TooFew() })); few > 0 {
		rules = append(rules, fmt.Sprintf("Of the undecided, %d could not hold: the tables are too few even if all were as claimed.", few))
	}
	failed := verdict.Named(o.Claims, verdict.Fails)
	if failed != nil {
		rules = append(rules, "These fail:")
	}
	if rules != nil {
		blocks = append(blocks, document.Paragraph(strings.Join(rules, " ")))
	}
	blocks = append(blocks, named(failed)...)
	blocks = append(blocks, named(o.Exceptions())...)
	twins := slices.DeleteFunc(slices.Clone(o.Claims), func(j verdict.Judged) bool { return !j.HasTwin() })
	if len(twins) > 0 {
		blocks = append(blocks, document.Paragraph(fmt.Sprintf("Of the %s to be judged under both conventions, %s under the published one (preset drf-1.1.0, kernel authors); %s under the textbook's (preset paper, kernel median).",
			format.Plural(len(twins), "claim"), verdict.OutcomesText(twins, verdict.Judged.Outcome), verdict.OutcomesText(twins, verdict.Judged.Twin))+" "+texts.Of("advice, convention")[0]))
		blocks = append(blocks, named(verdict.Reversed(twins))...)
	}
	return blocks
}

// ruleTexts say when claims, and bands, hold and fail.
func ruleTexts(claims []verdict.Judged) (rules []string) {
	if slices.ContainsFunc(claims, func(j verdict.Judged) bool { return !j.Banded() }) {
		rules = append(rules, texts.Of("rule of claims")...)
	}
	if slices.ContainsFunc(claims, verdict.Judged.Banded) {
		rules = append(rules, texts.Of("rule of bands")...)
	}
	return rules
}

// mostExceptions is how many of what does not hold are named first.
const mostExceptions = 11

// named lists what is so, as far as there is room.
func named(list []string) []document.Block {
	if more := len(list) - mostExceptions; more > 0 {
		list = append(list[:mostExceptions], fmt.Sprintf("and %d more.", more))
	}
	if len(list) == 0 {
		return nil
	}
	return []document.Block{document.Bullets(list)}
}

// concordance lists the items of the paper, or of other reports the experiments, with how many
// printed numbers are compatible and how many claims hold, and where they stand.
func concordance(summaries []summary.Summary, o verdict.Overview, chapters []chapter) document.Contents {
	c := document.Contents{Columns: []document.Column{{Name: "item", Left: true, Wrap: true}, {Name: "numbers compatible"}, {Name: "claims", Left: true}}}
	if len(o.Cells) == 0 {
		c.Columns = slices.Delete(c.Columns, 1, 2)
	}
	for i, s := range summaries {
		var items []string
		numbers, claims := map[string][]verdict.CellCheck{}, map[string][]verdict.Judged{}
		note := func(source string) string {
			if source == "" || source == summary.Beyond || s.Experiment.OfUser() {
				source = strings.TrimSuffix(summary.Title(s.Experiment), " ("+s.Experiment.Source+")")
			}
			items = summary.Union(items, source)
			return source
		}
		own := o.Of(s.Experiment.Name)
		for _, of := range own.Cells {
			item := note(of.Expected.Source)
			numbers[item] = append(numbers[item], of)
		}
		for _, j := range own.Claims {
			source := j.Claim.Source
			if !j.OfPaper() {
				source = "" // bands are of the experiment
			}
			item := note(source)
			claims[item] = append(claims[item], j)
		}
		for _, item := range items {
			cells := []string{item}
			if len(o.Cells) > 0 {
				cells = append(cells, format.None)
			}
			if n := len(numbers[item]); n > 0 {
				cells[1] = fmt.Sprintf("%d of %d", verdict.Overview{Cells: numbers[item]}.Compatible(), n)
			}
			cells = append(cells, cmp.Or(verdict.OutcomesText(claims[item], verdict.Judged.Outcome), format.None))
			c.Items = append(c.Items, document.Item{Part: chapters[i].title, Cells: cells})
		}
	}
	return c
}

// ofEvidence are the figures of experiments about how far estimates can be believed.
var ofEvidence = []results.FigureKind{results.FigureAccuracy, results.FigureCalibration, results.FigureAspects, results.FigureLeaderboard, results.FigureEffects, results.FigureTests}

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
		for i, of := range s.Sources() {
			names = summary.Union(names, sourceName(s, i))
			if of.Experiment.Profile != "" {
				profiles = summary.Union(profiles, of.Experiment.Profile)
			}
			for _, e := range of.Environments {
				programs, machines = summary.Union(programs, programText(e)), summary.Union(machines, machineText(e.Machine))
			}
			hosts = summary.Union(hosts, of.Hosts...)
		}
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
	list = append(list, [2]string{"Repetitions run", fmt.Sprintf("%d of %d", records, planned)})
	if first, last := period(summaries); !first.IsZero() {
		list = append(list, [2]string{"Finished", format.Moment(first) + " to " + format.Moment(last)})
		list = append(list, [2]string{"Computing time", format.Duration(seconds)})
	}
	list = append(list, [2]string{"Program", listText(programs)}, [2]string{"Machine", listText(append(machines, hosts...))})
	return list
}

// sourceName names the i-th source of a summary, the first of which is its own.
func sourceName(s summary.Summary, i int) string {
	if i == 0 {
		return s.Experiment.Name
	}
	return s.Beside[i-1].Experiment.Name + " (set beside " + s.Experiment.Name + ")"
}

// listText joins with semicolons; nothing is "not run yet".
func listText(parts []string) string { return cmp.Or(strings.Join(parts, "; "), "not run yet") }
