package experiments

import "testing"

// TestShare: units count by their expected work, also those in progress, and the share never falls.
func TestShare(t *testing.T) {
	queue := unitsOf(t, parsed(t, minimal))[:4]
	for i := range queue {
		queue[i].cost.Work = float64(10 * (i + 1))
	}
	var last Event
	p := newProgress(func(e Event) { last = e }, queue, 5)
	share := func(want float64) {
		t.Helper()
		if last.Share != want {
			t.Errorf("share %v, expected %v", last.Share, want)
		}
	}
	p.begun(queue[3])
	share(0)
	p.advanced(queue[3], 0.5)
	share(0.2)
	p.advanced(queue[3], 0.25)
	share(0.2)
	p.finished(queue[3], nil)
	share(0.4)
	p.failed(queue[2])
	share(0.7)
	p.finished(queue[1], nil)
	p.finished(queue[0], nil)
	share(1)
	if last.Done != 8 || last.Total != 9 {
		t.Errorf("%d of %d units", last.Done, last.Total)
	}
}
