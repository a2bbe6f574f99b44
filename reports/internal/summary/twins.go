package summary

import (
	"fmt"
	"maps"

	"drfvi/results"
)

// Shared returns the keys that all cells have with one value; none without cells.
func Shared(cells []Cell) map[string]string {
	if len(cells) == 0 {
		return nil
	}
	part := maps.Clone(cells[0].Cell)
	maps.DeleteFunc(part, func(key, _ string) bool { return len(Distinct(cells, key)) > 1 })
	return part
}

// Distinct returns the different values of a key in the order of the cells.
func Distinct(cells []Cell, key string) []string {
	var values []string
	for _, c := range cells {
		values = Union(values, c.Cell[key])
	}
	return values
}

// Where names a cell in words, its preset and kernel only where the rest does
// not tell cells apart: "published convention, n = 500, p = 10, retrain".
func (s Summary) Where(c Cell) string {
	rest := Without(c.Cell, results.KeyPreset, results.KeyKernel)
	if len(Selected(s.Cells, rest)) == 1 {
		return Describe(rest)
	}
	return Describe(c.Cell)
}

// Rival returns the cell whose values a cell is compared with: the one that
// differs from it in the given keys. Keys that only one of the two has do not
// count.
func (s Summary) Rival(c Cell, than map[string]string) (Cell, error) {
	wanted := maps.Clone(c.Cell)
	maps.Copy(wanted, than)
	for _, other := range s.Cells {
		fits := other.Slug != c.Slug && Matches(than, other.Cell)
		for key, value := range other.Cell {
			if want, ok := wanted[key]; ok && want != value {
				fits = false
			}
		}
		if fits && other.Repetitions == 0 {
			return other, fmt.Errorf("%s: %w", Describe(than), other.NotRunError())
		}
		if fits {
			return other, nil
		}
	}
	return Cell{}, fmt.Errorf("no cell %s to compare with", Describe(than))
}

// Distinction names another cell by what it differs in from a cell.
func (s Summary) Distinction(c, other Cell) string {
	differing := maps.Clone(other.Cell)
	maps.DeleteFunc(differing, func(key, value string) bool {
		own, ok := c.Cell[key]
		return !ok || own == value
	})
	return Describe(differing)
}

// VariantTitle is the title of a cell's variant.
func (s Summary) VariantTitle(cell map[string]string) string {
	name := cell[results.KeyVariant]
	for _, v := range s.Experiment.Variants {
		if v.Name == name && v.Title != "" {
			return v.Title
		}
	}
	return name
}
