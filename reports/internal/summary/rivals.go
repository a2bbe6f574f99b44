package summary

import (
	"fmt"
	"maps"
)

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
	differing := make(map[string]string)
	for key, value := range other.Cell {
		if own, ok := c.Cell[key]; ok && own != value {
			differing[key] = value
		}
	}
	return Describe(differing)
}
