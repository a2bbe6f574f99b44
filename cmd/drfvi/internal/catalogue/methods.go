package catalogue

import (
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/methods"
	"drfvi/methods/method"
)

// MethodsText explains the methods, a paragraph each beside their names, for
// help that is 80 columns wide.
func MethodsText() string {
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
		b.WriteString(head + strings.ReplaceAll(terminal.Wrapped(Explained(f), 80-column), "\n", "\n"+indent) + "\n")
	}
	return b.String()
}

// Explained says what a method's values mean and when it applies.
func Explained(f method.Facts) string {
	text := strings.ReplaceAll(f.Meaning, "`", "")
	if f.Univariate {
		text += " (one target)"
	}
	if f.Name == method.Default {
		text += " (the default)"
	}
	return text
}

// Importances returns the names of the methods that estimate importances.
func Importances() []string {
	return slices.DeleteFunc(methods.Names(), func(name string) bool { return !method.Of(name).ForUsers() })
}

// Sampled returns the names of the methods of importances that take clusters and weights.
func Sampled() []string {
	return slices.DeleteFunc(Importances(), func(name string) bool {
		m, err := methods.Named(name)
		return err != nil || !m.Sampled
	})
}
