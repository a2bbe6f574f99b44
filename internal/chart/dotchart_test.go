package chart

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckFigurePath(t *testing.T) {
	for _, good := range []string{"a.png", "b.PDF", "dir.x/c.svg"} {
		if err := CheckPath(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for path, want := range map[string]string{
		"a.jpg": "a.jpg: figures cannot be written as .jpg (one of: .png, .pdf, .svg)",
		"plot":  "plot: a figure needs an extension that names its format (one of: .png, .pdf, .svg)",
	} {
		if err := CheckPath(path); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", path, err, want)
		}
	}
}

// dotted is a chart of one series, and what a tree, two series and a rule add.
func dotted() DotChart {
	level := 0.4
	return DotChart{
		Title: "Importance", Axis: "importance", Names: []string{"x1", "γ", "both"}, IntervalName: "95 % interval", FoundName: "p < 0.05",
		Depths: []int{0, 1, 1}, Notes: []string{"p = 0.01", "", "p = 1"}, Shaded: []bool{false, true, false}, Shade: "kept", Level: &level, LevelName: "the best",
		Series: []DotSeries{
			{Name: "importance", Values: []Estimate{{0.2, Interval{0, 0.3}}, {0.5, Interval{0.4, 0.7}}, Number(1)}, Found: []bool{false, true, true}, Shape: Shapes[0]},
			{Name: "share", Values: Numbers([]float64{0.1, 0.4, 0.9}), Colour: Vermilion, Shape: Shapes[1]},
		},
	}
}

func TestDotsInEveryFormat(t *testing.T) {
	dir := t.TempDir()
	for extension, magic := range map[string]string{".png": "\x89PNG", ".pdf": "%PDF-", ".svg": "<?xml"} {
		path := filepath.Join(dir, "chart"+extension)
		if err := Draw(path, dotted()); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(data, []byte(magic)) {
			t.Errorf("%s begins with %q", extension, data[:8])
		}
	}
	svg, marks := dotted().Figure().svg("f", "A < B", pixels)
	for _, want := range []string{">p &lt; 0.05<", ">not established<", ">share<", ">95 % interval<", ">kept<", ">the best<", "\u00a0p = 0.01<", ">\u00a0\u00a0\u00a0\u00a0\u00a0both"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the chart lacks %s", want)
		}
	}
	if want := (Mark{"importance", "importance", "γ", "0.500 (0.400 to 0.700)"}); len(marks) != 6 || marks[1] != want {
		t.Errorf("marks %v", marks)
	}
	if err := Draw(filepath.Join(dir, "chart.gif"), dotted()); err == nil {
		t.Error("a .gif was accepted")
	}
	err := Draw(filepath.Join(dir, "absent", "chart.png"), dotted())
	if err == nil || !strings.HasSuffix(err.Error(), filepath.Join("absent", "chart.png")+": no such file or directory") {
		t.Errorf("error %v", err)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 3 {
		t.Errorf("%d files, want the three charts only", len(entries))
	}
}

func TestDotsOfTheFirstRows(t *testing.T) {
	chart := DotChart{Axis: "importance", Series: make([]DotSeries, 1)}
	for i := range 100 {
		chart.Names = append(chart.Names, "x")
		chart.Series[0].Values = append(chart.Series[0].Values, Number(float64(i)))
	}
	f := chart.Figure()
	if label := f.Plots[0][0].X.Label.Text; label != "importance (the first 40 of 100)" {
		t.Errorf("label %q", label)
	}
	defer func() {
		if recover() == nil {
			t.Error("slices of different lengths do not panic")
		}
	}()
	chart.Names = chart.Names[1:]
	chart.Figure()
}
