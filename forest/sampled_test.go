package forest_test

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/internal/rng"
)

// sampledTable returns rows in clusters of 1 to 7, with weights of which the largest
// are drawn less often than they would have to be.
func sampledTable(t testing.TB, n int) (*forest.Columns, *mat.Dense) {
	t.Helper()
	src := rng.New(4).Source()
	x, y := mat.NewDense(n, 3, nil), mat.NewDense(n, 2, nil)
	clusters, weights := make([]int32, n), make([]float64, n)
	for i := range n {
		for j := range 3 {
			x.Set(i, j, src.Normal())
		}
		y.Set(i, 0, x.At(i, 0)+src.Normal())
		y.Set(i, 1, src.Normal()*math.Exp(x.At(i, 1)))
		if weights[i] = math.Exp(1.5 * src.Normal()); i > 0 {
			if clusters[i] = clusters[i-1]; src.Float64() < 0.3 {
				clusters[i]++
			}
		}
	}
	d, err := design.New(n, clusters, weights)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := forest.NewColumns(x, nil)
	if err != nil {
		t.Fatal(err)
	}
	return columns.Sampled(d), y
}

// TestClustersStayTogether checks that trees draw whole clusters, and that honest ones
// part them whole.
func TestClustersStayTogether(t *testing.T) {
	columns, y := sampledTable(t, 300)
	clusters := columns.Design().Clusters
	whole := func(rows []int32) bool {
		in := map[int32]bool{}
		for _, row := range rows {
			in[clusters[row]] = true
		}
		for i, c := range clusters {
			if in[c] != slices.Contains(rows, int32(i)) {
				return false
			}
		}
		return true
	}
	for _, preset := range []string{"paper", "drf-1.3.1"} {
		for _, honest := range []bool{true, false} {
			c, err := forest.Preset(preset, 60)
			if err != nil {
				t.Fatal(err)
			}
			c.Honesty = honest
			g, err := forest.NewGrower(columns, y, c)
			if err != nil {
				t.Fatal(err)
			}
			f, err := g.Fit(context.Background(), nil, 1, 2)
			if err != nil {
				t.Fatal(err)
			}
			for k, tree := range f.Trees {
				if !whole(tree.Drawn) || !whole(tree.Rows) || honest == (len(tree.Rows) == len(tree.Drawn)) {
					t.Fatalf("%s, honest %v: tree %d parts a cluster", preset, honest, k)
				}
			}
			if !f.Splits() {
				t.Errorf("%s, honest %v: no splits", preset, honest)
			}
		}
	}
}

// TestSampledForests compares forests of rows in clusters and with weights with their
// twins: coupled ones with those grown directly, embeddings with weights, and weights
// with the shares in which rows of a leaf stand to each other; for any workers.
func TestSampledForests(t *testing.T) {
	ctx := context.Background()
	columns, y := sampledTable(t, 300)
	c, err := forest.Preset("paper", 40)
	if err != nil {
		t.Fatal(err)
	}
	g, err := forest.NewGrower(columns, y, c)
	if err != nil {
		t.Fatal(err)
	}
	groups := [][]int{{0}, {1, 2}}
	coupled, err := g.Couple(ctx, nil, groups, 9, 2)
	if err != nil {
		t.Fatal(err)
	}
	for k, group := range groups {
		direct, err := g.Fit(ctx, group, 9, 7)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(coupled.Without(k), direct) {
			t.Errorf("group %v: the coupled forest differs from the one grown directly", group)
		}
	}
	f, oob := coupled.Base, columns.OutOfBag()
	weights, err := f.Weights(ctx, oob, 1)
	if err != nil {
		t.Fatal(err)
	}
	embedding, _, err := f.Embed(ctx, mat.DenseCopyOf(withColumns(y, 4)), oob, 2)
	if err != nil {
		t.Fatal(err)
	}
	var product mat.Dense
	product.Mul(weights, withColumns(y, 4))
	if !mat.EqualApprox(embedding, &product, 1e-10) {
		t.Error("the embedding is not the product with the weights")
	}
	for i := range 300 {
		if sum := mat.Sum(weights.RowView(i)); math.Abs(sum-1) > 1e-12 {
			t.Fatalf("the weights of row %d sum to %v", i, sum)
		}
		for k, v := range weights.RawRowView(i) {
			if v > 0 && columns.Design().Clusters[i] == columns.Design().Clusters[k] {
				t.Fatalf("row %d predicts row %d of its cluster", k, i)
			}
		}
	}
	tree := f.Trees[0]
	leaf := slices.IndexFunc(tree.Nodes, func(n forest.Node) bool { return n.Var == forest.Leaf && n.Right > n.Left+1 })
	rows := tree.LeafRows(int32(leaf))
	mean := make([]float64, 4)
	f.Mean(mean, rows, withColumns(y, 4))
	want, mass := 0.0, 0.0
	for _, row := range rows {
		want, mass = want+f.RowWeights[row]*y.At(int(row), 0), mass+f.RowWeights[row]
	}
	if math.Abs(mean[0]-want/mass) > 1e-12 {
		t.Errorf("the mean of a leaf is %v, expected %v", mean[0], want/mass)
	}
}

// withColumns returns a matrix with columns of zeros added.
func withColumns(m *mat.Dense, columns int) *mat.Dense {
	n, _ := m.Dims()
	wide := mat.NewDense(n, columns, nil)
	wide.Copy(m)
	return wide
}

// TestSampledEvaluation draws whole clusters to evaluate on.
func TestSampledEvaluation(t *testing.T) {
	columns, _ := sampledTable(t, 300)
	rows := columns.OutOfBagSample(100, 3).Training()
	if len(rows) > 100 || len(rows) < 90 {
		t.Errorf("%d rows", len(rows))
	}
	d := columns.Design()
	if part := d.Choose(rows); len(d.Rows(distinct(d.Clusters, rows))) != len(part.Clusters) {
		t.Error("a cluster is parted")
	}
}

// distinct returns the clusters of rows.
func distinct(clusters, rows []int32) []int32 {
	var of []int32
	for _, row := range rows {
		of = append(of, clusters[row])
	}
	slices.Sort(of)
	return slices.Compact(of)
}

func TestTooFewClusters(t *testing.T) {
	columns, y := sampledTable(t, 300)
	d, err := design.New(300, slices.Concat(slices.Repeat([]int32{0, 1}, 100), slices.Repeat([]int32{2}, 100)), nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := forest.Preset("paper", 10)
	if err != nil {
		t.Fatal(err)
	}
	_, err = forest.NewGrower(columns.Sampled(d), y, c)
	if err == nil || !strings.Contains(err.Error(), "3 clusters of rows are too few, expected at least 4") {
		t.Errorf("%v", err)
	}
}
