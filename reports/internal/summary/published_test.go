package summary

import (
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
)

func TestShownOrder(t *testing.T) {
	e, records := fixture.Tiny()
	shown := func() string {
		s := Summarise(e, records, nil)
		return strings.Join(s.Shown(s.Cells), " ")
	}
	if got := shown(); got != "B A C D" {
		t.Errorf("all: %s, want the paper's order, then the file's", got)
	}
	e.Ordering, e.Top = []string{"B"}, 3
	if got := shown(); got != "B A C" {
		t.Errorf("top 3: %s, want B, then by decreasing mean", got)
	}
	records = nil
	if got := shown(); got != "B A C" {
		t.Errorf("not run: %s, want the paper's order, then what is printed", got)
	}
}
