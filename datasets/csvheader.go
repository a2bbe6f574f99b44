package datasets

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// open looks at the first bytes of the file and starts the CSV reader.
func (p *csvParser) open(r io.Reader) error {
	buffered := bufio.NewReader(r)
	start, err := buffered.Peek(3)
	if err != nil && err != io.EOF {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	switch {
	case bytes.HasPrefix(start, []byte("\xef\xbb\xbf")):
		buffered.Discard(3)
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return fmt.Errorf("%s: the text is UTF-16, expected UTF-8: save the file again as \"CSV UTF-8\"", p.name)
	case bytes.HasPrefix(start, []byte("\x1f\x8b")):
		return fmt.Errorf("%s: the file is compressed with gzip, expected text: unpack it first", p.name)
	case bytes.HasPrefix(start, []byte("PK\x03")):
		return fmt.Errorf("%s: the file is a zip archive or a spreadsheet, expected text: save the sheet as \"CSV UTF-8\"", p.name)
	}
	p.limit = &recordLimiter{r: buffered}
	p.csv = csv.NewReader(p.limit)
	p.csv.FieldsPerRecord = -1 // counted here, to name the row
	p.csv.ReuseRecord = true
	return nil
}

// header reads and checks the line of column names.
func (p *csvParser) header() ([]string, error) {
	record, line, err := p.next()
	if err == io.EOF {
		return nil, fmt.Errorf("%s: the file is empty, expected a header line with column names", p.name)
	}
	if err != nil {
		return nil, err
	}
	if len(record) > maxColumns {
		return nil, fmt.Errorf("%s:%d: the header has %d columns, expected at most %d", p.name, line, len(record), maxColumns)
	}
	names := make([]string, len(record))
	for j, cell := range record {
		names[j] = strings.Clone(cell)
	}
	if err := p.checkSeparator(names, line); err != nil {
		return nil, err
	}
	var numbers []string
	first := map[string]int{}
	for j, name := range names {
		if !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
			return nil, fmt.Errorf("%s:%d: the name of column %d is %s, expected UTF-8 text", p.name, line, j+1, found(name))
		}
		if _, err := strconv.ParseFloat(name, 64); err == nil {
			numbers = append(numbers, name)
		}
	}
	if len(numbers) == len(names) {
		return nil, fmt.Errorf("%s:%d: the first line holds only numbers (%s), expected a header line with column names",
			p.name, line, few(numbers, 5))
	}
	for j, name := range names {
		if name == "" {
			return nil, fmt.Errorf("%s:%d: column %d has no name, expected one for every column (if it holds row numbers, write the file without them)",
				p.name, line, j+1)
		}
		if i, ok := first[name]; ok {
			return nil, fmt.Errorf("%s:%d: columns %d and %d are both named %q, expected distinct names", p.name, line, i+1, j+1, name)
		}
		first[name] = j
	}
	if len(numbers) > 0 {
		p.warnings = append(p.warnings, fmt.Sprintf("%s:%d: some column names are numbers (%s): is the header line missing?",
			p.name, line, few(numbers, 5)))
	}
	return names, nil
}

// checkSeparator recognises tables whose cells are separated by something
// else than commas: the header then is one cell with the separators in it.
func (p *csvParser) checkSeparator(names []string, line int) error {
	if len(names) != 1 {
		return nil
	}
	for _, s := range []struct{ mark, name string }{{";", "semicolons"}, {"\t", "tabs"}, {"|", "bars"}} {
		if strings.Contains(names[0], s.mark) {
			return fmt.Errorf("%s:%d: the header is one cell, %s: its names seem to be separated by %s, expected commas; save the file again with commas between cells and points in decimal numbers",
				p.name, line, found(names[0]), s.name)
		}
	}
	return nil
}
