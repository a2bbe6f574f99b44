package main

import (
	"drfvi/forest/conditional"
	"drfvi/internal/chart"
)

// figures returns all figures; none where nothing was checked.
func (p *predictions) figures() []figure {
	if len(p.checks) == 0 {
		return nil
	}
	return []figure{{name: "pit", picture: p.pit()}, {name: "calibration", picture: p.calibration()}}
}

// pit is the picture of the histograms of the probability integral transform: even if
// predictions are right, higher at the ends where they are too narrow, in the middle
// where they are too wide.
func (p *predictions) pit() chart.Planes {
	even := 1. / conditional.Bins
	all := chart.Planes{Title: "Where responses fall in their predicted distributions, out-of-bag", Across: 2, Shared: true}
	for _, c := range p.checks {
		panel := chart.Plane{Heading: c.target, X: "predicted probability below the response", Y: "share of the rows", Level: &even}
		for k, share := range c.Histogram {
			panel.Bars = append(panel.Bars, chart.PlaneBar{Low: float64(k) * even, High: float64(k+1) * even, Height: share})
		}
		all.Panels = append(all.Panels, panel)
	}
	return all
}

// calibration is the picture of how many responses central intervals hold.
func (p *predictions) calibration() chart.Planes {
	all := chart.Planes{Title: "How many responses central intervals hold, out-of-bag", Across: 2, Shared: true}
	for _, c := range p.checks {
		panel := chart.Plane{Heading: c.target, X: "nominal", Y: "share of the rows", Low: 0, High: 1}
		held := chart.PlaneLine{Name: "held"}
		band := chart.PlaneBand{Name: "±2 standard errors"}
		for _, v := range c.Intervals {
			held.X, held.Y = append(held.X, v.Nominal), append(held.Y, v.Share)
			band.X, band.Low, band.High = append(band.X, v.Nominal), append(band.Low, v.Share-2*v.SE), append(band.High, v.Share+2*v.SE)
		}
		panel.Bands = []chart.PlaneBand{band}
		panel.Lines = []chart.PlaneLine{held, {Name: "as it should be", X: []float64{0, 1}, Y: []float64{0, 1}, Dashed: true}}
		all.Panels = append(all.Panels, panel)
	}
	return all
}
