package design

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// TestNew checks that clusters are numbered by their first rows, that weights have mean
// 1 on whatever scale they are given, and that equal ones are none.
func TestNew(t *testing.T) {
	for _, scale := range []float64{1e307, 1e300, 1, 1e-300, 1e-310} {
		d, err := New(4, []int32{7, 3, 7, 0}, []float64{scale, 3 * scale, 2 * scale, 2 * scale})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(d.Clusters, []int32{0, 1, 0, 2}) || !floats.EqualApprox(d.Weights, []float64{0.5, 1.5, 1, 1}, 1e-12) {
			t.Errorf("%g: %+v", scale, d)
		}
	}
	if d, err := New(3, nil, []float64{4, 4, 4}); err != nil || d.Weights != nil || d.Clusters != nil {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestNewErrors(t *testing.T) {
	for _, c := range []struct {
		clusters []int32
		weights  []float64
		want     string
	}{
		{[]int32{0, 1}, nil, "clusters of 2 rows for a table of 3"},
		{nil, []float64{1, 2}, "weights of 2 rows for a table of 3"},
		{nil, []float64{1, 0, 2}, "the weight of row 2 is 0, expected a positive finite number"},
		{nil, []float64{1, 2, -3}, "the weight of row 3 is -3, expected a positive finite number"},
		{nil, []float64{1e-300, 2, 1e300}, "the weight of row 1 is 1e-300 and that of row 3 1e+300, expected weights that differ by a factor of at most 1e+12"},
		{nil, []float64{math.NaN(), 2, 3}, "the weight of row 1 is NaN, expected a positive finite number"},
		{nil, []float64{1, math.Inf(1), 3}, "the weight of row 2 is +Inf, expected a positive finite number"},
	} {
		if _, err := New(3, c.clusters, c.weights); err == nil || err.Error() != c.want {
			t.Errorf("%v, expected %s", err, c.want)
		}
	}
}

// TestUnits goes from rows to clusters and back.
func TestUnits(t *testing.T) {
	d, _ := New(7, []int32{5, 5, 2, 2, 2, 9, 5}, []float64{1, 2, 3, 4, 5, 6, 7})
	if d.Units(7) != 3 || !slices.Equal(d.Sizes(), []int{3, 3, 1}) {
		t.Errorf("%d clusters of %v rows", d.Units(7), d.Sizes())
	}
	if rows := d.Rows([]int32{2, 0}); !slices.Equal(rows, []int32{0, 1, 5, 6}) {
		t.Errorf("rows %v", rows)
	}
	part := d.Choose([]int32{3, 4, 5})
	if !slices.Equal(part.Clusters, []int32{0, 0, 1}) || !slices.Equal(part.Weights, d.Weights[3:6]) {
		t.Errorf("%+v", part)
	}
	for rows, want := range map[int]int{1: 1, 3: 1, 4: 2, 6: 2, 7: 3, 99: 3} {
		if units := d.Leading([]int32{0, 2, 1}, rows); len(units) != want {
			t.Errorf("%d rows are %v, expected %d clusters", rows, units, want)
		}
	}
	if units := (Design{}).Leading([]int32{4, 2, 0}, 2); !slices.Equal(units, []int32{4, 2}) {
		t.Errorf("rows %v", units)
	}
}

// TestStandardError compares with the classical formula, and with that of the means of
// equally large clusters, which are independent.
func TestStandardError(t *testing.T) {
	terms := []float64{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8}
	if got, want := (Design{}).StandardError(terms), stat.StdErr(stat.StdDev(terms, nil), 12); math.Abs(got-want) > 1e-15 {
		t.Errorf("rows: %v, expected %v", got, want)
	}
	d := Design{Clusters: []int32{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}}
	means := []float64{8. / 3, 5, 13. / 3, 16. / 3}
	if got, want := d.StandardError(terms), stat.StdErr(stat.StdDev(means, nil), 4); math.Abs(got-want) > 1e-15 {
		t.Errorf("clusters: %v, expected %v", got, want)
	}
	// A cluster of equal rows is a row with their weight.
	rows := Design{Weights: []float64{3, 2, 1}}
	clusters := Design{Clusters: []int32{0, 0, 0, 1, 1, 2}}
	if got, want := rows.StandardError([]float64{4, 7, 2}), clusters.StandardError([]float64{4, 4, 4, 7, 7, 2}); math.Abs(got-want) > 1e-15 {
		t.Errorf("weights: %v, clusters %v", got, want)
	}
	if sums := (Design{Clusters: []int32{0, 1, 0}, Weights: []float64{1, 2, 3}}).Sums([]float64{5, 7, 9}); !slices.Equal(sums, []float64{32, 14}) {
		t.Errorf("sums %v", sums)
	}
}

// TestEvenly has rows as often as their weights say.
func TestEvenly(t *testing.T) {
	if rows := (Design{Weights: []float64{1, 4, 2, 1}}).Evenly(4, 99); !slices.Equal(rows, []int32{0, 1, 1, 2}) {
		t.Errorf("%v", rows)
	}
	d := Design{Weights: make([]float64, 1000)}
	want := make([]float64, 1000)
	for i := range d.Weights {
		d.Weights[i] = float64(1 + i%7)
		want[i] = d.Weights[i] / floats.Sum([]float64{1, 2, 3, 4, 5, 6, 7}) * 7
	}
	counts := make([]float64, 1000)
	rows := d.Evenly(1000, 5000)
	for _, row := range rows {
		counts[row]++
	}
	for i := range counts {
		if math.Abs(counts[i]-want[i]) > 1.01 {
			t.Fatalf("row %d of weight %v occurs %v times", i, d.Weights[i], counts[i])
		}
	}
	if !slices.IsSorted(rows) || len(d.Evenly(1000, 50)) != 50 || len((Design{}).Evenly(9, 5)) != 9 {
		t.Error("rows out of order, or too many")
	}
}

// TestHalves divides rows and clusters, drawn in any order, into halves of ascending rows.
func TestHalves(t *testing.T) {
	for _, c := range []struct {
		clusters []int32
		units    []int32
		want     [2][]int32
	}{
		{nil, []int32{4, 0, 3, 1, 2}, [2][]int32{{0, 4}, {1, 2, 3}}},
		{[]int32{0, 1, 0, 2, 1}, []int32{2, 0, 1}, [2][]int32{{3}, {0, 1, 2, 4}}},
	} {
		got := Design{Clusters: c.clusters}.Halves(c.units)
		if !slices.Equal(got[0], c.want[0]) || !slices.Equal(got[1], c.want[1]) {
			t.Errorf("%v of %v: %v", c.units, c.clusters, got)
		}
	}
}
