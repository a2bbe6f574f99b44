package datasets

import (
	"errors"
	"fmt"
	"strings"
)

// arffCell is a name or a value of an ARFF file.
type arffCell struct {
	Text   string
	Quoted bool
}

// arffCells appends the values of a dense row to dst. Values are separated by
// commas, in a line without commas by tabs; a % that is not quoted begins a
// comment. Of a row with more values than most it returns so many and one.
func arffCells(line string, dst []arffCell, most int) ([]arffCell, error) {
	separator := ","
	if !strings.Contains(line, separator) {
		separator = "\t"
	}
	for {
		cell, rest, err := arffWord(line, separator)
		if err != nil {
			return dst, err
		}
		if strings.HasPrefix(cell.Text, "{") && !cell.Quoted {
			return dst, errors.New("found a brace among the values, expected values only: instance weights are not supported")
		}
		dst = append(dst, cell)
		if rest == "" || len(dst) > most {
			return dst, nil
		}
		line = rest[1:]
	}
}

// arffWord splits a name or value off the front of text. The word ends at the
// first byte of ends that is not quoted, which then begins rest, or at the end
// of the line or a comment, where rest is empty. Blank space around the word
// is dropped, so where blanks end a word they need not follow a quoted one.
func arffWord(text, ends string) (word arffCell, rest string, err error) {
	blanks := " \t"
	if ends == "\t" {
		blanks = " "
	}
	text = strings.TrimLeft(text, blanks)
	if text != "" && (text[0] == '\'' || text[0] == '"') {
		word.Quoted = true
		word.Text, rest, err = arffQuoted(text)
		if err != nil {
			return word, "", err
		}
		rest = strings.TrimLeft(rest, blanks)
		switch {
		case rest == "" || rest[0] == '%':
			return word, "", nil
		case strings.IndexByte(ends, rest[0]) >= 0 || strings.Contains(ends, " "):
			return word, rest, nil
		}
		return word, "", fmt.Errorf("found %s after the quoted %s, expected a separator", found(rest), found(word.Text))
	}
	end := strings.IndexAny(text, ends+"%")
	if end < 0 {
		end = len(text)
	}
	word.Text = strings.TrimSpace(text[:end])
	if end < len(text) && text[end] != '%' {
		rest = text[end:]
	}
	return word, rest, nil
}

// arffEscapes are the letters that mean something else after a backslash;
// other characters mean themselves.
var arffEscapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t'}

// arffQuoted reads the quoted word at the front of text.
func arffQuoted(text string) (word, rest string, err error) {
	mark := text[0]
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == mark:
			return b.String(), text[i+1:], nil
		case c == '\\' && i+1 < len(text):
			i++
			if meant, ok := arffEscapes[text[i]]; ok {
				b.WriteByte(meant)
			} else {
				b.WriteByte(text[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", "", fmt.Errorf("found %s, expected a closing quotation mark on the same line", found(text))
}
