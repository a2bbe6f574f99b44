package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/datasets"
	"drfvi/importance/answer"
	"drfvi/importance/aspects"
	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// mostPairs is the largest number of pairs of inputs that are drawn. A pair has at most mostParts
// lines; a number is divided into partsOfNumber parts of equally many rows.
const (
	mostPairs     = 4
	mostParts     = 6
	partsOfNumber = 3
)

// part is the rows where an input is at a level, or among its low, middle or high values.
type part struct {
	name string
	rows []int
}

// pairFigures returns the pictures of pairs of inputs that act together: running means of the
// responses along one of them, a line for each part of the other. Pairs on the spread have
// standard deviations about these means.
func pairFigures(p *datasets.Problem, pairs []answer.Interaction) (figures []report.Figure) {
	if len(pairs) == 0 {
		return nil
	}
	n, _ := p.X.Dims()
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	r := &rowTerms{Values: inputsAt(p, rows), Levels: inputLevels(p)}
	for _, pair := range pairs {
		along, across := pair.Inputs[0], pair.Inputs[1]
		if r.Values[along] == nil || r.Values[across] == nil || len(figures) == mostPairs {
			continue
		}
		if _, levels := r.placed(along, r.Values[along]); levels != nil {
			along, across = across, along
		}
		names := []string{p.Variables[along].Name, p.Variables[across].Name}
		statistic := "means"
		if !pair.OnMean {
			statistic = "standard deviations"
		}
		planes := chart.Planes{Title: fmt.Sprintf("Running %s along %s, by %s", statistic, names[0], names[1])}
		for _, k := range aspects.Leading(targetResponses(p), p.Y) {
			if len(planes.Panels) < mostFans {
				planes.Panels = append(planes.Panels, r.pairPlane(p, p.Targets[k], along, across, pair.OnMean))
			}
		}
		figures = append(figures, report.Figure{
			Name: "interaction-" + fileName(strings.Join(names, "-")), Picture: planes,
			Caption: fmt.Sprintf("Running %s of the rows along %s, a line for each part of the rows by %s. Lines break where "+
				"there are no data. Other inputs are not held fixed.", statistic, names[0], names[1]),
		})
	}
	return figures
}

// pairPlane is the panel of a target: of a category the share of its last level.
func (r *rowTerms) pairPlane(p *datasets.Problem, t datasets.Target, along, across int, mean bool) chart.Plane {
	column := t.Columns[len(t.Columns)-1]
	y := t.Own(mat.Col(nil, column, p.Y))
	places, levels := r.placed(along, r.Values[along])
	plane := chart.Plane{X: p.Variables[along].Name, Y: p.YNames[column], Levels: levelNames(levels)}
	if !mean {
		plane.Y = "standard deviation of " + plane.Y
	}
	for _, part := range r.parts(p.Variables[across].Name, across) {
		known := having(part.rows, func(i int) bool { return !math.IsNaN(places[i]) })
		x, values := picked(places, known), picked(y, known)
		lines := meanLines(chart.Line{Name: part.name}, x, values, levels)
		if !mean {
			squares := meanLines(chart.Line{}, x, collect(values, func(v float64) float64 { return v * v }), levels)
			for k, line := range lines {
				for i, m := range line.Y {
					line.Y[i].Value = math.Sqrt(max(squares[k].Y[i].Value-m.Value*m.Value, 0))
				}
			}
		}
		for _, line := range lines {
			if len(line.X) > 1 { // of rows beyond a gap there may be one
				plane.Lines = append(plane.Lines, line)
			}
		}
	}
	return plane
}

// parts divides the rows by the values of an input: by its levels, the most frequent of many,
// or a number into low, middle and high values of equally many rows.
func (r *rowTerms) parts(name string, j int) (parts []part) {
	values := r.Values[j]
	places, levels := r.placed(j, values)
	if levels != nil {
		for level, text := range levels {
			rows := positions(len(values), func(i int) bool { return places[i] == float64(level) })
			parts = append(parts, part{name + " " + text, rows})
		}
		slices.SortStableFunc(parts, func(a, b part) int { return len(b.rows) - len(a.rows) })
		return parts[:min(len(parts), mostParts)]
	}
	known := slices.DeleteFunc(slices.Sorted(slices.Values(values)), math.IsNaN)
	last := len(known) - 1
	for k := range partsOfNumber {
		low, high := known[k*last/partsOfNumber], known[(k+1)*last/partsOfNumber]
		rows := positions(len(values), func(i int) bool {
			return values[i] <= high && (values[i] > low || k == 0 && values[i] == low)
		})
		parts = append(parts, part{
			fmt.Sprintf("%s %s to %s", name, format.Significant(low, 3), format.Significant(high, 3)), rows,
		})
	}
	return parts
}
