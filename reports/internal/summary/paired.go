package summary

import "drfvi/reports/internal/stat"

// Pairs returns where two cells hold the same repetition: indices into the
// rows of the one and the other. Repetitions of one number saw the same data,
// so that differences within them are free of what the data add to both.
func Pairs(a, b Cell) [][2]int {
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

// PairedDifference summarises x − y within repetitions that the cells a and b both have, x of a
// and y of b with one number per repetition; N is 0 if there is none, or if a repetition lacks
// its number.
func PairedDifference(a, b Cell, x, y []float64) stat.Stat {
	if len(x) != len(a.numbers) || len(y) != len(b.numbers) {
		return stat.New(nil)
	}
	var differences []float64
	for _, at := range Pairs(a, b) {
		differences = append(differences, x[at[0]]-y[at[1]])
	}
	return stat.New(differences)
}
