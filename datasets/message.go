package datasets

import (
	"fmt"
	"strings"
	"unicode"

	"drfvi/internal/nearest"
)

// counted is a number with its noun: "1 row", "3 rows".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// few joins the first names of a list.
func few(names []string, most int) string {
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// argument is a word of a list as it is written on a command line, "WORD" if it needs
// more than quotation marks.
func argument(word string) string {
	switch {
	case !strings.ContainsFunc(word, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N) && !strings.ContainsRune("._+-", r) }):
		return word
	case strings.ContainsFunc(word, func(r rune) bool { return strings.ContainsRune(`,'"`, r) || !unicode.IsPrint(r) }):
		return "WORD"
	}
	return "'" + word + "'"
}

// unknownName is nearest.Unknown for lists that may have thousands of names.
func unknownName(what, name string, names []string) error {
	const most = 20
	if len(names) <= most {
		return nearest.Unknown(what, name, names)
	}
	guess := ""
	if near := nearest.Of(name, names); near != "" {
		guess = fmt.Sprintf(", did you mean %q?", near)
	}
	return fmt.Errorf("unknown %s %q%s (one of %d: %s)", what, name, guess, len(names), few(names, most))
}
