package datasets

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"drfvi/internal/mention"
)

// inferDecimal looks for decimal commas where they do not separate cells, and for points between
// thousands.
func (p *csvParser) inferDecimal(rows []textRow) {
	if p.decimal != 0 {
		return
	}
	var marks numberMarks
	for _, c := range p.columns {
		marks.column = markedColumn{}
		for _, row := range rows {
			marks.note(row.cells[c.place])
		}
		if marks.column.grouped() {
			marks.groups = append(marks.groups, c.Name)
		}
	}
	p.decimal = '.'
	switch {
	case marks.point:
		for _, name := range marks.groups {
			p.warn("%s: column %q has numbers of three decimal places and whole ones below 1000: take the points "+
				"away if they stand between thousands", p.name, name)
		}
	case marks.comma != "" && p.csv.Comma != ',':
		p.decimal = ','
		p.warn("%s: numbers such as %s are read with decimal commas%s",
			p.name, marks.comma, mention.Clause(" (%v if that is wrong)", mention.Decimal.To(".")))
	case len(marks.groups) > 0:
		p.decimal = ','
	}
}

// numberMarks are the marks of numbers in the first rows.
type numberMarks struct {
	point  bool     // whether some point is a decimal point
	comma  string   // a number with a decimal comma, "" for none
	groups []string // the columns that seem to have points between thousands
	column markedColumn
}

// markedColumn counts the numbers of a column.
type markedColumn struct {
	small  int // whole numbers below 1000
	large  int // other plain numbers without a point
	points int // numbers whose point may stand between thousands
	others int // numbers with another point
}

// grouped reports whether points stand between thousands: only numbers below 1000 have none.
func (m markedColumn) grouped() bool {
	return m.points > 1 && m.small > 0 && m.large == 0 && m.others == 0
}

// note takes a cell of the column.
func (m *numberMarks) note(cell string) {
	v, err := strconv.ParseFloat(cell, 64)
	switch {
	case hasThousands(cell, '.', ','):
		m.column.points++
	case err == nil && strings.Contains(cell, "."):
		m.point = true
		m.column.others++
	case err == nil && math.Abs(v) < 1000:
		m.column.small++
	case err == nil:
		m.column.large++
	case strings.Contains(cell, ".") && hasThousands(cell, ',', '.'), strings.Count(cell, ",") > 1 &&
		hasThousands(cell, ',', '.'):
		m.point = true
	case m.comma == "" && strings.Count(cell, ",") == 1 && isDecimalComma(cell):
		m.comma = cell
	}
}

// errDecimalPoint is the error of a decimal point among decimal commas.
var errDecimalPoint = errors.New("expected a number with a decimal comma")

// minusSign is that of Unicode.
const minusSign = "−"

// plain writes a number with a decimal point, a hyphen for a minus sign, and no marks between
// thousands; other cells stay as they are.
func (p *csvParser) plain(cell string) (string, error) {
	if digits, is := strings.CutPrefix(cell, minusSign); is && digits != "" &&
		(isDigit(rune(digits[0])) || digits[0] == '.') {
		if p.minus == "" {
			p.minus = strings.Clone(cell)
		}
		cell = "-" + digits
	}
	if strings.IndexByte(cell, ',') < 0 && (p.decimal != ',' || strings.IndexByte(cell, '.') < 0) {
		return cell, nil
	}
	mark, point := ",", "."
	if p.decimal == ',' {
		mark, point = point, mark
	}
	if strings.Contains(cell, mark) {
		if !hasThousands(cell, mark[0], point[0]) {
			if p.decimal == ',' && isPlain(strings.Replace(strings.ReplaceAll(cell, mark, ""), point, ".", 1)) {
				return cell, errDecimalPoint
			}
			return cell, nil
		}
		if p.thousands == "" {
			p.thousands = strings.Clone(cell)
		}
		cell = strings.ReplaceAll(cell, mark, "")
	}
	if point == "," {
		if written := strings.Replace(cell, ",", ".", 1); isPlain(written) {
			return written, nil
		}
	}
	return cell, nil
}

// isPlain reports whether s is a number.
func isPlain(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && !strings.Contains(s, "_")
}

// isAmount reports whether s is a number, perhaps with marks between its thousands.
func isAmount(s string) bool {
	if digits, is := strings.CutPrefix(s, minusSign); is {
		s = "-" + digits
	}
	return isPlain(strings.ReplaceAll(s, ",", "")) || thousands.MatchString(s)
}

// isDecimalComma reports whether s is a number written with commas: 3,14 or
// 1,234,567.8.
func isDecimalComma(s string) bool {
	return strings.Contains(s, ",") && isPlain(strings.ReplaceAll(s, ",", ""))
}

// hasThousands reports whether s is a number with marks between its thousands, as 1,234,567.8
// has commas: up to three digits, the first not 0, then three after each mark.
func hasThousands(s string, mark, point byte) bool {
	s = strings.TrimLeft(s, "+-")
	whole, fraction, _ := strings.Cut(s, string(point))
	parts := strings.Split(whole, string(mark))
	for k, part := range parts {
		if len(part) > 3 || len(part) < 3 && (k > 0 || part == "") || k == 0 && part[0] == '0' ||
			strings.ContainsFunc(part, func(r rune) bool { return !isDigit(r) }) {
			return false
		}
	}
	return len(parts) > 1 && !strings.ContainsFunc(fraction, func(r rune) bool { return !isDigit(r) })
}

// isDigit reports whether a rune is a digit of numbers in text tables.
func isDigit(r rune) bool { return '0' <= r && r <= '9' }
