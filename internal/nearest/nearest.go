// Package nearest finds the valid word a user probably meant, and reads JSON whose keys are
// such words.
package nearest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Of returns the only choice that word abbreviates, or else the choice at the smallest edit
// distance, or "" if that differs in more than half of its letters. Case does not count.
// The first of equally near choices wins.
func Of(word string, choices []string) string {
	if whole := abbreviated(word, choices); whole != "" {
		return whole
	}
	best, least := "", 0
	for _, choice := range choices {
		d := distance(strings.ToLower(Short(word)), strings.ToLower(Short(choice)))
		if d*2 > max(len(choice), len(word)) {
			continue
		}
		if best == "" || d < least {
			best, least = choice, d
		}
	}
	return best
}

// abbreviated returns the choice that begins with word and is itself a prefix of all others
// that do, "" if there is none.
func abbreviated(word string, choices []string) string {
	if word == "" {
		return ""
	}
	whole := ""
	for _, choice := range choices {
		if begins(choice, word) && (whole == "" || len(choice) < len(whole)) {
			whole = choice
		}
	}
	for _, choice := range choices {
		if begins(choice, word) && !begins(choice, whole) {
			return ""
		}
	}
	return whole
}

// begins reports whether a choice begins with some letters, whatever their case.
func begins(choice, letters string) bool {
	return len(choice) >= len(letters) && strings.EqualFold(choice[:len(letters)], letters)
}

// Unknown returns the error for a word that is none of the choices:
//
//	unknown method "retrian", did you mean "retrain"? (one of: retrain, mda)
//
// If there are many choices it lists the nearest.
func Unknown(what, word string, choices []string) error {
	if guess := Of(word, choices); guess != "" {
		return fmt.Errorf("unknown %s %q, did you mean %q? (%s)", what, Short(word), Short(guess), List(word, choices))
	}
	return fmt.Errorf("unknown %s %q (%s)", what, Short(word), List(word, choices))
}

// Words returns the words of choices that are more than words, by which Unknown tells them.
func Words[T any](choices []T, wordOf func(choice T) string) []string {
	words := make([]string, len(choices))
	for k, choice := range choices {
		words[k] = wordOf(choice)
	}
	return words
}

// longest is the largest number of bytes of a word that are shown and compared.
const longest = 100

// Short returns a word, or its first letters with "…" for the others if it is very long.
func Short(word string) string {
	if len(word) <= longest {
		return word
	}
	return strings.ToValidUTF8(word[:longest], "") + "…"
}

// mostListed is the largest number of choices to list in full, shown the number listed of
// more.
const (
	mostListed = 30
	shown      = 6
)

// List lists the choices, or the nearest to word if there are many: "one of: a, b", or
// "the nearest of 43: a, b".
func List(word string, choices []string) string {
	if len(choices) <= mostListed {
		return "one of: " + strings.Join(Words(choices, Short), ", ")
	}
	places := make(map[string]int, len(choices))
	for _, choice := range choices {
		places[choice] = distance(strings.ToLower(Short(word)), strings.ToLower(Short(choice)))
		if word != "" && begins(choice, word) {
			places[choice] = 0
		}
	}
	near := slices.Clone(choices)
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(places[a], places[b]) })
	return fmt.Sprintf("the nearest of %d: %s", len(choices), strings.Join(Words(near[:shown], Short), ", "))
}

// distance is the number of letters to insert, delete, replace or swap with a neighbour to
// turn a into b (optimal string alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
