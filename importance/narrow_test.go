package importance_test

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/baselines"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestNarrowKernel: a kernel that is too wide or too narrow for the responses is refused or warned of by name, and the
// scale that is proposed is neither. Of categories even the narrowest tells equal ones from others.
func TestNarrowKernel(t *testing.T) {
	const n = 150
	proposed := regexp.MustCompile(`median"? takes ([0-9.e+-]+)|kernel=median takes ([0-9.e+-]+)`)
	for _, of := range []struct {
		unit       float64
		categories bool
	}{{1, false}, {1e6, false}, {1e-7, false}, {1, true}} {
		src := rng.New(3).Named(fmt.Sprint(of)).Source()
		x, y := mat.NewDense(n, 2, nil), mat.NewDense(n, 1, nil)
		for i := range n {
			x.SetRow(i, []float64{src.Float64(), src.Float64()})
			if y.Set(i, 0, of.unit*(x.At(i, 0)+src.Normal())); of.categories {
				y.Set(i, 0, math.Floor(4*x.At(i, 0)))
			}
		}
		for _, power := range []int{-300, -150, -90, -8, 0, 8, 20, 60, 300} {
			gamma := math.Pow10(power)
			task := importance.Task{X: x, Y: y, Kernel: mmd.Gamma(gamma), Seed: 1, Workers: 2}
			r, err := baselines.HSIC{}.Estimate(context.Background(), task)
			scaled := gamma * of.unit * of.unit
			said := fmt.Sprint(append(r.Warnings, err))
			switch doubtful := strings.Contains(said, "kernel "); {
			case scaled < 1e-101 || !of.categories && scaled > 1e19:
				if err == nil || !doubtful {
					t.Errorf("%v, γ = %g: %s, expected an error", of, gamma, said)
				}
			case !of.categories && scaled > 1e7:
				if !doubtful || !strings.Contains(said, mmd.Gamma(gamma).String()) {
					t.Errorf("%v, γ = %g: %s, expected a warning or an error", of, gamma, said)
				}
			case err != nil || doubtful && scaled < 100:
				t.Errorf("%v, γ = %g: %s", of, gamma, said)
			}
			if m := proposed.FindStringSubmatch(said); m != nil {
				better, err := strconv.ParseFloat(m[1]+m[2], 64)
				task := task
				task.Kernel = mmd.Gamma(better)
				if _, fault := task.ResolveKernel(); err != nil || fault != nil || len(task.Doubts()) > 0 {
					t.Errorf("%v, γ = %g: %v is proposed, of which %v %v", of, gamma, better, fault, task.Doubts())
				}
			} else if strings.Contains(said, "kernel ") {
				t.Errorf("%v, γ = %g: no remedy in %s", of, gamma, said)
			}
		}
	}
}
