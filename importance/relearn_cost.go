package importance

import (
	"math"

	"drfvi/forest"
)

// ensembleCost is the cost of growing an ensemble on a table and of predicting its
// rows with all variables and without each.
func ensembleCost(configs []forest.Config, s Size) Cost {
	var sum Cost
	for _, c := range configs {
		cost := Coupled{Config: Splittable(c, s.Rows)}.Cost(s)
		shape := newShape(c, s.Rows)
		width := float64(min(s.width(), relearnRank))
		rows, groups := s.evaluated(), float64(s.variables())
		// Each variable's prediction is written, stacked and multiplied.
		cost.Nanoseconds += groups * rows * width * 20 * nsPerCoordinate
		cost.Bytes += garbage * (4*rows*width*8 + shape.trees*shape.leaves()*width*8)
		sum = sum.plus(cost)
	}
	return sum
}

// halvesCost is the cost of errors and tests from halves of the rows.
func halvesCost(configs []forest.Config, h Halves, s Size) Cost {
	if h.Splits == 0 {
		return Cost{}
	}
	half := s
	half.Rows, half.Evaluated = (s.Rows+1)/2, 0
	grown := relearning{configs: configs, halves: h}.onHalves(growing{configs: configs}).configs
	cost := ensembleCost(grown, half)
	if h.Tests {
		width, groups := float64(min(s.width(), relearnRank)), float64(s.variables())
		for _, c := range grown {
			shape := newShape(c, half.Rows)
			// A direction is averaged in the leaves and over the trees, and the
			// other half's rows pass all trees.
			steps := shape.trees * (2*shape.estimating + float64(half.Rows)*(shape.outOfBag+0.5))
			cost.Nanoseconds += groups * steps * width * nsPerCoordinate
		}
	}
	cost.Nanoseconds *= 2 * float64(h.Splits)
	cost.Bytes = 2*cost.Bytes + float64(s.Rows*s.variables())*8
	return cost
}

// plus is the cost of doing one after the other, with what both keep.
func (c Cost) plus(d Cost) Cost {
	return Cost{Nanoseconds: c.Nanoseconds + d.Nanoseconds, Bytes: c.Bytes + d.Bytes}
}

// then is the cost of doing one after the other, each with memory of its own.
func (c Cost) then(d Cost) Cost {
	return Cost{Nanoseconds: c.Nanoseconds + d.Nanoseconds, Bytes: math.Max(c.Bytes, d.Bytes)}
}

// Cost implements Estimator.
func (s Stacked) Cost(size Size) Cost {
	configs := []forest.Config{s.Config, s.Smooth}
	return ensembleCost(configs, size).plus(halvesCost(configs, s.Halves, size))
}

// Cost implements Estimator.
func (l Loco) Cost(size Size) Cost {
	configs := []forest.Config{l.Config}
	return ensembleCost(configs, size).plus(halvesCost(configs, l.Halves, size))
}

// Cost implements Estimator.
func (c Cross) Cost(size Size) Cost {
	return halvesCost([]forest.Config{c.Config, c.Smooth}, c.Halves, size)
}

// Cost implements Estimator. What is chosen is not known before: the dearest is
// foreseen.
func (a Auto) Cost(size Size) Cost {
	estimating := Cost{}
	for _, c := range a.grid(size.Inputs) {
		c.Trees = a.Trees
		if cost := a.New(c).Cost(size); cost.Nanoseconds > estimating.Nanoseconds {
			estimating = cost
		}
	}
	return a.ChoiceCost(size).then(estimating)
}

// ChoiceCost is the cost of Choose.
func (a Auto) ChoiceCost(size Size) Cost {
	all := Cost{}
	width, rows := float64(min(size.width(), chooseRank)), float64(min(size.Rows, chooseRows))
	for _, c := range a.grid(size.Inputs) {
		cost, shape := GrowingCost(c, size, 1), newShape(c, size.Rows)
		cost.Nanoseconds += shape.trees * (shape.estimating + rows*shape.outOfBag) * width * nsPerCoordinate
		all = all.then(cost)
	}
	return all
}
