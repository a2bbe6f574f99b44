package datasets

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// likeNames returns a warning for each two columns whose names look the same: that differ by
// characters without width, by kinds of blanks, or by how letters with marks are composed.
func likeNames(origin string, columns []Column) []string {
	var warnings []string
	first := map[string]string{}
	for _, c := range columns {
		shown := strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Cf, r) {
				return -1
			}
			return r
		}, norm.NFKC.String(c.Name))), " ")
		if other, ok := first[shown]; ok {
			warnings = append(warnings, fmt.Sprintf("%s: columns %+q and %+q have names that look the same: a name in an option means the one that is written alike", origin, other, c.Name))
		} else {
			first[shown] = c.Name
		}
	}
	return warnings
}
