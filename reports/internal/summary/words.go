package summary

import (
	"maps"
	"strings"

	"drfvi/methods/method"
	"drfvi/results"
)

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
		return "textbook convention"
	}
	return variant
}

// Beyond is the source of experiments and claims that the paper does not have.
const Beyond = "beyond the paper"

// Title is an experiment's title with its source. Titles that go on after a question, which
// heads the report, go without it.
func Title(e results.Experiment) string {
	if _, title, ok := strings.Cut(e.Title, "? "); ok && e.Source == Beyond {
		return title
	}
	if e.Source == "" {
		return e.Title
	}
	return e.Title + " (" + e.Source + ")"
}

// Where names a cell in words, its preset and kernel only where the rest does
// not tell cells apart: "published convention, n = 500, p = 10, retrain".
func (s Summary) Where(c Cell) string {
	short := Without(c.Cell, results.KeyPreset, results.KeyKernel)
	if len(Selected(s.Cells, short)) == 1 {
		return Describe(short)
	}
	return Describe(c.Cell)
}

// Distinction names another cell by what it differs in from a cell.
func (s Summary) Distinction(c, other Cell) string {
	differing := maps.Clone(other.Cell)
	maps.DeleteFunc(differing, func(key, value string) bool {
		ours, ok := c.Cell[key]
		return !ok || ours == value
	})
	return Describe(differing)
}

// VariantTitle is the title of a cell's variant, short for heads of columns and panels.
func (s Summary) VariantTitle(cell map[string]string) string {
	name := cell[results.KeyVariant]
	if name == results.VariantPublished {
		return "drf 1.1.0"
	}
	for _, v := range s.Experiment.Variants {
		if v.Name == name && v.Title != "" {
			return v.Title
		}
	}
	return name
}
