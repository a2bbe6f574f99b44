package importance

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestEnergyByPairs compares Energy with its definition by distances of all pairs of
// responses, from the same trees: for the differences d of weights, Σ d_a d_b ‖Y_a − Y_b‖ / −2.
func TestEnergyByPairs(t *testing.T) {
	ctx := context.Background()
	task := sampledTask(200)
	c, err := forest.Preset("paper", 40)
	if err != nil {
		t.Fatal(err)
	}
	for _, weights := range [][]float64{nil, task.Weights} {
		task.Clusters, task.Weights = nil, weights
		got, err := Energy{c}.Estimate(ctx, task)
		if err != nil {
			t.Fatal(err)
		}
		distances := mat.NewDense(200, 200, nil)
		for a := range 200 {
			for b := range 200 {
				distances.Set(a, b, -math.Hypot(task.Y.At(a, 0)-task.Y.At(b, 0), task.Y.At(a, 1)-task.Y.At(b, 1))/2)
			}
		}
		inner := func(d, e []float64) float64 {
			return mat.Inner(mat.NewVecDense(200, d), distances, mat.NewVecDense(200, e))
		}
		columns, err := task.Sample().Columns()
		if err != nil {
			t.Fatal(err)
		}
		grower, err := forest.NewGrower(columns, task.Y, c)
		if err != nil {
			t.Fatal(err)
		}
		coupled, err := grower.Couple(ctx, nil, task.Variables(), uint64(rng.New(task.Seed).Named("energy")), 2)
		if err != nil {
			t.Fatal(err)
		}
		eval := columns.OutOfBag()
		// byTree are the weights that each tree gives to each row, nil where it is drawn.
		byTree := func(f *forest.Forest) [][][]float64 {
			leaves, err := f.Leaves(ctx, eval, 2)
			if err != nil {
				t.Fatal(err)
			}
			all := make([][][]float64, len(f.Trees))
			for l := range all {
				all[l] = make([][]float64, 200)
				for i, leaf := range leaves[l] {
					if leaf < 0 {
						continue
					}
					rows := f.Trees[l].LeafRows(leaf)
					all[l][i] = make([]float64, 200)
					for _, row := range rows {
						all[l][i][row] = f.RowWeight(row) / f.Mass(rows)
					}
				}
			}
			return all
		}
		d := columns.Design()
		base := byTree(coupled.Base)
		prediction := make([][]float64, 200)
		mean, total := make([]float64, 200), 0.0
		for i := range prediction {
			prediction[i] = make([]float64, 200)
			trees := 0.0
			for l := range base {
				if base[l][i] != nil {
					trees++
				}
			}
			for l := range base {
				for row, w := range base[l][i] {
					prediction[i][row] += w / trees
				}
			}
			for row, w := range prediction[i] {
				mean[row] += d.Weight(i) * w
			}
			total += d.Weight(i)
		}
		v := 0.0
		for i := range prediction {
			left := make([]float64, 200)
			for row := range left {
				left[row] = prediction[i][row] - mean[row]/total
			}
			v += d.Weight(i) * inner(left, left)
		}
		if math.Abs(got.Denominator-v) > 0.01*v {
			t.Errorf("V is %v, by pairs %v", got.Denominator, v)
		}
		for j := range 3 {
			without, sum := byTree(coupled.Without(j)), 0.0
			for i := range 200 {
				all, own, trees := make([]float64, 200), 0.0, 0.0
				for l := range base {
					if base[l][i] == nil {
						continue
					}
					trees++
					moved := make([]float64, 200)
					for row := range moved {
						moved[row] = without[l][i][row] - base[l][i][row]
						all[row] += moved[row]
					}
					own += inner(moved, moved)
				}
				sum += d.Weight(i) * (inner(all, all) - own) / (trees * (trees - 1))
			}
			if math.Abs(got.Raw[j]-sum/v) > 0.01 {
				t.Errorf("input %d has %v, by pairs %v", j+1, got.Raw[j], sum/v)
			}
		}
	}
}

// TestEnergyFactor compares squared lengths in the factor with the energy distance of two
// samples by its definition. On a line with as many coordinates as rows they agree.
func TestEnergyFactor(t *testing.T) {
	src := rng.New(4).Source()
	y := mat.NewDense(60, 1, nil)
	for i := range 60 {
		y.Set(i, 0, src.Normal()+float64(i/40))
	}
	factor := mmd.Energy(y, 60)
	d := make([]float64, 60)
	for i := range d {
		if d[i] = 1. / 40; i >= 40 {
			d[i] = -1. / 20
		}
	}
	want := 0.0
	for a := range d {
		for b := range d {
			want -= d[a] * d[b] * math.Abs(y.At(a, 0)-y.At(b, 0)) / 2
		}
	}
	var image mat.VecDense
	image.MulVec(factor.L.T(), mat.NewVecDense(60, d))
	if got := mat.Dot(&image, &image); math.Abs(got-want) > 1e-3*want {
		t.Errorf("half the energy distance is %v, expected %v", got, want)
	}
}

// TestEnergyDoubts: in many dimensions what is left out is told.
func TestEnergyDoubts(t *testing.T) {
	c, err := forest.Preset("paper", 20)
	if err != nil {
		t.Fatal(err)
	}
	src := rng.New(2).Source()
	task := Task{X: mat.NewDense(600, 2, nil), Y: mat.NewDense(600, 20, nil), Workers: 1}
	for i := range 600 {
		for j := range 2 {
			task.X.Set(i, j, src.Float64())
		}
		for k := range 20 {
			task.Y.Set(i, k, src.Normal())
		}
	}
	r, err := Energy{c}.Estimate(context.Background(), task)
	if err != nil || len(r.Warnings) != 1 || !strings.HasPrefix(r.Warnings[0].Error(), "distances between responses have too many dimensions for 256 coordinates, which leave out ") {
		t.Errorf("warnings %q, %v", r.Warnings, err)
	}
}

func TestEnergyRefusesFeatures(t *testing.T) {
	c, err := forest.Preset("paper", 5)
	if err != nil {
		t.Fatal(err)
	}
	task := sampledTask(50)
	task.Fourier = 64
	want := "energy: 64 random Fourier features are not supported, the energy distance has a factor of its own"
	if _, err := (Energy{c}).Estimate(context.Background(), task); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
