package experiments

import (
	"fmt"
	"math"
	"testing"
)

// TestShare: units count by their expected time, also those in progress, and the share never falls.
func TestShare(t *testing.T) {
	queue := unitsOf(t, parsed(t, minimal))[:4]
	for i := range queue {
		queue[i].cost.Work = float64(10 * (i + 1))
		queue[i].cell.Method.Name = "one"
	}
	var last Event
	p := newProgress(func(e Event) { last = e }, queue, 5)
	share := func(want float64) {
		t.Helper()
		if math.Abs(last.Share-want) > 1e-12 {
			t.Errorf("share %v, expected %v", last.Share, want)
		}
	}
	p.begun(queue[3])
	share(0)
	p.advanced(queue[3], 0.5)
	share(0.2)
	p.advanced(queue[3], 0.25)
	share(0.2)
	p.finished(queue[3], 4, nil)
	share(0.4)
	p.failed(queue[2], 3)
	share(0.7)
	p.finished(queue[1], 2, nil)
	p.finished(queue[0], 1, nil)
	share(1)
	if last.Done != 8 || last.Total != 9 {
		t.Errorf("%d of %d units", last.Done, last.Total)
	}
}

// TestShareOfMethods: the units of a method that takes longer than expected, or less, count by the
// time that they take, and what is not all is not rounded to all.
func TestShareOfMethods(t *testing.T) {
	queue := unitsOf(t, parsed(t, minimal))[:6]
	for i := range queue {
		queue[i].cost.Work = 2 * workPerSecond
		queue[i].cell.Method.Name = []string{"quick", "slow"}[i/4]
	}
	var last Event
	p := newProgress(func(e Event) { last = e }, queue, 0)
	want := []float64{0.25 / (4*0.25 + 4), 0.5 / (4*0.25 + 4), 0.75 / (4*0.25 + 4), 1. / (1 + 4), 1, 1}
	for i, u := range queue {
		seconds := 0.25
		if i == 4 {
			seconds = 400
		}
		p.advanced(u, 0)
		p.finished(u, seconds, nil)
		if i == 4 {
			want[i] = 401. / 801
		}
		if math.Abs(last.Share-want[i]) > 1e-12 {
			t.Errorf("share %v after %d units, expected %v", last.Share, i+1, want[i])
		}
	}

	p = newProgress(func(e Event) { last = e }, queue, 0)
	for _, u := range queue[:5] {
		p.advanced(u, 1)
		p.finished(u, 1e9, nil)
	}
	p.advanced(queue[5], 1)
	if rounded := fmt.Sprintf("%.0f %%", 100*last.Share); rounded != "99 %" || last.Done != 5 {
		t.Errorf("%s, %d of 6 units", rounded, last.Done)
	}
	p.failed(queue[5], 0)
	if last.Share != 1 {
		t.Errorf("share %v at the end", last.Share)
	}
}
