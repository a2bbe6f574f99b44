package datasets

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"drfvi/internal/format"
	"drfvi/internal/nearest"
)

// parseARFF reads a table in Weka's format; see arffParser.
func parseARFF(r io.Reader, name string, o Options) (*Table, error) {
	p := &arffParser{name: name, o: o, lines: bufio.NewScanner(r)}
	p.lines.Buffer(nil, maxRecordBytes)
	if err := p.header(); err != nil {
		return nil, err
	}
	if err := p.choose(); err != nil {
		return nil, err
	}
	if err := p.data(); err != nil {
		return nil, err
	}
	return p.rows.table("attribute", p.warnings)
}

// arffParser reads a table in Weka's attribute-relation file format.
//
// Understood are comments (% to the end of the line), quoted names and values
// with backslash escapes, numeric attributes (numeric, real, integer), nominal,
// string and date attributes, the missing value ?, ranges after a type, as in
// integer [0, 9], and the lines @inputs and @outputs of KEEL. Refused, each with an
// error that names the place, are sparse rows, relational attributes, instance
// weights and everything malformed.
type arffParser struct {
	name     string
	o        Options
	lines    *bufio.Scanner
	line     int
	columns  []*columnBuilder
	read     []*columnBuilder // those that are not excluded
	rows     *incomplete
	warnings []string
}

// choose applies the choices of columns.
func (p *arffParser) choose() error {
	if p.o.Schema != nil {
		return fmt.Errorf("%s: ARFF declares its columns itself, expected no schema beside it", p.name)
	}
	chosen, err := p.o.choose(p.name, nearest.Words(p.columns, func(c *columnBuilder) string { return c.Name }))
	if err != nil {
		return err
	}
	for _, c := range p.columns {
		if chosen.take(c, p.o) {
			p.read = append(p.read, c)
		}
	}
	p.rows, p.warnings = newIncomplete(p.name, p.o, p.read), chosen.warnings
	return nil
}

// next returns the next line that is not blank, without blank space around
// it; io.EOF at the end.
func (p *arffParser) next() (string, error) {
	for p.lines.Scan() {
		p.line++
		text := p.lines.Text()
		if p.line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if text = strings.TrimSpace(text); text != "" && text[0] != '%' {
			return text, nil
		}
	}
	err := p.lines.Err()
	switch {
	case err == nil:
		return "", io.EOF
	case errors.Is(err, bufio.ErrTooLong):
		return "", fmt.Errorf("%s:%d: the line is longer than %d MiB, expected an ARFF file", p.name, p.line+1, maxRecordBytes>>20)
	}
	return "", fmt.Errorf("%s: %w", p.name, err)
}

// header reads the declarations up to and with @data; that the first is @relation is how
// the format was recognised.
func (p *arffParser) header() error {
	if _, err := p.next(); err != nil {
		return err
	}
	seen := map[string]int{}
	for {
		text, err := p.next()
		switch {
		case err == io.EOF:
			return fmt.Errorf("%s:%d: the file ends after %s, expected @data and rows", p.name, p.line, format.Plural(len(p.columns), "attribute"))
		case err != nil:
			return err
		}
		keyword := text
		if i := strings.IndexAny(text, " \t"); i >= 0 {
			keyword = text[:i]
		}
		switch rest := strings.TrimSpace(text[len(keyword):]); strings.ToLower(keyword) {
		case "@relation":
			return fmt.Errorf("%s:%d: found a second @relation, expected @attribute or @data", p.name, p.line)
		case "@attribute":
			if err := p.attribute(rest, seen); err != nil {
				return err
			}
		case "@inputs", "@input", "@outputs", "@output": // of KEEL
		case "@data":
			if len(p.columns) == 0 {
				return fmt.Errorf("%s:%d: found @data before any @attribute, expected attributes", p.name, p.line)
			}
			return nil
		default:
			return fmt.Errorf("%s:%d: found %s, expected @attribute or @data", p.name, p.line, found(keyword))
		}
	}
}

// attribute reads what follows @attribute: a name and a type.
func (p *arffParser) attribute(text string, seen map[string]int) error {
	name, rest, err := arffWord(text, " \t{")
	if err != nil {
		return fmt.Errorf("%s:%d: attribute %d: %w", p.name, p.line, len(p.columns)+1, err)
	}
	if name.Text == "" || !utf8.ValidString(name.Text) {
		return fmt.Errorf("%s:%d: attribute %d has the name %q, expected UTF-8 text", p.name, p.line, len(p.columns)+1, name.Text)
	}
	if first, ok := seen[name.Text]; ok {
		return fmt.Errorf("%s:%d: attribute %q is declared a second time, first on line %d, expected distinct names", p.name, p.line, name.Text, first)
	}
	if len(p.columns) == maxColumns {
		return fmt.Errorf("%s:%d: found more than %d attributes, expected at most that many", p.name, p.line, maxColumns)
	}
	seen[name.Text] = p.line
	c := &columnBuilder{Column: Column{Name: name.Text, Kind: Number}, place: len(p.columns), absent: p.o.absences(false)}
	rest = strings.TrimSpace(rest)
	if strings.HasPrefix(rest, "{") {
		values, err := p.values(rest[1:])
		if err != nil {
			return fmt.Errorf("%s:%d: attribute %q: %w", p.name, p.line, c.Name, err)
		}
		c.declare(values, values)
	} else {
		if at := strings.IndexByte(rest, '['); at > 0 && strings.HasSuffix(rest, "]") {
			rest = rest[:at] // without the range of its values, as KEEL writes it
		}
		kind, after, err := arffWord(rest, " \t")
		if err != nil {
			return fmt.Errorf("%s:%d: attribute %q: %w", p.name, p.line, c.Name, err)
		}
		switch strings.ToLower(kind.Text) {
		case "string":
			c.Kind = Text
		case "date":
			c.Kind = Text // of dates
			after = ""
		case "numeric", "real", "integer":
		default:
			return fmt.Errorf("%s:%d: attribute %q has the type %s, expected numeric, real, integer, string, date or {values}", p.name, p.line, c.Name, found(kind.Text))
		case "":
			return fmt.Errorf("%s:%d: attribute %q has no type, expected numeric, real, integer, string, date or {values}", p.name, p.line, c.Name)
		}
		if after = strings.TrimSpace(after); after != "" && after[0] != '%' {
			return fmt.Errorf("%s:%d: attribute %q: found %s after its type, expected the end of the line", p.name, p.line, c.Name, found(after))
		}
	}
	p.columns = append(p.columns, c)
	return nil
}

// values reads the values of a nominal attribute, after the opening brace.
func (p *arffParser) values(text string) (values []string, err error) {
	known := map[string]bool{}
	for {
		cell, rest, err := arffWord(text, ",}")
		if err != nil {
			return nil, err
		}
		if cell.Text == "" && !cell.Quoted || rest == "" {
			return nil, fmt.Errorf("found %s in the list, expected values separated by commas and a closing brace", found(text))
		}
		if known[cell.Text] {
			return nil, fmt.Errorf("value %s is declared twice, expected distinct values", found(cell.Text))
		}
		known[cell.Text] = true
		values = append(values, cell.Text)
		if text = rest[1:]; rest[0] == '}' {
			if text = strings.TrimSpace(text); text != "" && text[0] != '%' {
				return nil, fmt.Errorf("found %s after the values, expected the end of the line", found(text))
			}
			return values, nil
		}
	}
}

// data reads the rows.
func (p *arffParser) data() error {
	var cells []string
	var missing []bool
	for {
		text, err := p.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		p.rows.begin()
		if text[0] == '{' {
			return fmt.Errorf("%s:%d: row %d is sparse, expected a value for each attribute: in Weka the filter SparseToNonSparse writes them", p.name, p.line, p.rows.rows)
		}
		if cells, missing, err = arffCells(text, cells[:0], missing[:0], len(p.columns)); err != nil {
			return fmt.Errorf("%s:%d: row %d: %w", p.name, p.line, p.rows.rows, err)
		}
		if len(cells) != len(p.columns) {
			return fmt.Errorf("%s:%d: row %d has %s, expected one for each of the %s",
				p.name, p.line, p.rows.rows, format.Plural(len(cells), "value"), format.Plural(len(p.columns), "attribute"))
		}
		if c, err := p.rows.take(p.line, cells, missing, (*columnBuilder).add); err != nil {
			return fmt.Errorf("%s:%d: row %d, attribute %q: %w", p.name, p.line, p.rows.rows, c.Name, err)
		}
	}
}

// arffCell is a name or a value of an ARFF file.
type arffCell struct {
	Text   string
	Quoted bool
}

// arffCells appends the values of a dense row, and which of them are missing. Values are separated by
// commas, in a line without commas by tabs; a % that is not quoted begins a
// comment. Of a row with more values than most it returns so many and one.
func arffCells(line string, cells []string, missing []bool, most int) ([]string, []bool, error) {
	separator := ","
	if !strings.Contains(line, separator) {
		separator = "\t"
	}
	for {
		cell, rest, err := arffWord(line, separator)
		if err != nil {
			return nil, nil, err
		}
		if strings.HasPrefix(cell.Text, "{") && !cell.Quoted {
			return nil, nil, errors.New("found a brace among the values, expected values only: instance weights are not supported")
		}
		cells, missing = append(cells, cell.Text), append(missing, cell.Text == "?" && !cell.Quoted)
		if rest == "" || len(cells) > most {
			return cells, missing, nil
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
