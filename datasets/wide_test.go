package datasets

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestWideTables checks that the time of choosing columns is about linear in their number:
// looking up each in a list of all took 40 s for 131 072 columns. Of eight times the
// columns a linear time is 8 times as long and a quadratic one 64 times; the bound is
// between the two, as many times from either.
func TestWideTables(t *testing.T) {
	if few, many := chooseColumns(t, 1<<12), min(chooseColumns(t, 1<<15), chooseColumns(t, 1<<15)); many > 23*few {
		t.Errorf("an eighth of the columns took %v, all %v", few, many)
	}
}

// chooseColumns chooses all of so many columns in every way, and returns how long it took.
func chooseColumns(t *testing.T, columns int) time.Duration {
	t.Helper()
	names, strangers := make([]string, columns), make([]string, columns)
	for j := range names {
		names[j], strangers[j] = fmt.Sprintf("column%d", j), fmt.Sprintf("stranger%d", j)
	}
	start := time.Now()
	for _, choices := range [][]string{{"column*"}, {"c*", "*1"}, names} {
		chosen, err := Matching("column", names, choices)
		if err != nil || len(chosen) != columns {
			t.Errorf("%d choices: %d columns, %v", len(choices), len(chosen), err)
		}
	}
	if _, err := Matching("column", names, strangers); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("; and %d more (the nearest of %d: ", columns-20, columns)) {
		t.Errorf("unknown columns: %.200v", err)
	}
	if _, err := ParseGroups([]string{"all=" + strings.Join(names, ",")}, names); err != nil {
		t.Error(err)
	}
	return time.Since(start)
}
