package summary

import (
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/results"
)

func TestKeptVariables(t *testing.T) {
	s := summaryOf(t, fixture.Eliminations("enb"))
	c := cellWith(t, s, map[string]string{results.KeyMethod: "coupled"})
	all := c.KeptVariables()
	// X1 stays to the end in all of the 8 repetitions but one, where X2 does.
	fixture.Near(t, "place of X1", all[0].Place.Mean, (7+2)/8., 1e-15)
	fixture.Near(t, "place of X2", all[1].Place.Mean, (14+1)/8., 1e-15)
	fixture.Near(t, "place of X8", all[7].Place.Mean, 8, 1e-15)
	fixture.Near(t, "X1 is the last", all[0].Last.Mean, 7/8., 1e-15)
	fixture.Near(t, "X3 is among the last three", all[2].LastFew.Mean, 1, 1e-15)
	fixture.Near(t, "X4 is not", all[3].LastFew.Mean, 0, 1e-15)
	if c.Loss[0].Mean < c.Loss[7].Mean {
		t.Error("losses are not by number of variables")
	}
	if vimp := (Cell{}).KeptVariables(); vimp != nil {
		t.Error("variables kept of no records")
	}
}

func TestSummariseRefusesEliminations(t *testing.T) {
	for name, c := range map[string]struct {
		row  []float64
		want string
	}{
		"twice":    {[]float64{0, 1, 1}, `"eliminated" holds 1, expected every number from 0 to 2 once`},
		"fraction": {[]float64{0, 0.5, 2}, `"eliminated" holds 0.5, expected every number from 0 to 2 once`},
		"beyond":   {[]float64{0, 1, 3}, `"eliminated" holds 3, expected every number from 0 to 2 once`},
		"short":    {[]float64{0, 1}, `2 values of "eliminated" for 3 variables`},
	} {
		e := results.Experiment{Name: "rfe", Cells: []results.CellInfo{{Slug: "c", Cell: map[string]string{results.KeyData: "set"}}}}
		r := results.Record{ID: "rfe/c/r000", Experiment: "rfe", Cell: e.Cells[0].Cell, Variables: []string{"a", "b", "c"}, Values: map[results.ValueName][]float64{"eliminated": c.row}}
		_, err := Summarise(e, []results.Record{r}, nil)
		if err == nil || !strings.HasSuffix(err.Error(), c.want) && err.Error() != "rfe/c/r000: "+c.want {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
}
