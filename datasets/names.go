package datasets

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"drfvi/internal/mention"
	"drfvi/internal/nearest"
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
	var matched, unknown []string
	places, selected, commas := placesOf(names), map[string]bool{}, 0
	for _, name := range names {
		commas = max(commas, strings.Count(name, ","))
	}
	take := func(additions ...string) {
		for _, name := range additions {
			if !selected[name] {
				matched, selected[name] = append(matched, name), true
			}
		}
	}
	for k := 0; k < len(choices); k++ {
		choice := choices[k]
		if whole, joined := rejoined(choices[k:], places, commas); whole != "" {
			matched, selected[whole] = append(matched, whole), true // twice if it is chosen twice
			k += joined
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
				return nil, NameError{fmt.Errorf("%s %q: found a bracket that is not closed, expected a pattern like "+
					"max_* or x[1-3]", what, choice)}
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
	return matched, nil
}

// rejoined returns the name that the first choice is, without blanks around it; "" if there is
// none. The name may have been split at its commas: then it ends after so many more choices.
func rejoined(choices []string, places map[string]int, commas int) (name string, joined int) {
	for _, first := range []string{choices[0], strings.TrimSpace(choices[0])} {
		for name := first; ; joined++ {
			if _, known := places[name]; known {
				return name, joined
			}
			if joined+1 >= len(choices) || joined == min(commas, mostCommas) {
				break
			}
			name += "," + choices[joined+1]
		}
		joined = 0
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

// ends returns the ends of a range of names: of the first colon between two known names or, if
// there is none, of the first beside one.
func ends(choice string, places map[string]int) (from, to end) {
	for colon := range len(choice) {
		if choice[colon] != ':' {
			continue
		}
		a, b := end{name: strings.TrimSpace(choice[:colon])}, end{name: strings.TrimSpace(choice[colon+1:])}
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
func few(names []string, count int) string {
	list := strings.Join(nearest.Words(names[:min(count, len(names))], nearest.Short), ", ")
	if len(names) > count {
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
func guessed(what, name, place, guess string) string {
	text := fmt.Sprintf("unknown %s %q%s", what, nearest.Short(name), place)
	if guess != "" {
		text += fmt.Sprintf(", did you mean %q?", nearest.Short(guess))
	}
	return text
}

// respelt returns a choice of known names that are joined as elsewhere, a-d or a+b, as it is
// written here: a:d or a,b; "" for others.
func respelt(choice string, places map[string]int) string {
	for _, sign := range []struct{ theirs, ours string }{{"-", ":"}, {"+", ","}} {
		parts := strings.Split(strings.ReplaceAll(choice, " ", ""), sign.theirs)
		if len(parts) > 1 && !slices.ContainsFunc(parts, func(name string) bool { _, known := places[name]; return !known }) {
			return strings.Join(parts, sign.ours)
		}
	}
	return ""
}

// unknownChoices is unknownName for choices of Matching, of which those that are ranges are
// told by the end that is not known.
func unknownChoices(what string, unknown, names []string) error {
	const mostGuesses = 20 // every guess is a look at all names
	var parts []string
	list, places := "", placesOf(names)
	for _, choice := range unknown[:min(mostGuesses, len(unknown))] {
		name, place := choice, ""
		from, to := ends(choice, places)
		if from.known || to.known {
			if place = fmt.Sprintf(" in the range %q", nearest.Short(choice)); from.known {
				name = to.name
			} else {
				name = from.name
			}
		}
		guess := cmp.Or(respelt(choice, places), nearest.Of(name, names))
		if from, to, between := strings.Cut(name, ":"); between && from != "" && to != "" && !strings.Contains(guess, ":") {
			parts = append(parts, guessed(what, name, place, "")+", expected a range of names, first:last")
			continue
		}
		parts = append(parts, guessed(what, name, place, guess))
		if list == "" {
			list = listed(name, names)
		}
	}
	if len(unknown) > mostGuesses {
		parts = append(parts, fmt.Sprintf("and %d more", len(unknown)-mostGuesses))
	}
	return mention.Errorf(
		"%s (%s)%s", strings.Join(parts, "; "), cmp.Or(list, listed("", names)), unparted(unknown[0], names),
	)
}

// unparted says by which separator a column's name has to be parted to give one that is not
// known; "" if there is none.
func unparted(unknown string, names []string) string {
	for _, name := range names {
		mark := strings.IndexAny(name, ";\t|")
		if mark >= 0 && slices.Contains(strings.Split(name, name[mark:mark+1]), unknown) {
			return mention.Clause("; %v parts the name %q", mention.Separator.To(named(rune(name[mark]))), nearest.Short(name))
		}
	}
	return ""
}

// Quoted writes names as a list that is read as it stands, such as that of the columns of a
// group, or one name before the list of a group: in quotation marks, with commas between them.
func Quoted(names ...string) string {
	return strings.Join(
		nearest.Words(names, func(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }),
		",",
	)
}

// listBlanks do not count around the cells of a list.
const listBlanks = " \t"

// cutName parts "name=cell,cell,…" at the first equals sign. A name that has one itself is put in
// quotation marks, as is any cell with a comma; quotation marks inside them are doubled.
func cutName(text string) (name, list string, hasList bool, err error) {
	name, remainder, err := scanCell(text, "=", listBlanks)
	list, hasList = strings.CutPrefix(remainder, "=")
	return name, list, hasList, err
}

// NamedList parts "name=cell,cell,…", of which the list may be missing; names and cells may be in
// quotation marks, as Quoted writes them.
func NamedList(text string) (name string, cells []string, err error) {
	name, list, hasList, err := cutName(text)
	if err == nil && hasList {
		cells, err = splitList(list)
	}
	return name, cells, err
}

// splitList returns the cells of a list with commas between them.
func splitList(list string) (cells []string, err error) {
	for {
		cell, remainder, err := scanCell(list, ",", listBlanks)
		if err != nil {
			return nil, err
		}
		cells = append(cells, cell)
		if remainder == "" {
			return cells, nil
		}
		list = remainder[1:]
	}
}

// scanCell returns the cell that a text begins with, in quotation marks or not, and the rest
// from the mark on that ends it, one of some. Blanks around it, if there are any that do not
// count, are left out, but not within quotation marks.
func scanCell(text, ends, blanks string) (cell, remainder string, err error) {
	if text = strings.TrimLeft(text, blanks); !strings.HasPrefix(text, `"`) {
		length := strings.IndexAny(text, ends)
		if length < 0 {
			length = len(text)
		}
		return strings.Trim(text[:length], blanks), text[length:], nil
	}
	from := 1
	for {
		quote := strings.IndexByte(text[from:], '"')
		if quote < 0 {
			return "", "", errors.New("a quotation mark is left open")
		}
		from += quote + 1
		if !strings.HasPrefix(text[from:], `"`) {
			break
		}
		from++
	}
	if remainder = strings.TrimLeft(text[from:], blanks); remainder != "" && strings.IndexByte(ends, remainder[0]) < 0 {
		return "", "", fmt.Errorf("found %s after a quotation mark, expected %q", found(remainder), ends[:1])
	}
	return strings.ReplaceAll(text[1:from-1], `""`, `"`), remainder, nil
}
