package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"drfvi/internal/par"

	"drfvi/internal/format"
)

// Times between two lines where there is no terminal, two looks of the bar, and two checks
// whether one is due though nothing was told.
const (
	linePause = 10 * time.Second
	barPause  = 100 * time.Millisecond
	beatPause = time.Second
)

// Progress shows how far a computation is: on a terminal by a live bar with
// the time left, elsewhere by a plain line every ten seconds, also while a step
// takes longer and tells nothing. End ends it.
type Progress struct {
	w     io.Writer
	what  string
	now   func() time.Time
	pause time.Duration // between two lines, or two looks of the bar
	begin time.Time

	mutex  sync.Mutex // guards the fields below, and w
	bar    *bar       // nil where there is no terminal
	last   time.Time  // of the last line or look
	due    time.Time  // when the last line foresaw the end
	share  float64    // as told last
	told   time.Time  // when it was another one before
	detail string
	end    chan struct{} // closed at the end
}

// NewProgress begins to show the progress of what is computed.
func NewProgress(w io.Writer, what string) *Progress {
	p := newProgress(w, what, time.Now)
	go func() {
		beat := time.NewTicker(beatPause)
		defer beat.Stop()
		for {
			select {
			case <-p.end:
				return
			case <-beat.C:
				_ = par.Try(p.beat) // progress that fails does not end what it tells of
			}
		}
	}()
	return p
}

// newProgress returns a Progress that shows what it is told and when it is asked to.
func newProgress(w io.Writer, what string, now func() time.Time) *Progress {
	p := &Progress{w: w, what: what, now: now, pause: linePause, begin: now(), end: make(chan struct{})}
	if p.last = p.begin; isTerminal(w) {
		p.bar, p.pause = &bar{w: w}, barPause
	}
	return p
}

// Update shows that the given share of the work, in [0, 1], is done; detail
// says more and may be empty. A failure to write is of no interest: the
// computation goes on.
func (p *Progress) Update(share float64, detail string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if share != p.share {
		p.share, p.told = share, p.now()
	}
	p.detail = detail
	p.show()
}

// beat shows again what was told last, if it is time, with the times of now.
func (p *Progress) beat() error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	select {
	case <-p.end:
	default:
		p.show()
	}
	return nil
}

// show shows what was told last if it is time.
func (p *Progress) show() {
	now := p.now()
	if now.Sub(p.last) < p.pause {
		return
	}
	p.last = now
	elapsed, share := now.Sub(p.begin), p.share
	if p.bar != nil {
		what := p.what
		if p.detail != "" {
			what += ", " + p.detail
		}
		p.bar.draw(what, share, elapsed, max(p.left(now), 0), ScreenOf(p.w).Width)
		return
	}
	line := p.what + ":"
	if share > 0 {
		line += fmt.Sprintf(" %.0f %% done,", 100*share)
	}
	if p.detail != "" {
		line += " " + p.detail + ","
	}
	line += " " + Duration(elapsed) + " so far"
	if share > 0 && share < 1 {
		rest := p.left(now)
		// What was foreseen is over, and the rest seems to be as little as before.
		over := rest < 0 || !p.due.IsZero() && now.After(p.due) && rest < p.pause
		switch p.due = now.Add(rest); {
		case over:
			line += ", longer than foreseen"
		case rest < time.Second:
			line += ", less than 1s left"
		default:
			line += ", about " + Duration(rest) + " left"
		}
	}
	Message(p.w, line)
}

// left is the time that the rest will take if it goes on as it did until the share was told, below 0
// where that time is over.
func (p *Progress) left(now time.Time) time.Duration {
	if p.share <= 0 || p.share >= 1 {
		return 0
	}
	took := float64(p.told.Sub(p.begin))
	return time.Duration(took*(1-p.share)/p.share) - now.Sub(p.told)
}

// Say writes a line that stays.
func (p *Progress) Say(line string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.bar != nil {
		p.bar.clear()
	}
	Message(p.w, line)
}

// Elapsed is the time since the beginning.
func (p *Progress) Elapsed() time.Duration { return p.now().Sub(p.begin) }

// End takes the bar away, and shows nothing by itself from then on. It may be called again.
func (p *Progress) End() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	select {
	case <-p.end:
	default:
		close(p.end)
	}
	if p.bar != nil {
		p.bar.clear()
	}
}

// Widths of a bar in letters, and what words and times usually take beside it.
const (
	leastBar  = 10
	longBar   = 30
	besideBar = 50
)

// bar is a line of a terminal that is drawn over itself: what is done, the share, and
// the times so far and left.
type bar struct {
	w     io.Writer
	drawn int // letters of the line that is there
}

// draw shows a share of the work on a screen of so many letters. A line that does not
// fit loses its bar first, then the end of its words: a terminal would break it, and
// what is broken cannot be drawn over.
func (b *bar) draw(what string, share float64, elapsed, left time.Duration, screen int) {
	percent := fmt.Sprintf(" %3d%%", int(100*share))
	times := fmt.Sprintf("  [%v:%v]", elapsed.Truncate(time.Second), left.Truncate(time.Second))
	what = format.VisibleLine(what)
	room := screen - 1 - utf8.RuneCountInString(percent+times)
	length := min(max(screen-besideBar, leastBar), longBar, room-utf8.RuneCountInString(what)-len(" ||"))
	line := what + percent
	if length > 0 {
		full := int(float64(length) * share)
		line += " |" + strings.Repeat("█", full) + strings.Repeat(" ", length-full) + "|"
	} else if letters := []rune(what); len(letters) > room {
		line = string(letters[:max(room, 0)]) + percent
	}
	line += times
	b.clear()
	fmt.Fprint(b.w, line)
	b.drawn = utf8.RuneCountInString(line)
}

// clear takes the line away; the cursor is then where it began.
func (b *bar) clear() {
	if b.drawn > 0 {
		fmt.Fprintf(b.w, "\r%s\r", strings.Repeat(" ", b.drawn))
	}
	b.drawn = 0
}
