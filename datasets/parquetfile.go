package datasets

import (
	"fmt"
	"io"
	"strings"

	"drfvi/datasets/internal/parquet"
)

// parquetParser reads a Parquet file: its flat columns of numbers, truth values,
// dates and text. The index of a data frame that pandas writes with it is left
// out. Memory is bounded by the size of the file, more loosely than that of packed files:
// a column of one value is a few bytes here.
type parquetParser struct {
	r      io.Reader
	name   string
	o      Options
	survey bool
}

func (p *parquetParser) table() (*Table, error) {
	data, err := io.ReadAll(p.r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	const share, free = 100, 256 << 20
	file, err := parquet.Open(data, share*int64(len(data))+free)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	if len(file.Fields) > maxColumns {
		return nil, fmt.Errorf("%s: found %d columns, expected at most %d", p.name, len(file.Fields), maxColumns)
	}
	t := typedTable{origin: p.name, o: p.o, survey: p.survey, rows: file.Rows}
	names := make([]string, len(file.Fields))
	for j, f := range file.Fields {
		names[j] = f.Name
	}
	chosen, err := p.o.choose(p.name, names)
	if err != nil {
		return nil, err
	}
	for j := range file.Fields {
		field := &file.Fields[j]
		if strings.HasPrefix(field.Name, "__index_level_") {
			t.warnings = append(t.warnings, fmt.Sprintf("%s: column %q is the index that pandas writes, it is left out", p.name, field.Name))
			continue
		}
		c := typedColumn{name: field.Name, kind: kindOf[field.Type]}
		if chosen.excluded[field.Name] {
			// It is not read at all, but a name that can be excluded.
			t.columns = append(t.columns, c)
			continue
		}
		values, err := file.Column(field)
		switch {
		case err != nil && field.Refused != "" && p.survey:
			c.refused = err
			c.kind, c.values = Text, nil
			c.codes = missingCodes(file.Rows)
		case err != nil:
			return nil, fmt.Errorf("%s: column %q: %w", p.name, field.Name, err)
		default:
			c.values, c.codes, c.levels = values.Numbers, values.Codes, values.Levels
		}
		t.columns = append(t.columns, c)
	}
	return t.table()
}

// missingCodes are those of a column of n rows that cannot be read.
func missingCodes(n int) []int32 {
	codes := make([]int32, n)
	for i := range codes {
		codes[i] = -1
	}
	return codes
}

// kindOf maps types of Parquet columns to kinds.
var kindOf = map[parquet.Type]Kind{
	parquet.Real: Number, parquet.Integer: Integer, parquet.Logical: Logical, parquet.Date: Date, parquet.Text: Text,
}
