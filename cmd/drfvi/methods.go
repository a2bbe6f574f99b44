package main

import (
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/methods"
	"drfvi/methods/method"
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
		b.WriteString(head + strings.ReplaceAll(terminal.Wrapped(explainedMethod(f), 80-column), "\n", "\n"+indent) + "\n")
	}
	return b.String()
}

// explainedMethod says what a method's values mean and when it applies.
func explainedMethod(f method.Facts) string {
	text := strings.ReplaceAll(f.Meaning, "`", "")
	if f.Univariate {
		text += " (one target)"
	}
	if f.Name == method.Default {
		text += " (the default)"
	}
	return text
}

// importanceMethods returns the names of the methods that estimate importances.
func importanceMethods() []string {
	return slices.DeleteFunc(methods.Names(), func(name string) bool { return !method.Of(name).ForUsers() })
}

// sampledMethods returns the names of the methods of importances that take clusters and weights.
func sampledMethods() []string {
	return slices.DeleteFunc(importanceMethods(), func(name string) bool {
		m, err := methods.Named(name)
		return err != nil || !m.Sampled
	})
}
