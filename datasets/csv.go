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
	numbers map[string]string // in the place of cells
	blanks  bool              // cells are separated by any number of blanks
	decimal rune              // 0 until it is known
	// thousands is the first number with marks between thousands, minus that with Unicode's
	// minus sign; "" for none.
	thousands, minus string
	head             []textRow // the first rows, which tell what the table is
	quotes           bool      // whether the first cells have quotation marks around them
	fault            error     // why no row follows them, io.EOF at the end of the file; nil if one may
	units            []string  // by place, if a line below the names has them

	names      []string         // of the columns, as the header has them
	headerLine int              // its line
	fields     int              // columns of the file, excluded ones too
	nameless   []int            // places of columns without a name, which have to be empty
	columns    []*columnBuilder // columns that are read, in file order
	warnings   []error
	remarks    []error
	rows       *incomplete
}

// textRow is a row of a text table.
type textRow struct {
	line   int // on which it begins
	cells  []string
	quoted bool // whether the first of several cells is in quotation marks
}

// parseCSV reads a text table.
func parseCSV(r io.Reader, name string, o Options) (*Table, error) {
	p := &csvParser{name: name, o: o, numbers: o.replacements()}
	if err := p.open(r); err != nil {
		return nil, err
	}
	p.peek()
	names, err := p.header()
	if err != nil {
		return nil, err
	}
	if err := p.choose(names); err != nil {
		return nil, err
	}
	p.infer()
	if err := p.body(); err != nil {
		return nil, err
	}
	return p.finish()
}

// recordLimiter fails when more than size bytes or so many cells are read before it is
// reset.
type recordLimiter struct {
	r           io.Reader
	separator   []byte
	size, cells int
}

var (
	errLongRecord = errors.New("row too long")
	errManyCells  = errors.New("too many cells")
)

func (l *recordLimiter) Read(b []byte) (int, error) {
	switch {
	case l.size <= 0:
		return 0, errLongRecord
	case l.cells <= 0:
		return 0, errManyCells
	}
	n, err := l.r.Read(b)
	l.size -= n
	l.cells -= bytes.Count(b[:n], l.separator)
	return n, err
}

// peek reads the first rows.
func (p *csvParser) peek() {
	for len(p.head) <= inferenceRows && p.fault == nil {
		record, line, err := p.record()
		if p.fault = err; err != nil {
			break
		}
		row := textRow{line: line, cells: slices.Clone(record)}
		if len(record) > 1 && !p.blanks {
			_, first := p.csv.FieldPos(0)
			_, second := p.csv.FieldPos(1)
			row.quoted = second-first > len(record[0])+2
		}
		p.head = append(p.head, row)
	}
}

// record reads a row, and returns its cells, which are valid until the next call, and the line
// it begins on.
func (p *csvParser) record() ([]string, int, error) {
	// The reader reads ahead, hence the cells above the limit.
	p.limit.size, p.limit.cells = maxRecordBytes, maxColumns+4<<10
	record, err := p.csv.Read()
	if err != nil {
		return nil, 0, err
	}
	line, _ := p.csv.FieldPos(0)
	cells := trimmed(record, p.blanks)
	if len(p.numbers) > 0 {
		for j, cell := range cells {
			if number, replaced := p.numbers[cell]; replaced {
				cells[j] = number
			}
		}
	}
	return cells, line + p.o.SkipFirst, nil
}

// unreadable is the error of reading a row.
func (p *csvParser) unreadable(err error) error {
	what := "the header"
	if p.rows != nil {
		what = fmt.Sprintf("row %d", p.rows.rows+1)
	}
	var syntax *csv.ParseError
	switch {
	case errors.Is(err, errLongRecord):
		return fmt.Errorf("%s: %s is longer than %d MiB, expected line ends (is a quotation mark left open?)",
			p.name, what, maxRecordBytes>>20)
	case errors.Is(err, errManyCells):
		return fmt.Errorf("%s: %s has more than %d cells, expected at most that many (is a quotation mark left open?)",
			p.name, what, maxColumns)
	case errors.As(err, &syntax) && errors.Is(err, csv.ErrBareQuote) && !p.quotes && p.fileName() != "":
		return fmt.Errorf("%s:%d: a quotation mark stands inside a cell, expected it around cells alone; sed %s "+
			"%s > marks.csv writes a double prime for it",
			p.name, syntax.StartLine+p.o.SkipFirst, format.Argument(`s/"/″/g`), p.fileName())
	case errors.As(err, &syntax):
		return fmt.Errorf("%s:%d: %v, expected cells quoted as \"…\" with quotation marks inside them doubled",
			p.name, syntax.StartLine+p.o.SkipFirst, syntax.Err)
	}
	return fmt.Errorf("%s: %w", p.name, err)
}

// choose sets up the columns that are read, of which those without a name are
// "".
func (p *csvParser) choose(names []string) (err error) {
	var columns []*columnBuilder
	for j, name := range names {
		if name == "" {
			continue
		}
		c := &columnBuilder{Column: Column{Name: name}, place: j}
		if j < len(p.units) {
			c.Unit = strings.Trim(p.units[j], "[]()<> ")
		}
		columns = append(columns, c)
	}
	p.fields = len(names)
	if p.rows, err = p.o.rowsOf(p.name, columns, true); err == nil {
		p.columns = p.rows.columns
	}
	return err
}

// body reads the rows after the header, less those that are skipped at the end. Rows that look
// like notes or totals are left out if no data follow.
func (p *csvParser) body() error {
	end := tableEnd{parser: p}
	for _, row := range p.head {
		if err := end.read(row); err != nil {
			return err
		}
	}
	for p.fault == nil {
		var row textRow
		if row.cells, row.line, p.fault = p.record(); p.fault == nil {
			if err := end.read(row); err != nil {
				return err
			}
		}
	}
	if p.fault != io.EOF {
		return p.unreadable(p.fault)
	}
	return end.finish()
}

// tableEnd holds rows back that may be left out at the end of a table.
type tableEnd struct {
	parser  *csvParser
	skipped []textRow // the last rows so far, of which so many are skipped
	foot    []textRow // rows that looked like notes or totals
	last    textRow   // the last row that was added
}

// read takes the next row of the file.
func (e *tableEnd) read(row textRow) error {
	if skip := e.parser.o.SkipLast; skip > 0 {
		row.cells = slices.Clone(row.cells)
		if e.skipped = append(e.skipped, row); len(e.skipped) <= skip {
			return nil
		}
		row, e.skipped = e.skipped[0], e.skipped[1:]
	}
	if e.parser.rows.rows > 0 && len(e.foot) < longestFoot && e.parser.isFoot(row.cells) {
		row.cells = slices.Clone(row.cells)
		e.foot = append(e.foot, row)
		return nil
	}
	for _, held := range e.foot {
		if err := e.parser.row(held); err != nil {
			return err
		}
	}
	e.foot = nil
	e.last.line, e.last.cells = row.line, append(e.last.cells[:0], row.cells...)
	return e.parser.row(row)
}

// finish ends the table.
func (e *tableEnd) finish() error {
	if skip := e.parser.o.SkipLast; skip > len(e.skipped) || skip > 0 && e.parser.rows.rows == 0 {
		return NameError{
			mention.Errorf("%s: %v leaves no row, expected fewer rows to skip", e.parser.name, mention.SkipLast.To(skip)),
		}
	}
	e.parser.footer(e.foot)
	if e.last.cells != nil {
		e.parser.maySumUp(e.last)
	}
	return nil
}

// row adds a row.
func (p *csvParser) row(row textRow) error {
	record, line := row.cells, row.line
	p.rows.begin()
	if len(record) != p.fields {
		recognised := ""
		if p.o.Separator == 0 {
			recognised = fmt.Sprintf(
				" (separator recognised: %s%s)", named(p.csv.Comma),
				mention.Clause("; %v sets another", mention.Separator),
			)
		}
		if p.rows.rows == 1 && line > 2 {
			recognised += mention.Clause("; %v if the names are on line %d", mention.SkipFirst.To(line-1), line)
		}
		return mention.Errorf("%s:%d: row %d has %s, expected %d as in the header%s",
			p.name, line, p.rows.rows, format.Plural(len(record), "cell"), p.fields, recognised)
	}
	for _, j := range p.nameless {
		if record[j] != "" {
			return fmt.Errorf("%s:%d: row %d: column %d has no name but holds %s, expected a name for every column%s",
				p.name, line, p.rows.rows, j+1, found(record[j]), p.renamed(p.names, p.headerLine))
		}
	}
	if c, err := p.rows.take(line, record, nil, p.cell); err != nil {
		return fmt.Errorf("%s:%d: row %d, column %q: %w", p.name, line, p.rows.rows, c.Name, err)
	}
	return nil
}

// cell adds a cell to its column.
func (p *csvParser) cell(c *columnBuilder, cell string, row int) (err error) {
	text := cell
	if (c.Kind == Number || c.Kind == Integer || c.Kind == kindUnknown) && !c.field.hasMarks() {
		cell, err = p.plain(cell)
	}
	if err == nil {
		err = c.add(cell, row)
	}
	switch err {
	case nil:
		return nil
	case errDecimalPoint:
		err = mention.Errorf("found %s, %w%s", found(text), err, p.pointAdvice())
	default:
		err = mention.Errorf("%w%s", err, p.advice(c, text))
	}
	if p.fault == io.EOF && row == len(p.head) && row >= countedRows && c == p.columns[0] {
		err = mention.Errorf("%w%s", err, p.skipAdvice())
	}
	return err
}

// infer gives every column a type by the first rows, less those that are skipped at the end.
func (p *csvParser) infer() {
	rows := p.head
	if p.fault == io.EOF {
		rows = rows[:max(0, len(rows)-p.o.SkipLast)]
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(row textRow) bool { return len(row.cells) != p.fields })
	p.inferDecimal(rows)
	for _, c := range p.columns {
		if c.Kind != kindUnknown {
			continue
		}
		var cells []string
		for _, row := range rows {
			if cell := row.cells[c.place]; !c.absent.cell(cell) {
				if plain, err := p.plain(cell); err == nil {
					cell = plain
				}
				cells = append(cells, cell)
			}
		}
		if len(cells) == 0 {
			continue
		}
		c.is(inferKind(cells))
	}
}

// finish finishes the columns.
func (p *csvParser) finish() (*Table, error) {
	if p.text.windows {
		p.warnings = append(p.warnings, mention.Errorf("%s: the text is read as Windows-1252, since it is not "+
			"UTF-8: save it as UTF-8 if letters are wrong", p.name))
	}
	if p.thousands != "" && p.decimal == '.' {
		p.warnings = append(p.warnings, mention.Errorf("%s: numbers such as %s are read with commas between "+
			"thousands%s", p.name, p.thousands, mention.Clause(" (%v if they are decimal commas)", mention.Decimal.To(","))))
	} else if p.thousands != "" {
		p.warnings = append(p.warnings, mention.Errorf("%s: numbers such as %s are read with points between "+
			"thousands%s", p.name, p.thousands, mention.Clause(" (%v if they are decimal points)", mention.Decimal.To("."))))
	}
	if p.minus != "" {
		p.warn("%s: numbers such as %s are read with U+2212 as their minus sign", p.name, p.minus)
	}
	p.rows.warnings = append(p.warnings, p.rows.warnings...)
	t, err := p.rows.table("column")
	if err == nil {
		t.Remarks = p.remarks
	}
	return t, err
}
