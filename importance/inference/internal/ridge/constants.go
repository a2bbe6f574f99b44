package ridge

// The numbers that values depend on; where no measurement is named, none was made.
const (
	// The ridge regressions: folds; the number of responses, or leading components of more, that
	// are looked at one by one; hinges of each index; and the penalty of the second step, less of
	// which would follow noise, more would not follow steep responses.
	indexFolds, Components, hinges = 5, 4, 7
	secondPenalty                  = 0.5
	// shrinkage is the penalty, for each row, of lines that are shrunken.
	shrinkage = 0.3
	// In the first step the foremost numbers have so many bent columns, which follow a wave.
	mostBends = 12
	// Functions are chosen by what the first step on lines leaves. Those of which lines in their
	// columns leave less than leastUnexplained tell nothing else. The bent columns of a curve are
	// penalised by curvePenalty of their mean variation.
	leastUnexplained, curvePenalty = 0.05, 0.01
	// MostColumns is the largest number of columns that a regression has.
	MostColumns = 512
	// leastIndex is the standard deviation, as a share of that of the response, below which an
	// index counts as none: without any input, only errors of rounding are left.
	leastIndex = 1e-3

	// rounding is the share of a variation below which another one is an error of rounding.
	rounding = 1e-12
)

// firstPenalties are the penalties that the first step of ridge regressions chooses among, for each
// of its sets of columns by the loss with all inputs.
var firstPenalties = []float64{0.3, 3, 30}

// mostCurves and mostProducts are the numbers of curves, and of products and squares, that the
// first step chooses among. On few rows they are smaller: functions have at most half as many
// columns as there are rows.
var mostCurves, mostProducts = []int{4, 1}, []int{30, 6}
