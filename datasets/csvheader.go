package datasets

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"drfvi/internal/format"
	"drfvi/internal/mention"
)

// open looks at the first bytes of the file and starts the CSV reader.
func (p *csvParser) open(r io.Reader) error {
	buffered := bufio.NewReaderSize(r, peeked)
	start, err := buffered.Peek(peeked)
	if len(start) == 0 && err != io.EOF {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	if order, is := utf16Order(start); is {
		buffered = bufio.NewReaderSize(utf16Text(buffered, order), peeked)
		if start, err = buffered.Peek(peeked); len(start) == 0 && err != io.EOF {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	switch {
	case bytes.HasPrefix(start, []byte("\xef\xbb\xbf")):
		buffered.Discard(3)
		start = start[3:]
	case bytes.IndexByte(start, 0) >= 0:
		return fmt.Errorf("%s: the file holds binary data of an unknown kind, expected %s", p.name, formats)
	}
	if line, _, ends := bytes.Cut(start, []byte("\r")); ends && bytes.IndexByte(start, '\n') < 0 &&
		len(line) < len(start)-1 {
		return fmt.Errorf("%s: lines end in carriage returns alone, as old Macs write them, expected line "+
			"feeds: save the file again as \"CSV UTF-8\"", p.name)
	}
	for line := range p.o.SkipFirst {
		if err := skipLine(buffered); err != nil {
			return NameError{
				mention.Errorf(
					"%s: %v leaves out the whole file, which has %d lines, expected fewer", p.name,
					mention.SkipFirst.To(p.o.SkipFirst), line,
				),
			}
		}
	}
	if start, err = buffered.Peek(peeked); len(start) == 0 && err != io.EOF {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	p.text = &decoded{from: buffered}
	separator := p.o.Separator
	if separator == 0 {
		separator = p.recognise(string(start))
	}
	p.decimal = p.o.Decimal
	for _, before := range []string{string(separator), "\n"} {
		p.quotes = p.quotes || bytes.Contains(start, []byte(before+`"`)) || bytes.HasPrefix(start, []byte(`"`))
	}
	p.blanks = separator == ' '
	p.limit = &recordLimiter{r: p.text, separator: []byte(string(separator))}
	p.csv = csv.NewReader(p.limit)
	p.csv.Comma = separator
	p.csv.FieldsPerRecord = -1 // counted here, to name the row
	p.csv.ReuseRecord = true
	return nil
}

// skipLine reads a line.
func skipLine(r *bufio.Reader) error {
	for {
		part, err := r.ReadSlice('\n')
		if err == nil || err == io.EOF && len(part) > 0 {
			return nil
		}
		if err != bufio.ErrBufferFull {
			return err
		}
	}
}

// separators are the marks between cells that are recognised, the likeliest
// first.
var separators = []rune{',', ';', '\t', '|', ' '}

// recognise returns the separator of a text table that begins with start: the one by which most
// of its first rows have as many cells as the line of column names, of equals the one that
// parts it into the most. A line that commas part may be a row with decimal commas: a title
// above the names is believed only if more rows are alike than by other separators. Blanks
// count only where nothing else parts the first line.
func (p *csvParser) recognise(start string) rune {
	best, bestCount, width, first := ',', 0, 0, false
	if p.o.Decimal == ',' {
		best = ';' // of a single column
	}
	for _, separator := range separators {
		rows := firstRows(start, separator)
		if len(rows) == 0 || separator == ' ' && first {
			continue
		}
		title := titleLines(rows)
		cells := len(rows[title].cells)
		if n := equallyWide(rows[title:]); cells > 1 && (n > bestCount || n == bestCount && cells > width) {
			best, bestCount, width = separator, n, cells
			first = first || title == 0
		}
	}
	return best
}

// equallyWide returns how many rows have as many cells as the first, or one more beside names of
// rows, which counts less.
func equallyWide(rows []textRow) int {
	counts := map[int]int{}
	for _, row := range rows[1:] {
		counts[len(row.cells)-len(rows[0].cells)]++
	}
	return 1 + max(counts[0], counts[1]-1)
}

// firstRows returns the rows that tell a separator.
func firstRows(text string, separator rune) (rows []textRow) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord = separator, -1
	for range shownRows {
		record, err := r.Read()
		if err != nil {
			break
		}
		rows = append(rows, textRow{cells: trimmed(record, separator == ' ')})
	}
	return rows
}

// trimmed returns the cells of a record without blank space around them; where cells are
// separated by any number of blanks, those that hold something.
func trimmed(record []string, blanks bool) []string {
	for i, cell := range record {
		record[i] = strings.TrimSpace(cell)
	}
	if blanks {
		record = slices.DeleteFunc(record, func(cell string) bool { return cell == "" })
	}
	if len(record) == 0 { // of empty cells in quotation marks
		record = append(record, "")
	}
	return record
}

// separatorNames are the separators as users write them.
var separatorNames = map[rune]string{',': "comma", ';': "semicolon", '\t': "tab", '|': "bar", ' ': "blank"}

// named is the separator as users write it.
func named(separator rune) string {
	return cmp.Or(separatorNames[separator], strconv.QuoteRune(separator))
}

// header reads and checks the line of column names. Columns that are left out
// because they have none are "".
func (p *csvParser) header() ([]string, error) {
	p.preamble()
	if len(p.head) == 0 && p.fault == io.EOF {
		return nil, fmt.Errorf("%s: the file is empty, expected a header line with column names", p.name)
	}
	if len(p.head) == 0 {
		return nil, p.unreadable(p.fault)
	}
	record, line := p.head[0].cells, p.head[0].line
	p.head = p.head[1:]
	if len(record) > maxColumns {
		return nil, fmt.Errorf("%s:%d: the header has %d columns, expected at most %d", p.name, line, len(record), maxColumns)
	}
	names := record
	p.names, p.headerLine = slices.Clone(names), line
	var numbers []string
	first := map[string]int{}
	for j, name := range names {
		if !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
			return nil, fmt.Errorf(
				"%s:%d: the name of column %d is %s, expected UTF-8 text: %s", p.name, line, j+1, found(name), toUTF8,
			)
		}
		if _, err := strconv.ParseFloat(name, 64); err == nil {
			numbers = append(numbers, name)
		}
	}
	if len(numbers) == len(names) && !areIndices(names) {
		return nil, fmt.Errorf("%s:%d: the first line holds only numbers (%s), expected a header line with column names%s",
			p.name, line, few(numbers, 5), p.headed(len(names)))
	}
	for j, name := range names {
		if i, ok := first[name]; ok && name != "" {
			return nil, fmt.Errorf("%s:%d: columns %d and %d are both named %q, expected distinct names%s",
				p.name, line, i+1, j+1, name, p.renamed(names, line))
		}
		first[name] = j
	}
	switch {
	case len(numbers) == len(names):
		p.warn(
			"%s:%d: the first line holds the numbers of the columns (%s), which are taken for their names", p.name,
			line, few(numbers, 5),
		)
	case len(numbers) > 0:
		p.warn("%s:%d: some column names are numbers (%s): is the header line missing?", p.name, line, few(numbers, 5))
	}
	return p.nameColumns(names, line)
}

// areIndices reports whether names are the whole numbers from 0 or 1 on, as programs name the
// columns of a matrix.
func areIndices(names []string) bool {
	for j, name := range names {
		if name != strconv.Itoa(j) && name != strconv.Itoa(j+1) || name != names[0] && j == 0 {
			return false
		}
	}
	return len(names) > 1 && names[1] != names[0]
}

// fileName is the name of the file in a command of a shell, "" if there is none that can be read
// as text.
func (p *csvParser) fileName() string {
	if !p.o.isFile || packedName.MatchString(p.name) {
		return ""
	}
	return format.Argument(p.name)
}

// packedName is what names of packed files end in.
var packedName = regexp.MustCompile(`(?i)\.(gz|zst|bz2)$`)

// headed is the command that puts a header above a table, as the end of a message.
func (p *csvParser) headed(columns int) string {
	file := p.fileName()
	if file == "" || columns > mostShown {
		return ""
	}
	var names []string
	for j := range columns {
		names = append(names, fmt.Sprintf("x%d", j+1))
	}
	return fmt.Sprintf(
		"; (echo %s; cat %s) > named.csv puts one above them",
		format.Argument(strings.Join(names, string(p.csv.Comma))), file,
	)
}

// renamed is the command that gives columns distinct names, as the end of a message.
func (p *csvParser) renamed(names []string, line int) string {
	file, known := p.fileName(), map[string]int{}
	if file == "" || len(names) > mostShown || p.blanks || p.text.windows ||
		slices.ContainsFunc(names, func(name string) bool { return !simpleName.MatchString(name) }) {
		return ""
	}
	distinct := slices.Clone(names)
	for j, name := range names {
		if known[name]++; name == "" && j == 0 && known[name] == 1 && len(p.nameless) == 0 {
			continue // of names of rows
		}
		for k := known[name]; name == "" || k > 1; k++ {
			if distinct[j] = fmt.Sprintf("%s_%d", cmp.Or(name, "column"), max(k, j+1)); !slices.Contains(names, distinct[j]) {
				break
			}
		}
	}
	command := fmt.Sprintf("%ds/.*/%s/", line, strings.Join(distinct, string(p.csv.Comma)))
	return fmt.Sprintf("; sed %s %s > named.csv names them", format.Argument(command), file)
}

// mostShown is the number of columns up to which a message shows a line of names.
const mostShown = 20

// simpleName are names that mean nothing to a shell or to sed.
var simpleName = regexp.MustCompile(`^[\pL\pN _.:()%+-]*$`)

// nameColumns looks for columns without a name: of row names, as R and pandas
// write them, and empty ones, as spreadsheets do.
func (p *csvParser) nameColumns(names []string, line int) ([]string, error) {
	var record []string
	if len(p.head) > 0 {
		record = p.head[0].cells
	}
	if len(record) == len(names)+1 && names[0] != "" && record[len(record)-1] != "" {
		if number := p.split(p.head[0]); number != "" {
			alone := ""
			if len(names) == 1 {
				alone = mention.Clause(" (of a single column, %v says so)", mention.Decimal.To(","))
			}
			return nil, mention.Errorf("%s:%d: row 1 has %s, the header %d: found %s, which is a number with a "+
				"decimal comma, or cells after a row name; expected semicolons between cells or numbers in quotation "+
				"marks if it is a number%s%s",
				p.name, p.head[0].line, format.Plural(len(record), "cell"), len(names), number, alone, mention.Clause(
					", %v if it is not", mention.Decimal.To("."),
				))
		}
		names = slices.Insert(names, 0, "")
	}
	for j, name := range names {
		if name != "" {
			continue
		}
		if j == 0 && len(names) > 1 {
			p.remarks = append(p.remarks, mention.Errorf("%s:%d: the first column has no name, it is taken for row "+
				"names and left out; give it a name if it is an input", p.name, line))
			continue
		}
		p.nameless = append(p.nameless, j)
	}
	if n := len(p.nameless); n > 0 && n < len(names) {
		p.warnings = append(
			p.warnings,
			mention.Errorf("%s:%d: %s without a name or values left out", p.name, line, format.Plural(n, "column")),
		)
	}
	return names, nil
}

// Parts of a number with a decimal comma: before it, with a sign, a currency or marks between
// thousands, and after it, with an exponent or a unit.
var (
	beforeComma = regexp.MustCompile(`^[-+−]?[€$£]?\s?([0-9]+|[0-9]{1,3}([. '’\x{a0}\x{202f}][0-9]{3})+)$`)
	afterComma  = regexp.MustCompile(`^[0-9]+([eE][-+]?[0-9]+)?\s?[%€$£]?$`)
)

// split returns two neighbouring cells that may be one number with a decimal comma, as they
// stand in the file; "" if there are none. The first column of the row has no name. A first
// cell that is no number, or that is quoted, is a row name.
func (p *csvParser) split(row textRow) string {
	record := row.cells
	if p.csv.Comma != ',' || p.o.Decimal == '.' || row.quoted || !beforeComma.MatchString(record[0]) {
		return ""
	}
	for j, cell := range record[1:] {
		if beforeComma.MatchString(record[j]) && afterComma.MatchString(cell) {
			return record[j] + "," + cell
		}
	}
	return ""
}
