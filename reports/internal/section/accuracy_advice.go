package section

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// bestOf is the one of comparisons with the least mean ratio, of those on the most settings.
func bestOf(list []comparison) comparison {
	return slices.MinFunc(list, func(a, b comparison) int {
		return cmp.Or(cmp.Compare(len(b.all), len(a.all)), cmp.Compare(a.mean.Mean, b.mean.Mean))
	})
}

// larger is on how many settings the error is larger than that of the paper's estimator.
func (c comparison) larger() (n int) {
	for _, r := range c.all {
		if r.Ratio.Mean > 1 {
			n++
		}
	}
	return n
}

// Advice says how large the errors of the best estimator are, and compares the others on the
// settings that they share.
func (s Accuracy) Advice() ([]string, []chart.Figure) {
	list := s.compared()
	if len(list) == 0 {
		return nil, nil
	}
	best := bestOf(list)
	text := fmt.Sprintf("%s: the root mean square error of %s is %s of that of %s, which stands for the paper's estimate; geometric mean over %s%s",
		summary.Title(s.Experiment), estimatorName(best.of), stat.Fixed(best.mean, 3), estimatorName(paperEstimator), format.Plural(len(best.all), "setting"), s.tablesText(best))
	if far := best.parts(); far != "" {
		text += ": " + far
	}
	if n := best.larger(); n > 0 {
		text += fmt.Sprintf(". It is larger on %d, at most %s (%s).", n, format.Fixed(best.worst.Ratio.Mean, 2), caseName(best.worst.Cell.Cell))
	} else {
		text += ". It is nowhere larger."
	}
	var same []comparison
	fewest := len(best.all)
	for _, c := range list {
		fewest = min(fewest, len(c.all))
		if len(c.all) == len(best.all) && !summary.Matches(best.of, c.of) {
			same = append(same, c)
		}
	}
	items := []string{text}
	if len(same) > 0 {
		text = fmt.Sprintf("Of other estimators on the same %d: %s.", len(best.all), ranked(same))
		if fewest < len(best.all) {
			if on, n := s.shared(list); n > 0 {
				text += fmt.Sprintf(" On the %d that all were run on: %s.", n, ranked(on))
			}
		}
		items = append(items, text)
	}
	return items, nil
}

// ranked lists comparisons from the least mean ratio on.
func ranked(list []comparison) string {
	list = slices.SortedStableFunc(slices.Values(list), func(a, b comparison) int { return cmp.Compare(a.mean.Mean, b.mean.Mean) })
	var parts []string
	for _, c := range list {
		parts = append(parts, estimatorName(c.of)+" "+format.Fixed(c.mean.Mean, 2))
	}
	return strings.Join(parts, "; ")
}

// tablesText says how many tables settings have.
func (s Accuracy) tablesText(of comparison) string {
	least, most := of.all[0].Ratio.N, of.all[0].Ratio.N
	for _, r := range of.all {
		least, most = min(least, r.Ratio.N), max(most, r.Ratio.N)
	}
	if least == most {
		return fmt.Sprintf(" of %d tables", most)
	}
	return fmt.Sprintf(" of %d to %d tables", least, most)
}

// farBelow is the ratio of errors that designs have at most on which an estimator is far
// better than the paper's.
const farBelow = 0.5

// parts takes apart the designs on which the estimator is far better, which a mean over all
// would hide: "0.22 on the 4 of linear and linear-correlated, 0.87 on the other 12".
func (c comparison) parts() string {
	var names []string
	var far, near []summary.ErrorRatio
	for _, of := range summary.Grouped(c.all, func(r summary.ErrorRatio) string { return r.Cell.Cell[results.KeyScenario] }) {
		if slices.ContainsFunc(of, func(r summary.ErrorRatio) bool { return r.Ratio.Mean > farBelow }) {
			near = append(near, of...)
		} else {
			far, names = append(far, of...), append(names, of[0].Cell.Cell[results.KeyScenario])
		}
	}
	if far == nil || near == nil {
		return ""
	}
	a, _, _ := summary.GeometricMean(far) // all are part of a mean that there is
	b, _, _ := summary.GeometricMean(near)
	return fmt.Sprintf("%s on the %d of %s, %s on the other %d", format.Fixed(a.Mean, 2), len(far), format.Enumerated(names), format.Fixed(b.Mean, 2), len(near))
}

// shared compares estimators on the settings that all of them were run on, and returns how
// many there are.
func (s Accuracy) shared(list []comparison) ([]comparison, int) {
	has := func(c comparison, name string) bool {
		return slices.ContainsFunc(c.all, func(r summary.ErrorRatio) bool { return caseName(r.Cell.Cell) == name })
	}
	var on []comparison
	n := 0
	for _, c := range list {
		all := slices.DeleteFunc(slices.Clone(c.all), func(r summary.ErrorRatio) bool {
			return slices.ContainsFunc(list, func(other comparison) bool { return !has(other, caseName(r.Cell.Cell)) })
		})
		mean, worst, err := summary.GeometricMean(all)
		if err != nil || len(all) == 0 {
			return nil, 0
		}
		on, n = append(on, comparison{c.of, all, mean, all[worst]}), len(all)
	}
	return on, n
}
