package chart

import (
	"strings"
	"testing"
)

// TestMarks says of a line at which values it has its own, or at which level.
func TestMarks(t *testing.T) {
	levels := Plane{Levels: []string{"North", "South"}}
	for name, c := range map[string]struct {
		panel Plane
		line  PlaneLine
		want  Mark
	}{
		"level":      {levels, PlaneLine{Name: "mean", X: []float64{0.64, 1.36}, Y: []float64{0.125, 0.125}}, Mark{Series: "mean", Name: "at South", Value: "0.125"}},
		"all levels": {levels, PlaneLine{Name: "mean", X: []float64{0, 1}, Y: []float64{-2, 3}}, Mark{Series: "mean", Name: "at 0, 1.00", Value: "−2.00, 3.00"}},
		"nameless":   {Plane{Levels: []string{""}}, PlaneLine{X: []float64{0, 0}, Y: []float64{1, 1}}, Mark{Name: "at 0, 0", Value: "1.00, 1.00"}},
		"beyond":     {levels, PlaneLine{X: []float64{2, 2}, Y: []float64{1, 1}}, Mark{Name: "at 2.00, 2.00", Value: "1.00, 1.00"}},
		"numbers":    {Plane{}, PlaneLine{Name: "mean", X: []float64{0.64, 1.36}, Y: []float64{1, 2}}, Mark{Series: "mean", Name: "at 0.640, 1.36", Value: "1.00, 2.00"}},
		"no values":  {levels, PlaneLine{Name: "mean"}, Mark{Series: "mean", Name: "at "}},
	} {
		if got := c.panel.mark(c.line); got != c.want {
			t.Errorf("%s: %+v, expected %+v", name, got, c.want)
		}
	}
}

// TestLevelsDoNotCollide: names of levels that are wider than their places are turned.
func TestLevelsDoNotCollide(t *testing.T) {
	for _, c := range []struct {
		levels []string
		turned bool
	}{
		{[]string{"no", "yes"}, false},
		{[]string{"management", "office", "sales", "services", "technical", "worker"}, true},
	} {
		p, _ := Plane{Levels: c.levels, Dots: []PlaneDot{{X: 0, Y: 0}, {X: 1, Y: 1}}}.plot(nil, 250)
		if turned := p.X.Tick.Label.Rotation != 0; turned != c.turned {
			t.Errorf("%q: turned %v", c.levels, turned)
		}
		for k, tick := range p.X.Tick.Marker.Ticks(0, 1) {
			if got := strings.TrimSuffix(tick.Label, "\u00a0"); got != c.levels[k] {
				t.Errorf("label %q, expected %q", got, c.levels[k])
			}
		}
	}
}
