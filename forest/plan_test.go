package forest

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"drfvi/forest/design"
	"drfvi/internal/rng"
)

// TestPlanOfRows draws the rows that a sampler draws.
func TestPlanOfRows(t *testing.T) {
	p := newPlan(design.Design{}, 50, true, 25, 13)
	seed := rng.New(3)
	if rows := p.design.Rows(p.draw(newSampler(50), seed)); !slices.Equal(rows, newSampler(50).draw(nil, 25, seed)) {
		t.Errorf("drawn %v", rows)
	}
	if p.units != 50 || p.splitting != 13 || p.largest != 13 || p.counts != nil {
		t.Errorf("%+v", p)
	}
}

// TestPlanOfClusters draws whole clusters, at least one for each sample of an honest
// tree and never all.
func TestPlanOfClusters(t *testing.T) {
	var d design.Design
	for c := range int32(9) {
		d.Clusters = append(d.Clusters, slices.Repeat([]int32{c}, int(c)+1)...)
	}
	p := newPlan(d, len(d.Clusters), true, 4, 2)
	if p.units != 9 || p.drawn != 4 || p.splitting != 2 || p.largest != 8+9 || p.counts != nil {
		t.Errorf("%+v", p)
	}
	if rows := p.design.Rows([]int32{1, 3}); !slices.Equal(rows, []int32{1, 2, 6, 7, 8, 9}) {
		t.Errorf("rows %v", rows)
	}
	few := newPlan(d, len(d.Clusters), true, 1, 1)
	most := newPlan(d, len(d.Clusters), false, 9, 9)
	if few.drawn != 2 || few.splitting != 1 || most.drawn != 8 || most.splitting != 8 || most.largest != 44 {
		t.Errorf("%+v, %+v", few, most)
	}
}

// TestChances checks that units are drawn with probabilities in proportion to their
// weights up to the bound, always as many, and that counts undo what weights are left.
func TestChances(t *testing.T) {
	const n, times = 40, 20000
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = math.Exp(float64(i) / 12)
	}
	d, err := design.New(n, nil, weights)
	if err != nil {
		t.Fatal(err)
	}
	p := newPlan(d, n, false, n/2, n/2)
	if math.Abs(floats.Sum(p.chances)-n/2) > 1e-9 || floats.Max(p.chances) != 0.75 {
		t.Errorf("chances %v", p.chances)
	}
	counts := make([]float64, n)
	s := newSampler(n)
	for seed := range uint64(times) {
		units := p.draw(s, rng.New(seed))
		if len(units) != n/2 || !slices.IsSorted(units) {
			t.Fatalf("seed %d draws %v", seed, units)
		}
		for _, u := range units {
			counts[u]++
		}
	}
	for i, count := range counts {
		// Five standard errors of a proportion.
		if of := p.chances[i]; math.Abs(count/times-of) > 5*math.Sqrt(of*(1-of)/times) {
			t.Errorf("unit %d is drawn in a share %v of samples, expected %v", i, count/times, of)
		}
		if got, want := p.counts[i]*p.chances[i], d.Weights[i]/2; math.Abs(got-want) > 1e-12 {
			t.Errorf("row %d counts %v, expected %v", i, got, want)
		}
		if i > 0 && p.chances[i] < 0.75 && math.Abs(p.counts[i]-p.counts[0]) > 1e-12 {
			t.Errorf("rows 0 and %d below the bound count %v and %v", i, p.counts[0], p.counts[i])
		}
	}
}

// TestChancesOfAll has each unit drawn if all are.
func TestChancesOfAll(t *testing.T) {
	for _, chance := range chances([]float64{1, 5, 2, 9}, 4) {
		if math.Abs(chance-1) > 1e-12 {
			t.Errorf("chance %v", chance)
		}
	}
}

// TestPlanOfWeightedClusters has clusters drawn by their mean weights, whatever their
// sizes.
func TestPlanOfWeightedClusters(t *testing.T) {
	d, err := design.New(7, []int32{0, 0, 0, 1, 2, 3, 3}, []float64{1, 2, 3, 2, 4, 1, 3})
	if err != nil {
		t.Fatal(err)
	}
	p := newPlan(d, 7, true, 2, 1)
	if len(p.chances) != 4 || p.chances[0] != p.chances[1] || p.chances[0] != p.chances[3] || p.chances[2] <= p.chances[0] {
		t.Errorf("chances %v", p.chances)
	}
	if math.Abs(p.counts[2]/p.counts[0]-3) > 1e-12 {
		t.Errorf("counts %v", p.counts)
	}
}
