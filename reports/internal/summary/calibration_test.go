package summary

import (
	"math"
	"slices"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/results"
)

// TestNull knows of null inputs by population values, or where there are
// none by what records say.
func TestNull(t *testing.T) {
	c := Cell{Recorded: map[results.ValueName][][]float64{results.ValueNothing: {{0, 1, 0}, {0, 1, 0}}}}
	if null, effective := c.Null(), c.Effective(); !slices.Equal(null, []int{1}) || effective != nil {
		t.Errorf("inputs %v do nothing and %v something", null, effective)
	}
	c.Recorded[results.ValuePopulation] = [][]float64{{0, 0.5, 0}}
	if null, effective := c.Null(), c.Effective(); !slices.Equal(null, []int{0, 2}) || !slices.Equal(effective, []int{1}) {
		t.Errorf("inputs %v do nothing and %v something", null, effective)
	}
}

// TestDrifts compares two sizes of tables of a data set, whose population values
// are not known, and leaves out a scenario.
func TestDrifts(t *testing.T) {
	cell := func(scenario, n string, values ...[]float64) Cell {
		info := results.CellInfo{Slug: scenario + n, Cell: map[string]string{results.KeyScenario: scenario, results.KeyN: n, results.KeyMethod: "loco"}}
		return Cell{CellInfo: info, Importances: Importances{Variables: []string{"a", "b"}, Values: values}, Run: Run{Repetitions: len(values)}}
	}
	known := cell("linear", "900", []float64{1, 0}, []float64{1, 0})
	known.Recorded = map[results.ValueName][][]float64{results.ValuePopulation: {{1, 0}, {1, 0}}}
	drifts := Drifts([]Cell{
		cell("air", "300", []float64{0.5, 0.1}, []float64{0.7, 0.1}), known,
		cell("air", "1200", []float64{0.3, 0.5}, []float64{0.3, 0.5}),
	})
	if len(drifts) != 1 || drifts[0].Cell.Slug != "air300" || drifts[0].Largest.Slug != "air1200" {
		t.Fatalf("%d drifts: %+v", len(drifts), drifts)
	}
	by := math.Sqrt((0.3*0.3 + 0.4*0.4) / 2)
	fixture.Near(t, "drift", drifts[0].By.Mean, by, 1e-15)
	fixture.Near(t, "error", drifts[0].By.SE, 0.1*0.3/(2*by), 1e-15)
}
