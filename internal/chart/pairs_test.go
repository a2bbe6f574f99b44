package chart

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestApart(t *testing.T) {
	for _, c := range []struct {
		heights   []vg.Length
		low, high vg.Length
		want      []vg.Length
	}{
		{[]vg.Length{10, 30}, 0, 100, []vg.Length{10, 30}},
		{[]vg.Length{50, 50}, 0, 100, []vg.Length{45, 55}},
		{[]vg.Length{50, 50, 58}, 0, 100, []vg.Length{42.6666667, 52.6666667, 62.6666667}},
		{[]vg.Length{0, 1, 2}, 0, 100, []vg.Length{0, 10, 20}},
		{[]vg.Length{99, 99}, 0, 100, []vg.Length{90, 100}},
		{[]vg.Length{5, 12, 40, 41}, 0, 100, []vg.Length{3.5, 13.5, 35.5, 45.5}},
		{nil, 0, 100, nil},
	} {
		got := append([]vg.Length(nil), c.heights...)
		apart(got, 10, c.low, c.high)
		for i := range c.want {
			if math.Abs(float64(got[i]-c.want[i])) > 1e-6 {
				t.Errorf("%v moved to %v, want %v", c.heights, got, c.want)
				break
			}
		}
	}
}

// A label that starts beside its point must end on the panel.
func TestWithLabels(t *testing.T) {
	lines := []Pair{{Label: "high-dimensional, n = 500", X: [2]float64{1002, 5}}, {Label: "bivariate", X: [2]float64{12, 3}}}
	const low, width = 2.0, vg.Length(188)
	high := WithLabels(lines, low, 1200, width)
	style := TextStyle(spreadLabelSize, false, Ink)
	at := width * vg.Length(math.Log(1002/low)/math.Log(high/low))
	if end := at + spreadLabelOffset + style.Width(lines[0].Label); math.Abs(float64(end-width)) > 1e-9 {
		t.Errorf("the label ends at %v of %v", end, width)
	}
	if got := WithLabels(lines[1:], low, 1200, width); got != 1200 {
		t.Errorf("the axis grew to %v without need", got)
	}
}
