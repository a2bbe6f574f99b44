package terminal

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/term"

	"drfvi/internal/format"
)

// Widths in letters: where none is known and in files, the least a table is fitted
// to, and the most that sentences take, which are hard to read when they are longer.
const (
	usualWidth    = 80
	leastWidth    = 40
	sentenceWidth = 100
)

// Screen is what is known of the place that text is written to.
type Screen struct {
	Width   int
	Live    bool // a terminal, whose width text should fit; else a file or a pipe
	Colours bool
}

// Plain is a file or a pipe, where text is always the same.
func Plain() Screen { return Screen{Width: usualWidth} }

// ScreenOf looks at what w is. On a terminal COLUMNS, if set, is the width; NO_COLOR
// says that colours are not wanted.
func ScreenOf(w io.Writer) Screen {
	if !isTerminal(w) {
		return Plain()
	}
	s := Screen{Width: usualWidth, Live: true, Colours: colours(os.Getenv, runtime.GOOS)}
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		s.Width = columns
	} else if columns, _, err := term.GetSize(int(w.(*os.File).Fd())); err == nil && columns > 0 {
		s.Width = columns
	}
	s.Width = max(s.Width, leastWidth)
	return s
}

// colours reports whether a terminal is to show colours: not where the user does not
// want any or it has none, as old ones of Windows.
func colours(getenv func(string) string, system string) bool {
	return getenv("NO_COLOR") == "" && getenv("TERM") != "dumb" && (system != "windows" || getenv("WT_SESSION") != "")
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Strong makes a text stand out.
func (s Screen) Strong(text string) string { return s.painted("1;32", text) }

// painted sets a text in a style, by its number for terminals.
func (s Screen) painted(style, text string) string {
	if !s.Colours || text == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// Sentence breaks a text into lines.
func (s Screen) Sentence(text string) string {
	return format.Wrapped(format.VisibleLine(Worded(text)), min(s.Width, sentenceWidth)) + "\n"
}

// Remark is a line about the result. It is broken into lines, from the second on
// indented, on a terminal only: in a file it stays one line that can be searched for.
func (s Screen) Remark(text string) string {
	text = format.VisibleLine(Worded(text))
	if !s.Live {
		return text + "\n"
	}
	const indent = "  "
	return strings.ReplaceAll(format.Wrapped(text, min(s.Width, sentenceWidth)-len(indent)), "\n", "\n"+indent) + "\n"
}

// Warning is a remark that begins with the word "warning".
func (s Screen) Warning(text string) string {
	const word = "warning:"
	return s.painted("33", word) + strings.TrimPrefix(s.Remark(word+" "+shortNames(Worded(text))), word)
}
