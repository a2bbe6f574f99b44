package reports

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"drfvi/internal/format"
	"drfvi/reports/internal/page"
	"drfvi/results"
)

// newDocument writes the report: a title page, the overview, a section per
// experiment, the conventions.
func newDocument(summaries []Summary, o Overview) page.Document {
	d := report{page.Document{
		Title:    "MMD-based variable importance for Distributional Random Forests",
		Subtitle: "The published numbers beside ours",
	}}
	d.titlePage(summaries, o)
	d.overview(o)
	d.survival(survivors(summaries))
	for _, s := range summaries {
		d.experiment(s, o)
	}
	d.spread(spreadPairs(summaries))
	d.conventions(furtherMethods(summaries))
	d.work(summaries)
	return d.Document
}

// report is a document in the making.
type report struct{ page.Document }

func (d *report) titlePage(summaries []Summary, o Overview) {
	d.Add(page.Paragraph("Clément Bénard, Jeffrey Näf and Julie Josse measure how much an input of a Distributional Random Forest matters by how far the estimated " +
		"conditional distribution of the response moves, in maximum mean discrepancy (MMD), when the input is dropped and the forest is grown again. " +
		"This report sets every number they print for the experiments below beside one computed by drfvi, an independent implementation, " +
		"with standard errors and a test of the difference; and shows what the same experiments give under textbook conventions."))
	cellsAgree, claimsAgree := o.Count(Agrees)
	cellsDiffer, claimsDiffer := o.Count(Differs)
	cellsMissing, claimsMissing := o.Count(Missing)
	d.Add(page.Score{Label: "Published numbers", Agree: cellsAgree, Differ: cellsDiffer, Missing: cellsMissing}, page.Score{Label: "Claims", Agree: claimsAgree, Differ: claimsDiffer, Missing: claimsMissing})
	d.Add(runFacts(summaries), page.Contents{})
}

// runFacts says what was run, when, on what and by which program.
func runFacts(summaries []Summary) page.Facts {
	var names, profiles, programs, machines, hosts []string
	records, planned, seconds := 0, 0, 0.0
	var first, last time.Time
	note := func(list *[]string, text string) {
		if text != "" && !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	for _, s := range summaries {
		note(&names, s.Experiment.Name)
		note(&profiles, s.Experiment.Profile)
		records += s.Records
		planned += s.Planned()
		for _, c := range s.Cells {
			seconds += c.TotalSeconds
		}
		for _, e := range s.Environments {
			note(&programs, programText(e))
			note(&machines, machineText(e))
		}
		for _, h := range s.Hosts {
			note(&hosts, h)
		}
		if !s.First.IsZero() && (first.IsZero() || s.First.Before(first)) {
			first = s.First
		}
		if s.Last.After(last) {
			last = s.Last
		}
	}
	list := page.Facts{
		{"Experiments", strings.Join(names, ", ")},
		{"Profile", listText(profiles)},
		{"Repetitions run", fmt.Sprintf("%d of %d", records, planned)},
	}
	if !first.IsZero() {
		list = append(list, [2]string{"Finished", format.Moment(first) + " to " + format.Moment(last)})
		list = append(list, [2]string{"Computing time", format.Duration(seconds)})
	}
	list = append(list, [2]string{"Program", listText(programs)}, [2]string{"Machine", listText(append(machines, hosts...))})
	return append(list, [2]string{"Seeds", "one for each repetition, derived from names and kept in its record; the first of each cell is listed under “Work and versions”"})
}

// listText joins with semicolons; nothing is "not run yet".
func listText(parts []string) string {
	if len(parts) == 0 {
		return "not run yet"
	}
	return strings.Join(parts, "; ")
}

func (d *report) overview(o Overview) {
	d.Add(page.Part("Overview"))
	if len(o.Cells)+len(o.Claims) == 0 {
		d.Add(page.Paragraph(o.Verdicts()))
		return
	}
	d.Add(page.Paragraph(o.Verdicts()))
	if slices.ContainsFunc(o.Cells, CellCheck.Tested) {
		d.Add(page.FigureBlock(o.reproductionFigure()))
	}
	if len(o.Cells) > 0 {
		d.Add(page.Section("Published numbers"), o.CellTable())
		if remarks := o.Remarks(); len(remarks) > 0 {
			d.Add(page.Paragraph("Where numbers differ, or are compared in another way than printed:"), page.Bullets(remarks))
		}
	}
	if len(o.Claims) > 0 {
		d.Add(page.Section("Claims"), o.ClaimTable())
	}
}

// survival says which claims survive in the textbook twin.
func (d *report) survival(all []survivor) {
	if len(all) == 0 {
		return
	}
	d.Add(page.Part("Which claims of the paper survive"), page.Paragraph(survivalText(all)))
	reversed, open := changes(all)
	if len(reversed) > 0 {
		d.Add(page.Paragraph("Turned round by the convention:"), page.Bullets(reversed))
	}
	if len(open) > 0 {
		d.Add(page.Paragraph("Decided under one convention only:"), page.Bullets(open))
	}
	d.Add(survivalTable(all))
}

func (d *report) experiment(s Summary, o Overview) {
	e := s.Experiment
	d.Add(page.Part(experimentTitle(e)))
	if text := strings.TrimSpace(e.Description); text != "" {
		d.Add(page.Paragraph(text))
	}
	if len(e.Notes) > 0 {
		title := "Where text, code and numbers disagree"
		if s.beyondPaper() {
			title = "Notes"
		}
		d.Add(page.Section(title), page.Bullets(trimmed(e.Notes)))
	}
	d.Add(page.Section("Results"))
	if s.Records == 0 {
		d.Add(page.Paragraph("Not run. Printed numbers are listed below where there are any."))
	} else if s.Records < s.Planned() {
		d.Add(page.Paragraph(fmt.Sprintf("Partly run: %d of %d repetitions.", s.Records, s.Planned())))
	}
	if text := s.obstacles(); text != "" {
		d.Add(page.Paragraph(text))
	}
	d.ablation(s)
	for _, text := range s.findings() {
		d.Add(page.Paragraph(text))
	}
	for _, t := range s.Tables(o) {
		d.Add(t)
	}
	if s.Records > 0 {
		for _, f := range s.figures() {
			if !f.Aside {
				d.Add(page.FigureBlock(f))
			}
		}
	}
	for _, t := range s.furtherTables() {
		d.Add(t)
	}
	if warnings := s.warnings(); len(warnings) > 0 {
		d.Add(page.Section("Warnings"), page.Bullets(warnings))
	}
}

// ablation says in words what the choices of an ablation are and change.
func (d *report) ablation(s Summary) {
	switch s.Experiment.Figure {
	case results.FigureSwitches:
		if list := s.choices(); len(list) > 0 && s.Records > 0 {
			d.Add(list)
		}
	case results.FigureFrozenSets:
		if text := s.frozenText(); text != "" {
			d.Add(page.Paragraph(text))
		}
	}
}

// spread compares the retrained and the coupled importance, if any cell has
// both.
func (d *report) spread(all []spreadPair) {
	if len(all) == 0 {
		return
	}
	d.Add(page.Part("Retrained and coupled"), page.Paragraph(spreadText(all)), page.FigureBlock(spreadFigure(all)))
	for _, t := range spreadTables(all) {
		d.Add(t)
	}
}

// obstacles lists why cells could not be run: "Not run: scm20d (data missing)."
func (s Summary) obstacles() string {
	var parts []string
	for _, c := range s.Cells {
		if c.NotRun == "" || c.Repetitions > 0 {
			continue
		}
		what := c.Cell[keyData]
		if what == "" {
			what = describe(c.Cell)
		}
		if part := what + " (" + c.NotRun + ")"; !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not run: " + strings.Join(parts, ", ") + "."
}

func trimmed(texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = strings.TrimSpace(text)
	}
	return list
}

// warnings lists what the records warn of, with how often and where.
func (s Summary) warnings() []string {
	var list []string
	for _, c := range s.Cells {
		for _, w := range c.Warnings {
			list = append(list, fmt.Sprintf("%s: %s (%d of %d repetitions)", describe(c.Cell), w.Text, w.Count, c.Repetitions))
		}
	}
	if s.Strays > 0 {
		list = append(list, fmt.Sprintf("%s of cells that the experiment no longer has; left out.", format.Plural(s.Strays, "record")))
	}
	return list
}

func (d *report) conventions(further page.Facts) {
	d.Add(page.Part("Conventions"),
		page.Paragraph("The importance of input j is\n\nI(j) = E MMD²(P(Y | X), P(Y | X without j)) / E MMD²(P(Y), P(Y | X)),\n\n"+
			"the share of the explained variation of the response's distribution that is lost with input j. "+
			"0 means that j adds nothing to the other inputs; the values of several inputs need not sum to 1."),
		page.Section("Methods"),
		append(page.Facts{
			{"retrain", "the paper's estimate: forests grown without each variable, a bias term from a second forest on all variables subtracted"},
			{"coupled", "drop and relearn with common random numbers: forests without j share with the full forest all that j does not touch; unbiased, with less spread"},
			{"projected", "one forest whose splits on j are forgotten"},
			{"vimp-drf", "how often a forest splits on a variable, weighted by 1/depth²: the default importance of the R package drf"},
			{"MDA", "mean increase of the squared error of a regression forest when the variable is permuted"},
			{"Sobol-MDA", "share of the response's variance lost when splits on the variable are projected out of a regression forest"},
		}, further...),
		page.Section("Kernels"),
		page.Paragraph("All kernels are Gaussian, k(y, y') = exp(−γ‖y − y'‖²), on the raw responses. They differ in γ:"),
		page.Facts{
			{"authors", "γ = mh, the median over pairs i < j of √(‖Yi − Yj‖ / 2): a length used as an inverse squared length, as in the published script; the published numbers depend on it"},
			{"median", "γ = 1 / (2m²), m the median over pairs of ‖Yi − Yj‖: the textbook's median heuristic"},
			{"loss of eliminations", "γ = 1 / mh² of the training responses"},
		},
		page.Section("Variants"),
		page.Facts{
			{"published convention", "preset drf-1.1.0 (the R package as it was used: one frozen set of random frequencies, pairs of trees on one half-sample, and so on) with kernel authors: what the published numbers were made with"},
			{"textbook twin", "preset paper (what the papers say: fresh frequencies at every node, independent trees, balanced splits) with kernel median: what survives when the slips are gone"},
		},
		page.Section("Estimates"),
		page.Bullets{
			"Values are means over repetitions; standard errors are sd/√R. The paper's “standard deviation of the mean” is the same.",
			"The published values of the importance are clamped at zero in each repetition before they are averaged; ours of retrain, coupled and projected are treated alike in every table and figure. Raw means are in the CSV files.",
			"Standard errors of statistics over noise variables (the largest of their means, and so on) are by the jackknife over repetitions.",
			"Error bars are ±2 standard errors.",
		},
		page.Section("Tests"),
		page.Bullets{
			"A published number is compared by Welch's test: t = max(0, |ours − printed| − half a unit of the last printed digit) / √(se² + se²), with Welch and Satterthwaite's degrees of freedom; two-sided, but one-sided for printed bounds (“< 0.006”).",
			"Where the paper prints no standard error, ours, scaled to its number of repetitions, stands in for it; the degrees of freedom are then ours alone.",
			"p-values are adjusted by Holm's method over all numbers tested: with probability 99 % no number is called different if all are means of the same quantity.",
			"A claim about an order holds if all our means are in that order. The t beside it is that of the paired differences, repetition by repetition, of the pair that comes nearest to contradicting it.",
			"A number whose cell was not run, or not to its end, is missing; none is left out.",
		})
}

// work lists what every cell cost, and versions in full.
func (d *report) work(summaries []Summary) {
	d.Add(page.Part("Work and versions"), workTable(summaries))
	var list page.Facts
	for _, s := range summaries {
		for _, e := range s.Environments {
			text := [2]string{programText(e), machineText(e) + ". " + modulesText(e)}
			if !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	}
	if len(list) > 0 {
		d.Add(page.Section("Versions"), list)
	}
}
