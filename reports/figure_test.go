package reports

import (
	"bytes"
	"image/png"
	"math"
	"strings"
	"testing"

	"drfvi/internal/chart"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// Every pixel size follows from the figure's size, and something is drawn.
func TestFiguresOfEveryKind(t *testing.T) {
	for _, m := range []*fixture.Memory{fixture.PaperLike(), fixture.Eliminations("enb", "jura", "wq", "air")} {
		summaries, err := summary.Load(m)
		if err != nil {
			t.Fatal(err)
		}
		figures := []chart.Figure{reproduction(verdict.Verify(summaries))}
		for _, s := range summaries {
			of := alone(s).Figures
			if len(of) == 0 {
				t.Errorf("%s has no figure", s.Experiment.Name)
			}
			figures = append(figures, of[len(of)-1])
		}
		for _, f := range figures {
			data, err := f.Encode(".png")
			if err != nil {
				t.Fatal(err)
			}
			picture, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := picture.Bounds().Dx(), float64(f.Width)/72*200; math.Abs(float64(got)-want) > 1 {
				t.Errorf("%s is %d pixels wide, want %v", f.Name, got, want)
			}
			colours := make(map[any]bool)
			for x := 0; x < picture.Bounds().Dx(); x += 3 {
				for y := 0; y < picture.Bounds().Dy(); y += 3 {
					colours[picture.At(x, y)] = true
				}
			}
			if len(colours) < 10 {
				t.Errorf("%s has %d colours only", f.Name, len(colours))
			}
		}
	}
}

// Panels stand side by side as far as the view says, whatever their scales are; of aspects those that
// have the same rows.
func TestPanelsSideBySide(t *testing.T) {
	e, records := fixture.Aspects()
	aspects := &fixture.Memory{List: []results.Experiment{e}, ByName: map[string][]results.Record{e.Name: records}}
	for _, c := range []struct {
		source *fixture.Memory
		rows   int
	}{{fixture.Eliminations("enb", "jura", "wq", "air"), 2}, {aspects, 1}} {
		summaries, err := summary.Load(c.source)
		if err != nil {
			t.Fatal(err)
		}
		figures := alone(summaries[0]).Figures
		if f := figures[len(figures)-1]; len(f.Plots) != c.rows {
			t.Errorf("%s has %d rows of panels, expected %d", f.Name, len(f.Plots), c.rows)
		}
	}
}

func TestFigureNames(t *testing.T) {
	summaries, err := summary.Load(fixture.Eliminations("enb", "jura"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range alone(summaries[0]).Figures {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "rfe-cumulative rfe-paths" {
		t.Errorf("figures %s", got)
	}
}

// alone is the chapter of an experiment, seen alone.
func alone(s summary.Summary) chapter { return newChapter(s, verdict.Verify([]summary.Summary{s})) }

func TestEmptyFigures(t *testing.T) {
	e, _ := fixture.Tiny()
	s := summary.Summarise(e, nil, nil)
	for _, kind := range results.FigureKinds("") {
		if s.Experiment.Figure = kind; len(alone(s).Figures) > 0 {
			t.Errorf("%s draws nothing", kind)
		}
	}
}
