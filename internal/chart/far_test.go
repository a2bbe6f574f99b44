package chart

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// lengths are the numbers of an SVG's coordinates.
var lengths = regexp.MustCompile(`[ML](-?[\d.]+),(-?[\d.]+)`)

// TestFarAndTiny: what numbers of any size draw has coordinates that formats can write, and
// labels of a few letters.
func TestFarAndTiny(t *testing.T) {
	for _, unit := range []float64{1e-300, 1e-9, 1e9, 1e300, math.MaxFloat64} {
		level := unit
		chart := Planes{Panels: []Plane{{
			X: "x", Y: "y", Level: &level, Dots: []PlaneDot{{X: -unit, Y: -unit}, {X: unit, Y: unit}, {Y: math.NaN()}},
			Lines: []Line{{Name: "line", X: []float64{0, unit}, Y: Numbers([]float64{-unit, unit})}},
		}}}
		svg, marks := chart.Figure().svg("f", "A < B", pixels)
		for _, word := range []string{"NaN", "Inf"} {
			if strings.Contains(svg, word) {
				t.Errorf("%v: the figure has %s", unit, word)
			}
		}
		for _, at := range lengths.FindAllStringSubmatch(svg, -1) {
			for _, text := range at[1:] {
				if v, err := strconv.ParseFloat(text, 64); err != nil || math.Abs(v) > 25_000 {
					t.Errorf("%v: a coordinate %s, %v", unit, text, err)
				}
			}
		}
		for _, text := range regexp.MustCompile(`>([^<]*)</text>`).FindAllStringSubmatch(svg, -1) {
			if len(text[1]) > 24 {
				t.Errorf("%v: a label %s", unit, text[1])
			}
		}
		if len(marks) != 2 || len(marks[1].Value) > 80 && unit < 1 {
			t.Errorf("%v: marks %v", unit, marks)
		}
		for _, p := range []Picture{chart, Boxes{Names: []string{"x"}, Values: [][]float64{{-unit, 0, unit, 2 * unit}}, Means: []float64{unit / 2}}} {
			if data, err := p.Figure().Encode(".pdf"); err != nil || strings.Contains(string(data), "NaN") {
				t.Errorf("%v: no PDF: %v", unit, err)
			}
		}
	}
}

// TestEndlessNames: names of thousands of letters are shortened wherever a figure has them.
func TestEndlessNames(t *testing.T) {
	long := strings.Repeat("x", 3000)
	for name, p := range map[string]Picture{
		"dots":   DotChart{Title: long, Axis: long, Names: []string{long}, Notes: []string{"p"}, Depths: []int{0}, FoundName: long, Series: []DotSeries{{Name: long, Values: []Estimate{Number(1)}, Found: []bool{true}, Shape: Shapes[0]}}},
		"map":    HeatMap{Title: long, Rows: []string{long}, Columns: []string{long}, Amounts: [][]float64{{1}}, Amount: long},
		"planes": Planes{Title: long, Panels: []Plane{{Heading: long, X: long, Y: long, Levels: []string{long, long}, Lines: []Line{{Name: long, X: []float64{0, 1}, Y: Numbers([]float64{0, 1})}, {Name: long + "y", X: []float64{0}, Y: Numbers([]float64{0})}}}}},
		"boxes":  Boxes{Title: long, Axis: long, Names: []string{long}, Values: [][]float64{{1}}, Means: []float64{1}, MeanName: long},
	} {
		f := p.Figure()
		svg, _ := f.svg("f", "A < B", pixels)
		drawn := svg[strings.Index(svg, "</title>"):]
		if i := strings.Index(drawn, long[:150]); i >= 0 {
			t.Errorf("%s: %.300s", name, drawn[max(0, i-200):])
		}
		for _, of := range f.Parts("f").Legend {
			if strings.Contains(of.Text, long[:150]) {
				t.Errorf("%s: a legend of a page says %.300s", name, of.Text)
			}
		}
		if f.Width > 3*PageWidth {
			t.Errorf("%s is %v wide", name, f.Width)
		}
	}
}
