package inference

import (
	"drfvi/forest"
	"drfvi/importance"
)

// indexSteps are what an index takes in coordinates on the rows of a table.
type indexSteps struct {
	groups   float64
	learning float64
	target   func(width float64) float64 // regressions of a target on all inputs
	without  func(width float64) float64 // a prediction with functions of the indices, or without a group
}

func indexStepsOf(s importance.Size) indexSteps {
	n, groups, folds := float64(s.Rows), float64(s.CountVariables()), float64(indexFolds)
	columns := float64(min(max(s.Columns(), 1), s.Rows, mostColumns))
	dropping := droppingSteps(s, columns)
	cube := float64(2 * columns * columns * columns)
	i := indexSteps{groups: groups, learning: float64(2*n*columns*columns) + float64((folds+1)*cube)}
	i.target = func(width float64) float64 { return float64(2 * n * columns * width) }
	if s.Inputs > int(columns) && s.Inputs > manyInputs {
		// Vectorised, and shared: the inverse once for three uses, then a product with slopes.
		i.without = func(width float64) float64 {
			return float64(0.3 * (float64(folds*columns*(columns+width)/3) + float64(n*(columns+float64(2*width)))))
		}
		i.target = func(width float64) float64 { return float64(0.3 * n * columns * width) }
		return i
	}
	if s.Columns() > int(columns) { // no indices
		i.without = func(width float64) float64 {
			return float64(folds*dropping) + float64(n*(columns+float64(2*width)))
		}
		return i
	}
	responses := float64(min(s.Responses, indices))
	bends := float64(hinges * responses)
	first := func(columns float64) float64 { // of the first step: inverses, and slopes without each group
		cube, slopes := float64(2*columns*columns*columns), float64(groups*(droppingSteps(s, columns)+float64(2*columns*responses)))
		choosing := float64(len(firstPenalties)) * (float64((folds+1)*(cube+slopes)) + float64(groups*n*columns*responses))
		return float64(n*columns*(columns+responses)) + float64(choosing)
	}
	i.learning += first(columns)
	if bends := float64(bendsOf(s.Rows, s.Columns())); bends > 0 {
		i.learning += first(float64(columns * (1 + bends)))
	}
	if curved := float64(columns * (columns + 3)); curved <= n {
		i.learning += first(float64(0.5 * curved))
	}
	i.without = func(width float64) float64 {
		among := float64(n*bends*(columns+bends+width)) + float64(2*bends*bends*bends) + float64(columns*(columns+bends)*(bends+width))
		return float64(folds*(among+dropping)) + float64(n*bends*(columns+width)) + float64(n*columns*columns/groups)
	}
	return i
}

// droppingSteps is what leaving a group out of a regression on so many columns takes.
func droppingSteps(s importance.Size, columns float64) float64 {
	groups, all := float64(s.CountVariables()), float64(s.Columns())
	others, squares := all, 0.0 // of the groups' columns
	for _, count := range s.Levels {
		others -= float64(count)
		squares += float64(float64(count) * float64(count))
	}
	squares += float64(others * others / groups)
	scale := columns / all // of products, or of what is projected
	return (float64(2*columns*columns*columns) + float64(6*columns*scale*scale*squares)) / groups
}

// indexCost is the cost of an index on the rows of a table, and of predicting a target of the
// given width with all inputs and without each group.
func indexCost(s importance.Size, width float64) importance.Cost {
	i := indexStepsOf(s)
	return withoutForests(i.learning + i.target(width) + float64((i.groups+1)*i.without(width)))
}

// directionsCost is the cost of predicting the rows of another half as these, and of what is
// left of two directions of each group without it, of a share of the groups.
func directionsCost(s importance.Size, width, tested float64) importance.Cost {
	i := indexStepsOf(s)
	left := i.target(2*width) + i.without(2*width)
	return withoutForests(i.target(width) + float64((i.groups+1)*i.without(width)) + float64(tested*i.groups*left))
}

// withoutForests is the cost of coordinates that are not counted as those of forests.
func withoutForests(count float64) importance.Cost {
	return importance.Cost{Nanoseconds: coordinates(count).Nanoseconds}
}

// besideCost is the cost of predicting inputs from the others, of all or, if they are many, of the most
// important from few others.
func besideCost(s importance.Size) importance.Cost {
	looked := float64(s.CountVariables())
	s.Responses = 3
	if s.Inputs > manyInputs {
		looked = mostBeside
		s.Inputs, s.Variables, s.Indicators, s.Levels = mostRelated+3, 0, 0, nil
	}
	c := Splittable(inputForest(), s.Rows)
	cost := importance.TreesCost(c, s, 1)
	cost.Nanoseconds *= looked
	return importance.Cost{Nanoseconds: cost.Nanoseconds}
}

// ownTablesCost is the cost of the tables on which inputs that others predict are tested, with the
// prediction beside them. Where inputs are more than twice the rows they are predicted, by chance, about
// three of four that are looked at; elsewhere such tables are rare, and not foreseen.
func ownTablesCost(configs []forest.Config, h Halves, s importance.Size) importance.Cost {
	if h.Splits == 0 || s.CountVariables() <= manyInputs || s.Columns() <= 2*s.Rows {
		return importance.Cost{}
	}
	s.Variables = 1
	table := ensembleCost(configs, s, h.IndexRows, h.fullWidth(s), s.Asked).Then(halvesCost(configs, h, s))
	const tables = 0.75 * mostBeside
	table.Nanoseconds, table.Evaluations, table.Coordinates = tables*table.Nanoseconds, tables*table.Evaluations, tables*table.Coordinates
	return table
}
