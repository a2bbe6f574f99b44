package flag

import (
	"fmt"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"drfvi/internal/nearest"
)

// Separator is a flag whose value is a character between cells.
type Separator struct{ Value rune } // 0 if it is to be recognised

var _ pflag.Value = (*Separator)(nil)

// SeparatorNames name the usual separators, with separatorMarks in their order.
var (
	SeparatorNames = []string{"comma", "semicolon", "tab", "bar", "blank"}
	separatorMarks = []rune{',', ';', '\t', '|', ' '}
)

func (s *Separator) Type() string { return "MARK" }

func (s *Separator) String() string {
	if s.Value == 0 {
		return ""
	}
	return string(s.Value)
}

func (s *Separator) Set(word string) error {
	for i, name := range SeparatorNames {
		if word == name {
			s.Value = separatorMarks[i]
			return nil
		}
	}
	if word == `\t` {
		word = "\t"
	}
	mark, size := utf8.DecodeRuneInString(word)
	if size != len(word) || size != 1 || mark == '"' || mark == '\n' || mark == '\r' {
		return fmt.Errorf("%w or a single character", nearest.Unknown("separator", word, SeparatorNames))
	}
	s.Value = mark
	return nil
}

// Decimal is a flag whose value is a decimal mark.
type Decimal struct{ Value rune } // 0 if it is to be recognised

var _ pflag.Value = (*Decimal)(nil)

func (d *Decimal) Type() string { return "MARK" }

func (d *Decimal) String() string {
	if d.Value == 0 {
		return ""
	}
	return string(d.Value)
}

func (d *Decimal) Set(word string) error {
	if word != "." && word != "," {
		return fmt.Errorf("found %q, expected a point or a comma", word)
	}
	d.Value = rune(word[0])
	return nil
}
