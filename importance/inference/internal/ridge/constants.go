package ridge

// The numbers that values depend on; where no measurement is named, none was made.
const (
	// The ridge regressions: folds; the number of responses, or leading components of more, that
	// are looked at one by one; hinges of each index; and the penalty of the second step, less of
	// which would follow noise, more would not follow steep responses.
	indexFolds, Components, hinges = 5, 4, 7
	secondPenalty                  = 0.5
	// In the first step a column has fewestBends to mostBends hinges: fewer do not follow a curve.
	// With functions of the inputs it has at most mostFunctions columns, and half as many as rows.
	fewestBends, mostBends = 3, 12
	mostFunctions          = 100
	// MostColumns is the largest number of columns that a regression has.
	MostColumns = 512
	// leastIndex is the standard deviation, as a share of that of the response, below which an
	// index counts as none: without any input, only errors of rounding are left.
	leastIndex = 1e-3

	// rounding is the share of a variation below which another one is an error of rounding.
	rounding = 1e-12
)

// firstPenalties are the penalties that the first step of ridge regressions chooses among.
var firstPenalties = []float64{0.3, 3, 30}
