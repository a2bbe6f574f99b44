package cluster

import (
	"testing"

	"drfvi/experiments"
)

// TestMemoryOfEnormousUnits checks that the class of a unit that no machine has the
// memory for is found.
func TestMemoryOfEnormousUnits(t *testing.T) {
	for _, bytes := range []int64{1 << 61, 1<<63 - 1} {
		u := experiments.PlannedUnit{Bytes: bytes}
		if got := memoryOf(u, 3); got != 1<<62 {
			t.Errorf("%d bytes: %d", bytes, got)
		}
	}
}
