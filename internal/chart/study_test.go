package chart

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// studied are pictures of each kind.
func studied() map[string]Picture {
	zero := 0.0
	return map[string]Picture{
		"map": HeatMap{
			Title: "Map", Rows: []string{"large", "small"}, Columns: []HeatColumn{{"y", "mean"}, {"y", "tails"}},
			Amounts: [][]float64{{0.3, math.NaN()}, {0.1, -0.1}}, Found: [][]bool{{true, false}, {false, false}}, FoundName: "found", Amount: "amount", Negative: "less",
		},
		"planes": Planes{Title: "Planes", Panels: []Plane{
			{
				X: "x", Y: "y", Level: &zero, Gaps: []Interval{{1, 2}}, Dots: append(slices.Repeat([]PlaneDot{{0, 1}, {3, -2}}, 100), PlaneDot{1, 90}),
				Lines: []PlaneLine{{Name: "mean", X: []float64{0, 1}, Y: []float64{0, 5}}, {Name: "right", X: []float64{0, 1}, Y: []float64{0, 1}, Dashed: true}, {Name: "end", X: []float64{0, 2}, Y: []float64{1, 1}, Pale: true}},
				Rug:   []float64{1}, Bands: []PlaneBand{{Name: "band", X: []float64{0, 1}, Low: []float64{0, 0}, High: []float64{1, 1}}},
			},
			{X: "level", Y: "y", Levels: []string{"a", "b"}, Bars: []PlaneBar{{0, 1, 2}}},
			{X: "none", Y: "y"},
		}},
		"swarm": Swarm{
			Title: "Swarm", Axis: "term", Names: []string{"a", "b"}, Values: [][]float64{{-1, 0, 0, 2}, {0}},
			Shades: [][]float64{{0, 0.5, 1, -1}, {-1}}, Shaded: [2]string{"low", "high"},
		},
	}
}

func TestStudyPictures(t *testing.T) {
	dir := t.TempDir()
	for name, picture := range studied() {
		for extension, magic := range map[string]string{".png": "\x89PNG", ".pdf": "%PDF-", ".svg": "<?xml"} {
			path := filepath.Join(dir, name+extension)
			if err := Draw(path, picture); err != nil {
				t.Fatal(err)
			}
			if data, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(data), magic) {
				t.Errorf("%s%s: %v", name, extension, err)
			}
		}
	}
	legends := map[string]string{
		"map":    "amount; a whole cell is 0.50, found|less|not established",
		"planes": "mean|right (dashed)|not established|band|no data|beyond the edge: 1 % of the rows",
		"swarm":  "low|high",
	}
	for name, picture := range studied() {
		f := picture.Figure()
		var texts []string
		for _, item := range f.Legend {
			texts = append(texts, item.Text)
		}
		if got := strings.Join(texts, "|"); got != legends[name] {
			t.Errorf("%s: legend %s, expected %s", name, got, legends[name])
		}
	}
	// The larger row is on top, panels have one scale, and terms below 0 are inside.
	if ticks := studied()["map"].Figure().Plots[0][0].Y.Tick.Marker.Ticks(-2, 1); ticks[0].Label != "large" {
		t.Errorf("rows %v", ticks)
	}
	plots := studied()["planes"].Figure().Plots
	if a, b := plots[0][0].Y, plots[0][1].Y; a.Min != b.Min || a.Max != b.Max || a.Min > -2 || a.Max < 5 || a.Max > 90 {
		t.Errorf("vertical scales %v to %v and %v to %v", a.Min, a.Max, b.Min, b.Max)
	}
	if x := studied()["swarm"].Figure().Plots[0][0].X; x.Min > -1 || x.Max < 2 {
		t.Errorf("a swarm from %v to %v", x.Min, x.Max)
	}
	for v, want := range map[float64]float64{0.013: 0.02, 0.2: 0.2, 0.3: 0.5, 7: 10, 0: 1} {
		if got := roundUp(v); got != want {
			t.Errorf("%v rounded up is %v, expected %v", v, got, want)
		}
	}
	for name, picture := range map[string]Picture{
		"rows":   HeatMap{Rows: []string{""}},
		"lines":  Planes{Panels: []Plane{{Lines: []PlaneLine{{X: []float64{1}}}}}},
		"shades": Swarm{Names: []string{"a"}, Values: [][]float64{{1}}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s that differ in number: no panic", name)
				}
			}()
			picture.Figure()
		}()
	}
}
