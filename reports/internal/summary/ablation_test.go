package summary

import (
	"math"
	"testing"

	"drfvi/internal/testing/fixture"
)

func TestErrorsAreRootMeanSquares(t *testing.T) {
	s := summaryOf(t, fixture.Ablated())
	a := s.AblatedSets()[0]
	c := a.Cells[0]
	for i, e := range a.errors(c) {
		d, f := c.Values[i][0]-0.8, c.Values[i][1]-0.2
		fixture.Near(t, "error", e, math.Sqrt((d*d+f*f)/2), 1e-12)
	}
}
