package format

import (
	"encoding/csv"
	"strings"
	"unicode"
)

// Argument writes a word as one argument of a POSIX shell, such that pasting it runs nothing: in
// quotation marks unless it consists of letters, digits and marks that mean nothing there. A word
// with control characters becomes WORD, which stands for what has to be typed.
func Argument(word string) string {
	if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "WORD"
	}
	plain := func(r rune) bool { return unicode.In(r, unicode.L, unicode.N) || strings.ContainsRune("._+-,:/@%", r) }
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Element writes a word as an element of a list with commas between elements, one argument of a
// shell: in double quotation marks, within the shell's own, if it holds a comma or such a mark.
func Element(word string) string {
	if !strings.ContainsAny(word, "\",\r\n") {
		return Argument(word)
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{word}) // into memory
	w.Flush()
	return Argument(strings.TrimSuffix(b.String(), "\n"))
}
