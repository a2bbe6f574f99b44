package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/datasets"
	"drfvi/internal/mention"
)

// countName matches names of columns that say how often a row was observed, and those of vectors of
// weights from R and Python.
var countName = regexp.MustCompile(`(?i)^(n|nobs|n_obs|num|number|cases|freq.*|counts?|.*_(count|freq)|\((sample_)?weights?\))$`)

// looksLikeFrequencies warns of probability weights that are whole numbers under the name of
// counts: a row with many observations would be one row. It is nil for others.
func looksLikeFrequencies(c datasets.Column) error {
	if !countName.MatchString(c.Name) || !areCounts(c.Values) || slices.Max(c.Values) < 2 {
		return nil
	}
	return mention.Errorf("weights %q are whole numbers: %v if they say how often each row was observed", c.Name,
		mention.WeightKind.To(frequencyWeights))
}

// areCounts reports whether all values are whole numbers that are not negative.
func areCounts(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) || v < 0 })
}

// trialsWarning warns of two targets that are counts, as of successes and failures: an input that
// changes their sum alone is significant. It is "" for other targets.
func trialsWarning(p *datasets.Problem) string {
	if len(p.Targets) != 2 || p.Targets[0].Categorical || p.Targets[1].Categorical {
		return ""
	}
	for _, t := range p.Targets {
		values := t.Own(mat.Col(nil, t.Columns[0], p.Y))
		if !areCounts(values) || slices.Max(values) < 2 {
			return ""
		}
	}
	first, second := p.Targets[0].Name, p.Targets[1].Name
	return fmt.Sprintf("targets %s and %s are counts, of which both are tested: an input that only changes their sum is "+
		"significant. If they are successes and failures of trials, the target is the share %s / (%s + %s), and the "+
		"weights are the trials %s + %s (%v)",
		inSentence(first), inSentence(second), inSentence(first), inSentence(first), inSentence(second),
		inSentence(first), inSentence(second), mention.Weights)
}
