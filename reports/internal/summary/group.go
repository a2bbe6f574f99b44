package summary

import (
	"cmp"
	"slices"
	"strconv"
)

// Groups puts cells that agree in all keys but the given ones together, in the order of the cells.
func Groups(cells []Cell, except ...string) [][]Cell {
	return Grouped(cells, func(c Cell) string { return identity(Without(c.Cell, except...)) })
}

// Grouped puts what has one key together, in the order of the first.
func Grouped[T any](list []T, key func(T) string) [][]T {
	var parts [][]T
	place := make(map[string]int)
	for _, item := range list {
		k := key(item)
		at, ok := place[k]
		if !ok {
			at = len(parts)
			place[k] = at
			parts = append(parts, nil)
		}
		parts[at] = append(parts[at], item)
	}
	return parts
}

// Union adds to a list what it does not have yet.
func Union[T comparable](list []T, items ...T) []T {
	for _, item := range items {
		if !slices.Contains(list, item) {
			list = append(list, item)
		}
	}
	return list
}

// BySize puts cells of one size together, by the number that a key holds, ascending.
func BySize(cells []Cell, key string) [][]Cell {
	parts := Grouped(cells, func(c Cell) string { return c.Cell[key] })
	slices.SortStableFunc(parts, func(a, b []Cell) int { return cmp.Compare(SizeOf(a[0], key), SizeOf(b[0], key)) })
	return parts
}

// Selected returns the cells that agree with all keys of the selector.
func Selected(cells []Cell, selector map[string]string) []Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool { return !Matches(selector, c.Cell) })
}

// SizeOf returns the number that a key of a cell holds, 0 if it is none.
func SizeOf(c Cell, key string) float64 {
	size, _ := strconv.ParseFloat(c.Cell[key], 64)
	return size
}

// Find returns the first cell that agrees with all keys of the selector.
func Find(cells []Cell, selector map[string]string) (Cell, bool) {
	for _, c := range cells {
		if Matches(selector, c.Cell) {
			return c, true
		}
	}
	return Cell{}, false
}

// MostVariables is the largest number of variables of a cell.
func MostVariables(cells []Cell) int {
	p := 0
	for _, c := range cells {
		p = max(p, len(c.Variables))
	}
	return p
}
