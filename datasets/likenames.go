package datasets

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// likeNames returns a warning for each two columns whose names look the same: that differ by
// characters without width, by kinds of blanks, or by how letters with marks are composed; and
// for each column the first two of its categories that do.
func likeNames(origin string, columns []Column) []string {
	var warnings []string
	first := map[string]string{}
	for _, c := range columns {
		shown := shownAs(c.Name)
		if other, ok := first[shown]; ok {
			warnings = append(warnings, fmt.Sprintf("%s: columns %+q and %+q have names that look the same: a name in an option means the one that is written alike", origin, other, c.Name))
		} else {
			first[shown] = c.Name
		}
	}
	for _, c := range columns {
		if !c.Kind.Categories() || !slices.ContainsFunc(c.Levels, func(level string) bool { return !plain(level) }) {
			continue
		}
		clear(first)
		for _, level := range c.Levels {
			shown := shownAs(level)
			if other, ok := first[shown]; ok {
				warnings = append(warnings, fmt.Sprintf("%s: column %q: the categories %+q and %+q look the same, but are two: write them alike if they are one", origin, c.Name, other, level))
				break
			}
			first[shown] = level
		}
	}
	return warnings
}

// shownAs returns what is seen of a name.
func shownAs(name string) string {
	if plain(name) {
		return name
	}
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			return -1
		}
		return r
	}, norm.NFKC.String(name))), " ")
}

// plain reports whether a name consists of visible characters of ASCII.
func plain(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' })
}
