package inference

import (
	"drfvi/forest"
	"drfvi/importance"
)

// indexCost is the cost of an index on the rows of a table, and of predicting so many
// vectors of the given width, each with all inputs and without each group.
func indexCost(s importance.Size, width, vectors float64) importance.Cost {
	n, groups, folds := float64(s.Rows), float64(s.CountVariables()), float64(indexFolds)
	columns := float64(min(max(s.Inputs, 1), s.Rows, mostColumns))
	responses := float64(min(s.Responses, indices))
	bends := float64(hinges * responses)
	steps := func(columns float64) float64 { // of the first step: inverses, and slopes without each group
		cube, slopes := float64(2*columns*columns*columns), float64(2*groups*columns*responses)
		inverses := float64((folds + 1) * (cube + slopes))
		choosing := float64(len(firstPenalties)) * (inverses + float64(groups*n*columns*responses))
		return float64(n*columns*(columns+responses)) + float64(choosing)
	}
	learning := steps(columns) + float64(n*columns*columns) + float64((folds+1)*2*columns*columns*columns)
	if curved := float64(columns * (columns + 3)); curved <= n {
		learning += steps(float64(0.5 * curved))
	}
	// A regression on the functions of the indices, and what it predicts.
	among := float64(n*bends*(columns+bends+width)) + float64(2*bends*bends*bends) + float64(columns*(columns+bends)*(bends+width))
	predicting := float64(folds*among) + float64(n*(columns+bends)*width)
	cost := coordinates(learning + float64(vectors*(float64(n*columns*width)+float64((groups+1)*predicting))))
	cost.Coordinates = 0 // those of forests
	return cost
}

// decoysCost is the cost of finding out whether inputs are foretold by the others, of every
// other input as if that many were suspected. Decoys themselves are rare, and not foreseen.
func decoysCost(configs []forest.Config, s importance.Size) importance.Cost {
	var sum importance.Cost
	for _, c := range configs {
		sum = sum.Plus(importance.TreesCost(Splittable(c, s.Rows), s, 1))
	}
	sum.Nanoseconds *= float64(s.CountVariables()) / 2
	return sum
}
