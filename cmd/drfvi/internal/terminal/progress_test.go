package terminal

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"drfvi/internal/par"
)

func TestProgressWithoutTerminal(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := newProgress(&out, "run", func() time.Time { return now })
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
drfvi: run: 20s so far
drfvi: run: 100 % done, 20 of 20 units, 1m40s so far
drfvi: done
drfvi: and dusted
`
	if out.String() != want {
		t.Errorf("got\n%s\nexpected\n%s", &out, want)
	}
}

// TestProgressDrawn draws into a buffer as on a terminal of 80 letters, which no line fills.
func TestProgressDrawn(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := newProgress(&out, "größe", func() time.Time { return now })
	p.live, p.pause = true, lookPause
	p.Update(0.2, "too soon after the last look")
	if out.Len() > 0 {
		t.Errorf("a look at once: %q", &out)
	}
	now = now.Add(90 * time.Second)
	p.Update(0.5, "1 of 2 units")
	const half = "größe: 50 % done, 1 of 2 units, 1m30s so far, about 1m30s left"
	if got := out.String(); got != half {
		t.Errorf("the line is %q, expected %q", got, half)
	}
	out.Reset()
	p.Say("a line")
	gone := "\r" + strings.Repeat(" ", utf8.RuneCountInString(half)) + "\r"
	if got := out.String(); got != gone+"drfvi: a line\n" {
		t.Errorf("a line that stays is written as %q", got)
	}
	out.Reset()
	now = now.Add(lookPause)
	p.Update(0.75, "a\x1b[2Jb "+strings.Repeat("c", 80))
	if got := out.String(); utf8.RuneCountInString(got) != 79 || !strings.Contains(got, `a\x1b[2Jb`) {
		t.Errorf("a long line is %q", got)
	}
	out.Reset()
	p.End()
	p.End()
	if got := out.String(); got != "\r"+strings.Repeat(" ", 79)+"\r" {
		t.Errorf("lines left behind, or taken away twice: %q", got)
	}
}

// TestForeseen checks that a line never says that the end is near, which may last.
func TestForeseen(t *testing.T) {
	var b strings.Builder
	now := time.Unix(0, 0)
	p := newProgress(&b, "x", func() time.Time { return now })
	for _, share := range []float64{0.5, 0.5, 0.98} {
		now = now.Add(20 * time.Second)
		p.Update(share, "")
	}
	const want = "drfvi: x: 50 % done, 20s so far, about 20s left\ndrfvi: x: 50 % done, 40s so far\ndrfvi: x: 98 % done, 1m0s so far, about 1s left\n"
	if b.String() != want {
		t.Errorf("lines %q", b.String())
	}
}

// TestProgressOfSilence checks that work that tells nothing is seen to go on until its end.
func TestProgressOfSilence(t *testing.T) {
	var b strings.Builder
	now := time.Unix(0, 0)
	p := newProgress(&b, "coupled", func() time.Time { return now })
	for second := range 32 {
		if now = time.Unix(int64(second), 0); second == 15 {
			p.Update(0.25, "")
		}
		p.beat()
	}
	p.End()
	now = now.Add(time.Hour)
	p.beat()
	const want = "drfvi: coupled: 10s so far\ndrfvi: coupled: 25 % done, 20s so far, about 40s left\ndrfvi: coupled: 25 % done, 30s so far, about 30s left\n"
	if b.String() != want {
		t.Errorf("lines %q, want %q", b.String(), want)
	}
}

// TestProgressStumbles: what cannot be shown does not end the program.
func TestProgressStumbles(t *testing.T) {
	p := newProgress(stumbling{}, "x", time.Now)
	p.pause = 0
	var mistake *par.Panic
	if err := par.Try(p.beat); !errors.As(err, &mistake) {
		t.Errorf("a beat that panics gives %v", err)
	}
	free := make(chan struct{})
	go func() { p.mutex.Lock(); p.mutex.Unlock(); close(free) }()
	select {
	case <-free:
	case <-time.After(5 * time.Second):
		t.Fatal("a beat that panicked keeps the lock")
	}
}

// TestProgressBeats checks that a Progress looks by itself whether it is time.
func TestProgressBeats(t *testing.T) {
	var b strings.Builder
	p := NewProgress(&b, "x")
	p.mutex.Lock()
	p.pause = 0
	p.mutex.Unlock()
	for tries := 0; ; tries++ {
		p.mutex.Lock()
		lines := b.String()
		p.mutex.Unlock()
		if strings.HasPrefix(lines, "drfvi: x: ") {
			break
		}
		if tries == 100 {
			t.Fatalf("nothing is shown in ten seconds: %q", lines)
		}
		time.Sleep(beatPause / 10)
	}
	p.End()
}

// stumbling panics when it is written to.
type stumbling struct{}

func (stumbling) Write([]byte) (int, error) { panic("stumbled") }
