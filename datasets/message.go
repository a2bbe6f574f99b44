package datasets

import (
	"fmt"
	"strings"

	"drfvi/internal/nearest"
)

// found quotes what a file holds for an error message; long values are cut.
func found(value string) string {
	if value == "" {
		return "an empty cell"
	}
	if r := []rune(value); len(r) > 40 {
		value = string(r[:40]) + "…"
	}
	return fmt.Sprintf("%q", value)
}

// few joins the first names of a list, each short.
func few(names []string, most int) string {
	list := strings.Join(nearest.Words(names[:min(most, len(names))], nearest.Short), ", ")
	if len(names) > most {
		list += ", …"
	}
	return list
}

// listed lists the names of columns, of many those nearest to a word.
func listed(word string, names []string) string {
	list := nearest.List(word, names)
	if !strings.HasPrefix(list, "one of") {
		list += "; drfvi describe lists all"
	}
	return list
}

// unknownNames is nearest.Unknown for several words.
func unknownNames(what string, unknown, names []string) error {
	const most = 20
	var parts []string
	for k, name := range unknown {
		if k == most { // every guess is a look at all names
			parts = append(parts, fmt.Sprintf("and %d more", len(unknown)-most))
			break
		}
		part := fmt.Sprintf("unknown %s %q", what, nearest.Short(name))
		if guess := nearest.Of(name, names); guess != "" {
			part += fmt.Sprintf(", did you mean %q?", nearest.Short(guess))
		}
		parts = append(parts, part)
	}
	return fmt.Errorf("%s (%s)", strings.Join(parts, "; "), listed(unknown[0], names))
}
