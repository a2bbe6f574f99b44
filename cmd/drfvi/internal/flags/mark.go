package flags

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"drfvi/internal/nearest"
)

// AddSeparator adds the flag --separator, a character between cells; 0 if it is to be
// recognised.
func AddSeparator(cmd *cobra.Command, to *rune) {
	names, marks := []string{"comma", "semicolon", "tab", "bar", "blank"}, []rune{',', ';', '\t', '|', ' '}
	AddBare(cmd, "separator", "MARK", "cell separator: comma, semicolon, tab, bar, blank", func(word string) error {
		if i := slices.Index(names, word); i >= 0 {
			*to = marks[i]
			return nil
		}
		if word == `\t` {
			word = "\t"
		}
		mark, size := utf8.DecodeRuneInString(word)
		if size != len(word) || size != 1 || mark == '"' || mark == '\n' || mark == '\r' {
			return fmt.Errorf("%w or a single character", nearest.Unknown("separator", word, names))
		}
		*to = mark
		return nil
	}, names...)
}

// AddDecimal adds the flag --decimal, the decimal mark; 0 if it is to be recognised.
func AddDecimal(cmd *cobra.Command, to *rune) {
	AddBare(cmd, "decimal", "MARK", `decimal mark: "." or "," (default: recognised)`, func(word string) error {
		if word != "." && word != "," {
			return fmt.Errorf("found %q, expected a point or a comma", word)
		}
		*to = rune(word[0])
		return nil
	}, ".", ",")
}

// AddSkipped adds the flags of lines above the column names, and of rows at the end, that are
// left out.
func AddSkipped(cmd *cobra.Command, first, last *int) {
	cmd.Flags().IntVar(first, "skip-first", 0, "`LINES` to skip above the column names")
	cmd.Flags().IntVar(last, "skip-last", 0, "`ROWS` to skip at the end of the table")
}
