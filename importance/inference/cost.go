package inference

import (
	"drfvi/forest"
	"drfvi/importance"
)

// ensembleCost is the cost of growing an ensemble on a table and of predicting its
// rows with all variables and without each.
func ensembleCost(configs []forest.Config, s importance.Size) importance.Cost {
	var sum importance.Cost
	for _, c := range configs {
		cost := importance.Coupled{Config: Splittable(c, s.Rows)}.Cost(s)
		trees, estimating := float64(c.Trees), estimationRows(c, s.Rows)
		width := float64(min(s.Width(), relearnRank))
		rows, groups := s.EvaluatedRows(), float64(s.CountVariables())
		// Each variable's prediction is written, stacked and multiplied.
		cost.Nanoseconds += groups * rows * width * 20 * importance.NanosecondsPerCoordinate
		leaves := trees * max(1, 2*estimating/float64(c.MinNodeSize))
		cost.Bytes += importance.Garbage * (4*rows + leaves) * width * 8
		sum = sum.Plus(cost)
	}
	return sum
}

// halvesCost is the cost of errors and tests from halves of the rows.
func halvesCost(configs []forest.Config, h Halves, s importance.Size) importance.Cost {
	if h.Splits == 0 {
		return importance.Cost{}
	}
	half := s
	half.Rows, half.Evaluated = (s.Rows+1)/2, 0
	grown := relearning{configs: configs, halves: h}.onHalves(growing{configs: configs}).configs
	cost := ensembleCost(grown, half)
	if h.Tests {
		width, groups := float64(min(s.Width(), relearnRank)), float64(s.CountVariables())
		for _, c := range grown {
			// A direction is averaged in the leaves and over the trees, and the
			// other half's rows pass all trees.
			steps := float64(c.Trees) * (2*estimationRows(c, half.Rows) + float64(half.Rows)*(1.5-c.SampleFraction))
			cost.Nanoseconds += groups * steps * width * importance.NanosecondsPerCoordinate
		}
	}
	cost.Nanoseconds *= 2 * float64(h.Splits)
	cost.Bytes = 2*cost.Bytes + float64(s.Rows*s.CountVariables())*8
	return cost
}

// estimationRows is the number of rows that fill the leaves of a tree on n rows.
func estimationRows(c forest.Config, n int) float64 {
	rows := c.SampleFraction * float64(n)
	if c.Honesty {
		rows *= 1 - c.HonestyFraction
	}
	return rows
}

// Cost implements Estimator.
func (s Stacked) Cost(size importance.Size) importance.Cost {
	configs := []forest.Config{s.Config, s.Smooth}
	return ensembleCost(configs, size).Plus(halvesCost(configs, s.Halves, size))
}

// Cost implements Estimator.
func (l Loco) Cost(size importance.Size) importance.Cost {
	configs := []forest.Config{l.Config}
	return ensembleCost(configs, size).Plus(halvesCost(configs, l.Halves, size))
}

// Cost implements Estimator.
func (c Cross) Cost(size importance.Size) importance.Cost {
	return halvesCost([]forest.Config{c.Config, c.Smooth}, c.Halves, size)
}

// Cost implements Estimator. What is chosen is not known before: the dearest is
// foreseen.
func (a Auto) Cost(size importance.Size) importance.Cost {
	estimating := importance.Cost{}
	for _, c := range a.grid(size.Inputs) {
		c.Trees = a.Trees
		if cost := a.New(c).Cost(size); cost.Nanoseconds > estimating.Nanoseconds {
			estimating = cost
		}
	}
	return a.ChoiceCost(size).Then(estimating)
}

// ChoiceCost is the cost of Choose.
func (a Auto) ChoiceCost(size importance.Size) importance.Cost {
	all := importance.Cost{}
	width, rows := float64(min(size.Width(), chooseRank)), float64(min(size.Rows, chooseRows))
	for _, c := range a.grid(size.Inputs) {
		cost := importance.GrowingCost(c, size, 1)
		steps := float64(c.Trees) * (estimationRows(c, size.Rows) + rows*(1-c.SampleFraction))
		cost.Nanoseconds += steps * width * importance.NanosecondsPerCoordinate
		all = all.Then(cost)
	}
	return all
}
