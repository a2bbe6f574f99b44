package spec

import (
	"slices"
	"strings"
	"testing"
)

func TestCells(t *testing.T) {
	var got []string
	for _, c := range parsed(t, minimal).Cells() {
		got = append(got, c.Slug())
	}
	want := []string{
		"published-n20-p10-fake-drf-1.1.0-authors",
		"published-n20-p10-fake-preset-drf-1.1.0",
		"published-n20-p10-fake-plain",
		"published-n30-p10-fake-drf-1.1.0-authors",
		"published-n30-p10-fake-preset-drf-1.1.0",
		"published-n30-p10-fake-plain",
		"textbook-n20-p10-fake-paper-median",
		"textbook-n20-p10-fake-paper-0.5",
		"textbook-n20-p10-fake-drf-1.3.1-median",
		"textbook-n20-p10-fake-drf-1.3.1-0.5",
		"textbook-n20-p10-fake-preset-paper",
		"textbook-n20-p10-fake-preset-drf-1.3.1",
		"textbook-n30-p10-fake-paper-median",
		"textbook-n30-p10-fake-paper-0.5",
		"textbook-n30-p10-fake-drf-1.3.1-median",
		"textbook-n30-p10-fake-drf-1.3.1-0.5",
		"textbook-n30-p10-fake-preset-paper",
		"textbook-n30-p10-fake-preset-drf-1.3.1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("cells\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
