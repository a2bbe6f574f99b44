package datasets

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// CSVOptions are the choices a user has when a table is read.
type CSVOptions struct {
	Missing MissingPolicy
	// Exclude names columns that are not read at all: identifiers, dates,
	// remarks.
	Exclude []string
	// Categorical names columns that hold categories although they look like
	// numbers, such as codes of regions.
	Categorical []string
}

// inferenceRows is the number of complete rows from which the types of the
// columns are inferred. Later rows are converted as they are read, so the text
// of a large file is never held in memory.
const inferenceRows = 1000

// maxRecordBytes bounds one row of a CSV file, so that a file without line
// ends or with a quote that is never closed cannot exhaust memory.
const maxRecordBytes = 16 << 20

// maxColumns bounds the columns of a table.
const maxColumns = 1 << 17

// ReadCSV reads the comma-separated table in the file at path. See ParseCSV.
func ReadCSV(path string, o CSVOptions) (*Table, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: is a folder, expected a CSV file", path)
	}
	return ParseCSV(file, path, o)
}

// ParseCSV reads a comma-separated table with a header line of column names
// from r; name stands for the source in messages. A byte-order mark, CRLF line
// ends, quoted cells and blank space around cells are accepted.
//
// A column whose first 1000 values convert to numbers is numeric; one of
// true/false (or T/F) values becomes 0 and 1; a column in which most values are
// numbers and some are not is an error at the first that is not; any other
// column is text, read as categories. Text that looks like dates, that differs
// in every row, or that has more than 256 categories is refused with advice.
//
// The error is of the form
//
//	heights.csv:6: row 5, column "age": found "unknown", expected a number
func ParseCSV(r io.Reader, name string, o CSVOptions) (*Table, error) {
	if err := o.Missing.validate(); err != nil {
		return nil, err
	}
	p := csvParser{name: name}
	if err := p.open(r); err != nil {
		return nil, err
	}
	names, err := p.header()
	if err != nil {
		return nil, err
	}
	if err := p.choose(names, o); err != nil {
		return nil, err
	}
	if err := p.body(); err != nil {
		return nil, err
	}
	return p.table()
}

// csvParser is the state of one ParseCSV.
type csvParser struct {
	name  string
	limit *recordLimiter
	csv   *csv.Reader

	fields   int              // columns of the file, excluded ones too
	columns  []*columnBuilder // columns that are read, in file order
	warnings []string
	rows     *incomplete
	inferred bool      // whether the columns have their types
	head     []headRow // complete rows kept until then
}

// headRow is one of the rows from which types are inferred.
type headRow struct {
	line, row int
	cells     []string // one per column that is read
}

// recordLimiter fails when more than left bytes are read before it is reset.
type recordLimiter struct {
	r    io.Reader
	left int
}

var errLongRecord = errors.New("row too long")

func (l *recordLimiter) Read(b []byte) (int, error) {
	if l.left <= 0 {
		return 0, errLongRecord
	}
	n, err := l.r.Read(b)
	l.left -= n
	return n, err
}

// next returns the cells of the next row and the line it begins on, io.EOF at
// the end. The cells are valid until the next call.
func (p *csvParser) next() ([]string, int, error) {
	p.limit.left = maxRecordBytes
	record, err := p.csv.Read()
	if err == io.EOF {
		return nil, 0, io.EOF
	}
	var syntax *csv.ParseError
	switch {
	case errors.Is(err, errLongRecord):
		what := "the header"
		if p.rows != nil {
			what = fmt.Sprintf("row %d", p.rows.rows+1)
		}
		return nil, 0, fmt.Errorf("%s: %s is longer than %d MiB, expected line ends (is a quotation mark left open?)",
			p.name, what, maxRecordBytes>>20)
	case errors.As(err, &syntax):
		return nil, 0, fmt.Errorf("%s:%d: %v, expected cells quoted as \"…\" with quotation marks inside them doubled",
			p.name, syntax.StartLine, syntax.Err)
	case err != nil:
		return nil, 0, fmt.Errorf("%s: %w", p.name, err)
	}
	line, _ := p.csv.FieldPos(0)
	for i, cell := range record {
		record[i] = strings.TrimSpace(cell)
	}
	return record, line, nil
}

// choose sets up the columns that are read.
func (p *csvParser) choose(names []string, o CSVOptions) error {
	excluded, err := p.set("column to exclude", names, o.Exclude)
	if err != nil {
		return err
	}
	categorical, err := p.set("categorical column", names, o.Categorical)
	if err != nil {
		return err
	}
	p.fields = len(names)
	for j, name := range names {
		if excluded[name] {
			continue
		}
		c := &columnBuilder{name: name, field: j}
		if categorical[name] {
			c.kind, c.declared = kindText, true
		}
		p.columns = append(p.columns, c)
	}
	if len(p.columns) == 0 {
		return fmt.Errorf("%s: every column is excluded, expected at least one input and one response", p.name)
	}
	read := make([]string, len(p.columns))
	for j, c := range p.columns {
		read[j] = c.name
	}
	p.rows = newIncomplete(p.name, o.Missing, read)
	return nil
}

// set returns the chosen names as a set, or an error if one is not a column.
func (p *csvParser) set(what string, names, chosen []string) (map[string]bool, error) {
	set := map[string]bool{}
	for _, c := range chosen {
		if !slices.Contains(names, c) {
			return nil, fmt.Errorf("%s: %w", p.name, unknownName(what, c, names))
		}
		set[c] = true
	}
	return set, nil
}

// body reads the rows after the header.
func (p *csvParser) body() error {
	for {
		record, line, err := p.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		p.rows.begin()
		place := fmt.Sprintf("%s:%d", p.name, line)
		if len(record) != p.fields {
			return fmt.Errorf("%s: row %d has %s, expected %d as in the header",
				place, p.rows.rows, counted(len(record), "cell"), p.fields)
		}
		for j, c := range p.columns {
			if cell := record[c.field]; isMissing(cell) {
				if err := p.rows.miss(j, place, cell); err != nil {
					return err
				}
			}
		}
		if p.rows.faulty {
			continue
		}
		if !p.inferred {
			p.keep(record, line)
			if len(p.head) == inferenceRows {
				if err := p.infer(); err != nil {
					return err
				}
			}
			continue
		}
		for _, c := range p.columns {
			if err := c.add(record[c.field]); err != nil {
				return fmt.Errorf("%s: row %d, column %q: %w", place, p.rows.rows, c.name, err)
			}
		}
	}
	if p.inferred {
		return nil
	}
	return p.infer()
}

// keep copies a row for type inference.
func (p *csvParser) keep(record []string, line int) {
	cells := make([]string, len(p.columns))
	for j, c := range p.columns {
		cells[j] = strings.Clone(record[c.field])
	}
	p.head = append(p.head, headRow{line, p.rows.rows, cells})
}

// infer gives every column a type and converts the rows kept for that.
func (p *csvParser) infer() error {
	cells := make([]string, len(p.head))
	for j, c := range p.columns {
		for i, row := range p.head {
			cells[i] = row.cells[j]
		}
		if c.kind == kindUnknown {
			c.kind = inferKind(cells)
		}
	}
	for _, row := range p.head {
		for j, c := range p.columns {
			if err := c.add(row.cells[j]); err != nil {
				return fmt.Errorf("%s:%d: row %d, column %q: %w", p.name, row.line, row.row, c.name, err)
			}
		}
	}
	p.head, p.inferred = nil, true
	return nil
}

// table finishes the columns.
func (p *csvParser) table() (*Table, error) {
	t := &Table{Warnings: p.warnings}
	if err := p.rows.finish(t); err != nil {
		return nil, err
	}
	for _, c := range p.columns {
		column, err := c.finish(t.Rows)
		if err != nil {
			return nil, fmt.Errorf("%s: column %q: %w", p.name, c.name, err)
		}
		t.Columns = append(t.Columns, column)
	}
	return t, nil
}
