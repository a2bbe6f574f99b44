package reports

import (
	"image/color"
	"strings"
	"testing"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/methods/method"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// A method is labelled, drawn and clamped as its row says; one that is not
// known goes by its name.
func TestMethodsAsTheirRowsSay(t *testing.T) {
	for _, f := range append(method.All(), method.Of("of tomorrow")) {
		e := results.Experiment{Name: "one", Repetitions: 1, Figure: results.FigureBars, Cells: []results.CellInfo{{Slug: "c", Cell: map[string]string{results.KeyMethod: f.Name}}}}
		s := summary.Summarise(e, []results.Record{{
			ID: "one/c/r000", Experiment: "one", Cell: e.Cells[0].Cell, Variables: []string{"A", "B"},
			Values: map[results.ValueName][]float64{results.ValueRaw: {-0.5, 0.5}},
		}}, nil)
		low := -0.5
		if f.Clamped {
			low = 0
		}
		if c := s.Cells[0]; c.Mean(summary.Importance, "A").Mean != low || c.Mean(summary.Importance, "B").Mean != 0.5 || c.Column(results.ValueRaw, 0)[0] != -0.5 {
			t.Errorf("%s: %v of raw values %v", f.Name, c.Means(summary.Importance), c.Recorded[results.ValueRaw])
		}
		if got := summary.Describe(e.Cells[0].Cell); got != f.Label {
			t.Errorf("%s is called %q", f.Name, got)
		}
		r, g, b, _ := color.Color(chart.MethodColour(f.Name)).RGBA()
		if got := r>>8<<16 | g>>8<<8 | b>>8; got != f.Colour {
			t.Errorf("%s is drawn in %06x, expected %06x", f.Name, got, f.Colour)
		}
		if chart.MethodShape(f.Name) == nil {
			t.Errorf("%s has no mark", f.Name)
		}
		var d document.Document
		d.Add(conventions([]summary.Summary{s}, verdict.Overview{}, false)...)
		if text := words(d.HTML()); f.About != "" && !strings.Contains(text, strings.ReplaceAll(f.About, "-1", "−1")) {
			t.Errorf("%s is not explained", f.Name)
		}
	}
}
