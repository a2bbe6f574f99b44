package reports

import (
	"bytes"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/results"
)

func TestCheckFigurePath(t *testing.T) {
	for _, good := range []string{"a.png", "b.PDF", "dir.x/c.svg"} {
		if err := CheckFigurePath(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for path, want := range map[string]string{
		"a.jpg": "a.jpg: figures cannot be written as .jpg (one of: .png, .pdf, .svg)",
		"plot":  "plot: a figure needs an extension that names its format (one of: .png, .pdf, .svg)",
	} {
		if err := CheckFigurePath(path); err == nil || err.Error() != want {
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
	if err := Draw(filepath.Join(dir, "chart.gif"), chart); err == nil {
		t.Error("a .gif was accepted")
	}
	err := Draw(filepath.Join(dir, "absent", "chart.png"), chart)
	if err == nil || !strings.HasSuffix(err.Error(), filepath.Join("absent", "chart.png")+" cannot be written: no such file or directory") {
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
	if label := f.plots[0][0].X.Label.Text; label != "importance (the 40 largest of 100)" {
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

// Every pixel size follows from the figure's size, and something is drawn.
func TestFiguresOfEveryKind(t *testing.T) {
	for _, m := range []*memory{paperLike(), eliminations("enb", "jura", "wq", "air")} {
		summaries, err := Load(m)
		if err != nil {
			t.Fatal(err)
		}
		figures := []figure{Verify(summaries).reproductionFigure()}
		for _, s := range summaries {
			of := s.figures()
			if len(of) == 0 {
				t.Errorf("%s has no figure", s.Experiment.Name)
			}
			figures = append(figures, of[len(of)-1])
		}
		for _, f := range figures {
			data, err := f.encode(".png")
			if err != nil {
				t.Fatal(err)
			}
			picture, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := picture.Bounds().Dx(), float64(f.width)/72*200; math.Abs(float64(got)-want) > 1 {
				t.Errorf("%s is %d pixels wide, want %v", f.name, got, want)
			}
			colours := make(map[any]bool)
			for x := 0; x < picture.Bounds().Dx(); x += 3 {
				for y := 0; y < picture.Bounds().Dy(); y += 3 {
					colours[picture.At(x, y)] = true
				}
			}
			if len(colours) < 10 {
				t.Errorf("%s has %d colours only", f.name, len(colours))
			}
		}
	}
}

func TestFigureNames(t *testing.T) {
	summaries, err := Load(eliminations("enb", "jura"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range summaries[0].figures() {
		names = append(names, f.name)
	}
	if got := strings.Join(names, " "); got != "rfe-enb rfe-jura rfe rfe-textbook-enb rfe-textbook-jura rfe-textbook" {
		t.Errorf("figures %s", got)
	}
	// More columns than fit side by side: a figure for each sample size.
	m := paperLike()
	e := m.experiment("motivating")
	for _, n := range []int{10, 20, 30} {
		m.addCell(e, cellOf("published", n, 10, "vimp-drf"), 2, truth{flat(10, 0.1), flat(10, 0.1)})
	}
	if summaries, err = Load(m, "motivating"); err != nil {
		t.Fatal(err)
	}
	names = nil
	for _, f := range summaries[0].figures() {
		names = append(names, f.name)
	}
	if got := strings.Join(names, " "); got != "motivating-n1000-p10 motivating-n5000-p10 motivating-n10-p10 motivating-n20-p10 motivating-n30-p10" {
		t.Errorf("figures %s", got)
	}
}

func TestRoundTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		most      int
		want      string
	}{
		{0, 1, 6, "0 0.2 0.4 0.6 0.8 1.0"},
		{0, 0.65, 4, "0 0.2 0.4 0.6"},
		{-0.011, 0.02, 4, "−0.01 0 0.01 0.02"},
		{-1, 7, 4, "0 2 4 6"},
		{-1, 7, 3, "0 5"},
		{3, 8, 5, "4 6 8"},
		{0, 0, 5, ""},
		{0, 1e-5, 3, "0 0.000005 0.000010"},
	} {
		var labels []string
		for _, tick := range (roundTicks{c.most}).Ticks(c.low, c.high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("[%v, %v] in %d: %s, want %s", c.low, c.high, c.most, got, c.want)
		}
	}
}

func TestSignedLog(t *testing.T) {
	s := signedLog{unit: 0.001, step: 1}
	if mid := s.Normalize(-5, 5, 0); math.Abs(mid-0.5) > 1e-15 {
		t.Errorf("0 lies at %v of a symmetric axis", mid)
	}
	last := -1.0
	for _, v := range []float64{-10, -1, -0.001, 0, 0.0005, 0.3, 7} {
		at := s.Normalize(-10, 7, v)
		if at <= last {
			t.Errorf("%v lies at %v, not right of %v", v, at, last)
		}
		last = at
	}
}

// The PDF canvas must place points as gonum's transformations say: rotation by
// a right angle about the origin, then translation, then scaling.
func TestCanvasTransforms(t *testing.T) {
	doc := newPDF("test", 100, 200, time.Time{})
	doc.AddPage()
	c := newCanvas(doc, 10, 150, 50, 50)
	c.Push()
	c.Translate(vg.Point{X: 5, Y: 7})
	c.Rotate(math.Pi / 2)
	c.Scale(2, 3)
	// (1, 1) is scaled to (2, 3), rotated to (−3, 2), moved to (2, 9).
	x, y := c.page(vg.Point{X: 1, Y: 1})
	near(t, "x", x, 10+2, 1e-12)
	near(t, "y", y, 150-9, 1e-12)
	c.Pop()
	x, y = c.page(vg.Point{X: 1, Y: 1})
	near(t, "x after Pop", x, 11, 1e-12)
	near(t, "y after Pop", y, 149, 1e-12)
}

func TestEmptyFigures(t *testing.T) {
	e, _ := tiny()
	s, err := Summarise(e, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []results.FigureKind{"bars", "scaling", "paths"} {
		s.Experiment.Figure = kind
		for _, f := range s.figures() {
			if _, err := f.encode(".pdf"); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
		}
	}
	s.Experiment.Figure = "none"
	if n := len(s.figures()); n != 0 {
		t.Errorf("%d figures of none", n)
	}
}

// Numbers beyond the edge have a line each, whatever their verdict.
func TestStrips(t *testing.T) {
	check := func(v Verdict, difference float64) CellCheck {
		return CellCheck{Experiment: "e", Verdict: v, Difference: difference}
	}
	rows, lines := strips([]CellCheck{check(Agrees, 1), check(Agrees, -9), check(Differs, 5), check(Agrees, 8)})
	if len(rows) != 1 || len(rows[0].agree) != 2 || len(rows[0].labelled) != 2 || lines != 4 {
		t.Errorf("%d rows of %v lines: %+v", len(rows), lines, rows)
	}
}

var _ plot.Normalizer = signedLog{}
