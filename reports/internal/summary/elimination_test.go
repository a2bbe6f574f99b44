package summary

import (
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/results"
)

func TestPlaces(t *testing.T) {
	s := summaryOf(t, fixture.Eliminations("enb"))
	c := cellWith(t, s, map[string]string{results.KeyMethod: "coupled"})
	places := c.Means(Place)
	// X1 stays to the end in all of the 8 repetitions but one, where X2 does.
	fixture.Near(t, "place of X1", places[0].Mean, (7+2)/8., 1e-15)
	fixture.Near(t, "place of X2", places[1].Mean, (14+1)/8., 1e-15)
	fixture.Near(t, "place of X8", places[7].Mean, 8, 1e-15)
	if c.Means(results.ValueLoss)[0].Mean < c.Means(results.ValueLoss)[7].Mean {
		t.Error("losses are not by number of variables")
	}
}
