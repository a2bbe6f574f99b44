package chart

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func growth() LogChart {
	n := []float64{500, 1000, 2000}
	return LogChart{Title: "Growth", Rows: [][]LogPanel{
		{
			{X: "rows", Y: "seconds", Lines: []LogLine{{"fit", n, []float64{0.1, 0.2, 0.4}}, {"coupled", n, []float64{1, 2, 5}}}},
			{X: "inputs", Y: "seconds", Lines: []LogLine{{"coupled", n[:1], []float64{0.01}}}},
		},
		{{X: "rows", Y: "MB"}, {X: "inputs", Y: "MB", Lines: []LogLine{{Name: "retrain"}}}},
	}}
}

func TestLogChart(t *testing.T) {
	dir := t.TempDir()
	for extension, magic := range map[string]string{".png": "\x89PNG", ".pdf": "%PDF-", ".svg": "<?xml"} {
		path := filepath.Join(dir, "chart"+extension)
		if err := Draw(path, growth()); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(data), magic) {
			t.Errorf("%s: %v", extension, err)
		}
	}
	if err := Draw(filepath.Join(dir, "chart.gif"), growth()); err == nil || !strings.Contains(err.Error(), "figures cannot be written as .gif") {
		t.Errorf("a .gif: %v", err)
	}
	f := growth().figure()
	if a, b := f.Plots[0][0].Y, f.Plots[0][1].Y; a.Min != b.Min || a.Max != b.Max || a.Min > math.Log10(0.01) || a.Max < math.Log10(5) {
		t.Errorf("vertical scales of a row: %v to %v and %v to %v", a.Min, a.Max, b.Min, b.Max)
	}
	var names []string
	for _, item := range f.Legend {
		names = append(names, item.Text)
	}
	if got := strings.Join(names, " "); got != "fit coupled retrain" {
		t.Errorf("legend: %s", got)
	}
	for name, line := range map[string]LogLine{
		"numbers that differ": {"fit", []float64{1, 2}, []float64{1}},
		"zero":                {"fit", []float64{1}, []float64{0}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			chart := growth()
			chart.Rows[0][0].Lines = []LogLine{line}
			chart.figure()
		}()
	}
}
