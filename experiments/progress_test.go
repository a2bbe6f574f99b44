package experiments

import (
	"testing"
	"time"

	"drfvi/experiments/external"
)

// TestTimeLeft corrects estimates by what units of the same method took: with programs
// that are estimated at a minute and take a second, the time left is what the others take.
func TestTimeLeft(t *testing.T) {
	units := unitsOf(t, parsed(t, minimal))
	var queue []unit
	for i, u := range units[:8] {
		u.cost.Nanoseconds = 10e9
		u.cell.Method.Name = "built-in"
		if i%2 == 0 {
			u.cell.Method.Name, u.cost.Nanoseconds = "program", 60e9
			u.method = unitMethod{program: new(external.Method)}
		}
		queue = append(queue, u)
	}
	var last Event
	p := newProgress(func(e Event) { last = e }, queue, 0)
	for i := range 4 {
		u := queue[2*i]
		p.begun(u, 1)
		p.flights[u.id()].begin = time.Now().Add(-time.Second)
		p.finished(u, nil)
	}
	// 4 s of 44 s are done.
	if last.Share < 0.09 || last.Share > 0.12 {
		t.Errorf("share %v, expected 0.091 and a little", last.Share)
	}
	u := queue[1]
	p.begun(u, 2)
	p.flights[u.id()].begin = time.Now().Add(-10 * time.Second)
	p.finished(u, nil)
	// 24 s of 84 s: a unit takes 20 seconds of one worker, of ten that were estimated.
	if last.Share < 0.28 || last.Share > 0.30 {
		t.Errorf("share %v, expected about 0.286", last.Share)
	}
	for _, u := range []unit{queue[3], queue[5], queue[7]} {
		p.failed(u)
	}
	if last.Share != 1 {
		t.Errorf("at the end: share %v", last.Share)
	}
}
