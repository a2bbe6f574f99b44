package terminal

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"drfvi/internal/format"
)

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
func (b *bar) draw(what string, share float64, elapsed time.Duration, screen int) {
	percent := fmt.Sprintf(" %3d%%", int(100*share))
	times := fmt.Sprintf("  [%v:%v]", elapsed.Truncate(time.Second), left(share, elapsed).Truncate(time.Second))
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

// left is the time that the rest will take if it goes on as it did; 0 where that is
// not known.
func left(share float64, elapsed time.Duration) time.Duration {
	if share <= 0 || share >= 1 {
		return 0
	}
	return time.Duration(float64(elapsed) * (1 - share) / share)
}
