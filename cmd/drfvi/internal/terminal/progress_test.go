package terminal

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestProgressWithoutTerminal(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := NewProgress(&out, "run")
	p.now = func() time.Time { return now }
	p.begin, p.last = now, now
	at := func(seconds int) { now = time.Unix(int64(seconds), 0) }

	at(9)
	p.Update(0.05, "1 of 20 units")
	if out.Len() > 0 {
		t.Errorf("a line after 9 seconds: %q", &out)
	}
	at(10)
	p.Update(0.1, "2 of 20 units")
	at(19)
	p.Update(0.15, "3 of 20 units")
	at(20)
	p.Update(0, "")
	at(100)
	p.Update(1, "20 of 20 units")
	p.Say("done\nand dusted")
	p.End()
	want := `drfvi: run: 10 % done, 2 of 20 units, 10s so far, about 1m30s left
drfvi: run: 0 % done, 20s so far
drfvi: run: 100 % done, 20 of 20 units, 1m40s so far
drfvi: done
drfvi: and dusted
`
	if out.String() != want {
		t.Errorf("got\n%s\nexpected\n%s", &out, want)
	}
}

// TestProgressBar draws into a buffer as on a terminal.
func TestProgressBar(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(&out, "run")
	p.bar, p.pause = newBar(&out, "run"), barPause
	p.Update(0.2, "too soon after the last look")
	if out.Len() > 0 {
		t.Errorf("a look at once: %q", &out)
	}
	p.last = p.last.Add(-barPause)
	p.Update(0.5, "1 of 2 units")
	if got := out.String(); !strings.Contains(got, "run, 1 of 2 units") || !strings.Contains(got, "50%") {
		t.Errorf("the bar shows %q", got)
	}
	out.Reset()
	p.Say("a line")
	if got := out.String(); !strings.HasSuffix(got, "\rdrfvi: a line\n") {
		t.Errorf("a line that stays is written as %q", got)
	}
	p.last = p.last.Add(-barPause)
	p.Update(1, "2 of 2 units")
	p.End()
	if got := out.String(); strings.Contains(got, "\x1b[3") || strings.Count(got, "\n") != 1 {
		t.Errorf("colours, or lines left behind: %q", got)
	}
}
