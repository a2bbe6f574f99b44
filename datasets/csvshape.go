package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"drfvi/internal/mention"
)

// Limits of what stands around a table: lines above the column names, lines of units below
// them, and rows at the end that are no data.
const (
	longestPreamble = 10
	mostUnits       = 3
	longestFoot     = 10
	shownRows       = longestPreamble + mostUnits + 20 // that are looked at for the first two
)

// preamble leaves out lines above and below the column names that cannot be rows: titles, the
// first line of a data logger, units. Warnings name them. New rows have none.
func (p *csvParser) preamble() {
	rows := p.head[:min(shownRows, len(p.head))]
	if len(rows) == 0 || p.isNew() {
		return
	}
	title := titleLines(rows)
	for _, row := range rows[:title] {
		p.warn("%s:%d: %s stands above the column names, which are taken from line %d; it is left out",
			p.name, row.line, shortRow(row.cells), rows[title].line)
	}
	units := p.unitLines(rows[title:])
	for _, row := range rows[title+1 : title+1+units] {
		p.warn("%s:%d: %s looks like units or remarks below the column names; the line is left out",
			p.name, row.line, shortRow(row.cells))
	}
	if units > 0 {
		p.units = rows[title+1].cells
	}
	p.head = slices.Concat(p.head[title:title+1], p.head[title+1+units:])
}

// isNew reports whether the rows are to be predicted: of those no line is left out.
func (p *csvParser) isNew() bool { return p.o.Inputs != nil }

// warn adds a warning.
func (p *csvParser) warn(text string, arguments ...any) {
	p.warnings = append(p.warnings, mention.Errorf(text, arguments...))
}

// shortRow shows the cells of a row that hold something.
func shortRow(cells []string) string {
	return fmt.Sprintf("(%s)", few(filled(cells), 4))
}

// titleLines returns the number of lines above that of the column names: 0 unless the first line
// cannot have them, a later one can, and all lines above that have too few cells for a row.
func titleLines(rows []textRow) int {
	first := rows[0].cells
	logger := first[0] == "TOA5" || first[0] == "TOACI1"
	single := len(first) == 1 && len(rows[len(rows)/2].cells) > 1 // a title of several lines
	if !logger && !single && isHeader(rows, 0) {
		return 0
	}
	for k := 1; k < min(len(rows), longestPreamble+1); k++ {
		names := rows[k].cells
		isTitle := func(row textRow) bool {
			few := 2*len(filled(row.cells)) <= len(names) || strings.HasPrefix(row.cells[0], "#")
			return logger || len(row.cells) < len(names) || few && len(row.cells) <= len(names)
		}
		if isHeader(rows, k) && allNames(names) && hasNumbers(rows[k+1:]) && !recurs(names, rows[k+1:]) &&
			!slices.ContainsFunc(rows[:k], func(row textRow) bool { return !isTitle(row) }) {
			return k
		}
	}
	return 0
}

// recurs reports whether a row below has one of some cells in its place, as names never do.
func recurs(cells []string, rows []textRow) bool {
	return slices.ContainsFunc(rows, func(row textRow) bool {
		for j, cell := range row.cells[:min(len(row.cells), len(cells))] {
			if cell != "" && cell == cells[j] {
				return true
			}
		}
		return false
	})
}

// filled returns the cells that hold something.
func filled(cells []string) []string {
	return slices.DeleteFunc(slices.Clone(cells), func(cell string) bool { return cell == "" })
}

// hasNumbers reports whether some cells of rows are numbers.
func hasNumbers(rows []textRow) bool {
	return slices.ContainsFunc(rows, func(row textRow) bool { return slices.ContainsFunc(row.cells, isAmount) })
}

// allNames reports whether all cells but perhaps the first are names, none of them a number.
func allNames(cells []string) bool {
	for j, cell := range cells {
		if isAmount(cell) || cell == "" && j > 0 {
			return false
		}
	}
	return len(cells) > 1
}

// isHeader reports whether a line may hold the column names: distinct ones, as many as the next
// lines have cells, or one less beside names of rows. Of other lines it is certain that they do
// not.
func isHeader(rows []textRow, k int) bool {
	cells := rows[k].cells
	if k+1 == len(rows) {
		return true
	}
	remark := strings.HasPrefix(cells[0], "#")
	if next := len(rows[k+1].cells); next != len(cells) && (remark || next != len(cells)+1) {
		return false
	}
	if names := filled(cells); len(placesOf(names)) < len(names) {
		return true // an error of its own
	}
	for j, cell := range cells {
		holds := func(row textRow) bool { return j < len(row.cells) && row.cells[j] != "" }
		if cell == "" && j > 0 && slices.ContainsFunc(rows[k+1:], holds) {
			return false
		}
	}
	return true
}

// unitLines returns the number of lines below the column names that hold units: text in columns
// that are numbers in all rows that follow, in brackets, or different words, or nothing.
func (p *csvParser) unitLines(rows []textRow) int {
	header := len(rows[0].cells)
	units := 0
	for units < mostUnits && units+1 < len(rows) && p.areUnits(rows[1+units].cells, rows[2+units:], header, units > 0) {
		units++
	}
	return units
}

// areUnits reports whether the cells of a line are units of the rows that follow. A line with a
// number, with a word for missing values, or with a text that may be a category is none.
func (p *csvParser) areUnits(cells []string, rows []textRow, width int, further bool) bool {
	if len(cells) != width {
		return false
	}
	words := map[string]bool{}
	count, bracketed, others := 0, 0, 0
	for j, cell := range cells {
		inBrackets := isBracketed(cell)
		switch {
		case isPlain(cell) || isAmount(cell) || p.isDeclaredMissing(cell):
			return false
		case cell == "":
		case isNumeric(rows, j):
			count++
			words[cell] = true
			if inBrackets {
				bracketed++
			}
		case !inBrackets && !further:
			if others++; !isForeign(cell, rows, j) {
				return false
			}
		}
	}
	switch {
	case count == 0:
		return false
	case further, bracketed == count:
		return true
	case slices.ContainsFunc(cells, isMissing):
		return false
	}
	return len(words) > 1 || count == 1 && others == 0 && width > 1
}

// isNumeric reports whether a column is numbers in all rows but a few, which may be further
// lines of units.
func isNumeric(rows []textRow, j int) bool {
	numbers, present := 0, 0
	for _, row := range rows {
		if j >= len(row.cells) || row.cells[j] == "" || anyCase(row.cells[j], missingWords) {
			continue
		}
		if present++; isAmount(row.cells[j]) {
			numbers++
		}
	}
	return numbers >= 2 && numbers >= present-mostUnits
}

// isForeign reports whether a text cannot be one of a column: all others hold digits, as dates
// and codes do, and it holds none.
func isForeign(cell string, rows []textRow, j int) bool {
	if strings.ContainsFunc(cell, isDigit) {
		return false
	}
	digits := 0
	for _, row := range rows {
		if j < len(row.cells) && strings.ContainsFunc(row.cells[j], isDigit) {
			digits++
		}
	}
	return digits >= 2 && digits >= len(rows)-mostUnits
}

// isDeclaredMissing reports whether the user, or a schema, says that a cell is a missing value.
func (p *csvParser) isDeclaredMissing(cell string) bool {
	if cell == "" || slices.Contains(p.o.NA, cell) {
		return cell != ""
	}
	if p.o.Schema == nil {
		return false
	}
	return slices.Contains(p.o.Schema.MissingValues, cell) || slices.ContainsFunc(p.o.Schema.Fields, func(f Field) bool {
		return slices.Contains(f.MissingValues, cell)
	})
}

// isMissing reports whether a cell is a word for missing values, or likely to be one.
func isMissing(cell string) bool {
	return anyCase(cell, missingWords) ||
		anyCase(
			cell,
			[]string{
				"none", "missing", "unknown", "absent", "nil", "-", "--", ".", "n.a.", "n.d.", "nd", "bdl", "error",
				"inf", "+inf", "-inf",
			},
		)
}

// isBracketed reports whether a cell is text in brackets.
func isBracketed(cell string) bool {
	return len(cell) > 1 && (cell[0] == '[' && cell[len(cell)-1] == ']' ||
		cell[0] == '(' && cell[len(cell)-1] == ')' || cell[0] == '<' && cell[len(cell)-1] == '>')
}

// totals are words, in lower case, for rows that sum up those above.
var totals = []string{
	"total", "totals", "grand total", "sum", "sums", "subtotal", "average", "mean", "median", "std", "sd", "count", "all",
	"gesamt", "insgesamt", "summe", "gesamtsumme", "mittelwert", "durchschnitt", "totaux", "somme", "moyenne", "ensemble",
	"suma", "totales", "promedio", "media", "totale", "totali", "somma", "totaal", "som", "gemiddelde", "totalt",
	"yhteensä", "razem", "ogółem", "celkem", "összesen", "toplam",
	"итого", "всего", "сумма", "среднее", "合计", "总计", "總計", "合計", "総計", "평균", "합계", "المجموع",
}

// isTotal reports whether a cell says that its row sums up others.
func isTotal(cell string) bool {
	return slices.Contains(totals, strings.ToLower(strings.TrimRight(cell, ": .")))
}

// isFoot reports whether a row is no data if nothing but such rows follow: it has no values, or
// a single cell in a table of several columns, or a note or a word for totals where the column
// has numbers.
func (p *csvParser) isFoot(cells []string) bool {
	place := slices.IndexFunc(cells, func(cell string) bool { return cell != "" })
	switch {
	case p.isNew():
		return false
	case place < 0:
		return true
	case len(cells) == 1:
		return p.fields > 2 && !isPlain(cells[0])
	}
	note := place == 0 && !slices.ContainsFunc(cells[1:], func(cell string) bool { return cell != "" })
	for _, c := range p.columns {
		if c.place >= len(cells) || c.Kind.Categories() || c.Kind == Logical {
			continue
		}
		cell := cells[c.place]
		if cell == "" || strings.IndexByte("+-.0123456789", cell[0]) >= 0 {
			continue
		}
		if (note && c.place == 0 || isTotal(cell)) && !isAmount(cell) && !c.absent.cell(cell) && !isMissing(cell) {
			return true
		}
	}
	return false
}

// footer tells of the rows at the end that are left out.
func (p *csvParser) footer(rows []textRow) {
	for _, row := range rows {
		what := "a note below the table"
		switch len(filled(row.cells)) {
		case 0:
			continue
		case 1:
		default:
			what = "a summary of the rows above"
		}
		p.warn("%s:%d: %s looks like %s; the line is left out", p.name, row.line, shortRow(row.cells), what)
	}
}

// maySumUp warns of a last row that may sum up the rows above, though it may be data: by a word
// that occurs nowhere else in its column, or by its numbers.
func (p *csvParser) maySumUp(last textRow) {
	if p.isNew() || len(p.columns) == 0 || len(p.columns[0].Values)+len(p.columns[0].Codes) == 0 {
		return
	}
	why := ""
	if isSum(p.columns) {
		why = "its numbers are the sums of those above"
	}
	for _, c := range p.columns {
		if cell := last.cells[c.place]; c.Kind.Categories() && isTotal(cell) && c.occursOnce(cell) {
			why = fmt.Sprintf("column %q has %s in no other row", c.Name, found(cell))
		}
	}
	if why != "" {
		p.warn("%s:%d: the last row may sum up those above, since %s; it is kept%s",
			p.name, last.line, why, mention.Clause(", %v leaves it out", mention.SkipLast.To(p.o.SkipLast+1)))
	}
}

// occursOnce reports whether one row has a text.
func (c *columnBuilder) occursOnce(text string) bool {
	code, known := c.index[text]
	if !known {
		return false
	}
	rows := 0
	for _, other := range c.Codes {
		if other == code {
			rows++
		}
	}
	return rows == 1
}

// Limits of a row of sums: the rows above, and the columns that have one.
const leastSummed, leastSums = 5, 2

// isSum reports whether the last row is the sum of the others in all columns of numbers, which
// are at least two, and have no negative ones.
func isSum(columns []*columnBuilder) bool {
	const rounded = 1e-3 // of sums of rounded values
	sums := 0
	for _, c := range columns {
		last := len(c.Values) - 1
		if c.Kind != Number && c.Kind != Integer {
			continue
		}
		if last < leastSummed {
			return false
		}
		sum := 0.0
		for _, v := range c.Values[:last] {
			if v < 0 {
				return false
			}
			if v == v {
				sum += v
			}
		}
		if !(math.Abs(c.Values[last]-sum) <= rounded*sum) || sum == 0 {
			return false
		}
		sums++
	}
	return sums >= leastSums
}

// skipAdvice says how a last row is left out.
func (p *csvParser) skipAdvice() string {
	if p.isNew() {
		return "; it is the last row: take the line away if it is no data"
	}
	return mention.Clause("; it is the last row: %v if it is no data", mention.SkipLast.To(p.o.SkipLast+1))
}
