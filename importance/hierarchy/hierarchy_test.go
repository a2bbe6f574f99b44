package hierarchy

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest"
	"drfvi/internal/rng"
)

// table has X1 ≈ −X3³, X2 ≈ X5, and X4 alone.
func table(n int) *mat.Dense {
	src := rng.New(1).Source()
	x := mat.NewDense(n, 5, nil)
	for i := range n {
		a, b := src.Normal(), src.Normal()
		x.SetRow(i, []float64{a, b, -a*a*a + 0.1*src.Normal(), src.Normal(), b + 0.8*src.Normal()})
	}
	return x
}

func single(p int) [][]int {
	variables := make([][]int, p)
	for j := range variables {
		variables[j] = []int{j}
	}
	return variables
}

// TestCluster compares a tree with one made by the definition of average linkage, and
// checks what holds of all.
func TestCluster(t *testing.T) {
	x := table(200)
	nodes := Cluster(x, nil, single(5))
	var members [][]int
	for k, n := range nodes {
		members = append(members, n.Members)
		if n.Parent >= k || (n.Parent < 0) != (k == 0) {
			t.Errorf("node %d has the parent %d", k, n.Parent)
		}
		if n.Parts[0] < 0 {
			continue
		}
		both := slices.Concat(nodes[n.Parts[0]].Members, nodes[n.Parts[1]].Members)
		if slices.Sort(both); !slices.Equal(both, n.Members) || nodes[n.Parts[0]].Parent != k || nodes[n.Parts[1]].Parent != k {
			t.Errorf("node %d, %+v, has the parts %v", k, n, both)
		}
		// The mean over pairs, by Pearson's correlation of ranks.
		sum := 0.0
		for _, a := range nodes[n.Parts[0]].Members {
			for _, b := range nodes[n.Parts[1]].Members {
				sum += math.Abs(stat.Correlation(ranks(mat.Col(nil, a, x)), ranks(mat.Col(nil, b, x)), nil))
			}
		}
		sum /= float64(len(nodes[n.Parts[0]].Members) * len(nodes[n.Parts[1]].Members))
		if math.Abs(sum-n.Correlation) > 1e-12 {
			t.Errorf("node %v has correlation %v, expected %v", n.Members, n.Correlation, sum)
		}
	}
	for _, want := range [][]int{{0, 1, 2, 3, 4}, {0, 2}, {1, 4}} {
		if !slices.ContainsFunc(members, func(m []int) bool { return slices.Equal(m, want) }) {
			t.Errorf("no group %v in %v", want, members)
		}
	}
	if len(nodes) != 9 {
		t.Errorf("%d nodes of 5 variables", len(nodes))
	}
}

// ranks counts the smaller values and half of the equal ones.
func ranks(values []float64) []float64 {
	r := make([]float64, len(values))
	for i, v := range values {
		for _, w := range values {
			if w < v {
				r[i]++
			} else if w == v {
				r[i] += 0.5
			}
		}
	}
	return r
}

// TestRanks checks ties, missing values and constants.
func TestRanks(t *testing.T) {
	missing := math.NaN()
	for name, values := range map[string][2][]float64{ // with missing ones, and without them
		"two missing": {{3, 1, missing, 1, missing}, {3, 1, 1}},
		"none":        {{2, 5, 5, 1}, {2, 5, 5, 1}},
	} {
		got, want := standardRanks(values[0]), ranks(values[1])
		mean := stat.Mean(want, nil)
		for i := range want {
			want[i] -= mean
		}
		length, at := mat.Norm(mat.NewVecDense(len(want), want), 2), 0
		for i, v := range values[0] {
			switch {
			case math.IsNaN(v):
				if !math.IsNaN(got[i]) {
					t.Errorf("%s: the missing value %d has the rank %v", name, i+1, got[i])
				}
			default:
				if math.Abs(got[i]-want[at]/length) > 1e-12 {
					t.Errorf("%s: rank %d: %v, expected %v", name, i+1, got[i], want[at]/length)
				}
				at++
			}
		}
	}
	if constant := standardRanks([]float64{2, 2}); constant[0] != 0 || constant[1] != 0 {
		t.Errorf("ranks of a constant %v", constant)
	}
	// A level that says which half a number is in, and a constant.
	x := mat.NewDense(6, 3, []float64{1, 2, 0, 2, 2, 0, 3, 2, 0, 4, 0, 0, 5, 1, 0, 6, 0, 0})
	if s := similarities(x, []int{0, 3, 0}, single(3)); s.At(0, 1) < 0.85 || s.At(0, 2) != 0 {
		t.Errorf("similarities %v", mat.Formatted(s))
	}
}

// TestIncomplete lets X2 be a copy of X1 that lacks every third value, and X3 noise: two columns
// are compared on the rows that have both, whether the table says that a column lacks values or
// not.
func TestIncomplete(t *testing.T) {
	src := rng.New(2).Source()
	x := mat.NewDense(90, 4, nil)
	for i := range 90 {
		a := src.Normal()
		x.SetRow(i, []float64{a, a, src.Normal(), math.NaN()})
		if i%3 == 0 {
			x.Set(i, 1, math.NaN())
		}
		if i%3 == 1 {
			x.Set(i, 2, math.NaN())
		}
	}
	incomplete := []int{0, forest.Incomplete, forest.Incomplete, forest.Incomplete}
	for _, levels := range [][]int{nil, incomplete} {
		s := similarities(x, levels, single(4))
		if got := s.At(0, 1); math.Abs(got-1) > 1e-12 {
			t.Errorf("levels %v: a copy that lacks values has correlation %v", levels, got)
		}
		var ours, theirs []float64 // of X2 and X3, of the rows that have both
		for i := 2; i < 90; i += 3 {
			ours, theirs = append(ours, x.At(i, 1)), append(theirs, x.At(i, 2))
		}
		if got, want := s.At(1, 2), math.Abs(stat.Correlation(ranks(ours), ranks(theirs), nil)); math.Abs(got-want) > 1e-12 {
			t.Errorf("levels %v: correlation %v, %v by ranks among the rows that have both", levels, got, want)
		}
		if got := s.At(0, 3); got != 0 {
			t.Errorf("levels %v: a column without values has correlation %v", levels, got)
		}
	}
	nodes := Cluster(x, incomplete, single(4))
	if !slices.ContainsFunc(nodes, func(n Node) bool { return slices.Equal(n.Members, []int{0, 1}) }) {
		t.Errorf("an input and its copy that lacks values are in no group of their own: %+v", nodes)
	}
}

// TestAdjust counts false rejections where half of the variables mean nothing and the
// p-values of all groups of these are uniform.
func TestAdjust(t *testing.T) {
	nodes := Cluster(table(200), nil, single(5))
	p := make([]float64, len(nodes))
	for k := range p {
		p[k] = 0.01
	}
	adjusted := Adjust(nodes, p)
	for k, n := range nodes {
		if want := 0.05 / float64(len(n.Members)); len(n.Members) == 1 && math.Abs(adjusted[k]-want) > 1e-12 {
			t.Errorf("%v: %v, expected %v", n.Members, adjusted[k], want)
		}
		if n.Parent >= 0 && adjusted[k] < adjusted[n.Parent] {
			t.Errorf("%v is found before the group that it is in", n.Members)
		}
	}
	src := rng.New(3).Source()
	const tables, level = 4000, 0.1
	wrong := 0
	for range tables {
		for k, n := range nodes {
			p[k] = 1e-9
			if !slices.Contains(n.Members, 0) && !slices.Contains(n.Members, 2) { // X1 and X3 matter
				p[k] = src.Float64()
			}
		}
		adjusted := Adjust(nodes, p)
		if slices.ContainsFunc(nodes, func(n Node) bool {
			null := !slices.Contains(n.Members, 0) && !slices.Contains(n.Members, 2)
			return null && adjusted[slices.IndexFunc(nodes, func(m Node) bool { return slices.Equal(m.Members, n.Members) })] <= level
		}) {
			wrong++
		}
	}
	if share := float64(wrong) / tables; share > level+3*math.Sqrt(level*(1-level)/tables) || share == 0 {
		t.Errorf("anything is found falsely in %v of the tables, expected at most %v", share, level)
	}
}

// TestLinked has two chains of three and two inputs, one of which is linked by way of another
// only, and an input that is linked with none.
func TestLinked(t *testing.T) {
	const n = 200
	r := rng.New(5).Source()
	x := mat.NewDense(n, 7, nil)
	for i := range n {
		a, b, c := r.Normal(), r.Normal(), r.Normal()
		x.SetRow(i, []float64{a, b, a + c, r.Normal(), c, b * b * b, a})
	}
	got := Linked(x, nil, single(7), []int{0, 1, 2, 3, 4, 5}, 0.4)
	want := [][]int{{2, 4}, {5}, {0, 4}, nil, {0, 2}, {1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("linked are %v, expected %v", got, want)
	}
}
