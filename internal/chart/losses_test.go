package chart

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLossChart(t *testing.T) {
	dir := t.TempDir()
	chart := LossChart{Title: "Elimination", Loss: []float64{0, -0.2, -0.4, -0.41}, SE: []float64{0.02, 0.01, 0.02, math.NaN()}, Keep: 2, Method: "coupled"}
	for extension, magic := range map[string]string{".png": "\x89PNG", ".pdf": "%PDF-", ".svg": "<?xml"} {
		path := filepath.Join(dir, "chart"+extension)
		if err := Draw(path, chart); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(data), magic) {
			t.Errorf("%s: %v", extension, err)
		}
	}
	chart.Loss, chart.SE, chart.Keep = chart.Loss[:2], chart.SE[:2], 0
	if err := Draw(filepath.Join(dir, "single.png"), chart); err != nil {
		t.Errorf("a single variable: %v", err)
	}
	if err := Draw(filepath.Join(dir, "chart.gif"), chart); err == nil || !strings.Contains(err.Error(), "figures cannot be written as .gif") {
		t.Errorf("a .gif: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a number of variables that there are not does not panic")
		}
	}()
	chart.Keep = 2
	chart.figure()
}
