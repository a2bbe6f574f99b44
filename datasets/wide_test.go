package datasets

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestWideTables checks that the time of choosing columns is about linear in their number:
// looking up each in a list of all took 40 s for 131 072 columns.
func TestWideTables(t *testing.T) {
	const columns = 1 << 17
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
	if _, err := Matching("column", names, strangers); err == nil || !strings.Contains(err.Error(), "; and 131052 more (the nearest of 131072: ") {
		t.Errorf("unknown columns: %.200v", err)
	}
	if _, err := ParseGroups([]string{"all=" + strings.Join(names, ",")}, names); err != nil {
		t.Error(err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}
