package reports

import (
	"slices"

	"drfvi/internal/method"
	"drfvi/reports/internal/page"
	"drfvi/results"
)

// beyondPaper reports whether an experiment is none of the paper's: no cell was
// made under the conventions of its published numbers.
func (s Summary) beyondPaper() bool {
	return !slices.ContainsFunc(s.Cells, func(c CellSummary) bool { return c.Cell[results.KeyVariant] == results.VariantPublished })
}

// beyond is the source of experiments and claims that the paper does not have.
const beyond = "beyond the paper"

// methodFacts explains the methods; rare ones after the others, if they are
// used, in the order of their first use.
func methodFacts(summaries []Summary) page.Facts {
	var list page.Facts
	for _, f := range method.All() {
		if !f.Rare {
			list = append(list, [2]string{f.Label, f.About})
		}
	}
	for _, s := range summaries {
		for _, name := range distinct(s.Cells, results.KeyMethod) {
			f := method.Of(name)
			if fact := [2]string{f.Label, f.About}; f.Rare && !slices.Contains(list, fact) {
				list = append(list, fact)
			}
		}
	}
	return list
}
