package format

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Visible escapes, as in Go's quoted strings, the invisible and possibly harmful characters
// that names of columns may hold: control characters except blanks, direction marks,
// characters without width, and invalid bytes. Texts pass through it on their way to
// formats that forbid some of them and to terminals, which they could command.
func Visible(text string) string {
	return visible(text, func(r rune) bool { return r != '\t' && r != '\n' && hidden(r) })
}

// VisibleJSON is Visible for JSON, whose strings keep their values.
func VisibleJSON(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\t' || r == '\n' || !hidden(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// VisibleLine is Visible for a text that must stay on one line.
func VisibleLine(text string) string { return visible(text, hidden) }

func visible(text string, hidden func(rune) bool) string {
	if strings.IndexFunc(text, hidden) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case hidden(r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// hidden reports whether a character is invisible by itself. Joiners, which some scripts
// need, and soft hyphens, which occur in prose, are not hidden.
func hidden(r rune) bool {
	const softHyphen, nonJoiner, joiner = 0xAD, 0x200C, 0x200D
	switch r {
	case softHyphen, nonJoiner, joiner:
		return false
	}
	nobody := r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF // never characters
	return unicode.IsControl(r) || nobody || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// Longest is the number of letters of a name shown in a table or at an axis.
const Longest = 100

// Shortened cuts a text to a number of letters, with an ellipsis in the middle.
func Shortened(text string, longest int) string {
	letters := []rune(text)
	if len(letters) <= longest {
		return text
	}
	tail := len(letters) - (longest-1)/2
	for tail < len(letters) && unicode.In(letters[tail], unicode.Mn, unicode.Me) { // of a letter cut off
		tail++
	}
	return string(letters[:longest/2]) + "…" + string(letters[tail:])
}

// together stands for a blank at which no line breaks.
const together = "\x00"

// Wrapped breaks a text into lines of at most so many letters, or one word. A number
// keeps its percent sign.
func Wrapped(text string, width int) string {
	var b strings.Builder
	used := 0
	for i, word := range strings.Fields(strings.ReplaceAll(text, " %", together+"%")) {
		word = strings.ReplaceAll(word, together, " ")
		letters := utf8.RuneCountInString(word)
		switch {
		case i == 0:
			used = letters
		case used+1+letters > width:
			b.WriteByte('\n')
			used = letters
		default:
			b.WriteByte(' ')
			used += 1 + letters
		}
		b.WriteString(word)
	}
	return b.String()
}
