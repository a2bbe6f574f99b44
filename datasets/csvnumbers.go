package datasets

import (
	"fmt"
	"strconv"
	"strings"

	"drfvi/internal/mention"
)

// inferDecimal looks for decimal commas where they do not separate cells.
func (p *csvParser) inferDecimal(rows []textRow) {
	if p.decimal != 0 {
		return
	}
	p.decimal = '.'
	example := ""
	for _, row := range rows {
		for _, c := range p.columns {
			cell := row.cells[c.place]
			_, err := strconv.ParseFloat(cell, 64)
			switch {
			case err == nil && strings.Contains(cell, "."), strings.Contains(cell, ".") && hasThousands(cell, ',', '.'), strings.Count(cell, ",") > 1 && hasThousands(cell, ',', '.'):
				return
			case err != nil && example == "" && strings.Count(cell, ",") == 1 && isDecimalComma(cell):
				example = cell
			}
		}
	}
	if example != "" {
		p.decimal = ','
		p.warnings = append(p.warnings, mention.Errorf("%s: numbers such as %s are read with decimal commas%s", p.name, example, mention.Clause(" (%v if that is wrong)", mention.Decimal.To("."))))
	}
}

// plain writes a number with a decimal point and without marks between thousands; other cells
// stay as they are.
func (p *csvParser) plain(cell string) (string, error) {
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
				return cell, fmt.Errorf("found %s, expected a number with a decimal comma", found(cell))
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
		if len(part) > 3 || len(part) < 3 && (k > 0 || part == "") || k == 0 && part[0] == '0' || strings.ContainsFunc(part, func(r rune) bool { return !isDigit(r) }) {
			return false
		}
	}
	return len(parts) > 1 && !strings.ContainsFunc(fraction, func(r rune) bool { return !isDigit(r) })
}

// isDigit reports whether a rune is a digit of numbers in text tables.
func isDigit(r rune) bool { return '0' <= r && r <= '9' }
