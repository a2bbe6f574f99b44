package importance_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/chart"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/internal/version"
	"drfvi/mmd"
)

// scale is the size of a problem: n rows, p inputs, d responses, and the trees
// of a forest.
type scale struct{ n, p, trees, d int }

// scaleBase is where the curves of TestScaling meet.
var scaleBase = scale{n: 2000, p: 20, trees: 200, d: 2}

// scales are the points of TestScaling: the base, and those that differ
// from it in one number.
func scales() []scale {
	points := []scale{scaleBase}
	vary := func(set func(s *scale, v int), values ...int) {
		for _, v := range values {
			s := scaleBase
			if set(&s, v); s != scaleBase {
				points = append(points, s)
			}
		}
	}
	vary(func(s *scale, v int) { s.n = v }, 500, 1000, 2000, 4000, 8000, 16000, 32000)
	vary(func(s *scale, v int) { s.p = v }, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
	vary(func(s *scale, v int) { s.trees = v }, 50, 100, 200, 500, 1000)
	vary(func(s *scale, v int) { s.d = v }, 1, 2, 4, 8, 16, 32, 64)
	return points
}

// mostRetrained is the largest number of inputs that are retrained without, a
// forest each.
const mostRetrained = 200

// draw draws a problem: odd responses are shifted by the first input, even ones
// scaled by the second.
func (s scale) draw() (x, y *mat.Dense) {
	src := rng.New(1).Named("scaling").Source()
	x, y = mat.NewDense(s.n, s.p, nil), mat.NewDense(s.n, s.d, nil)
	for i := range s.n {
		for j := range s.p {
			x.Set(i, j, src.Float64())
		}
		for k := range s.d {
			v := src.Float64()
			if k%2 == 0 {
				v += x.At(i, 0)
			} else {
				v *= x.At(i, 1)
			}
			y.Set(i, k, v)
		}
	}
	return x, y
}

// point is what a method took for one size.
type point struct {
	method                   string
	size                     scale
	seconds, peak, allocated float64
}

// TestScaling measures how time and memory grow with each of n, p, N and d: of fitting a
// forest and of the coupled and retrained importances of all inputs, exactly, under the
// preset "paper" and the kernel "median". It draws them and writes the numbers, into
// the folder that DRFVI_SCALING names; see make scaling. peak_bytes is the largest size of
// the heap that was seen, garbage included, beyond the data.
func TestScaling(t *testing.T) {
	folder := os.Getenv("DRFVI_SCALING")
	if folder == "" {
		t.Skip("measures for minutes: DRFVI_SCALING names the folder of its figure")
	}
	ctx, workers := context.Background(), runtime.NumCPU()
	var points []point
	for _, s := range scales() {
		x, y := s.draw()
		c := lawtest.Preset(t, "paper", s.trees)
		task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: workers}
		estimate := func(e importance.Estimator) func() error {
			return func() error {
				_, err := e.Estimate(ctx, task)
				return err
			}
		}
		for _, run := range []struct {
			name string
			once func() error
		}{
			{"fit", func() error { _, err := forest.Fit(ctx, x, y, c, 1, workers); return err }},
			{"coupled", estimate(importance.Coupled{Config: c})},
			{"retrain", estimate(importance.Retrain{Config: c})},
		} {
			if run.name == "retrain" && s.p > mostRetrained {
				continue
			}
			r := testing.Benchmark(func(b *testing.B) {
				b.ReportAllocs()
				peak := watchHeap()
				for b.Loop() {
					if err := run.once(); err != nil {
						t.Fatal(err)
					}
				}
				b.ReportMetric(peak(), "peak-B")
			})
			points = append(points, point{run.name, s, float64(r.NsPerOp()) / 1e9, r.Extra["peak-B"], float64(r.AllocedBytesPerOp())})
		}
	}
	picture, err := scalingFigure(points, fmt.Sprintf("%d cores (%s)", workers, version.CPU())).Encode(".png")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"scaling.png": picture, "scaling.csv": scalingTable(points, workers, version.CPU())} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// axes are the numbers of a size.
var axes = []struct {
	name string
	of   func(*scale) *int
}{
	{"rows n", func(s *scale) *int { return &s.n }}, {"inputs p", func(s *scale) *int { return &s.p }},
	{"trees N", func(s *scale) *int { return &s.trees }}, {"responses d", func(s *scale) *int { return &s.d }},
}

// scalingFigure draws times above and memory below, a column for each axis.
func scalingFigure(points []point, machine string) chart.Figure {
	f := chart.Figure{
		Name: "scaling", Width: chart.PageWidth * 1.5, Height: 390,
		Title: fmt.Sprintf("Time and memory on %s. Where not on the axis: n = %d, p = %d, N = %d, d = %d", machine, scaleBase.n, scaleBase.p, scaleBase.trees, scaleBase.d),
	}
	var methods []string
	for _, quantity := range []struct {
		name string
		of   func(point) float64
	}{
		{"seconds", func(p point) float64 { return p.seconds }},
		{"MB at the peak", func(p point) float64 { return p.peak / 1e6 }},
	} {
		var row []*plot.Plot
		for _, axis := range axes {
			var lines []chart.Line
			var drawn []string
			for _, p := range points {
				s := p.size
				value := float64(*axis.of(&s))
				if *axis.of(&s) = *axis.of(&scaleBase); s != scaleBase {
					continue
				}
				k := slices.Index(drawn, p.method)
				if k < 0 {
					k = len(lines)
					lines, drawn = append(lines, chart.Line{Name: p.method, Colour: chart.MethodColour(p.method), Shape: chart.MethodShape(p.method)}), append(drawn, p.method)
				}
				at, _ := slices.BinarySearch(lines[k].X, value)
				lines[k].X = slices.Insert(lines[k].X, at, value)
				lines[k].Y = slices.Insert(lines[k].Y, at, chart.Number(math.Log10(quantity.of(p))))
				if !slices.Contains(methods, p.method) {
					methods = append(methods, p.method)
				}
			}
			panel := chart.Plane{X: axis.name, Y: quantity.name, Sizes: true, Logs: true, Lines: lines}.Draw(len(axes))
			row = append(row, panel)
		}
		chart.ShareY(row)
		f.Plots = append(f.Plots, row)
	}
	for _, name := range methods {
		f.Legend = append(f.Legend, chart.Stroke(name, chart.MethodColour(name), chart.MethodShape(name)))
	}
	return f
}

// scalingTable returns all measurements as CSV, in their order.
func scalingTable(points []point, cores int, cpu string) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, "method,n,p,trees,d,seconds,peak_bytes,allocated_bytes,cores,cpu")
	for _, p := range points {
		fmt.Fprintf(&b, "%s,%d,%d,%d,%d,%.6g,%.6g,%.6g,%d,%s\n", p.method, p.size.n, p.size.p, p.size.trees, p.size.d, p.seconds, p.peak, p.allocated, cores, cpu)
	}
	return b.Bytes()
}

// TestScalingFigure draws made-up measurements.
func TestScalingFigure(t *testing.T) {
	var points []point
	for _, s := range scales() {
		for k, method := range []string{"fit", "coupled"} {
			points = append(points, point{method, s, float64(s.n*s.p) * 1e-6, float64(s.trees) * 1e4 * float64(1+k), 1})
		}
	}
	f := scalingFigure(points, "a machine")
	if data, err := f.Encode(".png"); err != nil || !bytes.HasPrefix(data, []byte("\x89PNG")) {
		t.Errorf("the picture: %v", err)
	}
	if want := "Time and memory on a machine. Where not on the axis: n = 2000, p = 20, N = 200, d = 2"; f.Title != want {
		t.Errorf("title %q", f.Title)
	}
	if len(f.Plots) != 2 || len(f.Plots[0]) != 4 || len(f.Legend) != 2 {
		t.Fatalf("%d rows of %d panels, %d methods", len(f.Plots), len(f.Plots[0]), len(f.Legend))
	}
	for i, axis := range axes {
		time, memory := f.Plots[0][i], f.Plots[1][i]
		if time.X.Label.Text != axis.name || time.Y.Label.Text != "seconds" || memory.Y.Label.Text != "MB at the peak" {
			t.Errorf("panel %d: %s against %s, %s below", i, time.Y.Label.Text, time.X.Label.Text, memory.Y.Label.Text)
		}
		if time.Y.Max != f.Plots[0][0].Y.Max || time.Y.Min > math.Log10(2000*5*1e-6) || time.Y.Max < math.Log10(2000*2000*1e-6) {
			t.Errorf("panel %d: from %v to %v", i, time.Y.Min, time.Y.Max)
		}
	}
	if x := f.Plots[0][0].X; x.Min > 500 || x.Max < 32000 {
		t.Errorf("rows from %v to %v", x.Min, x.Max)
	}
	if got, want := string(scalingTable(points[:1], 2, "Some CPU")), "method,n,p,trees,d,seconds,peak_bytes,allocated_bytes,cores,cpu\nfit,2000,20,200,2,0.04,2e+06,1,2,Some CPU\n"; got != want {
		t.Errorf("the numbers\n%sexpected\n%s", got, want)
	}
}

// watchHeap begins to look at the size of the heap, every millisecond, and
// returns a function that ends it and says by how many bytes the heap has grown
// at most.
func watchHeap() (peak func() float64) {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	look := func() float64 {
		metrics.Read(sample)
		return float64(sample[0].Value.Uint64())
	}
	runtime.GC()
	before := look()
	stop, largest := make(chan struct{}), make(chan float64)
	go func() {
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		most := before
		for {
			select {
			case <-tick.C:
				most = max(most, look())
			case <-stop:
				largest <- max(most, look())
				return
			}
		}
	}()
	return func() float64 {
		close(stop)
		return <-largest - before
	}
}
