package inference

import (
	"slices"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
)

const (
	nsPerKernel = 15.0 // a value of the kernel
	// Steps of predictions, in coordinates that are added up.
	stepsPerVector     = 50.0 // found; each coordinate of it takes half a step
	stepsPerPrediction = 20   // a coordinate written, stacked and multiplied, of each row and forest
	stepsPerCell       = 4    // a coordinate subtracted from its leaf, multiplied twice, added to a row
)

// adding is the cost of adding up the vectors that rows reach, and of writing so many predictions,
// for a target of so many coordinates and further ones.
func adding(reached, predictions, width float64, further importance.Targets) importance.Cost {
	count, together := 1+float64(further.Count), width+float64(further.Coordinates)
	steps := float64(reached*(float64(together/2)+float64(stepsPerVector*count))) + float64(predictions*together*stepsPerPrediction)
	return importance.Cost{Coordinates: steps, Nanoseconds: steps * importance.NanosecondsPerCoordinate}
}

// reached are the coordinates, in the number of columns of the factor, that are added
// up for the predictions of an ensemble's forest at some rows: with all variables, and
// what is different without each.
type reached struct{ base, cells float64 }

// reaching returns them for the given number of rows, each predicted by a share of the
// trees.
func reaching(c forest.Config, s importance.Size, rows, votes float64) reached {
	c = Splittable(c, s.Rows)
	trees, estimating, passing := float64(c.Trees), estimationRows(c, s.Rows), float64(rows*votes)
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

// estimationRows is the number of rows that fill the leaves of a tree on n rows.
func estimationRows(c forest.Config, n int) float64 {
	rows := float64(c.DrawnRows(n))
	if c.Honesty {
		rows *= 1 - c.HonestyFraction
	}
	return rows
}

// ensembleCost is the cost of growing an ensemble on a table, with an index of at most so many
// rows, 0 for all, and of predicting its rows with all variables and without each, in the given
// number of coordinates and in those of further targets.
func ensembleCost(configs []forest.Config, s importance.Size, indexed int, width float64, further importance.Targets) importance.Cost {
	sum, rows, groups := importance.TableCost(s), s.EvaluatedRows(), float64(s.CountVariables())
	for _, c := range configs {
		c = Splittable(c, s.Rows)
		share := votes(c, s.Rows)
		forests, way := importance.CoupledForests(c, s), reaching(c, s, rows, share)
		trees := importance.TreesCost(c, s, forests)
		cost := trees.Plus(adding(way.base+way.cells, groups*rows, width, further))
		leaves := float64(float64(c.Trees) * max(1, 2*estimationRows(c, s.Rows)/float64(c.MinNodeSize)))
		// Trees with and without variables, means of leaves, predictions, and the ways of
		// rows through the trees.
		cost.Bytes = importance.Garbage * (float64(forests*trees.Bytes) + float64((float64(8*rows)+leaves)*width*8) + float64(float64(c.Trees)*rows*share*12))
		sum = sum.Plus(cost)
	}
	if len(configs) > 1 { // stacks have an index
		if indexed > 0 {
			s.Rows = min(s.Rows, indexed)
		}
		sum = sum.Plus(indexCost(s, width+float64(further.Coordinates)))
	}
	return sum
}

// halvesCost is the cost of errors and tests from halves of the rows.
func (r relearning) halvesCost(s importance.Size) importance.Cost {
	h := r.halves
	if h.Splits == 0 {
		return importance.Cost{}
	}
	parted := s
	if h.Rows > 0 {
		parted.Rows = min(h.Rows, s.Rows)
	}
	half := parted
	half.Rows, half.Evaluated = (parted.Rows+1)/2, 0
	width, groups, rows := h.coarseWidth(s), float64(s.CountVariables()), float64(half.Rows)
	grown := r.onHalves().configs
	one, count := ensembleCost(grown, half, 0, width, s.Inferred), 2*float64(h.Splits)
	if h.Tests {
		tests := importance.Cost{}
		for _, c := range grown {
			// The rows of the other half pass all trees, those that ignore their splits on a
			// variable too; then each variable's two directions are predicted as the
			// responses are.
			there, here := reaching(c, half, rows, 1), reaching(c, half, rows, votes(c, half.Rows))
			reached := there.base + float64(2*(there.cells+float64(groups*here.base)+here.cells))
			tests = tests.Plus(adding(reached, 4*groups*rows, width, s.Inferred))
		}
		if r.calibrate {
			tests = tests.Plus(indexCost(half, 2*(width+float64(s.Inferred.Coordinates))))
		}
		tested := 1.0 // of the splits and variables
		if h.Stops {
			tested = 0.5 + 1.5/max(groups, 10) // few of many act
		}
		one = one.Plus(tests.Times(tested))
		if s.Clustered && r.calibrate { // within clusters too
			count *= 2
		}
	}
	sum := one.Times(count)
	sum.Bytes = float64(2*one.Bytes) + float64(rows*groups*16)
	if h.Tests && r.calibrate {
		sum = sum.Plus(besideCost(parted))
	}
	if kept := float64(float64(len(r.configs)+1) * groups * rows * width); kept <= keptPredictions {
		sum.Bytes += float64(2 * 8 * kept)
	}
	return sum
}

// indexCost is the cost of an index on the rows of a table, and of predicting a target of so many
// coordinates with all inputs and without each group.
func indexCost(s importance.Size, width float64) importance.Cost {
	n, groups, folds := float64(s.Rows), float64(s.CountVariables()), float64(indexFolds+1)
	columns := float64(min(max(s.Columns(), 1), s.Rows, mostColumns))
	// A regression on so many columns is inverted for each fold, and again for the columns of each group.
	inverses := func(columns float64) float64 {
		return float64(folds * 2 * columns * columns * columns * (2 + 3/groups))
	}
	steps := float64(n*columns*(float64(2*columns)+width)) + inverses(columns)
	switch projected := s.Columns() > int(columns); {
	case projected && s.Inputs > manyInputs: // vectorised, and shared
		steps += float64(0.3 * groups * (float64(folds*columns*(columns+width)/3) + float64(n*(columns+float64(2*width)))))
	case projected:
		steps += float64(groups * n * (columns + float64(2*width)))
	default:
		responses := float64(min(s.Responses, components))
		bends := float64(hinges * responses)
		shapes := []float64{columns} // of the first step
		if bends := bendsOf(s.Rows, s.Columns()); bends > 0 {
			shapes = append(shapes, columns*float64(1+bends))
		}
		if products := columns * (columns + 3) / 2; int(products) <= mostCurved(s.Rows) {
			shapes = append(shapes, products)
		}
		for _, columns := range shapes {
			choosing := inverses(columns) + float64(groups*columns*responses*(n+2*folds))
			steps += float64(n*columns*columns) + float64(float64(len(firstPenalties))*choosing)
		}
		steps += float64((groups + 1) * folds * (float64(n*bends*(columns+bends+width)) + float64(columns*(columns+bends)*(bends+width))))
	}
	return importance.Cost{Nanoseconds: steps * importance.NanosecondsPerCoordinate} // coordinates are those of forests
}

// besideCost is the cost of predicting inputs from the others, of all or, if they are many, of the most
// important from few others.
func besideCost(s importance.Size) importance.Cost {
	looked := float64(s.CountVariables())
	s.Responses = 3
	if s.Inputs > manyInputs {
		looked = foremost
		s.Inputs, s.Variables, s.Indicators, s.Levels = mostRelated+3, 0, 0, nil
	}
	return importance.Cost{Nanoseconds: looked * importance.TreesCost(Splittable(inputForest(), s.Rows), s, 1).Nanoseconds}
}

// ownTablesCost is the cost of the tables on which inputs that others predict are tested, with the
// prediction beside them. Where inputs are more than twice the rows they are predicted, by chance, about
// three of four that are looked at; elsewhere such tables are rare, and not foreseen.
func (r relearning) ownTablesCost(s importance.Size) importance.Cost {
	if r.halves.Splits == 0 || !r.calibrate || s.CountVariables() <= manyInputs || s.Columns() <= 2*s.Rows {
		return importance.Cost{}
	}
	s.Variables = 1
	table := r.wholeCost(s).Then(r.halvesCost(s))
	return table.Times(0.75 * foremost)
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

// factorCost is the cost of giving responses so many coordinates, of a bounded table principal
// components of the kernel.
func factorCost(s importance.Size, width float64, bounded bool) importance.Cost {
	cost := importance.FactorCost(s, width)
	if bounded && s.Fourier == 0 {
		n, sampled, pivots := float64(s.Rows), float64(min(s.Rows, mmd.SampledRows)), float64(min(s.Width(), mmd.Landmarks))
		coordinates := float64(pivots * (float64(2*sampled*pivots) + float64(n*width)))
		cost.Nanoseconds = float64(coordinates*importance.NanosecondsPerCoordinate) + float64(n*pivots*nsPerKernel)
	}
	return cost
}

// wholeCost is the cost of an estimate on all rows.
func (r relearning) wholeCost(s importance.Size) importance.Cost {
	return ensembleCost(r.configs, s, r.halves.IndexRows, r.halves.fullWidth(s), s.Asked)
}

// shares are those in the work of all rows and of the tables of single inputs, beside halves of the
// rows, for responses of so many coordinates and further targets.
func (r relearning) shares(task importance.Task, width int, further []Target) (ofWhole, ofOwn float64) {
	s := task.Size()
	s.Kernel.Rank, s.Kernel.Coarse = width, (width+1)/2
	for _, t := range further {
		_, columns := t.Values.Dims()
		s.Asked.Add(columns)
		if t.Inferred {
			s.Inferred.Add(columns)
		}
	}
	whole, own := r.wholeCost(s), r.ownTablesCost(s)
	all := whole.Then(own).Then(r.halvesCost(s)).Nanoseconds
	return whole.Nanoseconds / all, own.Nanoseconds / all
}

func (r relearning) cost(s importance.Size) importance.Cost {
	whole, halves := r.wholeCost(s), r.halvesCost(s)
	if r.halves.bound(s.Rows) { // what is known of all rows of bounded tables is dropped before
		whole = whole.Then(halves)
	} else {
		whole = whole.Plus(halves)
	}
	return factorCost(s, r.halves.fullWidth(s), r.halves.bound(s.Rows)).Plus(whole).Then(r.ownTablesCost(s))
}

// Cost implements Estimator.
func (s Stacked) Cost(size importance.Size) importance.Cost { return s.relearning().cost(size) }

// Cost implements Estimator.
func (l Loco) Cost(size importance.Size) importance.Cost { return l.relearning().cost(size) }

// Cost implements Estimator.
func (c Cross) Cost(s importance.Size) importance.Cost {
	c.Halves.Tests = true
	forests, width, bounded := Stacked(c).relearning().halvesCost(s), c.Halves.fullWidth(s), c.Halves.bound(s.Rows)
	if bounded {
		s.Rows = c.Halves.Rows
	}
	return factorCost(s, width, bounded).Plus(forests)
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
	return a.ChoiceCost(s).Then(all.Times(1 / float64(len(grid))))
}

// ChoiceCost is the cost of Choose. Of forests that differ only in their leaves the deepest is
// grown; two of three are no better than others at first sight, as a rule.
func (a Auto) ChoiceCost(s importance.Size) importance.Cost {
	width, rows := float64(min(s.Width(), chooseRank)), float64(min(s.Rows, chooseRows))
	if a.bound(s.Rows) {
		width = min(width, boundedRank)
	}
	var trials importance.Cost
	grid := a.grid()
	for _, c := range grid {
		deepest := !slices.ContainsFunc(grid, func(other forest.Config) bool {
			deeper := other.MinNodeSize < c.MinNodeSize
			other.MinNodeSize = c.MinNodeSize
			return deeper && other == c
		})
		if a.looks() {
			c.Trees = lookTrees + 2*a.Trial/3
		}
		if deepest {
			trials = trials.Then(importance.TreesCost(c, s, 1))
		}
		trials = trials.Then(adding(reaching(c, s, rows, votes(c, s.Rows)).base, 0, width, importance.Targets{}))
	}
	return importance.TableCost(s).Plus(factorCost(s, width, a.bound(s.Rows))).Plus(trials)
}
