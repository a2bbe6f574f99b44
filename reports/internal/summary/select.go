package summary

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"drfvi/results"
)

// Selected returns the cells that agree with a selector, in which "first" stands for the value
// of the first cell.
func Selected(cells []Cell, selector map[string]string) []Cell {
	selector = maps.Clone(selector)
	for key, value := range selector {
		if value == "first" && len(cells) > 0 {
			selector[key] = cells[0].Cell[key]
		}
	}
	return Having(cells, func(c Cell) bool { return results.Matches(selector, c.Cell) })
}

// Find returns the first cell that agrees with a selector.
func Find(cells []Cell, selector map[string]string) (Cell, bool) {
	place := slices.IndexFunc(cells, func(c Cell) bool { return results.Matches(selector, c.Cell) })
	if place < 0 {
		return Cell{}, false
	}
	return cells[place], true
}

// Counterpart returns the cell of the design of another, among candidates, that a selector
// finds.
func Counterpart(candidates []Cell, c Cell, than map[string]string) (Cell, bool) {
	selector := Without(c.Cell, EstimationKeys...)
	maps.Copy(selector, than)
	return Find(candidates, selector)
}

// Rival returns the cell whose values a cell is compared with: the one that
// differs from it in the given keys. Keys that only one of the two has do not
// count.
func (s Summary) Rival(c Cell, than map[string]string) (Cell, error) {
	wanted := maps.Clone(c.Cell)
	maps.Copy(wanted, than)
	for _, other := range s.Cells {
		fits := other.Slug != c.Slug && results.Matches(than, other.Cell)
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
	return Cell{}, errors.New("no cell " + Describe(than) + " to compare with")
}

// Grouped puts what has one key together, in the order of the first.
func Grouped[T any](list []T, key func(T) string) [][]T {
	var parts [][]T
	place := make(map[string]int)
	for _, item := range list {
		k := key(item)
		part, ok := place[k]
		if !ok {
			part = len(parts)
			place[k] = part
			parts = append(parts, nil)
		}
		parts[part] = append(parts[part], item)
	}
	return parts
}

// Groups puts cells that agree in all keys but the given ones together, in the order of the cells.
func Groups(cells []Cell, except ...string) [][]Cell {
	return Grouped(cells, func(c Cell) string { return identity(Without(c.Cell, except...)) })
}

// BySize puts cells of one size together, by the number that a key holds, ascending.
func BySize(cells []Cell, key string) [][]Cell {
	parts := Grouped(cells, func(c Cell) string { return c.Cell[key] })
	slices.SortStableFunc(parts, func(a, b []Cell) int { return cmp.Compare(SizeOf(a[0], key), SizeOf(b[0], key)) })
	return parts
}

// SizeOf returns the number that a key of a cell holds, 0 if it is none.
func SizeOf(c Cell, key string) float64 {
	size, _ := strconv.ParseFloat(c.Cell[key], 64)
	return size
}

// Having returns those that a condition holds for.
func Having[T any](list []T, holds func(T) bool) (matching []T) {
	for _, item := range list {
		if holds(item) {
			matching = append(matching, item)
		}
	}
	return matching
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

// Distinct returns the different values of a key in the order of the cells.
func Distinct(cells []Cell, key string) []string {
	var values []string
	for _, c := range cells {
		values = Union(values, c.Cell[key])
	}
	return values
}

// Shared returns the keys that all cells have with one value; none without cells.
func Shared(cells []Cell) map[string]string {
	if len(cells) == 0 {
		return nil
	}
	part := maps.Clone(cells[0].Cell)
	maps.DeleteFunc(part, func(key, _ string) bool { return len(Distinct(cells, key)) > 1 })
	return part
}

// Without returns a copy of cell that lacks the keys.
func Without(cell map[string]string, keys ...string) map[string]string {
	part := maps.Clone(cell)
	maps.DeleteFunc(part, func(key, _ string) bool { return slices.Contains(keys, key) })
	return part
}

// Only returns the given keys of a cell.
func Only(cell map[string]string, keys ...string) map[string]string {
	part := maps.Clone(cell)
	maps.DeleteFunc(part, func(key, _ string) bool { return !slices.Contains(keys, key) })
	return part
}

// identity is a string that is equal for equal cells only.
func identity(cell map[string]string) string { return fmt.Sprintf("%q", cell) }

// design is the identity of what a cell estimates, however it does.
func (c Cell) design() string { return identity(Without(c.Cell, EstimationKeys...)) }

// MostVariables is the largest number of variables of a cell.
func MostVariables(cells []Cell) int {
	p := 0
	for _, c := range cells {
		p = max(p, len(c.Variables))
	}
	return p
}

// keyOrder is the order in which the keys of a cell are shown. Other keys come
// first, sorted: they are what an experiment varies that no other does.
var keyOrder = []string{
	results.KeyVariant, results.KeyN, results.KeyP, results.KeyMethod, results.KeyPreset, results.KeyKernel,
}

// EstimationKeys are the keys in which cells of one design differ: how they estimate, and not
// of what.
var EstimationKeys = []string{results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel}

// OrderedKeys returns the keys of cell in the order they are shown.
func OrderedKeys(cell map[string]string) []string {
	keys := slices.Sorted(maps.Keys(cell))
	slices.SortStableFunc(keys, func(a, b string) int { return slices.Index(keyOrder, a) - slices.Index(keyOrder, b) })
	return keys
}
