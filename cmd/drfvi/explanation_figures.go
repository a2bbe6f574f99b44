package main

import (
	"fmt"
	"math"
	"slices"

	"drfvi/importance"
	"drfvi/internal/chart"
	"drfvi/internal/rank"

	"gonum.org/v1/gonum/floats"
)

// figures returns all pictures of the study: of the aspects, of the rows, and along
// inputs. Those that there are no data for are left out.
func (x *explanation) figures() []figure { return append(x.ofAspects(), x.ofRows()...) }

func (x *explanation) ofAspects() []figure {
	if x.Aspects == nil {
		return nil
	}
	all := []figure{{name: "aspects", picture: x.mapFigure(), caption: "The area of a square is the share of the aspect's variation that is lost without the input."}}
	if len(x.Aspects.Curves) > 0 {
		all = append(all, figure{name: "curves", picture: x.curvesFigure(), caption: "What is lost without an input of the mean squared distance between distribution functions, threshold by threshold."})
	}
	return all
}

func (x *explanation) ofRows() []figure {
	if x.Rows == nil {
		return nil
	}
	all := []figure{{name: "rows", picture: x.swarmFigure(), caption: "Each dot is a row of the table: its term of the importance as a share of what is explained in the mean."}}
	if len(x.Rows.Along) == 0 {
		return all
	}
	all = append(all, figure{name: "dependence", picture: x.dependenceFigure(), caption: "The terms of the rows on the value of the input, with their running mean. Grounds of another colour are places without data."})
	for _, f := range x.Rows.Fans {
		all = append(all, figure{name: "fan-" + fileName(f.Target), picture: x.fanFigure(f), caption: "Predicted quantiles of " + f.Target + " along inputs, running means of those of the rows."})
	}
	return all
}

// fileName returns a name without letters that files may not have.
func fileName(name string) string {
	letters := []rune(name)
	for i, r := range letters {
		if r < ' ' || slices.Contains([]rune(`/\:*?"<>|`), r) {
			letters[i] = '_'
		}
	}
	return string(letters)
}

// mapFigure is the picture of what moves with which input.
func (x *explanation) mapFigure() chart.HeatMap {
	m := chart.HeatMap{
		Title: "What moves with which input", FoundName: fmt.Sprintf("found: adjusted p at most %v", importance.Level),
		Amount: "variation lost without the input",
	}
	for j, name := range x.Variables {
		m.Rows = append(m.Rows, chart.HeatLabel{Name: name})
		var amounts []float64
		var found []bool
		for _, f := range x.Aspects.Findings {
			amounts, found = append(amounts, f.Area[j]), append(found, f.Found(j))
			if f.Adjusted == nil {
				m.FoundName = "found: interval does not hold 0"
			}
		}
		m.Amounts, m.Found = append(m.Amounts, amounts), append(m.Found, found)
	}
	for _, f := range x.Aspects.Findings {
		m.Columns = append(m.Columns, chart.HeatLabel{Name: f.Name(x.Aspects.Responses), Nothing: f.Nothing()})
	}
	return m
}

// mostLines is the largest number of inputs with a line in a panel.
const mostLines = 6

// curvesFigure is the picture of where along the targets inputs matter, those that matter most
// for each.
func (x *explanation) curvesFigure() chart.Planes {
	all := chart.Planes{Title: "Where along the distribution inputs matter", Across: 2, Shared: true}
	most := make([]float64, len(x.Variables))
	for j := range most {
		for _, c := range x.Aspects.Curves {
			most[j] = max(most[j], c.CRPS[j]/(c.At[len(c.At)-1]-c.At[0]))
		}
	}
	order := rank.Descending(most)
	zero := 0.0
	for _, c := range x.Aspects.Curves {
		panel := chart.Plane{X: x.Aspects.Responses[c.Response].Name, Y: "lost without the input", Level: &zero}
		for _, j := range order[:min(len(order), mostLines)] {
			panel.Lines = append(panel.Lines, chart.PlaneLine{Name: x.Variables[j], X: c.At, Y: c.Lost[j]})
		}
		all.Panels = append(all.Panels, panel)
	}
	return all
}

// mostSwarms is the largest number of inputs of a swarm.
const mostSwarms = 20

// swarmFigure is the picture of what single rows tell, one row of dots for each input.
func (x *explanation) swarmFigure() chart.Swarm {
	r := x.Rows
	swarm := chart.Swarm{
		Title: "Terms of single rows", Axis: "term of a row / mean explained variation: the mean is the importance",
		Shaded: [2]string{"low value of the input", "high value"},
	}
	mean := r.mean(r.V)
	for _, j := range r.Order[:min(len(r.Order), mostSwarms)] {
		values := make([]float64, len(r.V))
		for i, u := range r.U[j] {
			values[i] = u / mean
		}
		shades := slices.Repeat([]float64{-1}, len(values))
		if r.Values[j] != nil && r.Levels[j] == nil {
			shades = rankShares(r.Values[j])
		}
		swarm.Names, swarm.Values, swarm.Shades = append(swarm.Names, x.Variables[j]), append(swarm.Values, values), append(swarm.Shades, shades)
	}
	if left := len(r.Order) - len(swarm.Names); left > 0 {
		swarm.Axis += fmt.Sprintf(" (the first %d of %d inputs)", len(swarm.Names), len(r.Order))
	}
	return swarm
}

// aside is how far dots of equal levels stand beside each other.
const aside = 0.3

// dependenceFigure is the picture of the rows' terms on the values of inputs.
func (x *explanation) dependenceFigure() chart.Planes {
	r := x.Rows
	all := chart.Planes{Title: "Where inputs matter", Across: 2, Shared: true}
	mean, zero := r.mean(r.V), 0.0
	for _, j := range r.Along {
		at, y := r.Values[j], make([]float64, len(r.V))
		for i, u := range r.U[j] {
			y[i] = u / mean
		}
		panel := chart.Plane{X: x.Variables[j], Y: "term / mean explained", Level: &zero, Levels: levelNames(r.Levels[j])}
		for i, v := range at {
			if math.IsNaN(v) {
				continue
			}
			if r.Levels[j] != nil {
				v += aside * (2*math.Mod(float64(i)*0.618034, 1) - 1)
			}
			panel.Dots = append(panel.Dots, chart.PlaneDot{X: v, Y: y[i], Shade: -1})
		}
		panel.Lines, panel.Gaps = meanLines(chart.PlaneLine{Name: "running mean"}, at, y, r.Levels[j])
		all.Panels = append(all.Panels, panel)
	}
	return all
}

// mostLevels is the largest number of levels that are named.
const mostLevels = 12

// levelNames returns the names of levels, every one of few and none of many.
func levelNames(levels []string) []string {
	if len(levels) <= mostLevels {
		return levels
	}
	return make([]string, len(levels))
}

// meanLines returns the running means of y along x in pieces like a given one, and the gaps
// between them; of levels a piece for each.
func meanLines(like chart.PlaneLine, x, y []float64, levels []string) (pieces []chart.PlaneLine, gaps []chart.Interval) {
	if levels != nil {
		for k, mean := range byLevel(x, y, len(levels)) {
			if !math.IsNaN(mean) {
				at := float64(k)
				like.X, like.Y = []float64{at - 1.2*aside, at + 1.2*aside}, []float64{mean, mean}
				pieces = append(pieces, like)
			}
		}
		return pieces, nil
	}
	all, gaps := stretches(x)
	for _, s := range all {
		like.X, like.Y = s.smooth(x, y, len(x))
		pieces = append(pieces, like)
	}
	return pieces, gaps
}

// fanFigure is the picture of predicted quantiles along inputs: running means of those of the
// rows.
func (x *explanation) fanFigure(f fan) chart.Planes {
	r := x.Rows
	all := chart.Planes{Title: "Predicted quantiles of " + f.Target, Across: 2, Shared: true}
	for _, j := range r.Along {
		var rows []int
		for i, q := range f.Quantiles[0] {
			if !math.IsNaN(q) && !math.IsNaN(f.Values[j][i]) {
				rows = append(rows, i)
			}
		}
		at := valuesAt(f.Values[j], rows)
		panel := chart.Plane{X: x.Variables[j], Y: f.Target, Levels: levelNames(r.Levels[j])}
		if len(at) > 0 && r.Levels[j] == nil {
			panel.Low, panel.High = floats.Min(at), floats.Max(at)
		}
		low, gaps := meanLines(chart.PlaneLine{}, at, valuesAt(f.Quantiles[0], rows), r.Levels[j])
		high, _ := meanLines(chart.PlaneLine{}, at, valuesAt(f.Quantiles[2], rows), r.Levels[j])
		for k := range low {
			panel.Bands = append(panel.Bands, chart.PlaneBand{Name: "10 to 90 %", X: low[k].X, Low: low[k].Y, High: high[k].Y})
		}
		panel.Lines, _ = meanLines(chart.PlaneLine{Name: "median"}, at, valuesAt(f.Quantiles[1], rows), r.Levels[j])
		panel.Gaps = gaps
		all.Panels = append(all.Panels, panel)
	}
	return all
}

// valuesAt returns the numbers of some rows.
func valuesAt(values []float64, rows []int) []float64 {
	some := make([]float64, len(rows))
	for k, i := range rows {
		some[k] = values[i]
	}
	return some
}
