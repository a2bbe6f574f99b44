package datasets

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"drfvi/internal/format"
	"drfvi/internal/mention"
)

// inferenceRows is the number of complete rows from which the types of the
// columns are inferred. Later rows are converted as they are read, so the text
// of a large file is never held in memory.
const inferenceRows = 1000

// maxRecordBytes bounds one row of a text table, so that a file without line
// ends or with a quote that is never closed cannot exhaust memory.
const maxRecordBytes = 16 << 20

// maxColumns bounds the columns of a table.
const maxColumns = 1 << 17

// csvParser reads a text table with a header line of column names. A byte-order mark, CRLF
// line ends, quoted cells and blank space around cells are accepted. Cells are separated by
// commas or, if there are none in the header, by semicolons, tabs, bars or
// blanks; where they are not separated by commas, decimal commas are
// recognised. A first column that has no name, or that has no place in the
// header, holds row names and is left out, and so are nameless empty columns;
// the warnings say so.
//
// A column whose first 1000 values convert to numbers is numeric; one of
// true/false (or T/F) values becomes 0 and 1; a column in which most values are
// numbers and some are not is an error at the first that is not; any other
// column is text, read as categories. Text that looks like dates, that differs
// in every row, or that has more than maxLevels categories is refused with advice.
type csvParser struct {
	name string
	o    Options

	text    *decoded
	limit   *recordLimiter
	csv     *csv.Reader
	blanks  bool // cells are separated by any number of blanks
	decimal rune // 0 until it is known
	// thousands is the first number with marks between thousands, "" for none.
	thousands string
	records   int        // read so far
	ahead     []aheadRow // rows that are looked at already
	units     []string   // by place, if a line below the names has them

	fields   int              // columns of the file, excluded ones too
	nameless []int            // places of columns without a name, which have to be empty
	columns  []*columnBuilder // columns that are read, in file order
	warnings []string
	remarks  []string
	rows     *incomplete
	inferred bool      // whether the columns have their types
	ended    bool      // whether all rows are read
	head     []headRow // rows kept until then
}

// headRow is one of the rows from which types are inferred.
type headRow struct {
	line, row int
	cells     []string // one per column that is read
}

// parseCSV reads a text table.
func parseCSV(r io.Reader, name string, o Options) (*Table, error) {
	p := &csvParser{name: name, o: o}
	if err := p.open(r); err != nil {
		return nil, err
	}
	names, err := p.header()
	if err != nil {
		return nil, err
	}
	if err := p.choose(names); err != nil {
		return nil, err
	}
	if err := p.body(); err != nil {
		return nil, err
	}
	return p.finish()
}

// recordLimiter fails when more than left bytes or cells are read before it is
// reset.
type recordLimiter struct {
	r           io.Reader
	separator   []byte
	left, cells int
}

var (
	errLongRecord = errors.New("row too long")
	errManyCells  = errors.New("too many cells")
)

func (l *recordLimiter) Read(b []byte) (int, error) {
	switch {
	case l.left <= 0:
		return 0, errLongRecord
	case l.cells <= 0:
		return 0, errManyCells
	}
	n, err := l.r.Read(b)
	l.left -= n
	l.cells -= bytes.Count(b[:n], l.separator)
	return n, err
}

// next returns the cells of the next row and the line it begins on, io.EOF at
// the end. The cells are valid until the next call.
func (p *csvParser) next() ([]string, int, error) {
	if len(p.ahead) > 0 {
		row := p.ahead[0]
		p.ahead = p.ahead[1:]
		if row.err != nil && row.err != io.EOF {
			row.err = p.unreadable(row.err)
		}
		return row.cells, row.line, row.err
	}
	record, line, err := p.record()
	if err != nil && err != io.EOF {
		err = p.unreadable(err)
	}
	return record, line, err
}

// record reads a row.
func (p *csvParser) record() ([]string, int, error) {
	// The reader reads ahead, hence the cells above the limit.
	p.limit.left, p.limit.cells = maxRecordBytes, maxColumns+4<<10
	record, err := p.csv.Read()
	if err == io.EOF {
		return nil, 0, io.EOF
	}
	p.records++
	if err != nil {
		return nil, 0, err
	}
	line, _ := p.csv.FieldPos(0)
	for i, cell := range record {
		record[i] = strings.TrimSpace(cell)
	}
	if p.blanks {
		record = slices.DeleteFunc(record, func(cell string) bool { return cell == "" })
	}
	return record, line, nil
}

// unreadable is the error of reading a row.
func (p *csvParser) unreadable(err error) error {
	what := "the header"
	switch {
	case p.rows != nil:
		what = fmt.Sprintf("row %d", p.rows.rows+1)
	case p.records > 1:
		what = "row 1"
	}
	var syntax *csv.ParseError
	switch {
	case errors.Is(err, errLongRecord):
		return fmt.Errorf("%s: %s is longer than %d MiB, expected line ends (is a quotation mark left open?)",
			p.name, what, maxRecordBytes>>20)
	case errors.Is(err, errManyCells):
		return fmt.Errorf("%s: %s has more than %d cells, expected at most that many (is a quotation mark left open?)",
			p.name, what, maxColumns)
	case errors.As(err, &syntax):
		return fmt.Errorf("%s:%d: %v, expected cells quoted as \"…\" with quotation marks inside them doubled",
			p.name, syntax.StartLine, syntax.Err)
	}
	return fmt.Errorf("%s: %w", p.name, err)
}

// choose sets up the columns that are read, of which those without a name are
// "".
func (p *csvParser) choose(names []string) error {
	named := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" })
	chosen, err := p.o.choose(p.name, named)
	if err != nil {
		return err
	}
	p.fields = len(names)
	usual := p.o.absences(true)
	p.warnings = append(p.warnings, chosen.warnings...)
	for j, name := range names {
		c := &columnBuilder{Column: Column{Name: name}, place: j, absent: usual}
		if j < len(p.units) {
			c.Unit = strings.Trim(p.units[j], "[]()<> ")
		}
		if name != "" && chosen.take(c, p.o) {
			p.columns = append(p.columns, c)
		}
	}
	p.rows = newIncomplete(p.name, p.o, p.columns)
	return nil
}

// body reads the rows after the header. Rows that look like notes or totals are left out if no
// data follow.
func (p *csvParser) body() error {
	var foot []headRow
	for {
		record, line, err := p.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if p.isFoot(record) && len(foot) < longestFoot {
			foot = append(foot, headRow{line: line, cells: slices.Clone(record)})
			continue
		}
		if err := p.add(foot...); err != nil { // data follow
			return err
		}
		foot = foot[:0]
		if err := p.row(record, line); err != nil {
			return err
		}
	}
	p.ended = true
	if err := p.add(p.footer(foot)...); err != nil || p.inferred {
		return err
	}
	return p.infer()
}

// add adds rows.
func (p *csvParser) add(rows ...headRow) error {
	for _, row := range rows {
		if err := p.row(row.cells, row.line); err != nil {
			return err
		}
	}
	return nil
}

// row adds a row.
func (p *csvParser) row(record []string, line int) error {
	p.rows.begin()
	if len(record) != p.fields {
		recognised := ""
		if p.o.Separator == 0 {
			recognised = fmt.Sprintf(" (separator recognised: %s%s)", named(p.csv.Comma), mention.Clause("; %v sets another", mention.Separator))
		}
		if p.rows.rows == 1 && line > 2 {
			recognised += ": take away what stands above the column names"
		}
		return fmt.Errorf("%s:%d: row %d has %s, expected %d as in the header%s",
			p.name, line, p.rows.rows, format.Plural(len(record), "cell"), p.fields, recognised)
	}
	for _, j := range p.nameless {
		if record[j] != "" {
			return fmt.Errorf("%s:%d: row %d: column %d has no name but holds %s, expected a name for every column",
				p.name, line, p.rows.rows, j+1, found(record[j]))
		}
	}
	for j, c := range p.columns {
		if cell := record[c.place]; c.absent.cell(cell) {
			p.rows.miss(j, line, cell)
			c.lacks(cell)
		}
	}
	switch {
	case p.rows.dropping():
		return nil
	case p.inferred:
		for _, c := range p.columns {
			if err := p.cell(c, record[c.place], p.rows.rows, line); err != nil {
				return err
			}
		}
		return nil
	}
	p.keep(record, line)
	if len(p.head) == inferenceRows {
		return p.infer()
	}
	return nil
}

// cell adds a cell to its column.
func (p *csvParser) cell(c *columnBuilder, cell string, row, line int) error {
	if p.o.Missing == MissingKeep && c.absent.cell(cell) {
		c.addMissing()
		return nil
	}
	var err error
	if c.Kind == Number || c.Kind == Integer || c.Kind == kindUnknown {
		cell, err = p.plain(cell)
	}
	if err == nil {
		err = c.add(cell, row)
	}
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%w%s", err, c.advice(cell))
	if p.ended && row == p.rows.rows && row >= countedRows && c == p.columns[0] {
		err = fmt.Errorf("%w; it is the last row: take it away if it sums up the others", err)
	}
	if c.spares(err, row) {
		c.addMissing()
		return nil
	}
	return fmt.Errorf("%s:%d: row %d, column %q: %w", p.name, line, row, c.Name, err)
}

// keep copies a row for type inference.
func (p *csvParser) keep(record []string, line int) {
	cells := make([]string, len(p.columns))
	for j, c := range p.columns {
		cells[j] = strings.Clone(record[c.place])
	}
	p.head = append(p.head, headRow{line, p.rows.rows, cells})
}

// infer gives every column a type and converts the rows kept for that.
func (p *csvParser) infer() error {
	p.inferDecimal()
	cells := make([]string, 0, len(p.head))
	for j, c := range p.columns {
		if c.Kind != kindUnknown {
			continue
		}
		cells = cells[:0]
		for _, row := range p.head {
			if cell := row.cells[j]; !c.absent.cell(cell) {
				if plain, err := p.plain(cell); err == nil {
					cell = plain
				}
				cells = append(cells, cell)
			}
		}
		if len(cells) > 0 {
			kind := inferKind(cells)
			if c.identifier && kind == Number && slices.ContainsFunc(cells, func(s string) bool { _, err := parseNumber(s); return err != nil }) {
				kind = Text // 1002 and 1002B
			}
			c.is(kind)
		}
	}
	for _, row := range p.head {
		for j, c := range p.columns {
			if err := p.cell(c, row.cells[j], row.row, row.line); err != nil {
				return err
			}
		}
	}
	p.head, p.inferred = nil, true
	return nil
}

// finish finishes the columns.
func (p *csvParser) finish() (*Table, error) {
	if p.text.windows {
		p.warnings = append(p.warnings, fmt.Sprintf("%s: the text is read as Windows-1252, since it is not UTF-8: save it as UTF-8 if letters are wrong", p.name))
	}
	if p.thousands != "" && p.decimal == '.' {
		p.warnings = append(p.warnings, fmt.Sprintf("%s: numbers such as %s are read with commas between thousands%s", p.name, p.thousands, mention.Clause(" (%v if they are decimal commas)", mention.Decimal.To(","))))
	} else if p.thousands != "" {
		p.warnings = append(p.warnings, fmt.Sprintf("%s: numbers such as %s are read with points between thousands%s", p.name, p.thousands, mention.Clause(" (%v if they are decimal points)", mention.Decimal.To("."))))
	}
	t, err := p.rows.table("column", p.warnings)
	if err == nil {
		t.Remarks = p.remarks
	}
	return t, err
}
