package datasets

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestWideTables checks that the time of choosing columns is about linear in their number:
// looking up each in a list of all took 40 s for 131 072 columns. All columns then take as long as
// eight times an eighth of them, and eight times as long if the time is quadratic; the bound is between the two,
// as many times from either.
func TestWideTables(t *testing.T) {
	var eighths time.Duration
	for range 8 {
		eighths += chooseColumns(t, 1<<10)
	}
	if all := min(chooseColumns(t, 1<<13), chooseColumns(t, 1<<13)); all > 3*eighths {
		t.Errorf("eight times an eighth of the columns took %v, all %v", eighths, all)
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
