package summary

import (
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/results"
)

// summaryOf returns the summary of the one experiment of a source.
func summaryOf(t *testing.T, m *fixture.Memory) Summary {
	t.Helper()
	summaries, err := Load(m)
	if err != nil {
		t.Fatal(err)
	}
	return summaries[0]
}

// cellWith returns the first cell that agrees with a selector.
func cellWith(t *testing.T, s Summary, selector map[string]string) Cell {
	t.Helper()
	for _, c := range s.Cells {
		if results.Matches(selector, c.Cell) {
			return c
		}
	}
	t.Fatalf("no cell %v", selector)
	return Cell{}
}
