package datasets

import (
	"cmp"
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

// listed lists the names of columns; of many those nearest to a word, or their number for "".
func listed(word string, names []string) string {
	list := nearest.List(word, names)
	switch {
	case strings.HasPrefix(list, "one of"):
		return list
	case word == "":
		list = fmt.Sprintf("the table has %d", len(names))
	}
	return list + "; drfvi describe lists all"
}

// unknownName is nearest.Unknown, which says of many names where all are listed.
func unknownName(what, name string, names []string) error {
	return fmt.Errorf("%s (%s)", guessed(what, name, "", nearest.Of(name, names)), listed(name, names))
}

// guessed says that a name is not known, where, and what may be meant.
func guessed(what, name, where, guess string) string {
	text := fmt.Sprintf("unknown %s %q%s", what, nearest.Short(name), where)
	if guess != "" {
		text += fmt.Sprintf(", did you mean %q?", nearest.Short(guess))
	}
	return text
}

// unknownChoices is unknownName for choices of Matching, of which those that are ranges are told by the end
// that is not known.
func unknownChoices(what string, unknown, names []string) error {
	const most = 20 // every guess is a look at all names
	var parts []string
	list, places := "", placesOf(names)
	for _, choice := range unknown[:min(most, len(unknown))] {
		name, where := choice, ""
		from, to := ends(choice, places)
		if from.known || to.known {
			if where = fmt.Sprintf(" in the range %q", nearest.Short(choice)); from.known {
				name = to.name
			} else {
				name = from.name
			}
		}
		guess := nearest.Of(name, names)
		if from, to, between := strings.Cut(name, ":"); between && from != "" && to != "" && !strings.Contains(guess, ":") {
			parts = append(parts, guessed(what, name, where, "")+", expected a range of names, first:last")
			continue
		}
		parts = append(parts, guessed(what, name, where, guess))
		if list == "" {
			list = listed(name, names)
		}
	}
	if len(unknown) > most {
		parts = append(parts, fmt.Sprintf("and %d more", len(unknown)-most))
	}
	return fmt.Errorf("%s (%s)", strings.Join(parts, "; "), cmp.Or(list, listed("", names)))
}
