package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"drfvi/internal/par"

	"drfvi/internal/format"
)

// Times between two lines, two looks on a terminal, and two checks whether one is due though
// nothing was told.
const (
	linePause = 10 * time.Second
	lookPause = 100 * time.Millisecond
	beatPause = time.Second
)

// Progress shows how far a computation is by a line: on a terminal drawn over itself, elsewhere
// a new one every ten seconds, also while a step takes longer and tells nothing. End ends it.
type Progress struct {
	w     io.Writer
	what  string
	now   func() time.Time
	live  bool          // on a terminal
	pause time.Duration // between two lines or looks
	begin time.Time

	mutex   sync.Mutex // guards the fields below, and w
	last    time.Time  // of the last line or look
	share   float64    // as told last
	changed time.Time  // when it was another one before
	detail  string
	drawn   int           // letters of the line that is on the terminal
	end     chan struct{} // closed at the end
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
	p := &Progress{
		w: w, what: what, now: now, live: isTerminal(w), pause: linePause, begin: now(), end: make(chan struct{}),
	}
	if p.last = p.begin; p.live {
		p.pause = lookPause
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
		p.share, p.changed = share, p.now()
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
	line := p.line(now)
	if !p.live {
		Message(p.w, line)
		return
	}
	p.clear()
	// A terminal would break a line that does not fit, and what is broken cannot be drawn over.
	letters := []rune(format.VisibleLine(line))
	letters = letters[:min(len(letters), ScreenOf(p.w).Width-1)]
	fmt.Fprint(p.w, string(letters))
	p.drawn = len(letters)
}

// line says how far the computation is.
func (p *Progress) line(now time.Time) string {
	share, line := p.share, p.what+":"
	if share > 0 {
		line += fmt.Sprintf(" %.0f %% done,", 100*share)
	}
	if p.detail != "" {
		line += " " + p.detail + ","
	}
	line += " " + Duration(now.Sub(p.begin).Truncate(time.Second)) + " so far"
	if share <= 0 || share >= 1 {
		return line
	}
	// If it goes on as it did until the share was told; nothing is said near the end of that time,
	// or after it.
	took := float64(p.changed.Sub(p.begin))
	if remaining := time.Duration(took*(1-share)/share) - now.Sub(p.changed); remaining >= time.Second {
		line += ", about " + Duration(remaining.Truncate(time.Second)) + " left"
	}
	return line
}

// clear takes the line on a terminal away; the cursor is then where it began.
func (p *Progress) clear() {
	if p.drawn > 0 {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", p.drawn))
	}
	p.drawn = 0
}

// Say writes a line that stays.
func (p *Progress) Say(line string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.clear()
	Message(p.w, line)
}

// Elapsed is the time since the beginning.
func (p *Progress) Elapsed() time.Duration { return p.now().Sub(p.begin) }

// End takes the line on a terminal away, and shows nothing by itself from then on. It may be
// called again.
func (p *Progress) End() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	select {
	case <-p.end:
	default:
		close(p.end)
	}
	p.clear()
}
