package main

import (
	"strings"

	"drfvi/cmd/drfvi/internal/terminal"
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
		b.WriteString(head + strings.ReplaceAll(terminal.Wrapped(explained(f), 80-column), "\n", "\n"+indent) + "\n")
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
