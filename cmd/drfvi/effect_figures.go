package main

import (
	"math"
	"slices"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/forest/design"
	"drfvi/internal/chart"
	"drfvi/internal/rank"
)

// picture is that of --plot: the distributions, and the effect along the foremost input.
func (a *effectAnalysis) picture() chart.Picture {
	panels := []chart.Plane{a.lawsPanel()}
	if along, ok := a.alongPanel(); ok {
		panels = append(panels, along)
	}
	return chart.Planes{Title: "Effect of " + inSentence(a.column) + " on " + a.targetNames(), Panels: panels}
}

// figures are those of a page.
func (a *effectAnalysis) figures() []report.Figure {
	return []report.Figure{{Name: "effect", Picture: a.picture(), Caption: "Left: quantiles of " + a.targetNames() +
		" in both groups, weighted so that they have the same inputs. Right, where the effect differs: the " +
		"effect on the mean along the input that it changes with most, with 95 % bands of running means."}}
}

// quantileLevels are the shares of the rows below the quantiles of the figure.
const quantileSteps = 19

// lawsPanel shows the quantiles of both arms, weighted to have the same inputs.
func (a *effectAnalysis) lawsPanel() chart.Plane {
	panel := chart.Plane{X: "share of rows below", Y: a.targetNames()}
	for arm, name := range a.values {
		line := chart.Line{Name: inSentence(a.column) + " = " + inSentence(name), Shape: chart.Shapes[arm]}
		values, weights := a.weighted(arm == 1)
		for k := 1; k <= quantileSteps; k++ {
			share := float64(k) / (quantileSteps + 1)
			line.X = append(line.X, share)
			line.Y = append(line.Y, chart.Number(quantile(values, weights, share)))
		}
		panel.Lines = append(panel.Lines, line)
	}
	return panel
}

// weighted returns the responses of an arm, ascending, with weights ω/P(arm), by which both arms
// have the same inputs.
func (a *effectAnalysis) weighted(treated bool) (values, weights []float64) {
	for _, i := range rank.Ascending(a.y) {
		if a.treated[i] != treated {
			continue
		}
		p, weight := a.found.Propensity[i], 1.0
		if a.found.Weights != nil {
			weight = a.found.Weights[i]
		}
		if !treated {
			p = 1 - p
		}
		values, weights = append(values, a.y[i]), append(weights, weight/p)
	}
	return values, weights
}

// quantile returns the first of ascending values up to which there is a share of the weights.
func quantile(values, weights []float64, share float64) float64 {
	total, below := 0.0, 0.0
	for _, w := range weights {
		total += w
	}
	for k, w := range weights {
		if below += w; below >= share*total {
			return values[k]
		}
	}
	return values[len(values)-1]
}

// foremost is the most important input that is significant; −1 for none.
func (a *effectAnalysis) foremost() int {
	for _, j := range rank.Descending(a.Result.Raw) {
		if a.Answers.Inputs[j].Significant {
			return j
		}
	}
	return -1
}

// windows is the number of running means of the figure, each of a share of the rows.
const (
	windows     = 24
	windowOfRow = 0.2
)

// alongPanel shows the effect on the mean along the foremost input: running means of
// pseudo-responses, or means by level.
func (a *effectAnalysis) alongPanel() (panel chart.Plane, ok bool) {
	j := a.foremost()
	if !a.differs() || j < 0 || a.x[j] == nil {
		return panel, false
	}
	zero := 0.0
	panel = chart.Plane{
		X: inSentence(a.Variables[j]), Y: "effect on the mean of " + a.targetNames(), Level: &zero,
		Levels: a.levels[j],
	}
	line := chart.Line{Name: "effect", Shape: chart.Shapes[0]}
	add := func(x float64, rows []int) {
		if effect := a.effectOf("window", rows); effect.rowsWord != "" {
			line.X, line.Y = append(line.X, x), append(line.Y, chart.WithSE(effect.value, effect.se))
		}
	}
	if levels := a.levels[j]; levels != nil {
		for code := range levels {
			add(float64(code), positions(len(a.x[j]), func(i int) bool { return a.x[j][i] == float64(code) }))
		}
	} else {
		line.Band = "95 % interval"
		order := rank.Ascending(a.x[j])[:rank.Known(a.x[j])]
		size := max(int(math.Ceil(windowOfRow*float64(len(order)))), min(fewestAt, len(order)))
		for k := range windows {
			first := k * (len(order) - size) / (windows - 1)
			rows := order[first : first+size]
			add(design.Design{}.Mean(picked(a.x[j], rows)), rows)
		}
		line.X, line.Y = distinct(line.X, line.Y)
	}
	panel.Lines = []chart.Line{line}
	return panel, len(line.X) > 1
}

// distinct leaves out points at the same place as the one before.
func distinct(x []float64, y []chart.Estimate) (places []float64, values []chart.Estimate) {
	for k := range x {
		if !slices.Contains(places, x[k]) {
			places, values = append(places, x[k]), append(values, y[k])
		}
	}
	return places, values
}
