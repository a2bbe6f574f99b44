package simulate

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest"
	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// Checks of the paper's propositions. That the projected forests of Proposition 5 become
// consistent is checked by the experiment "consistency", as part of Theorem 2.

// kernelOf is exp(−gamma‖a − b‖²).
func kernelOf(gamma float64, a, b []float64) float64 {
	squared := 0.0
	for k, v := range a {
		squared += float64((v - b[k]) * (v - b[k]))
	}
	return elementary.Exp(-gamma * squared)
}

// TestProposition1 compares the importance, a share of variances in the kernel's space, with the
// ratio of mean squared MMDs from responses drawn given all inputs, given all but one, and given
// none.
func TestProposition1(t *testing.T) {
	for _, name := range []string{"bivariate", "motivating"} {
		s, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		const gamma, p, draws = 0.7, 4, 300_000
		want, _, _ := s.Population(gamma, p, 2, 1)
		redraw, fill := s.law.redraw(p), s.responses
		for _, j := range []int{0, 1, 2} {
			src := rng.New(1).Named(name).At(j).Source()
			x, other := make([]float64, p), make([]float64, p)
			// respond returns a response given the row of x that change leaves.
			respond := func(change func()) []float64 {
				copy(other, x)
				change()
				y := make([]float64, s.Outputs)
				fill(y, other, src)
				return y
			}
			all, without, none := func() {}, func() { redraw(other, j, src) }, func() { s.inputs(other, src) }
			var r ratio
			for range draws {
				s.inputs(x, src)
				discrepancy := func(change func()) float64 {
					a, b, c, d := respond(all), respond(all), respond(change), respond(change)
					return kernelOf(gamma, a, b) + kernelOf(gamma, c, d) - kernelOf(gamma, a, c) - kernelOf(gamma, b, d)
				}
				r.add(discrepancy(without), discrepancy(none))
			}
			if math.Abs(r.value()-want[j]) > 4*r.se() || r.se() > 0.05 {
				t.Errorf("%s, X%d: the ratio of MMDs is %.4f (%.4f), the importance %.4f", name, j+1, r.value(), r.se(), want[j])
			}
		}
	}
}

// TestProposition2: importances are in (0, 1] where the law of Y changes without the input, and
// exactly 0 elsewhere.
func TestProposition2(t *testing.T) {
	for _, name := range Names() {
		s, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		if !s.HasPopulation() || s.law.exact == nil && s.law.explained == nil {
			continue
		}
		for _, gamma := range []float64{0.01, 1, 20} {
			importance, _, _ := s.Population(gamma, s.DefaultP, 2, 1)
			moving := make(map[int]bool)
			for _, j := range s.law.relevant {
				moving[j] = true
			}
			for j, v := range importance {
				if moving[j] != (v > 0) || v > 1 || !moving[j] && v != 0 {
					t.Errorf("%s with gamma %v: X%d has importance %v", name, gamma, j+1, v)
				}
			}
		}
	}
}

// TestPropositions3And4: the mean distance in the kernel's space of forests from the conditional
// law, given all inputs and all but one, falls as n grows 16 times, by more than four standard errors.
func TestPropositions3And4(t *testing.T) {
	s, err := Named("bivariate")
	if err != nil {
		t.Fatal(err)
	}
	const gamma, p, given = 1, 3, 100
	points := 200
	if testing.Short() {
		points = 80
	}
	redraw, fill := s.law.redraw(p), s.responses
	for what, dropped := range map[string][]int{"all inputs": nil, "all but X1": {0}} {
		var before []float64
		for _, n := range []int{200, 3200} {
			x, y := s.Draw(n, p, uint64(n))
			columns, err := forest.NewColumns(x, nil)
			if err != nil {
				t.Fatal(err)
			}
			config, err := forest.Preset("paper", 100)
			if err != nil {
				t.Fatal(err)
			}
			config.SampleFraction = elementary.Pow(float64(n), -0.2) // β = 0.8
			grower, err := forest.NewGrower(columns, y, config)
			if err != nil {
				t.Fatal(err)
			}
			f, err := grower.Fit(context.Background(), dropped, 1, 2)
			if err != nil {
				t.Fatal(err)
			}
			rows := mat.NewDense(points, p, nil)
			src := rng.New(7).Source()
			for i := range points {
				s.inputs(rows.RawRowView(i), src)
			}
			eval, err := columns.On(rows)
			if err != nil {
				t.Fatal(err)
			}
			leaves, err := f.Leaves(context.Background(), eval, 2)
			if err != nil {
				t.Fatal(err)
			}
			distances := make([]float64, points)
			for i := range points {
				drawn := make([][]float64, given)
				changed := make([]float64, p)
				for k := range drawn {
					copy(changed, rows.RawRowView(i))
					for _, j := range dropped {
						redraw(changed, j, src)
					}
					drawn[k] = make([]float64, s.Outputs)
					fill(drawn[k], changed, src)
				}
				distances[i] = math.Sqrt(max(0, distanceOf(f, leaves, i, y, drawn, gamma)))
			}
			if before != nil {
				falls := make([]float64, points)
				for i := range falls {
					falls[i] = before[i] - distances[i]
				}
				mean, sd := stat.MeanStdDev(falls, nil)
				if !(mean > 4*sd/math.Sqrt(float64(points))) {
					t.Errorf("%s, n = %d: the mean distance falls by %.4f (%.4f)", what, n, mean, sd/math.Sqrt(float64(points)))
				}
			}
			before = distances
		}
	}
}

// distanceOf estimates ‖μₙ(x) − μ(x)‖² for row i, without bias, from responses drawn given x.
func distanceOf(f *forest.Forest, leaves [][]int32, i int, y *mat.Dense, drawn [][]float64, gamma float64) float64 {
	n, _ := y.Dims()
	weights, trees := make([]float64, n), 0.0
	for t, of := range leaves {
		if of[i] < 0 {
			continue
		}
		trees++
		rows := f.Trees[t].LeafRows(of[i])
		for _, r := range rows {
			weights[r] += 1 / float64(len(rows))
		}
	}
	square, cross, own := 0.0, 0.0, 0.0
	for a, w := range weights {
		if w == 0 {
			continue
		}
		for b, v := range weights {
			if v != 0 {
				square += w * v * kernelOf(gamma, y.RawRowView(a), y.RawRowView(b))
			}
		}
		for _, d := range drawn {
			cross += w * kernelOf(gamma, y.RawRowView(a), d)
		}
	}
	for k, a := range drawn {
		for _, b := range drawn[:k] {
			own += kernelOf(gamma, a, b)
		}
	}
	m := float64(len(drawn))
	return square/(trees*trees) - 2*cross/(trees*m) + 2*own/(m*(m-1))
}

// TestProposition5Rate: at sample sizes that anyone has the rate promises nothing. With p = 5 and
// the usual choices, n^−γ is above 0.9 for a million rows, while distances are below 2.
func TestProposition5Rate(t *testing.T) {
	const alpha, beta, p, pi = 0.05, 0.8, 5, 1.0 // π, the probability of splitting on an input, at most
	gamma := 0.5 * min(1-beta, pi*math.Log(1-alpha)/(p*math.Log(alpha))*beta)
	if bound := math.Pow(1e6, -gamma); bound < 0.9 {
		t.Errorf("the rate is %.3g at a million rows, below 0.9", bound)
	}
}
