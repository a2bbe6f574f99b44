package reports

import (
	"slices"

	"drfvi/reports/internal/page"
)

// beyondPaper reports whether an experiment is none of the paper's: no cell was
// made under the conventions of its published numbers.
func (s Summary) beyondPaper() bool {
	return !slices.ContainsFunc(s.Cells, func(c CellSummary) bool { return c.Cell[keyVariant] == variantPublished })
}

// beyond is the source of experiments and claims that the paper does not have.
const beyond = "beyond the paper"

// furtherMethods explains the methods that only experiments beyond the paper
// use, as far as there are any.
func furtherMethods(summaries []Summary) page.Facts {
	var list page.Facts
	for _, s := range summaries {
		for _, method := range distinct(s.Cells, keyMethod) {
			fact := [2]string{methodLabel(method), ""}
			switch method {
			case "projected-unbiased":
				fact[1] = "projected, less what finitely many trees add to it"
			case "mda-per-output", "sobol-mda-per-output":
				fact[1] = "that of each response alone, standardised, and of these the largest"
			default:
				continue
			}
			if !slices.Contains(list, fact) {
				list = append(list, fact)
			}
		}
	}
	return list
}
