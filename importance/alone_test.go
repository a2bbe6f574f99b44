package importance

import (
	"context"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
	"drfvi/mmd"
)

// marginalTask is a table of inputs: numbers, numbers of four values, a category of five
// levels, and numbers of which a fifth are missing. respond gives the response of a row.
func marginalTask(rows int, seed uint64, respond func(x []float64, src *rng.Source) float64) Task {
	src := rng.New(seed).Named("marginal").At(rows).Source()
	x, y := mat.NewDense(rows, 4, nil), mat.NewDense(rows, 1, nil)
	for i := range rows {
		row := x.RawRowView(i)
		row[0], row[1], row[2], row[3] = src.Normal(), float64(src.IntN(4)), float64(src.IntN(5)), src.Normal()
		y.Set(i, 0, respond(row, src))
		if src.IntN(5) == 0 {
			row[3] = math.NaN()
		}
	}
	return Task{X: x, Y: y, Levels: []int{0, 0, 5, 0}, Kernel: mmd.Median, Seed: seed, Workers: 1}
}

// TestMarginal has the size of the test at 5 % and at 1 %, of inputs of all kinds, of rows that
// are independent, have weights, or come in clusters that share what moves inputs and response.
func TestMarginal(t *testing.T) {
	const tables = 400
	heavy := func(_ []float64, src *rng.Source) float64 {
		return src.Normal() / math.Abs(src.Normal())
	}
	normal := func(_ []float64, src *rng.Source) float64 { return src.Normal() }
	binary := func(_ []float64, src *rng.Source) float64 { return float64(src.IntN(2)) }
	for _, c := range []struct {
		name    string
		rows    int
		respond func(x []float64, src *rng.Source) float64
		design  func(task *Task, src *rng.Source)
	}{
		{"normal, 50 rows", 50, normal, nil}, {"normal, 200 rows", 200, normal, nil}, {"heavy tails", 100, heavy, nil}, {"binary", 100, binary, nil},
		{"weights", 150, normal, func(task *Task, src *rng.Source) {
			for range 150 {
				task.Weights = append(task.Weights, 0.2+src.Float64())
			}
		}},
		{"clusters", 240, normal, func(task *Task, src *rng.Source) {
			for c := range int32(60) {
				ofX, ofY := 2*src.Normal(), 2*src.Normal()
				for k := range 4 {
					i := int(c)*4 + k
					task.X.Set(i, 0, task.X.At(i, 0)+ofX)
					task.Y.Set(i, 0, task.Y.At(i, 0)+ofY)
					task.Clusters = append(task.Clusters, c)
				}
			}
		}},
	} {
		var found, rarely [4]int
		for k := range tables {
			task := marginalTask(c.rows, uint64(k), c.respond)
			if c.design != nil {
				c.design(&task, rng.New(uint64(k)).Named("design").Source())
			}
			all, err := Marginal(context.Background(), task)
			if err != nil {
				t.Fatal(err)
			}
			for j, a := range all {
				if a.P <= 0.05 {
					found[j]++
				}
				if a.P <= 0.01 {
					rarely[j]++
				}
				if !(a.P > 0 && a.P <= 1 && a.Share >= 0 && a.Share <= 1) {
					t.Fatalf("%s: %+v", c.name, a)
				}
			}
		}
		// 5 % of 400 are 20 with a standard deviation of 4.4, 1 % of 1600 are 16 with one of 4.
		all, most := 0, 0
		for j := range found {
			all, most = all+rarely[j], max(most, found[j])
			if found[j] > 35 || found[j] < 5 {
				t.Errorf("%s, input %d: %d of %d tables found at 5 %%", c.name, j+1, found[j], tables)
			}
		}
		if all > 32 {
			t.Errorf("%s: %d of %d inputs found at 1 %%", c.name, all, 4*tables)
		}
		t.Logf("%s: found at 5 %% %v of %d, at 1 %% %v", c.name, found, tables, rarely)
	}
}

// TestMarginalFinds has effects of several kinds in 100 rows, which are found in nearly all
// tables: of means, curved, of spreads, of levels, of missing values, and of a category.
func TestMarginalFinds(t *testing.T) {
	for _, c := range []struct {
		name    string
		input   int
		low     float64 // of the mean share
		high    float64
		respond func(x []float64, src *rng.Source) float64
	}{
		{"mean", 0, 0.2, 0.5, func(x []float64, src *rng.Source) float64 { return x[0] + src.Normal() }},
		{"curved", 0, 0.15, 0.6, func(x []float64, src *rng.Source) float64 { return x[0]*x[0] + 0.5*src.Normal() }},
		{"spread", 1, 0.02, 0.3, func(x []float64, src *rng.Source) float64 { return (0.2 + x[1]) * src.Normal() }},
		{"levels", 2, 0.1, 0.5, func(x []float64, src *rng.Source) float64 {
			if x[2] == 3 {
				return 2 + src.Normal()
			}
			return src.Normal()
		}},
		{"nearly all, but for the ends of a smooth function of ranks", 0, 0.85, 1, func(x []float64, src *rng.Source) float64 { return x[0] }},
	} {
		found, share := 0, 0.0
		for k := range 50 {
			all, err := Marginal(context.Background(), marginalTask(100, uint64(k), c.respond))
			if err != nil {
				t.Fatal(err)
			}
			share += all[c.input].Share / 50
			if all[c.input].P <= 0.05 {
				found++
			}
		}
		t.Logf("%s: %d of 50 found, share %.3f", c.name, found, share)
		if found < 45 || share < c.low || share > c.high {
			t.Errorf("%s: %d of 50 tables found, explained share %.3f, expected from %v to %v", c.name, found, share, c.low, c.high)
		}
	}
}

// TestMarginalLaws: nothing depends on workers, on the unit of an input or on equal weights;
// copies of an input tell what it tells, and so do they together; what is constant tells
// nothing.
func TestMarginalLaws(t *testing.T) {
	task := marginalTask(80, 1, func(x []float64, src *rng.Source) float64 { return x[0] + src.Normal() })
	of := func(change func(task *Task)) []Alone {
		changed := task
		changed.X = mat.DenseCopyOf(task.X)
		change(&changed)
		all, err := Marginal(context.Background(), changed)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	plain := of(func(*Task) {})
	if other := of(func(task *Task) { task.Workers = 3 }); !reflect.DeepEqual(plain, other) {
		t.Errorf("three workers: %v, one: %v", other, plain)
	}
	if other := of(func(task *Task) {
		for i := range 80 {
			task.X.Set(i, 0, math.Exp(-task.X.At(i, 0)))
		}
	}); math.Abs(other[0].P/plain[0].P-1) > 1e-9 || math.Abs(other[0].Share-plain[0].Share) > 1e-9 {
		t.Errorf("in another unit: %v, before %v", other[0], plain[0])
	}
	copies := of(func(task *Task) {
		task.X.SetCol(1, mat.Col(nil, 0, task.X))
		task.Groups = [][]int{{0}, {1}, {0, 1}, {2}}
	})
	for k := range 3 {
		if math.Abs(copies[k].Share-plain[0].Share) > 1e-9 {
			t.Errorf("copy %d tells %v, the input %v", k, copies[k], plain[0])
		}
	}
	constant := of(func(task *Task) {
		for i := range 80 {
			task.X.Set(i, 0, 7)
		}
	})
	if constant[0] != (Alone{P: 1}) {
		t.Errorf("what is constant tells %v", constant[0])
	}
	task.Kernel = nil
	if _, err := Marginal(context.Background(), task); err == nil {
		t.Error("no error without a kernel")
	}
}
