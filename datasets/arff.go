package datasets

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"drfvi/internal/format"
)

// parseARFF reads a table in Weka's attribute-relation file format: lines that declare the columns,
// then rows.
//
// It understands comments (% to the end of the line), and quoted names and values with
// backslash escapes. Attributes may be numeric (numeric, real, integer), nominal, string or
// date; ? is a missing value. What follows a type, such as the ranges of KEEL, is ignored, and
// so are other declarations. Sparse rows, relational attributes and everything malformed are
// errors that name the place.
func parseARFF(r io.Reader, name string, o Options) (*Table, error) {
	p := &arffParser{name: name, lines: bufio.NewScanner(r)}
	p.lines.Buffer(nil, maxRecordBytes)
	columns, err := p.header()
	if err != nil {
		return nil, err
	}
	rows, err := o.rowsOf(name, columns, false)
	if err != nil {
		return nil, err
	}
	if err := p.data(rows, len(columns)); err != nil {
		return nil, err
	}
	return rows.table("attribute")
}

// arffParser reads the lines of a file.
type arffParser struct {
	name  string
	lines *bufio.Scanner
	line  int
}

// fault is an error of the line.
func (p *arffParser) fault(format string, arguments ...any) error {
	return fmt.Errorf("%s:%d: %w", p.name, p.line, fmt.Errorf(format, arguments...))
}

// next returns the next line that is not blank, without blank space around
// it; io.EOF at the end.
func (p *arffParser) next() (string, error) {
	for p.lines.Scan() {
		p.line++
		if text := strings.TrimSpace(strings.TrimPrefix(p.lines.Text(), "\ufeff")); text != "" && text[0] != '%' {
			return text, nil
		}
	}
	err := p.lines.Err()
	switch {
	case err == nil:
		return "", io.EOF
	case errors.Is(err, bufio.ErrTooLong):
		return "", fmt.Errorf(
			"%s:%d: the line is longer than %d MiB, expected an ARFF file", p.name, p.line+1, maxRecordBytes>>20,
		)
	}
	return "", fmt.Errorf("%s: %w", p.name, err)
}

// header reads the declarations up to and with @data.
func (p *arffParser) header() (columns []*columnBuilder, err error) {
	firstLines := map[string]int{}
	for {
		text, err := p.next()
		switch {
		case err == io.EOF:
			return nil, p.fault("the file ends after %s, expected @data and rows", format.Plural(len(columns), "attribute"))
		case err != nil:
			return nil, err
		}
		keyword := strings.Fields(text)[0]
		switch strings.ToLower(keyword) {
		case "@attribute":
			c, err := arffAttribute(strings.TrimSpace(text[len(keyword):]))
			if err != nil {
				return nil, p.fault("attribute %d: %w", len(columns)+1, err)
			}
			if first, ok := firstLines[c.Name]; ok {
				return nil, p.fault(
					"attribute %q is declared a second time, first on line %d, expected distinct names", c.Name, first,
				)
			}
			if len(columns) == maxColumns {
				return nil, p.fault("found more than %d attributes, expected at most that many", maxColumns)
			}
			c.place = len(columns)
			columns, firstLines[c.Name] = append(columns, c), p.line
		case "@relation", "@inputs", "@input", "@outputs", "@output": // the last of KEEL
		case "@data":
			if len(columns) == 0 {
				return nil, p.fault("found @data before any @attribute, expected attributes")
			}
			return columns, nil
		default:
			return nil, p.fault("found %s, expected @attribute or @data", found(keyword))
		}
	}
}

// arffAttribute reads what follows @attribute: a name and a type.
func arffAttribute(text string) (*columnBuilder, error) {
	name, _, remainder, err := arffWord(text, " \t{")
	if err != nil {
		return nil, err
	}
	if name == "" || !utf8.ValidString(name) {
		return nil, fmt.Errorf("found the name %q, expected UTF-8 text", name)
	}
	c := &columnBuilder{Column: Column{Name: name, Kind: Number}}
	if remainder = strings.TrimSpace(remainder); strings.HasPrefix(remainder, "{") {
		values, err := arffValues(remainder[1:])
		c.declare(values, values)
		return c, err
	}
	kind, _, _, err := arffWord(remainder, " \t[(")
	if err != nil {
		return nil, err
	}
	switch strings.ToLower(kind) {
	case "string", "date":
		c.Kind = Text
	case "numeric", "real", "integer":
	default:
		return nil, fmt.Errorf("%q has the type %q, expected numeric, real, integer, string, date or {values}", name, kind)
	}
	return c, nil
}

// arffValues reads the values of a nominal attribute, after the opening brace.
func arffValues(text string) (values []string, err error) {
	known := map[string]bool{}
	for {
		value, quoted, remainder, err := arffWord(text, ",}")
		switch {
		case err != nil:
			return nil, err
		case value == "" && !quoted || remainder == "":
			return nil, fmt.Errorf("found %s in the list, expected values separated by commas and a closing brace", found(text))
		case known[value]:
			return nil, fmt.Errorf("value %s is declared twice, expected distinct values", found(value))
		}
		values, known[value] = append(values, value), true
		if remainder[0] == '}' {
			return values, nil
		}
		text = remainder[1:]
	}
}

// data reads the rows of so many values, which are separated by commas, in a line without
// commas by tabs.
func (p *arffParser) data(rows *incomplete, width int) error {
	cells, missing := make([]string, width), make([]bool, width)
	for {
		text, err := p.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		rows.begin()
		if text[0] == '{' {
			return p.fault("row %d is sparse, expected a value for each attribute: in Weka the filter "+
				"SparseToNonSparse writes them", rows.rows)
		}
		separator := ","
		if !strings.Contains(text, separator) {
			separator = "\t"
		}
		for j := range width {
			cell, quoted, remainder, err := arffWord(text, separator)
			if err != nil {
				return p.fault("row %d: %w", rows.rows, err)
			}
			last := remainder == ""
			if last != (j == width-1) {
				return p.fault(
					"row %d: expected %s, one for each attribute, found %s", rows.rows, format.Plural(width, "value"),
					countedCells(last, j+1),
				)
			}
			if cells[j], missing[j] = cell, cell == "?" && !quoted; !last {
				text = remainder[1:]
			}
		}
		if c, err := rows.take(p.line, cells, missing, (*columnBuilder).add); err != nil {
			return p.fault("row %d, attribute %q: %w", rows.rows, c.Name, err)
		}
	}
}

// Words in quotation marks, and letters after a backslash, of which n, r and t mean others.
var (
	arffQuoted  = regexp.MustCompile(`^(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")`)
	arffEscaped = regexp.MustCompile(`\\.`)
	arffMeant   = map[string]string{`\n`: "\n", `\r`: "\r", `\t`: "\t"}
)

// arffWord splits a name or value off the front of text. The word ends at the first byte of
// ends that is not quoted, which then begins the remainder. It also ends at the end of the line
// or at a comment, where the remainder is empty. Blank space around the word is dropped, so
// where blanks end a word they need not follow a quoted one.
func arffWord(text, ends string) (word string, quoted bool, remainder string, err error) {
	blanks := " \t"
	if ends == "\t" {
		blanks = " "
	}
	text = strings.TrimLeft(text, blanks)
	if text == "" || text[0] != '\'' && text[0] != '"' {
		end := strings.IndexAny(text, ends+"%")
		switch {
		case end < 0:
			return strings.TrimSpace(text), false, "", nil
		case text[end] == '%':
			return strings.TrimSpace(text[:end]), false, "", nil
		}
		return strings.TrimSpace(text[:end]), false, text[end:], nil
	}
	parts := arffQuoted.FindStringSubmatch(text)
	if parts == nil {
		return "", true, "", fmt.Errorf("found %s, expected a closing quotation mark on the same line", found(text))
	}
	word = arffEscaped.ReplaceAllStringFunc(parts[1]+parts[2], func(pair string) string {
		if meant, is := arffMeant[pair]; is {
			return meant
		}
		return pair[1:]
	})
	remainder = strings.TrimLeft(text[len(parts[0]):], blanks)
	switch {
	case remainder == "" || remainder[0] == '%':
		return word, true, "", nil
	case strings.IndexByte(ends, remainder[0]) < 0 && !strings.Contains(ends, " "):
		return "", true, "", fmt.Errorf("found %s after the quoted %s, expected a separator", found(remainder), found(word))
	}
	return word, true, remainder, nil
}
