package inference

import (
	"slices"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
)

// Steps for each coordinate of a prediction, or of the difference of a cell.
const (
	nsPerKernel        = 15.0 // a value of the kernel
	stepsPerVector     = 50.0 // found
	shareOfWidth       = 0.5  // of a step, that a coordinate of a vector takes
	stepsPerPrediction = 20   // written, stacked and multiplied, one of each row and forest
	stepsPerCell       = 4    // subtracted from its leaf, multiplied twice, added to a row
)

// vectors are those of the responses, and of further targets, that are added up row by
// row: so many, with so many coordinates together.
type vectors struct{ count, width float64 }

func vectorsOf(width float64, further importance.Targets) vectors {
	return vectors{1 + float64(further.Count), width + float64(further.Coordinates)}
}

// steps counts what finding them and adding up takes where rows are reached, in coordinates.
func (v vectors) steps(reached float64) float64 {
	return float64((float64(shareOfWidth*v.width) + float64(stepsPerVector*v.count)) * reached)
}

// reached are the coordinates, in the number of columns of the factor, that are added
// up for the predictions of an ensemble's forest at some rows: with all variables, and
// what is different without each.
type reached struct{ base, cells float64 }

// reaching returns them for the given number of rows, each predicted by a share of the
// trees.
func reaching(c forest.Config, s importance.Size, rows, votes float64) reached {
	c = Splittable(c, s.Rows)
	trees, estimating, passing := float64(c.Trees), float64(estimationRows(c, s.Rows)), float64(rows*votes)
	splitting := estimating
	if c.Honesty {
		splitting *= c.HonestyFraction / (1 - c.HonestyFraction)
	}
	// A row meets a patch of about half as many variables as there are splits above
	// its leaf. The estimation rows of a leaf are added up where rows reach it.
	patches := min(float64(s.CountVariables()), float64(importance.Depth(splitting, c.MinNodeSize)/2)+1)
	return reached{base: trees * (estimating + passing), cells: trees * patches * (estimating + float64(passing*stepsPerCell/2))}
}

// votes is the share of the trees that are not grown from a row.
func votes(c forest.Config, n int) float64 { return 1 - float64(c.DrawnRows(n))/float64(max(n, 1)) }

// coordinates is the cost of so many coordinates.
func coordinates(count float64) importance.Cost {
	return importance.Cost{Coordinates: count, Nanoseconds: count * importance.NanosecondsPerCoordinate}
}

// ensembleCost is the cost of growing an ensemble on a table, with an index of at most so many
// rows, 0 for all, and of predicting its rows with all variables and without each, in the given
// number of coordinates and in those of further targets.
func ensembleCost(configs []forest.Config, s importance.Size, indexed int, width float64, further importance.Targets) importance.Cost {
	v := vectorsOf(width, further)
	sum, rows, groups := importance.TableCost(s), s.EvaluatedRows(), float64(s.CountVariables())
	for _, c := range configs {
		c = Splittable(c, s.Rows)
		forests, passing := importance.CoupledForests(c, s), rows*votes(c, s.Rows)
		cost := importance.TreesCost(c, s, forests)
		trees, way := float64(c.Trees), reaching(c, s, rows, votes(c, s.Rows))
		cost = cost.Plus(coordinates(v.steps(way.base+way.cells) + float64(v.width*groups*rows*stepsPerPrediction)))
		leaves := float64(trees * max(1, 2*estimationRows(c, s.Rows)/float64(c.MinNodeSize)))
		// Trees with and without variables, means of leaves, predictions, and the ways of
		// rows through the trees.
		cost.Bytes = importance.Garbage * (float64(forests*cost.Bytes) + float64((float64(8*rows)+leaves)*width*8) + float64(trees*passing*12))
		sum = sum.Plus(cost)
	}
	if len(configs) > 1 { // stacks have an index
		if indexed > 0 {
			s.Rows = min(s.Rows, indexed)
		}
		sum = sum.Plus(indexCost(s, v.width))
	}
	return sum
}

// halvesCost is the cost of errors and tests from halves of the rows.
func halvesCost(configs []forest.Config, h Halves, s importance.Size) importance.Cost {
	if h.Splits == 0 {
		return importance.Cost{}
	}
	half := s
	if h.Rows > 0 {
		half.Rows = min(h.Rows, s.Rows)
	}
	half.Rows, half.Evaluated = (half.Rows+1)/2, 0
	width, groups, rows := h.coarseWidth(s), float64(s.CountVariables()), float64(half.Rows)
	grown := relearning{configs: configs, halves: h}.onHalves(growing{configs: configs}).configs
	cost := ensembleCost(grown, half, 0, width, s.Inferred)
	tested := 1.0 // of the splits and variables
	if h.Stops {
		tested = 0.5 + 1.5/max(groups, 10) // few of many act
	}
	if v := vectorsOf(width, s.Inferred); h.Tests {
		for _, c := range grown {
			// The rows of the other half pass all trees, those that ignore their splits on a
			// variable too; then each variable's two directions are predicted as the
			// responses are.
			there, here := reaching(c, half, rows, 1), reaching(c, half, rows, votes(c, half.Rows))
			reached := there.base + float64(2*(there.cells+float64(groups*here.base)+here.cells))
			cost = cost.Plus(coordinates(tested * (v.steps(reached) + float64(v.width*4*groups*rows*stepsPerPrediction))))
		}
		if len(grown) > 1 {
			cost = cost.Plus(directionsCost(half, v.width, tested))
		}
	}
	halves := 2 * float64(h.Splits)
	if h.Tests && s.Clustered && len(grown) > 1 { // within clusters too
		halves *= 2
	}
	sum := importance.Cost{Bytes: float64(2*cost.Bytes) + float64(rows*groups*16)}
	sum.Nanoseconds, sum.Evaluations, sum.Coordinates = halves*cost.Nanoseconds, halves*cost.Evaluations, halves*cost.Coordinates
	if h.Tests && len(grown) > 1 {
		parted := half
		parted.Rows = 2 * half.Rows
		sum = sum.Plus(besideCost(parted))
	}
	if kept := float64(float64(len(configs)+1) * groups * rows * width); kept <= keptPredictions {
		sum.Bytes += float64(2 * 8 * kept)
	}
	return sum
}

// fullWidth is the number of coordinates of predictions on all rows.
func (h Halves) fullWidth(s importance.Size) float64 {
	if h.bound(s.Rows) && s.Fourier == 0 {
		return float64(min(h.coarseWidth(s), boundedRank))
	}
	return float64(min(s.Width(), relearnRank))
}

// coarseWidth is that on halves.
func (h Halves) coarseWidth(s importance.Size) float64 {
	most := relearnRank
	if h.bound(s.Rows) {
		most = boundedRank
	}
	if coarse := s.Kernel.Coarse; coarse > 0 && s.Fourier == 0 {
		return float64(min(coarse, most))
	}
	return float64(min(s.Width(), relearnRank))
}

// factorCost is the cost of giving responses coordinates.
func (h Halves) factorCost(s importance.Size) importance.Cost {
	if h.bound(s.Rows) && s.Fourier == 0 {
		return principalCost(s, h.fullWidth(s))
	}
	return importance.FactorCost(s, h.fullWidth(s))
}

// principalCost is the cost of so many principal components of the kernel.
func principalCost(s importance.Size, width float64) importance.Cost {
	cost := importance.FactorCost(s, width)
	sampled, pivots := float64(min(s.Rows, mmd.SampledRows)), float64(min(s.Width(), mmd.Landmarks))
	coordinates := float64(pivots * (float64(2*sampled*pivots) + float64(float64(s.Rows)*width)))
	cost.Nanoseconds = float64(coordinates*importance.NanosecondsPerCoordinate) + float64(float64(s.Rows)*pivots*nsPerKernel)
	return cost
}

// estimationRows is the number of rows that fill the leaves of a tree on n rows.
func estimationRows(c forest.Config, n int) float64 {
	rows := float64(c.DrawnRows(n))
	if c.Honesty {
		rows *= 1 - c.HonestyFraction
	}
	return rows
}

// Cost implements Estimator.
func (s Stacked) Cost(size importance.Size) importance.Cost {
	configs := stackedConfigs(s.Config, s.Smooth)
	return relearningCost(configs, s.Halves, size).Then(ownTablesCost(configs, s.Halves, size))
}

// Cost implements Estimator.
func (l Loco) Cost(size importance.Size) importance.Cost {
	return relearningCost([]forest.Config{l.Config}, l.Halves, size)
}

// relearningCost is the cost of an estimate on all rows, and of halves.
func relearningCost(configs []forest.Config, h Halves, s importance.Size) importance.Cost {
	forests := ensembleCost(configs, s, h.IndexRows, h.fullWidth(s), s.Asked)
	if halves := halvesCost(configs, h, s); h.bound(s.Rows) {
		forests = forests.Then(halves) // which of bounded tables is dropped before
	} else {
		forests = forests.Plus(halves)
	}
	return h.factorCost(s).Plus(forests)
}

// Cost implements Estimator.
func (c Cross) Cost(s importance.Size) importance.Cost {
	c.Halves.Tests = true
	forests := halvesCost(stackedConfigs(c.Config, c.Smooth), c.Halves, s)
	if c.Halves.bound(s.Rows) {
		s.Rows = c.Halves.Rows
		return principalCost(s, min(c.Halves.coarseWidth(s), boundedRank)).Plus(forests)
	}
	return c.Halves.factorCost(s).Plus(forests)
}

// Cost implements Estimator. What is chosen is not known before: the mean over all that
// may be is foreseen, and the largest memory.
func (a Auto) Cost(s importance.Size) importance.Cost {
	var all importance.Cost
	grid := a.grid()
	for _, c := range grid {
		c.Trees = a.Trees
		all = all.Then(a.estimator(c).Cost(s))
	}
	share := 1 / float64(len(grid))
	all.Nanoseconds, all.Evaluations, all.Coordinates = share*all.Nanoseconds, share*all.Evaluations, share*all.Coordinates
	return a.ChoiceCost(s).Then(all)
}

// ChoiceCost is the cost of Choose.
func (a Auto) ChoiceCost(s importance.Size) importance.Cost {
	tried := a.grid()
	if a.Trial >= 3*lookTrees { // two of three are no better than others, as a rule
		for k := range tried {
			tried[k].Trees = lookTrees + 2*a.Trial/3
		}
	}
	return a.TrialsCost(s, tried)
}

// TrialsCost is the cost of trying some forests, as Chose has them. Of forests that differ only
// in their leaves the deepest is grown.
func (a Auto) TrialsCost(s importance.Size, tried []forest.Config) importance.Cost {
	width, rows := float64(min(s.Width(), chooseRank)), float64(min(s.Rows, chooseRows))
	factor := importance.FactorCost(s, width)
	if a.bound(s.Rows) {
		width = min(width, boundedRank)
		factor = principalCost(s, width)
	}
	var trials importance.Cost
	for _, c := range tried {
		steps := reaching(c, s, rows, votes(c, s.Rows)).base
		cost := coordinates(vectorsOf(width, importance.Targets{}).steps(steps))
		if !slices.ContainsFunc(tried, func(other forest.Config) bool {
			deeper := other.MinNodeSize < c.MinNodeSize
			other.MinNodeSize = c.MinNodeSize
			return deeper && other == c
		}) {
			cost = importance.TreesCost(c, s, 1).Plus(cost)
		}
		trials = trials.Then(cost)
	}
	return importance.TableCost(s).Plus(factor).Plus(trials)
}

// choosingShares are the share of the choice in the work, where nothing is known of what is
// chosen the least that it may be, and the function that gives it when that is known.
func (a Auto) choosingShares(task importance.Task) (least float64, of func(chosen forest.Config, tried []forest.Config) float64) {
	size := task.Size()
	switch {
	case size.Fourier > 0:
	case a.Spectrum != nil:
		size.Kernel = *a.Spectrum
	default:
		size.Kernel = importance.SpectrumOf(task.Y, task.Kernel)
	}
	share := func(choice importance.Cost, c forest.Config) float64 {
		c.Trees = a.Trees
		return choice.Nanoseconds / (choice.Nanoseconds + a.estimator(c).Cost(size).Nanoseconds)
	}
	least = 1
	for _, c := range a.grid() {
		least = min(least, share(a.ChoiceCost(size), c))
	}
	return least, func(chosen forest.Config, tried []forest.Config) float64 {
		return share(a.TrialsCost(size, tried), chosen)
	}
}

// shares are those in the work of all rows and of the tables of single inputs, beside halves of the
// rows, for responses of so many coordinates and further targets.
func (r relearning) shares(task importance.Task, width int, targets []estimand) (whole, own float64) {
	if r.halves.Splits == 0 {
		return 1, 0
	}
	s := task.Size()
	s.Kernel.Rank, s.Kernel.Coarse = width, (width+1)/2
	for _, t := range targets {
		_, columns := t.factor.L.Dims()
		s.Asked.Add(columns)
		if t.inferred {
			s.Inferred.Add(columns)
		}
	}
	whole = ensembleCost(r.configs, s, r.halves.IndexRows, r.halves.fullWidth(s), s.Asked).Nanoseconds
	if r.calibrate {
		own = ownTablesCost(r.configs, r.halves, s).Nanoseconds
	}
	all := whole + own + halvesCost(r.configs, r.halves, s).Nanoseconds
	return whole / all, own / all
}
