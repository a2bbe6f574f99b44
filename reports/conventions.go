package reports

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"text/template"

	"drfvi/internal/document"
	"drfvi/methods/method"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/reports/internal/view"
	"drfvi/results"
)

var (
	//go:embed text/about.md
	about string
	//go:embed text/believed.md
	believed string
	//go:embed text/conventions.md
	conventionsText string
	//go:embed text/notes.md
	notesFile string
)

// texts are sentences of the report and the captions of its figures.
var texts = document.ParseTexts(notesFile)

// conventions explains the methods, kernels, variants, estimates and tests that experiments have,
// and whether figures have error bars.
func conventions(summaries []summary.Summary, o verdict.Overview, bars bool) []document.Block {
	var cells, valued []summary.Cell // the latter not of tests alone
	for _, s := range summaries {
		if cells = append(cells, s.Cells...); s.Experiment.Figure != results.FigureTests {
			valued = append(valued, s.Cells...)
		}
	}
	var b strings.Builder
	err := template.Must(template.New("").Parse(conventionsText)).Execute(&b, map[string]any{
		"Methods": methodFacts(cells, valued), "Kernels": kernelFacts(cells), "Clamped": view.Clamped(cells), "Bars": bars,
		"Twins": slices.ContainsFunc(o.Claims, verdict.Judged.HasTwin),
		"Noise": slices.ContainsFunc(
			o.Cells, func(c verdict.CellCheck) bool { return c.Expected.Variable == results.Noise },
		),
		"Numbers": len(o.Cells) > 0, "Claims": len(o.Claims) > 0,
		"Compared": slices.ContainsFunc(o.Claims, func(j verdict.Judged) bool { return !j.Banded() }),
	})
	if err != nil {
		panic("reports: conventions: " + err.Error()) // into memory, of values that are there
	}
	return document.Parse(b.String())
}

// methodFacts explains the methods in the order of their first use, those that are not drfvi's own
// by the versions they told. Those without valued cells are tests alone.
func methodFacts(cells, valued []summary.Cell) (facts document.Facts) {
	for _, name := range summary.Distinct(cells, results.KeyMethod) {
		f := method.Of(name)
		switch whole, perOutput := strings.CutSuffix(name, "-per-output"); {
		case f.External():
			f.About = "a test by an external program"
			if slices.Contains(summary.Distinct(valued, results.KeyMethod), name) {
				f.About = "an external program, whose values are on a scale of their own"
			}
			var versions []string
			for _, c := range summary.Selected(cells, map[string]string{results.KeyMethod: name}) {
				versions = summary.Union(versions, c.Software...)
			}
			if len(versions) > 0 {
				f.About += "; run with " + strings.Join(versions, "; ")
			}
		case perOutput:
			f.About = method.Of(whole).About + "; " + f.About
		}
		facts = append(facts, [2]string{f.Label, f.About})
	}
	return facts
}

// widths are the γ of kernels with a name.
var widths = map[string]string{
	"median": "1 / (2m²), m the median over pairs of ‖Yi − Yj‖: the median heuristic",
	"authors": "mh, the median over pairs i < j of √(‖Yi − Yj‖ / 2): a length used as an inverse squared " +
		"length, as in the published script",
}

// kernelFacts explains the kernels of cells, and that of losses if there are any.
func kernelFacts(cells []summary.Cell) (facts document.Facts) {
	for _, kernel := range summary.Distinct(cells, results.KeyKernel) {
		if kernel != "" {
			facts = append(facts, [2]string{kernel, "γ = " + cmp.Or(widths[kernel], kernel)})
		}
	}
	if slices.ContainsFunc(cells, func(c summary.Cell) bool {
		return c.Recorded[results.ValueLoss] != nil || c.Recorded[results.ValueTestLoss] != nil
	}) {
		facts = append(facts, [2]string{"losses", "γ = 1 / mh², mh the median over pairs of training responses " +
			"of √(‖Yi − Yj‖ / 2)"})
	}
	return facts
}
