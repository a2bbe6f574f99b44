package summary

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"drfvi/methods/method"
	"drfvi/results"
)

// keyOrder is the order in which the keys of a cell are shown. Other keys come
// first, sorted: they are what an experiment varies that no other does.
var keyOrder = []string{results.KeyVariant, results.KeyN, results.KeyP, results.KeyMethod, results.KeyPreset, results.KeyKernel}

// EstimationKeys are the keys in which cells of one design differ: how they estimate, and not of what.
var EstimationKeys = []string{results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel}

// OrderedKeys returns the keys of cell in the order they are shown.
func OrderedKeys(cell map[string]string) []string {
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

// Matches reports whether cell agrees with all keys of the selector.
func Matches(selector, cell map[string]string) bool {
	for key, value := range selector {
		if found, ok := cell[key]; !ok || found != value {
			return false
		}
	}
	return true
}

// Without returns a copy of cell that lacks the keys.
func Without(cell map[string]string, keys ...string) map[string]string {
	rest := maps.Clone(cell)
	for _, key := range keys {
		delete(rest, key)
	}
	return rest
}

// Only returns the given keys of a cell.
func Only(cell map[string]string, keys ...string) map[string]string {
	part := make(map[string]string)
	for _, key := range keys {
		if value, ok := cell[key]; ok {
			part[key] = value
		}
	}
	return part
}

// identity is a string that is equal for equal cells only.
func identity(cell map[string]string) string { return fmt.Sprintf("%q", cell) }

// Describe names a cell in words:
// "published convention, n = 500, p = 10, retrain".
func Describe(cell map[string]string) string {
	var parts []string
	for _, key := range OrderedKeys(cell) {
		switch key {
		case results.KeyVariant:
			parts = append(parts, VariantLabel(cell[key]))
		case results.KeyData, results.KeyScenario:
			parts = append(parts, cell[key])
		case results.KeyMethod:
			parts = append(parts, MethodLabel(cell[key]))
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

// MethodLabel is the name under which a method is shown.
func MethodLabel(name string) string { return method.Of(name).Label }

// VariantLabel says in a few words what a variant of an experiment stands for.
func VariantLabel(variant string) string {
	switch variant {
	case results.VariantPublished:
		return "published convention"
	case results.VariantTextbook:
		return "textbook twin"
	}
	return variant
}

// Beyond is the source of experiments and claims that the paper does not have.
const Beyond = "beyond the paper"

// Title is an experiment's title with its source. Titles that go on after a question, which
// heads the report, go without it.
func Title(e results.Experiment) string {
	if _, rest, ok := strings.Cut(e.Title, "? "); ok && e.Source == Beyond {
		return rest
	}
	if e.Source == "" {
		return e.Title
	}
	return e.Title + " (" + e.Source + ")"
}
