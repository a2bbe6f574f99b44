package main

import (
	"strings"
	"unicode/utf8"

	"drfvi/internal/method"
)

// methodsText explains the methods, a paragraph each beside their names, for
// help that is 80 columns wide.
func methodsText() string {
	const column = 13
	indent := strings.Repeat(" ", column)
	var b strings.Builder
	for _, f := range method.DefaultFirst() {
		head := "  " + f.Name + " "
		if len(head) < column {
			head += indent[len(head):]
		} else {
			head = "  " + f.Name + "\n" + indent
		}
		b.WriteString(head + strings.ReplaceAll(wrapped(explained(f), 80-column), "\n", "\n"+indent) + "\n")
	}
	return b.String()
}

// explained says what a method's values mean and when it applies.
func explained(f method.Facts) string {
	text := strings.ReplaceAll(f.Meaning, "`", "")
	if f.Univariate {
		text += " (one target)"
	}
	if f.Name == method.Default {
		text += " (the default)"
	}
	return text
}

// together stands for a blank at which no line breaks.
const together = "\x00"

// wrapped breaks a text into lines of at most so many letters, or one word. A number
// keeps its percent sign.
func wrapped(text string, width int) string {
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
