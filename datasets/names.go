package datasets

import (
	"fmt"
	"path"
	"strings"
)

// NameError is the error of names that make no sense for a file: of columns or
// objects that it does not have, patterns that match none, groups and targets that
// take a column twice. That is a fault of the request rather than of the file.
type NameError struct{ error }

// Unwrap returns the error that says what is wrong.
func (e NameError) Unwrap() error { return e.error }

// Matching returns the names that are chosen, each by a choice that is
//
//   - a name;
//   - a name that was split at its commas, such as "yield" and " t/ha";
//   - a range "a:d", i.e. a, d and all names between them;
//   - a pattern with *, ? or [: the names that match it as in a shell, in their order.
//
// The first of these that is possible counts. What names a choice in the error for one that
// matches nothing.
func Matching(what string, names, choices []string) ([]string, error) {
	var all, unknown []string
	places, taken, commas := placesOf(names), map[string]bool{}, 0
	for _, name := range names {
		commas = max(commas, strings.Count(name, ","))
	}
	take := func(some ...string) {
		for _, name := range some {
			if !taken[name] {
				all, taken[name] = append(all, name), true
			}
		}
	}
	for k := 0; k < len(choices); k++ {
		choice := choices[k]
		if whole, more := rejoined(choices[k:], places, commas); whole != "" {
			all, taken[whole] = append(all, whole), true // twice if it is chosen twice
			k += more
			continue
		}
		if from, to := ends(choice, places); from.known && to.known {
			take(names[min(from.place, to.place) : max(from.place, to.place)+1]...)
			continue
		}
		if !strings.ContainsAny(choice, "*?[") {
			unknown = append(unknown, choice)
			continue
		}
		var matching []string
		for _, name := range names {
			ok, err := path.Match(strings.ReplaceAll(choice, "/", "\x00"), strings.ReplaceAll(name, "/", "\x00"))
			if err != nil {
				return nil, NameError{fmt.Errorf("%s %q: found a bracket that is not closed, expected a pattern like max_* or x[1-3]", what, choice)}
			}
			if ok {
				matching = append(matching, name)
			}
		}
		if matching == nil {
			return nil, NameError{fmt.Errorf("%s %q matches no column (%s)", what, choice, listed("", names))}
		}
		take(matching...)
	}
	if unknown != nil {
		return nil, NameError{unknownChoices(what, unknown, names)}
	}
	return all, nil
}

// rejoined returns the name that the first choice is, blanks around it aside, or that it begins
// with so many more choices, which were one before it was split at its commas; "" if there is none.
func rejoined(choices []string, places map[string]int, commas int) (name string, more int) {
	for _, first := range []string{choices[0], strings.TrimSpace(choices[0])} {
		for name := first; ; more++ {
			if _, known := places[name]; known {
				return name, more
			}
			if more+1 >= len(choices) || more == min(commas, mostCommas) {
				break
			}
			name += "," + choices[more+1]
		}
		more = 0
	}
	return "", 0
}

// mostCommas is the largest number of commas in a name that is put together again.
const mostCommas = 20

// end is one of the two names of a range, and its place if it is known.
type end struct {
	name  string
	place int
	known bool
}

// ends returns the ends of a range of names: of the first colon between two known names or, if there is none, of
// the first beside one.
func ends(choice string, places map[string]int) (from, to end) {
	for at := range len(choice) {
		if choice[at] != ':' {
			continue
		}
		a, b := end{name: strings.TrimSpace(choice[:at])}, end{name: strings.TrimSpace(choice[at+1:])}
		a.place, a.known = places[a.name]
		b.place, b.known = places[b.name]
		if a.known && b.known {
			return a, b
		}
		if !from.known && !to.known && (a.known && b.name != "" || b.known && a.name != "") {
			from, to = a, b
		}
	}
	return from, to
}

// placesOf returns the places of names that are distinct.
func placesOf(names []string) map[string]int {
	places := make(map[string]int, len(names))
	for j, name := range names {
		places[name] = j
	}
	return places
}

// targetChoice is the name of a choice of targets in messages.
const targetChoice = "target"
