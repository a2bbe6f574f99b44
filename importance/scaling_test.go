package importance_test

import (
	"context"
	"fmt"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// scale is the size of a problem: n rows, p inputs, d responses, and the trees
// of a forest.
type scale struct{ n, p, trees, d int }

// scaleBase is where the curves of BenchmarkScaling meet.
var scaleBase = scale{n: 2000, p: 20, trees: 200, d: 2}

// scales are the points of BenchmarkScaling: the base, and those that differ
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

// BenchmarkScaling measures how time and memory grow with each of n, p, N and
// d: of fitting a forest and of the coupled and retrained importances of all
// inputs, exactly, under the preset "paper" and the kernel "median". peak-B is
// the largest size of the heap that was seen, garbage included, beyond the data.
// docs/scaling draws its output; see make scaling.
func BenchmarkScaling(b *testing.B) {
	if testing.Short() {
		b.Skip("minutes")
	}
	ctx, workers := context.Background(), runtime.NumCPU()
	for _, s := range scales() {
		x, y := s.draw()
		c := lawtest.Preset(b, "paper", s.trees)
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
			b.Run(fmt.Sprintf("%s/n=%d/p=%d/N=%d/d=%d", run.name, s.n, s.p, s.trees, s.d), func(b *testing.B) {
				b.ReportAllocs()
				peak := watchHeap()
				for b.Loop() {
					if err := run.once(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(peak(), "peak-B")
			})
		}
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
