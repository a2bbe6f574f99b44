package reports

import (
	"slices"

	"drfvi/internal/method"
	"drfvi/results"
)

// beyondPaper reports whether an experiment is none of the paper's: no cell was
// made under the conventions of its published numbers.
func (s Summary) beyondPaper() bool {
	return !slices.ContainsFunc(s.Cells, func(c CellSummary) bool { return c.Cell[keyVariant] == variantPublished })
}

// beyond is the source of experiments and claims that the paper does not have.
const beyond = "beyond the paper"

// findings says in words what an experiment shows, a paragraph each; only of
// experiments beyond the paper, whose results are not set beside printed ones.
func (s Summary) findings() []string {
	switch s.Experiment.Figure {
	case results.FigureConvergence:
		return s.convergenceText()
	case results.FigureCost:
		return s.costText()
	case results.FigureDesigns:
		return s.designText()
	}
	return nil
}

// methodFacts explains the methods; rare ones after the others, if they are
// used, in the order of their first use.
func methodFacts(summaries []Summary) facts {
	var list facts
	for _, f := range method.All() {
		if !f.Rare {
			list = append(list, [2]string{f.Label, f.About})
		}
	}
	for _, s := range summaries {
		for _, name := range distinct(s.Cells, keyMethod) {
			f := method.Of(name)
			if fact := [2]string{f.Label, f.About}; f.Rare && !slices.Contains(list, fact) {
				list = append(list, fact)
			}
		}
	}
	return list
}
