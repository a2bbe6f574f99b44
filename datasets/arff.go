package datasets

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// ParseARFF reads a table in Weka's attribute-relation file format from r;
// name stands for the source in messages.
//
// Understood are comments (% to the end of the line), quoted names and values
// with backslash escapes, numeric attributes (numeric, real, integer), nominal
// attributes (which become text columns) and the missing value ?. Refused, each
// with an error that names the place, are string, date and relational
// attributes, sparse rows, instance weights and everything malformed.
func ParseARFF(r io.Reader, name string, missing MissingPolicy) (*Table, error) {
	if err := missing.validate(); err != nil {
		return nil, err
	}
	p := arffParser{name: name, lines: bufio.NewScanner(r)}
	p.lines.Buffer(nil, maxRecordBytes)
	if err := p.header(); err != nil {
		return nil, err
	}
	names := make([]string, len(p.columns))
	for j, c := range p.columns {
		names[j] = c.name
	}
	p.rows = newIncomplete(name, missing, names)
	if err := p.data(); err != nil {
		return nil, err
	}
	t := &Table{}
	if err := p.rows.finish(t); err != nil {
		return nil, err
	}
	for _, c := range p.columns {
		column, err := c.finish(t.Rows)
		if err != nil {
			return nil, fmt.Errorf("%s: attribute %q: %w", name, c.name, err)
		}
		t.Columns = append(t.Columns, column)
	}
	return t, nil
}

// arffParser is the state of one ParseARFF.
type arffParser struct {
	name    string
	lines   *bufio.Scanner
	line    int
	columns []*columnBuilder
	nominal []map[string]bool // declared values by column, nil if numeric
	rows    *incomplete
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

// header reads the declarations up to and with @data.
func (p *arffParser) header() error {
	relation := false
	seen := map[string]int{}
	for {
		text, err := p.next()
		switch {
		case err == io.EOF && p.line == 0:
			return fmt.Errorf("%s: the file is empty, expected an ARFF file", p.name)
		case err == io.EOF && !relation:
			return fmt.Errorf("%s: the file holds only comments, expected an ARFF file", p.name)
		case err == io.EOF:
			return fmt.Errorf("%s:%d: the file ends after %s, expected @data and rows", p.name, p.line, counted(len(p.columns), "attribute"))
		case err != nil:
			return err
		}
		keyword := text
		if i := strings.IndexAny(text, " \t"); i >= 0 {
			keyword = text[:i]
		}
		rest := strings.TrimSpace(text[len(keyword):])
		switch strings.ToLower(keyword) {
		case "@relation":
			if relation {
				return fmt.Errorf("%s:%d: found a second @relation, expected @attribute or @data", p.name, p.line)
			}
			relation = true
			continue
		case "@attribute":
			if relation {
				if err := p.attribute(rest, seen); err != nil {
					return err
				}
				continue
			}
		case "@data":
			if relation {
				if len(p.columns) == 0 {
					return fmt.Errorf("%s:%d: found @data before any @attribute, expected attributes", p.name, p.line)
				}
				return nil
			}
		}
		if !relation {
			return fmt.Errorf("%s:%d: found %s, expected @relation: this is not an ARFF file", p.name, p.line, found(keyword))
		}
		return fmt.Errorf("%s:%d: found %s, expected @attribute or @data", p.name, p.line, found(keyword))
	}
}

// attribute reads what follows @attribute: a name and a type.
func (p *arffParser) attribute(text string, seen map[string]int) error {
	name, rest, err := arffWord(text, " \t{")
	if err != nil {
		return fmt.Errorf("%s:%d: attribute %d: %w", p.name, p.line, len(p.columns)+1, err)
	}
	if name.text == "" || !utf8.ValidString(name.text) {
		return fmt.Errorf("%s:%d: attribute %d has the name %q, expected UTF-8 text", p.name, p.line, len(p.columns)+1, name.text)
	}
	if first, ok := seen[name.text]; ok {
		return fmt.Errorf("%s:%d: attribute %q is declared a second time, first on line %d, expected distinct names", p.name, p.line, name.text, first)
	}
	if len(p.columns) == maxColumns {
		return fmt.Errorf("%s:%d: found more than %d attributes, expected at most that many", p.name, p.line, maxColumns)
	}
	seen[name.text] = p.line
	c := &columnBuilder{name: name.text, field: len(p.columns), kind: kindNumber}
	rest = strings.TrimSpace(rest)
	var values map[string]bool
	if strings.HasPrefix(rest, "{") {
		if values, err = p.values(rest[1:]); err != nil {
			return fmt.Errorf("%s:%d: attribute %q: %w", p.name, p.line, c.name, err)
		}
		c.kind, c.declared = kindText, true
	} else {
		kind, after, err := arffWord(rest, " \t")
		if err != nil {
			return fmt.Errorf("%s:%d: attribute %q: %w", p.name, p.line, c.name, err)
		}
		switch strings.ToLower(kind.text) {
		case "numeric", "real", "integer":
			if after = strings.TrimSpace(after); after != "" && after[0] != '%' {
				return fmt.Errorf("%s:%d: attribute %q: found %s after its type, expected the end of the line", p.name, p.line, c.name, found(after))
			}
		case "":
			return fmt.Errorf("%s:%d: attribute %q has no type, expected numeric, real, integer or {values}", p.name, p.line, c.name)
		default:
			return fmt.Errorf("%s:%d: attribute %q has the type %s, expected numeric, real, integer or {values}", p.name, p.line, c.name, found(kind.text))
		}
	}
	p.columns, p.nominal = append(p.columns, c), append(p.nominal, values)
	return nil
}

// values reads the values of a nominal attribute, after the opening brace.
func (p *arffParser) values(text string) (map[string]bool, error) {
	values := map[string]bool{}
	for {
		cell, rest, err := arffWord(text, ",}")
		if err != nil {
			return nil, err
		}
		if cell.text == "" && !cell.quoted || rest == "" {
			return nil, fmt.Errorf("found %s in the list, expected values separated by commas and a closing brace", found(text))
		}
		if values[cell.text] {
			return nil, fmt.Errorf("value %s is declared twice, expected distinct values", found(cell.text))
		}
		values[cell.text] = true
		if len(values) > maxLevels {
			return nil, fmt.Errorf("found more than %d declared values, expected at most that many", maxLevels)
		}
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
	cells := make([]arffCell, 0, len(p.columns))
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
			return fmt.Errorf("%s:%d: row %d is sparse (it begins with a brace), expected all %s separated by commas",
				p.name, p.line, p.rows.rows, counted(len(p.columns), "value"))
		}
		if cells, err = arffCells(text, cells[:0]); err != nil {
			return fmt.Errorf("%s:%d: row %d: %w", p.name, p.line, p.rows.rows, err)
		}
		if len(cells) != len(p.columns) {
			return fmt.Errorf("%s:%d: row %d has %s, expected one for each of the %s",
				p.name, p.line, p.rows.rows, counted(len(cells), "value"), counted(len(p.columns), "attribute"))
		}
		if err := p.row(cells); err != nil {
			return err
		}
	}
}

// row converts a row, unless a value is missing.
func (p *arffParser) row(cells []arffCell) error {
	place := fmt.Sprintf("%s:%d", p.name, p.line)
	for j, cell := range cells {
		if cell.text == "?" && !cell.quoted {
			if err := p.rows.miss(j, place, "?"); err != nil {
				return err
			}
		}
	}
	if p.rows.faulty {
		return nil
	}
	for j, c := range p.columns {
		cell := cells[j].text
		if values := p.nominal[j]; values != nil && !values[cell] {
			declared := slices.Sorted(maps.Keys(values))
			return fmt.Errorf("%s: row %d, attribute %q: %w", place, p.rows.rows, c.name, unknownName("value", cell, declared))
		}
		if err := c.add(cell); err != nil {
			return fmt.Errorf("%s: row %d, attribute %q: %w", place, p.rows.rows, c.name, err)
		}
	}
	return nil
}
