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

// withoutNearest lists the names of columns, of many only their number: of those that no word is near.
func withoutNearest(names []string) string {
	if list := nearest.List("", names); strings.HasPrefix(list, "one of") {
		return list
	}
	return fmt.Sprintf("the table has %d; drfvi describe lists all", len(names))
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
	const most = 20
	var parts []string
	list := ""
	for k, choice := range unknown {
		if k == most { // every guess is a look at all names
			parts = append(parts, fmt.Sprintf("and %d more", len(unknown)-most))
			break
		}
		name, where := choice, ""
		end, inRange := unknownEnd(choice, names)
		if inRange {
			name, where = end, fmt.Sprintf(" in the range %q", nearest.Short(choice))
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
	if list == "" {
		list = withoutNearest(names)
	}
	return fmt.Errorf("%s (%s)", strings.Join(parts, "; "), list)
}

// unknownEnd returns the end of a range that is not known where the other one is; of what is no such range
// all of it.
func unknownEnd(choice string, names []string) (name string, inRange bool) {
	places := placesOf(names)
	for at := range len(choice) {
		if choice[at] != ':' {
			continue
		}
		from, to := strings.TrimSpace(choice[:at]), strings.TrimSpace(choice[at+1:])
		if _, known := places[from]; known && to != "" {
			return to, true
		}
		if _, known := places[to]; known && from != "" {
			return from, true
		}
	}
	return choice, false
}
