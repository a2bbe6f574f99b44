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
			Title: "Map", Rows: []string{"large", "small"}, Columns: []string{"mean of y", "tails of y"},
			Amounts: [][]float64{{0.3, math.NaN()}, {0.1, -0.1}}, Found: [][]bool{{true, false}, {false, false}}, FoundName: "found", Amount: "amount", Negative: "less",
		},
		"planes": Planes{Title: "Planes", Panels: []Plane{
			{
				X: "x", Y: "y", Level: &zero, Dots: append(slices.Repeat([]PlaneDot{{X: 0, Y: 1}, {X: 3, Y: -2}}, 100), PlaneDot{X: 1, Y: 90}),
				Lines: []Line{{Name: "mean", Band: "band", X: []float64{0, 1}, Y: []Estimate{{0, Interval{-1, 1}}, Number(5)}}, {Name: "right", X: []float64{0, 1}, Y: Numbers([]float64{0, 1}), Dashed: true}, {Name: "end", X: []float64{0, 2}, Y: Numbers([]float64{1, 1}), Pale: true}},
			},
			{X: "level", Y: "y", Levels: []string{"a", "b"}, Bars: []Bar{{Min: 0, Max: 1, Weight: 2}}},
			{X: "none", Y: "y"},
		}},
		"boxes": Boxes{Title: "Boxes", Axis: "term", Names: []string{"a", "b"}, Values: [][]float64{{-1, 0, 0, 2}, {0}}, Means: []float64{0.25, 0}, MeanName: "mean"},
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
		"map":    "amount|less|found",
		"planes": "mean|right (dashed)|band|not established",
		"boxes":  "mean|median, quartiles, whiskers to the last within 1.5 of the box's length, dots beyond",
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
	if a, b := plots[0][0].Y, plots[0][1].Y; a.Min != b.Min || a.Max != b.Max || a.Min > -2 || a.Max < 5 || a.Max != 90 {
		t.Errorf("vertical scales %v to %v and %v to %v", a.Min, a.Max, b.Min, b.Max)
	}
	if x := studied()["boxes"].Figure().Plots[0][0].X; x.Min > -1 || x.Max < 2 {
		t.Errorf("boxes from %v to %v", x.Min, x.Max)
	}
	for name, picture := range map[string]Picture{
		"rows":  HeatMap{Rows: []string{""}, Columns: []string{""}},
		"lines": Planes{Panels: []Plane{{Lines: []Line{{X: []float64{1}}}}}},
		"boxes": Boxes{Names: []string{"a"}},
		"means": Boxes{Names: []string{"a"}, Values: [][]float64{{0}}},
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
