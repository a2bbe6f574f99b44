package reports

import (
	"maps"
	"slices"
	"strings"

	"drfvi/internal/method"
	"drfvi/results"
)

// keyOrder is the order in which the keys of a cell are shown. Other keys come
// first, sorted: they are what an experiment varies that no other does.
var keyOrder = []string{results.KeyVariant, results.KeyN, results.KeyP, results.KeyMethod, results.KeyPreset, results.KeyKernel}

// orderedKeys returns the keys of cell in the order they are shown.
func orderedKeys(cell map[string]string) []string {
	var keys []string
	for _, key := range slices.Sorted(maps.Keys(cell)) {
		if !slices.Contains(keyOrder, key) {
			keys = append(keys, key)
		}
	}
	for _, key := range keyOrder {
		if _, ok := cell[key]; ok {
			keys = append(keys, key)
		}
	}
	return keys
}

// matches reports whether cell agrees with all keys of the selector.
func matches(selector, cell map[string]string) bool {
	for key, value := range selector {
		if found, ok := cell[key]; !ok || found != value {
			return false
		}
	}
	return true
}

// without returns a copy of cell that lacks the keys.
func without(cell map[string]string, keys ...string) map[string]string {
	rest := maps.Clone(cell)
	for _, key := range keys {
		delete(rest, key)
	}
	return rest
}

// identity is a string that is equal for equal cells only.
func identity(cell map[string]string) string {
	var b strings.Builder
	for _, key := range orderedKeys(cell) {
		b.WriteString(key)
		b.WriteByte(0)
		b.WriteString(cell[key])
		b.WriteByte(0)
	}
	return b.String()
}

// describe names a cell in words, leaving out the given keys:
// "published convention, n = 500, p = 10, retrain".
func describe(cell map[string]string, leaveOut ...string) string {
	var parts []string
	for _, key := range orderedKeys(cell) {
		if slices.Contains(leaveOut, key) {
			continue
		}
		switch key {
		case results.KeyVariant:
			parts = append(parts, variantLabel(cell[key]))
		case results.KeyData, results.KeyScenario:
			parts = append(parts, cell[key])
		case results.KeyMethod:
			parts = append(parts, methodLabel(cell[key]))
		case results.KeyPreset, results.KeyKernel:
			parts = append(parts, key+" "+cell[key])
		case results.KeyFrozenSet:
			parts = append(parts, "frozen set "+cell[key])
		default:
			parts = append(parts, key+" = "+cell[key])
		}
	}
	return strings.Join(parts, ", ")
}

// methodLabel is the name under which a method is shown.
func methodLabel(name string) string { return method.Of(name).Label }

// variantLabel says in a few words what a variant of an experiment stands for.
func variantLabel(variant string) string {
	switch variant {
	case results.VariantPublished:
		return "published convention"
	case results.VariantTextbook:
		return "textbook twin"
	}
	return variant
}

// group is a set of cells that agree in all keys but some.
type group struct {
	common map[string]string
	cells  []CellSummary
}

// groupCells puts cells that agree in all keys but the given ones into one
// group. Groups and their cells keep the order of the cells.
func groupCells(cells []CellSummary, except ...string) []group {
	var groups []group
	place := make(map[string]int)
	for _, c := range cells {
		common := without(c.Cell, except...)
		id := identity(common)
		at, ok := place[id]
		if !ok {
			at = len(groups)
			place[id] = at
			groups = append(groups, group{common: common})
		}
		groups[at].cells = append(groups[at].cells, c)
	}
	return groups
}
