package verdict

import (
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
)

// summaryOf returns the summary of the one experiment of a source.
func summaryOf(t *testing.T, m *fixture.Memory) summary.Summary {
	t.Helper()
	summaries, err := summary.Load(m)
	if err != nil {
		t.Fatal(err)
	}
	return summaries[0]
}

// side is on which side of the claim the means lie.
func (f finding) side() Verdict {
	switch {
	case f.outcome == NotRun:
		return Missing
	case f.Gap.Mean > 0:
		return Compatible
	}
	return Differs
}
