package datasets

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/mmd"
)

// outputs fills in Y. A categorical target becomes a column for each level, or one
// for two, such that different levels are all at the same distance: the median
// distance of the numeric targets, or 1 if there are none. Its part of a kernel is
// then that of an indicator of equal levels.
func (t *Table) outputs(p *Problem, targets []Column) {
	width, numbers := 0, 0
	for _, c := range targets {
		width += max(c.indicators(), 1)
		if !c.Kind.categories() {
			numbers++
		}
	}
	scale := 1.0
	if numbers > 0 && numbers < len(targets) {
		scale = t.distance(targets, numbers)
	}
	p.Y = mat.NewDense(t.Rows, width, nil)
	at := 0
	for _, c := range targets {
		if !c.Kind.categories() {
			p.Y.SetCol(at, c.Values)
			p.YNames = append(p.YNames, c.Name)
			at++
			continue
		}
		n := max(c.indicators(), 1)
		hidden, value := len(c.Levels)-n, scale
		if n > 1 {
			value /= math.Sqrt2
		}
		for i, code := range c.Codes {
			if k := int(code) - hidden; k >= 0 {
				p.Y.Set(i, at+k, value)
			}
		}
		for _, level := range c.Levels[hidden:] {
			p.YNames = append(p.YNames, c.Name+"="+level)
		}
		at += n
		if len(c.Levels) > 1 {
			p.Warnings = append(p.Warnings, fmt.Sprintf("%s: target %q is categorical: its %d levels count as at distance %.3g from each other", t.Origin, c.Name, len(c.Levels), scale))
		}
	}
}

// distance returns the median distance of the numeric ones of some columns, or 1 if
// they are constant.
func (t *Table) distance(columns []Column, numbers int) float64 {
	y := mat.NewDense(t.Rows, numbers, nil)
	at := 0
	for _, c := range columns {
		if !c.Kind.categories() {
			y.SetCol(at, c.Values)
			at++
		}
	}
	if median := mmd.MedianDistance(y); median > 0 {
		return median
	}
	return 1
}
