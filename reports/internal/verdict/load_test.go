package verdict

import (
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// now returns a claim of version 1.0.0 as an expression.
func now(c results.EarlierClaim) results.Claim {
	claim, err := c.Claim()
	if err != nil {
		panic(err)
	}
	return claim
}

// summaryOf returns the summary of the one experiment of a source.
func summaryOf(t *testing.T, m *fixture.Memory) summary.Summary {
	t.Helper()
	summaries, err := summary.Load(m)
	if err != nil {
		t.Fatal(err)
	}
	return summaries[0]
}
