package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// newDocument writes the report: two pages that answer what a reader wants to know
// first, the contents with verdicts, the chapters, every claim, where the paper disagrees
// with itself, the conventions, what was run, and figures that few need.
func newDocument(summaries []summary.Summary, o verdict.Overview, chapters []chapter) document.Document {
	d := document.Document{
		Title:    "Reproducing Bénard, Näf and Josse (2024)",
		Subtitle: "Published numbers beside ours, and what changes by convention",
		Head:     "drfvi: published numbers beside ours",
		Fold:     true,
	}
	what, explained := about, conventions(summaries)
	if ofUser(summaries) {
		d.Title, d.Subtitle, d.Head = userTitle(summaries), "Methods side by side, by drfvi", "drfvi: "+userTitle(summaries)
		what, explained = texts.Of("user")[0], userConventions(summaries, o)
		if onlyLeaderboards(summaries) {
			what = texts.Of("user, leaderboards")[0]
		}
	} else if onlyEvidence(summaries) {
		d.Title, d.Subtitle, d.Head, what = "Accuracy of drfvi", "Can these numbers be believed? Errors, tests and intervals", "drfvi: errors, tests and intervals", believed
	}
	d.Add(document.Parse(what)...)
	d.Add(answers(summaries, o)...)
	shown := d.Figures()
	d.Add(concordance(summaries, o, chapters))
	var missing []string
	for _, c := range chapters {
		if c.idle {
			missing = append(missing, c.name)
			continue
		}
		d.Add(c.blocks(shown)...)
	}
	if missing != nil {
		d.Add(document.Part("Not run"), document.Paragraph("There are no records of "+format.Enumerated(missing)+". Printed numbers and claims about them are listed as missing."))
	}
	if len(o.Claims) > 0 {
		d.Add(document.Part("Every claim"), verdict.ClaimTable(o.Claims))
	}
	if remarks := o.Comparisons(); len(remarks) > 0 {
		d.Add(document.Section("Numbers that are compared in another way than printed"), document.Bullets(remarks))
	}
	d.Add(disagreements(summaries)...)
	d.Add(explained...)
	d.Add(document.Part("This run"), document.Paragraph(texts.Of("provenance")[0]), runFacts(summaries))
	for i, c := range chapters {
		for k, f := range c.appendix {
			if k == 0 {
				d.Add(document.Part("Appendix: " + summaries[i].Experiment.Title))
			}
			d.Add(document.FigureBlock(f))
		}
	}
	return d
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
		numbers, compatible, claims := map[string]int{}, map[string]int{}, map[string][]verdict.Judged{}
		note := func(source string) string {
			if source == "" || source == summary.Beyond || s.Experiment.OfUser() {
				source = strings.TrimSuffix(summary.Title(s.Experiment), " ("+s.Experiment.Source+")")
			}
			items = summary.Union(items, source)
			return source
		}
		for _, of := range o.Cells {
			if of.Experiment == s.Experiment.Name {
				item := note(of.Expected.Source)
				if numbers[item]++; of.Verdict == verdict.Compatible {
					compatible[item]++
				}
			}
		}
		for _, j := range o.Claims {
			if j.Experiment() == s.Experiment.Name {
				source := j.Source()
				if !j.OfPaper() {
					source = "" // bands are of the experiment
				}
				item := note(source)
				claims[item] = append(claims[item], j)
			}
		}
		for _, item := range items {
			cells := []string{item}
			if len(o.Cells) > 0 {
				cells = append(cells, format.None)
			}
			if n := numbers[item]; n > 0 {
				cells[1] = fmt.Sprintf("%d of %d", compatible[item], n)
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

// onlyLeaderboards reports whether all experiments are leaderboards, whose figures and tables
// have no standard errors.
func onlyLeaderboards(summaries []summary.Summary) bool {
	return !slices.ContainsFunc(summaries, func(s summary.Summary) bool { return s.Experiment.Figure != results.FigureLeaderboard })
}

// runFacts says what was run, when, on what and by which program.
func runFacts(summaries []summary.Summary) document.Facts {
	var names, profiles, programs, machines, hosts []string
	records, planned, seconds := 0, 0, 0.0
	var first, last time.Time
	for _, s := range summaries {
		for i, of := range s.Sources() {
			names = summary.Union(names, sourceName(s, i))
			if of.Experiment.Profile != "" {
				profiles = summary.Union(profiles, of.Experiment.Profile)
			}
			for _, e := range of.Environments {
				programs, machines = summary.Union(programs, programText(e)), summary.Union(machines, machineText(e))
			}
			hosts = summary.Union(hosts, of.Hosts...)
			if !of.First.IsZero() && (first.IsZero() || of.First.Before(first)) {
				first = of.First
			}
			if of.Last.After(last) {
				last = of.Last
			}
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
	if !first.IsZero() {
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
func listText(parts []string) string {
	if len(parts) == 0 {
		return "not run yet"
	}
	return strings.Join(parts, "; ")
}
