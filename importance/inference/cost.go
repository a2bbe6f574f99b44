package inference

import (
	"drfvi/forest"
	"drfvi/importance"
)

// Steps of predictions, in coordinates that are added up.
const (
	stepsPerVector     = 50.0 // found; each coordinate of it takes half a step
	stepsPerPrediction = 20   // a coordinate written, stacked and multiplied
	stepsPerCell       = 4    // a coordinate subtracted from its leaf, multiplied twice, added to a row
)

// ensembleCost is the cost of growing an ensemble on a table, and of predicting its rows with all
// variables and without each, in the given number of coordinates and in those of further targets.
func ensembleCost(c forest.Config, s importance.Size, width float64, further importance.Targets) importance.Cost {
	c = Splittable(c, s.Rows)
	trees, rows, groups := float64(c.Trees), s.EvaluatedRows(), float64(s.CountVariables())
	estimating := float64(c.DrawnRows(s.Rows))
	splitting := estimating
	if c.Honesty {
		estimating, splitting = float64(estimating*(1-c.HonestyFraction)), float64(splitting*c.HonestyFraction)
	}
	passing := float64(rows * (1 - float64(c.DrawnRows(s.Rows))/float64(max(s.Rows, 1))))
	// A row meets a patch of about half as many variables as there are splits above its leaf. The
	// estimation rows of a leaf are added up where rows reach it.
	patches := min(groups, float64(importance.Depth(splitting, c.MinNodeSize)/2)+1)
	reached := float64(trees * (estimating + passing + float64(patches*(estimating+float64(passing*stepsPerCell/2)))))
	together, count := width+float64(further.Coordinates), 1+float64(further.Count)
	steps := float64(reached*(float64(together/2)+float64(stepsPerVector*count))) + float64(groups*rows*together*stepsPerPrediction)
	grown := importance.TreesCost(c, s, importance.CoupledForests(c, s))
	cost := importance.TableCost(s).Plus(grown)
	cost.Coordinates += float64(steps)
	cost.Nanoseconds += float64(steps * importance.NanosecondsPerCoordinate)
	// Trees with and without variables, means of leaves, predictions, and the ways of rows through the trees.
	leaves := float64(trees * max(1, 2*estimating/float64(c.MinNodeSize)))
	cost.Bytes += float64(importance.Garbage * (float64(importance.CoupledForests(c, s)*grown.Bytes) + float64((float64(8*rows)+float64(leaves))*width*8) + float64(trees*passing*12)))
	return cost
}

// cost is the cost of an estimate. Tests take about as much time as the forests of halves, and the
// predictions of inputs from each other as growing their small forests.
func (r relearning) cost(s importance.Size) importance.Cost {
	h, bounded := r.halves, r.halves.bound(s.Rows)
	width := float64(min(s.Width(), relearnRank))
	if bounded && s.Fourier == 0 {
		width = min(width, boundedRank)
	}
	whole := importance.FactorCost(s, width).Plus(ensembleCost(r.config, s, width, s.Asked))
	if r.calibrate {
		inputs := s
		inputs.Responses = 3
		whole.Nanoseconds += float64(min(float64(s.CountVariables()), foremost) * importance.TreesCost(Splittable(inputForest(), s.Rows), inputs, 1).Nanoseconds)
	}
	if h.Splits == 0 {
		return whole
	}
	half := s
	if bounded {
		half.Rows = h.Rows
	}
	half.Rows, half.Evaluated = (half.Rows+1)/2, 0
	if coarse := float64(s.Kernel.Coarse); coarse > 0 && s.Fourier == 0 {
		width = min(width, coarse)
	}
	one, times := ensembleCost(r.onHalves().config, half, width, s.Inferred), 2*float64(h.Splits)
	if h.Tests {
		times *= 2
		if s.Clustered && r.calibrate { // within clusters too
			times *= 2
		}
	}
	halves := one.Times(times)
	halves.Bytes = 2 * one.Bytes
	return whole.Plus(halves)
}

// GameCost is the expected cost of a Game of so many sets of variables, which have half of them on average.
func (s Stacked) GameCost(size importance.Size, sets int) importance.Cost {
	r := s.relearning()
	half, count := size, float64(sets)/2
	half.Rows, half.Evaluated = (size.Rows+1)/2, 0
	if r.halves.bound(size.Rows) {
		half.Rows = (r.halves.Rows + 1) / 2
	}
	cost := importance.TreesCost(Splittable(fewer(r.config, setTrees), size.Rows), size, count)
	r.halves.Trees = min(r.halves.Trees, setHalfTrees)
	cost = cost.Plus(importance.TreesCost(Splittable(r.onHalves().config, half.Rows), half, count).Times(float64(2 * r.halves.Splits)))
	width := float64(min(size.Width(), relearnRank))
	steps := float64(sets) * stepsPerPrediction * width * (size.EvaluatedRows() + float64(half.EvaluatedRows()*float64(2*r.halves.Splits)))
	cost.Coordinates += float64(steps)
	cost.Nanoseconds += float64(steps * importance.NanosecondsPerCoordinate)
	cost.Bytes += float64(8 * float64(sets) * size.EvaluatedRows())
	return cost
}

// Cost implements Estimator.
func (s Stacked) Cost(size importance.Size) importance.Cost { return s.relearning().cost(size) }

// Cost implements Estimator.
func (l Loco) Cost(size importance.Size) importance.Cost { return l.relearning().cost(size) }
