package sensitivity

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
	"drfvi/simulate"
)

// lawsOf are the laws of the test functions' inputs.
var lawsOf = map[string][]Law{
	"ishigami": repeated(3, Law{Kind: Uniform, A: -math.Pi, B: math.Pi}),
	"sobol-g":  repeated(8, Law{Kind: Uniform, A: 0, B: 1}),
	"borehole": {
		{Kind: Normal, A: 0.1, B: 0.0161812}, {Kind: LogNormal, A: 7.71, B: 1.0056}, {Kind: Uniform, A: 63070, B: 115600}, {Kind: Uniform, A: 990, B: 1110},
		{Kind: Uniform, A: 63.1, B: 116}, {Kind: Uniform, A: 700, B: 820}, {Kind: Uniform, A: 1120, B: 1680}, {Kind: Uniform, A: 9855, B: 12045},
	},
	"morris": repeated(20, Law{Kind: Uniform, A: 0, B: 1}),
}

func repeated(p int, law Law) (laws []Law) {
	for range p {
		laws = append(laws, law)
	}
	return laws
}

// reference returns the moments of a scenario by pick-freeze on the function itself.
func reference(t *testing.T, name string, measure half) moments {
	s, err := simulate.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	known := lawsOf[name]
	if known == nil { // its own, of many rows
		x := s.Inputs(200_000, s.DefaultP, 99)
		for j := range s.DefaultP {
			values := mat.Col(nil, j, x)
			slices.Sort(values)
			known = append(known, Law{Kind: Rows, rows: values})
		}
	}
	inputs := make([][]int, len(known))
	for j := range inputs {
		inputs[j] = []int{j}
	}
	law := newSampler(mat.NewDense(2, len(known), nil), inputs, known, nil)
	h := func(_ context.Context, x *mat.Dense) (*mat.Dense, error) {
		return s.Given(x, 1), nil
	}
	sets := newScheme(len(known), rng.New(3))
	const shifts = 8
	sums := make([]float64, len(sets.sets))
	for shift := range shifts {
		m, err := pickFreeze(t.Context(), law, sets, h, []half{measure}, lattice{4093, 1573}, rng.New(9).At(shift), 2)
		if err != nil {
			t.Fatal(err)
		}
		floats.AddScaled(sums, 1.0/shifts, m[0])
	}
	return sets.moments(sums)
}

// Pick-freeze gives the closed forms of Ishigami's function and of Sobol's g.
func TestPickFreezeByClosedForms(t *testing.T) {
	const pi4 = math.Pi * math.Pi * math.Pi * math.Pi
	v1, v2, v13 := 0.5*math.Pow(1+0.1*pi4/5, 2), 49.0/8, 0.01*pi4*pi4*8/225
	v := v1 + v2 + v13
	ishigami := moments{v, []float64{v1, v2, 0}, []float64{v1 + v13, v2, v13}, []float64{v1 + v13/2, v2, v13 / 2}}
	g, product := moments{0, make([]float64, 8), make([]float64, 8), make([]float64, 8)}, 1.0
	a := []float64{0, 1, 4.5, 9, 99, 99, 99, 99}
	part := func(j int) float64 { return 1 / (3 * (1 + a[j]) * (1 + a[j])) }
	for j := range a {
		product *= 1 + part(j)
	}
	g.explained = product - 1
	for j := range a {
		g.first[j], g.total[j] = part(j), part(j)*product/(1+part(j))
	}
	for members := 1; members < 1<<8; members++ { // Shapley: each term of the decomposition, divided
		term, size := 1.0, 0.0
		for j := range a {
			if members>>j&1 == 1 {
				term, size = term*part(j), size+1
			}
		}
		for j := range a {
			if members>>j&1 == 1 {
				g.shapley[j] += term / size
			}
		}
	}
	for name, want := range map[string]moments{"ishigami": ishigami, "sobol-g": g} {
		got := reference(t, name, halfSquare(0, 1))
		if math.Abs(got.explained/want.explained-1) > 0.002 {
			t.Errorf("%s: variance %.5g, expected %.5g", name, got.explained, want.explained)
		}
		for j := range want.first {
			for k, pair := range [][2][]float64{{got.first, want.first}, {got.total, want.total}, {got.shapley, want.shapley}} {
				if math.Abs(pair[0][j]-pair[1][j])/want.explained > 0.002 {
					t.Errorf("%s, moment %d of X%d: %.5f, expected %.5f", name, k, j+1, pair[0][j]/want.explained, pair[1][j]/want.explained)
				}
			}
		}
	}
}
