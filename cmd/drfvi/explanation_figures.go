package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/forest/design"
	"drfvi/importance/answer"
	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/rank"
)

// figures returns all pictures of the study: of the aspects, of the rows, and along
// inputs; significant tells which inputs are. Those that there are no data for
// are left out.
func (x *explanation) figures(significant func(j int) bool) []report.Figure {
	rows, fans := x.ofRows()
	return slices.Concat(x.ofAspects(significant), x.Pairs, rows, fans)
}

func (x *explanation) ofAspects(significant func(j int) bool) (figures []report.Figure) {
	if x.Aspects == nil {
		return nil
	}
	m := x.mapFigure(significant)
	if len(m.Columns) == 0 {
		return nil
	}
	if slices.ContainsFunc(m.Found, func(row []bool) bool { return slices.Contains(row, true) }) {
		figures = append(
			figures,
			report.Figure{Name: "aspects", Picture: m, Caption: "Cells show the share of the aspect's variation " +
				"that is lost without the input, as a number where there is room. Explained are " + x.explainedWords() +
				"; left out are other aspects, and inputs that are not significant."},
		)
	}
	if len(x.Aspects.Curves) > 0 {
		figures = append(
			figures,
			report.Figure{
				Name: "curves", Picture: x.curvesFigure(significant),
				Caption: "What is lost without an input of the mean squared distance between distribution functions, " +
					"at the thresholds that are marked. Inputs that are not significant are grey.",
			},
		)
	}
	return figures
}

// ofRows returns the pictures of single rows, and those of predicted quantiles along inputs.
func (x *explanation) ofRows() (terms, fans []report.Figure) {
	if x.Rows == nil {
		return nil, nil
	}
	terms = []report.Figure{{Name: "rows", Picture: x.boxesFigure(), Caption: "What each row of the table " +
		"adds to the importances, as a share of what is explained of a row in the mean. The square is the mean " +
		"over the rows, the importance; medians are those of single rows, and mostly smaller."}}
	if len(x.Rows.Along) == 0 {
		return terms, nil
	}
	terms = append(
		terms,
		report.Figure{
			Name: "dependence", Picture: x.dependenceFigure(),
			Caption: "What each row adds to the importance of an input, against its value, with the running mean, " +
				"which breaks where there are no data.",
		},
	)
	for _, f := range x.Rows.Fans {
		fans = append(
			fans,
			report.Figure{
				Name: "fan-" + fileName(f.Target), Picture: x.fanFigure(f),
				Caption: "Predicted quantiles of " + f.Target + " along inputs, running means of those of the rows; " +
					"lines break where there are no data.",
			},
		)
	}
	return terms, fans
}

// explainedWords says how much of each aspect is explained.
func (x *explanation) explainedWords() string {
	return format.Enumerated(collect(x.explained(), func(f answer.Aspect) string {
		return fmt.Sprintf("%s %% of the %s", roughPercent(f.Explained.Value), f.Name(x.Aspects.Responses))
	}))
}

// fileName returns a name without letters that files may not have.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name)
}

// moves tells whether an input was found, or found to move an aspect.
func (x *explanation) moves(j int, significant func(j int) bool) bool {
	return significant(j) || len(x.words(j)) > 0
}

// mapFigure is the picture of what moves with which input: of aspects of which something is
// explained, and of inputs that were found.
func (x *explanation) mapFigure(significant func(j int) bool) chart.HeatMap {
	m := chart.HeatMap{
		Title: "Which aspects each input affects", X: "aspect", Y: "input", FoundName: fmt.Sprintf(
			"adjusted p ≤ %v", x.Level,
		),
		Amount: "lost without it",
	}
	explained, sums := x.explained(), make([]float64, len(x.Variables))
	for _, f := range explained {
		for j, effect := range f.Inputs {
			sums[j] += effect.Area
		}
		m.Columns = append(m.Columns, f.Name(x.Aspects.Responses))
	}
	for _, j := range rank.Descending(sums) {
		if !x.moves(j, significant) {
			continue
		}
		var amounts []float64
		var found []bool
		for _, f := range explained {
			amounts, found = append(amounts, f.Inputs[j].Area), append(found, f.Inputs[j].Significant)
			if math.IsNaN(f.Inputs[j].Adjusted) {
				m.FoundName = "interval does not hold 0"
			}
		}
		m.Rows, m.Amounts, m.Found = append(m.Rows, x.Variables[j]), append(m.Amounts, amounts), append(m.Found, found)
	}
	return m
}

// mostLines is the largest number of inputs with a line in a panel.
const mostLines = 6

// curvesFigure is the picture of where along the targets inputs matter, those that matter most
// for each.
func (x *explanation) curvesFigure(significant func(j int) bool) chart.Planes {
	planes := chart.Planes{Title: "Where along the distribution inputs matter"}
	largest := make([]float64, len(x.Variables))
	for j := range largest {
		for _, c := range x.Aspects.Curves {
			if width := c.At[len(c.At)-1] - c.At[0]; width > 0 { // none of one threshold
				largest[j] = max(largest[j], c.CRPS[j]/width)
			}
		}
	}
	order := rank.Descending(largest)
	zero := 0.0
	for _, c := range x.Aspects.Curves {
		panel := chart.Plane{X: x.Aspects.Responses[c.Response].Name, Y: "lost without the input", Level: &zero}
		for _, j := range order[:min(len(order), mostLines)] {
			panel.Lines = append(
				panel.Lines,
				chart.Line{
					Name: x.Variables[j], X: c.At, Y: chart.Numbers(c.Lost[j]), Shape: chart.Shapes[0],
					Pale: !x.moves(j, significant),
				},
			)
		}
		planes.Panels = append(planes.Panels, panel)
	}
	return planes
}

// mostBoxes is the largest number of inputs with a box.
const mostBoxes = 20

// boxesFigure is the picture of what single rows tell, a box plot for each input.
func (x *explanation) boxesFigure() chart.Boxes {
	r := x.Rows
	boxes := chart.Boxes{
		Title: "Terms of single rows", Axis: "term of a row / mean explained variation",
		MeanName: "mean: the importance",
	}
	for _, j := range r.Order[:min(len(r.Order), mostBoxes)] {
		boxes.Names, boxes.Values = append(boxes.Names, x.Variables[j]), append(boxes.Values, r.shares(j))
		boxes.Means = append(boxes.Means, design.Design{Weights: r.Weights}.Mean(r.shares(j)))
	}
	boxes.Axis += textIf(
		len(boxes.Names) < len(r.Order),
		fmt.Sprintf(" (the first %d of %d inputs)", len(boxes.Names), len(r.Order)),
	)
	return boxes
}

// aside is how far dots of equal levels stand beside each other.
const aside = 0.3

// dependenceFigure is the picture of the rows' terms on the values of inputs.
func (x *explanation) dependenceFigure() chart.Planes {
	r := x.Rows
	planes := chart.Planes{Title: "Where inputs matter"}
	zero := 0.0
	for _, j := range r.Along {
		places, levels := r.placed(j, r.Values[j])
		y := r.shares(j)
		panel := chart.Plane{X: x.Variables[j], Y: "term / mean explained", Level: &zero, Levels: levelNames(levels)}
		for i, v := range places {
			if math.IsNaN(v) {
				continue
			}
			if levels != nil {
				v += aside * (2*math.Mod(float64(i)*0.618034, 1) - 1)
			}
			panel.Dots = append(panel.Dots, chart.PlaneDot{X: v, Y: y[i]})
		}
		panel.Lines = meanLines(chart.Line{Name: "running mean"}, places, y, levels)
		planes.Panels = append(planes.Panels, panel)
	}
	return planes
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

// meanLines returns the running means of y along x in pieces like a given one, with gaps where
// there are no data; of levels a piece for each.
func meanLines(like chart.Line, x, y []float64, levels []string) (pieces []chart.Line) {
	if levels != nil {
		for k, mean := range byLevel(x, y, len(levels)) {
			if !math.IsNaN(mean) {
				place := float64(k)
				like.X, like.Y = []float64{place - 1.2*aside, place + 1.2*aside}, chart.Numbers([]float64{mean, mean})
				pieces = append(pieces, like)
			}
		}
		return pieces
	}
	for _, s := range stretches(x) {
		places, means := s.smooth(x, y, len(x))
		like.X, like.Y = places, chart.Numbers(means)
		pieces = append(pieces, like)
	}
	return pieces
}

// repeated is how many rows each of the values of a number has, at least, where it is drawn
// like levels.
const repeated = 3

// placed returns values of an input as they are drawn, with the names of levels: of a number
// that has few values these are levels too. Values that no row has are NaN.
func (r *rowTerms) placed(j int, values []float64) (places []float64, levels []string) {
	if r.Levels[j] != nil {
		return values, r.Levels[j]
	}
	known := slices.DeleteFunc(slices.Sorted(slices.Values(r.Values[j])), math.IsNaN)
	rows := len(known)
	if known = slices.Compact(known); len(known) > mostLevels || rows < repeated*len(known) {
		return values, nil
	}
	levels = collect(known, func(v float64) string { return format.TrueMinus(strconv.FormatFloat(v, 'g', 6, 64)) })
	for _, v := range values {
		k, found := slices.BinarySearch(known, v)
		if places = append(places, float64(k)); !found {
			places[len(places)-1] = math.NaN()
		}
	}
	return places, levels
}

// fanFigure is the picture of predicted quantiles along inputs: running means of those of the
// rows.
func (x *explanation) fanFigure(f fan) chart.Planes {
	r := x.Rows
	planes := chart.Planes{Title: "Predicted quantiles of " + f.Target}
	for _, j := range r.Along {
		rows := positions(len(f.Values[j]), func(i int) bool {
			return !math.IsNaN(f.Quantiles[0][i]) &&
				!math.IsNaN(f.Values[j][i])
		})
		places, levels := r.placed(j, f.Values[j])
		rowPlaces := picked(places, rows)
		panel := chart.Plane{X: x.Variables[j], Y: f.Target, Levels: levelNames(levels)}
		low, high := meanLines(
			chart.Line{}, rowPlaces, picked(f.Quantiles[0], rows), levels,
		), meanLines(chart.Line{}, rowPlaces, picked(f.Quantiles[2], rows), levels)
		panel.Lines = meanLines(
			chart.Line{Name: "median", Band: "10 to 90 %"}, rowPlaces, picked(f.Quantiles[1], rows), levels,
		)
		for k, median := range panel.Lines {
			for i := range median.Y {
				median.Y[i].Interval = chart.Interval{Low: low[k].Y[i].Value, High: high[k].Y[i].Value}
			}
		}
		planes.Panels = append(planes.Panels, panel)
	}
	return planes
}
