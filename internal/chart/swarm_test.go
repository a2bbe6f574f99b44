package chart

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestStackedDotsDoNotOverlap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	places := make([]float64, 40)
	for i := range places {
		places[i] = 60 * r.Float64()
	}
	moves := stacked(places, 3, 60)
	for i := range places {
		for j := range i {
			dx, dy := vg.Length(places[i]-places[j]), moves[i]-moves[j]
			if dx*dx+dy*dy < 0.97*9 {
				t.Errorf("dots %d and %d overlap", i, j)
			}
		}
	}
	if !slices.Equal(stacked(places[:1], 3, 10), []vg.Length{0}) {
		t.Error("a dot alone is moved")
	}
}

// Shades are explained where there are any.
func TestSwarmLegend(t *testing.T) {
	for want, shades := range map[int][]float64{0: {-1, -1}, 2: {-1, 0.5}} {
		f := Swarm{Names: []string{"x"}, Values: [][]float64{{1, 2}}, Shades: [][]float64{shades}, Shaded: [2]string{"low", "high"}}.Figure()
		if len(f.Legend) != want {
			t.Errorf("shades %v: legend %+v", shades, f.Legend)
		}
	}
}
