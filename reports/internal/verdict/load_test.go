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
