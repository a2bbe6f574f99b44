package chart

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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

func TestBarsWritesEveryFormat(t *testing.T) {
	dir := t.TempDir()
	chart := BarChart{Title: "Importance", Axis: "importance", Names: []string{"x1", "γ"}, Values: []float64{0.2, 0.5}, SE: []float64{0.01, 0.02}, Method: "coupled"}
	for extension, magic := range map[string]string{".png": "\x89PNG", ".pdf": "%PDF-", ".svg": "<?xml"} {
		path := filepath.Join(dir, "chart"+extension)
		if err := Draw(path, chart); err != nil {
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
	chart.Intervals, chart.IntervalName = []Interval{{0, 0.3}, {0.4, 0.7}}, "95 % interval"
	chart.Found, chart.FoundName = []bool{false, true}, "p < 0.05"
	if err := Draw(filepath.Join(dir, "chart.svg"), chart); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "chart.svg")); err != nil || !bytes.Contains(data, []byte("may be chance")) || !bytes.Contains(data, []byte("95 % interval")) {
		t.Errorf("a chart with intervals and a value that may be chance: %v", err)
	}
	if err := Draw(filepath.Join(dir, "chart.gif"), chart); err == nil {
		t.Error("a .gif was accepted")
	}
	err := Draw(filepath.Join(dir, "absent", "chart.png"), chart)
	if err == nil || !strings.HasSuffix(err.Error(), filepath.Join("absent", "chart.png")+": no such file or directory") {
		t.Errorf("error %v", err)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 3 {
		t.Errorf("%d files, want the three charts only", len(entries))
	}
}

func TestBarsShowsTheLargest(t *testing.T) {
	chart := BarChart{Axis: "importance"}
	for i := range 100 {
		chart.Names = append(chart.Names, "x")
		chart.Values = append(chart.Values, float64(i))
	}
	f := chart.figure()
	if label := f.Plots[0][0].X.Label.Text; label != "importance (the 40 largest of 100)" {
		t.Errorf("label %q", label)
	}
	defer func() {
		if recover() == nil {
			t.Error("slices of different lengths do not panic")
		}
	}()
	chart.Values = chart.Values[1:]
	chart.figure()
}

// TestBarsByRank orders bars of equal length by what they are ranked by.
func TestBarsByRank(t *testing.T) {
	chart := BarChart{Names: []string{"first", "second"}, Values: []float64{0, 0}, Method: "coupled"}
	for _, c := range []struct {
		rank []float64
		want bool // whether the second comes first
	}{{nil, false}, {[]float64{-0.2, -0.1}, true}} {
		chart.Rank = c.rank
		path := filepath.Join(t.TempDir(), "chart.svg")
		if err := Draw(path, chart); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		heights := make(map[string]float64)
		for _, name := range chart.Names {
			heights[name] = heightOf(t, string(data), name)
		}
		if above := heights["second"] < heights["first"]; above != c.want {
			t.Errorf("by %v: heights %v", c.rank, heights)
		}
	}
}

// heightOf returns the y of a text in an SVG, which grows downwards.
func heightOf(t *testing.T, svg, text string) float64 {
	t.Helper()
	found := regexp.MustCompile(`y="(-?[\d.]+)"[^>]*>` + text + `<`).FindStringSubmatch(svg)
	if found == nil {
		t.Fatalf("the figure has no text %q", text)
	}
	y, err := strconv.ParseFloat(found[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return math.Abs(y)
}
