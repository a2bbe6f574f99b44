package datasets

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/mention"
	"drfvi/internal/rank"
	"drfvi/mmd"
)

// outputs fills in Y, numeric targets on the table's scale. A categorical target
// becomes a column for each level, or one for two, such that different levels are all at
// the same distance: the median distance of the numeric targets, or 1 if there are none.
// Its part of a kernel is then that of an indicator of equal levels.
func (t *Table) outputs(p *Problem, targets []Column) {
	units := make([]float64, len(targets))
	var numbers [][]float64
	for k, c := range targets {
		if !c.Kind.Categories() {
			targets[k].Values = t.Scale.Of(c.Values)
			units[k] = unitOf(t.Scale, c.Values, targets[k].Values)
			numbers = append(numbers, targets[k].Values)
		}
	}
	scale := 1.0
	if 0 < len(numbers) && len(numbers) < len(targets) {
		if median := mmd.MedianDistance(linalg.FromColumns(numbers)); median > 0 { // they vary
			scale = median
		}
	}
	var columns [][]float64
	for k, c := range targets {
		target := Target{Name: c.Name, Categorical: c.Kind.Categories(), Unit: units[k]}
		add := func(column []float64, name string) {
			target.Columns = append(target.Columns, len(columns))
			columns, p.YNames = append(columns, column), append(p.YNames, name)
		}
		if target.Categorical {
			target.Levels = c.Levels
		} else {
			add(c.Values, c.Name)
		}
		hidden, first, value := max(len(c.Levels)-max(c.indicators(), 1), 0), len(columns), scale
		for _, level := range c.Levels[hidden:] {
			add(make([]float64, t.Rows), c.Name+"="+level)
		}
		if len(c.Levels)-hidden > 1 {
			value /= math.Sqrt2
		}
		for i, code := range c.Codes {
			if k := int(code) - hidden; k >= 0 {
				columns[first+k][i] = value
			}
		}
		p.Targets = append(p.Targets, target)
	}
	p.Y = linalg.FromColumns(columns)
}

// inRange returns an error if sums of squares of the responses would be near the ends of the
// range of numbers: if the largest is above 2^300 or below 2^-300.
func (t *Table) inRange(p *Problem, targets []Column) error {
	const bound = 300
	largest, name, row := 0.0, "", 0
	for i := range t.Rows {
		for k, v := range p.Y.RawRowView(i) {
			if v = math.Abs(v); v > largest {
				largest, name, row = v, p.YNames[k], i
			}
		}
	}
	if _, e := math.Frexp(largest); e <= bound && e >= -bound {
		return nil
	}
	for _, c := range targets {
		if far := c.far(t.Numbers); c.Name == name && far != "" {
			return mention.Errorf("%s: target %q %s; expected responses between 2^-%d and 2^%d (about 5e-91 to "+
				"2e90)", t.Origin, name, far, bound, bound)
		}
	}
	return mention.Errorf("%s: the largest response is %.3g, of %q in row %d, expected one between 2^-%d and "+
		"2^%d (about 5e-91 to 2e90): give it in another unit%s",
		t.Origin, largest, name, Numbered(t.Numbers, []int{row})[0], bound, bound, mention.Clause(
			", or %v", mention.Scale.To("sd"),
		))
}

// Scale is the scaling of numeric responses before they are compared.
type Scale string

const (
	// ScaleNone leaves them as they are; so does "".
	ScaleNone Scale = "none"
	// ScaleSD divides each by its standard deviation.
	ScaleSD Scale = "sd"
	// ScaleRank replaces each by its normal scores, of standard deviation 1: Φ⁻¹((r − ½)/n) of
	// rank r among n, the mean of their ranks for equal values. No increasing transformation of
	// the values changes them.
	ScaleRank Scale = "rank"
)

// ScaleNames lists the scales, the default first.
func ScaleNames() []string { return []string{string(ScaleNone), string(ScaleSD), string(ScaleRank)} }

// Of returns the values of a response on the scale.
func (s Scale) Of(values []float64) []float64 {
	switch s {
	case ScaleSD:
		return byDeviation(values)
	case ScaleRank:
		return byDeviation(rank.NormalScores(values))
	}
	return values
}

// unitOf returns what one on a scale is in the values' own unit; 0 for one, and for ranks, which
// have none.
func unitOf(s Scale, values, scaled []float64) float64 {
	largest := 0
	for i, v := range values {
		if math.Abs(v) > math.Abs(values[largest]) {
			largest = i
		}
	}
	if s != ScaleSD || values[largest] == 0 || scaled[largest] == values[largest] {
		return 0
	}
	return values[largest] / scaled[largest]
}

// byDeviation returns the values divided by their standard deviation; as they are if
// all are equal.
func byDeviation(values []float64) []float64 {
	scaled := slices.Clone(values)
	linalg.IntoRange(scaled)
	// Of values less the first one: if all are equal that is exactly 0.
	differences := slices.Clone(scaled)
	floats.AddConst(-scaled[0], differences)
	deviation := linalg.Deviation(differences)
	if !(deviation > 0) {
		return slices.Clone(values)
	}
	floats.Scale(1/deviation, scaled)
	return scaled
}

// dominant is the share of the squared distances between responses from which on one
// of several targets is most of what is compared.
const dominant = 0.85

// Dominated says which one of several targets makes up most of the squared distances between
// responses; "" if none does. To their mean a target contributes the sum of the variances of
// its columns.
func (p *Problem) Dominated() string {
	deviations := make([]float64, len(p.Targets)) // the roots of these sums
	for k, t := range p.Targets {
		columnDeviations := make([]float64, len(t.Columns))
		for i, j := range t.Columns {
			columnDeviations[i] = linalg.Deviation(mat.Col(nil, j, p.Y))
		}
		deviations[k] = linalg.Norm(columnDeviations)
	}
	largest := floats.MaxIdx(deviations)
	total := 0.0 // squares, the largest 1
	for _, d := range deviations {
		ratio := d / deviations[largest]
		total += float64(ratio * ratio)
	}
	if len(p.Targets) < 2 || !(1 > dominant*total) {
		return ""
	}
	percent := fmt.Sprintf("%.0f %%", 100/total)
	if percent == "100 %" {
		percent = "more than 99 %"
	}
	return fmt.Sprintf("%q accounts for %s of the squared distances between responses", p.Targets[largest].Name, percent)
}
