package datasets

import (
	"fmt"
	"strconv"
	"strings"
)

// inferDecimal looks for decimal commas where they do not separate cells.
func (p *csvParser) inferDecimal() {
	if p.decimal != 0 {
		return
	}
	p.decimal = '.'
	example := ""
	for _, row := range p.head {
		for _, cell := range row.cells {
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
		p.warnings = append(p.warnings, fmt.Sprintf("%s: numbers such as %s are read with decimal commas (--decimal . if that is wrong)", p.name, example))
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
