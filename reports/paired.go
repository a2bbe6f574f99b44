package reports

import (
	"drfvi/reports/internal/stat"
)

// pairs returns where two cells hold the same repetition: indices into the
// rows of the one and the other. Repetitions of one number saw the same data,
// so that differences within them are free of what the data add to both.
func pairs(a, b CellSummary) [][2]int {
	var at [][2]int
	for i, j := 0, 0; i < len(a.numbers) && j < len(b.numbers); {
		switch {
		case a.numbers[i] < b.numbers[j]:
			i++
		case a.numbers[i] > b.numbers[j]:
			j++
		default:
			at = append(at, [2]int{i, j})
			i, j = i+1, j+1
		}
	}
	return at
}

// pairedDifference summarises a − b within repetitions that both cells have,
// of a value that has one number per repetition; N is 0 if there is none, or
// if a repetition lacks the value.
func pairedDifference(a, b CellSummary, value func(CellSummary) []float64) stat.Stat {
	x, y := value(a), value(b)
	if len(x) != len(a.numbers) || len(y) != len(b.numbers) {
		return stat.New(nil)
	}
	var differences []float64
	for _, at := range pairs(a, b) {
		differences = append(differences, x[at[0]]-y[at[1]])
	}
	return stat.New(differences)
}
