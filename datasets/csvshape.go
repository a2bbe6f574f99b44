package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"drfvi/internal/format"
	"drfvi/internal/nearest"
)

// Limits of what stands around a table: lines above the column names, lines of units below
// them, and rows at the end that are no data.
const (
	longestPreamble = 10
	mostUnits       = 3
	longestFoot     = 10
	shownRows       = longestPreamble + mostUnits + 20 // that are looked at for the first two
)

// preamble leaves out lines above and below the column names that are no rows: titles, the
// first line of a data logger, units. Warnings name them.
func (p *csvParser) preamble() {
	rows := p.head[:min(shownRows, len(p.head))]
	if len(rows) == 0 {
		return
	}
	title := titleLines(rows)
	for _, row := range rows[:title] {
		p.warnings = append(p.warnings, fmt.Errorf("%s:%d: %s stands above the column names, which are taken from line %d; it is left out", p.name, row.line, shortRow(row.cells), rows[title].line))
	}
	units := unitLines(rows[title:])
	for _, row := range rows[title+1 : title+1+units] {
		p.warnings = append(p.warnings, fmt.Errorf("%s:%d: %s looks like units or remarks below the column names; the line is left out", p.name, row.line, shortRow(row.cells)))
	}
	if units > 0 {
		p.units = rows[title+1].cells
	}
	p.head = slices.Concat(p.head[title:title+1], p.head[title+1+units:])
}

// shortRow shows the cells of a row that hold something.
func shortRow(cells []string) string {
	return fmt.Sprintf("(%s)", few(filled(cells), 4))
}

// titleLines returns the number of lines above that of the column names: 0 unless the first line
// cannot have them, and a later one can.
func titleLines(rows []textRow) int {
	first := rows[0].cells
	logger := first[0] == "TOA5" || first[0] == "TOACI1"
	single := len(first) == 1 && len(rows[len(rows)/2].cells) > 1 // a title of several lines
	if !logger && !single && isHeader(rows, 0) {
		return 0
	}
	for k := 1; k < min(len(rows), longestPreamble+1); k++ {
		wider := len(rows[k].cells) >= len(first) && len(filled(rows[k].cells)) > len(filled(first))
		if (logger || wider) && isHeader(rows, k) && allNames(rows[k].cells) && hasNumbers(rows[k+1:]) {
			return k
		}
	}
	return 0
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
// lines have cells, or one less beside names of rows. Of other lines it is certain that they do not.
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

// unitLines returns the number of lines below the column names that hold units: of columns that
// are numbers in all rows that follow, in brackets, or different words, or nothing.
func unitLines(rows []textRow) int {
	header := len(rows[0].cells)
	units := 0
	for units < mostUnits && units+1 < len(rows) && isUnits(rows[1+units].cells, rows[2+units:], header, units > 0) {
		units++
	}
	return units
}

// isUnits reports whether a line has units of the rows that follow.
func isUnits(cells []string, rows []textRow, width int, further bool) bool {
	if len(cells) != width || slices.ContainsFunc(cells, func(cell string) bool { return isPlain(cell) || isAmount(cell) }) {
		return false
	}
	words := map[string]bool{}
	count, bracketed, others := 0, 0, 0
	for j, cell := range cells {
		numbers, all := 0, 0
		for _, row := range rows {
			if j >= len(row.cells) || row.cells[j] == "" || anyCase(row.cells[j], missingWords) {
				continue
			}
			if all++; isAmount(row.cells[j]) {
				numbers++
			}
		}
		inBrackets := isBracketed(cell)
		switch {
		case cell == "":
		case numbers >= 2 && numbers >= all-mostUnits: // further lines of units may be among them
			count++
			words[cell] = true
			if inBrackets {
				bracketed++
			}
		case !inBrackets:
			others++
		}
	}
	switch {
	case count == 0:
		return false
	case further, bracketed == count:
		return true
	case slices.ContainsFunc(cells, func(cell string) bool { return isMissing(cell) }):
		return false
	}
	return len(words) > 1 || count == 1 && others == 0 && width > 1
}

// isMissing reports whether a cell is a word for missing values, or likely to be one.
func isMissing(cell string) bool {
	return anyCase(cell, missingWords) || anyCase(cell, []string{"none", "missing", "unknown", "absent", "nil", "-", "--", ".", "n.a.", "n.d.", "nd", "bdl", "error", "inf", "+inf", "-inf"})
}

// isBracketed reports whether a cell is text in brackets.
func isBracketed(cell string) bool {
	return len(cell) > 1 && (cell[0] == '[' && cell[len(cell)-1] == ']' || cell[0] == '(' && cell[len(cell)-1] == ')' || cell[0] == '<' && cell[len(cell)-1] == '>')
}

// totals are words, in lower case, for rows that sum up those above.
var totals = []string{
	"total", "totals", "grand total", "sum", "sums", "subtotal", "average", "mean", "median", "std", "sd", "count", "all",
	"gesamt", "insgesamt", "summe", "gesamtsumme", "mittelwert", "durchschnitt", "totaux", "somme", "moyenne", "ensemble",
	"suma", "totales", "promedio", "media", "totale", "totali", "somma", "totaal", "som", "gemiddelde", "totalt", "yhteensä", "razem", "ogółem", "celkem", "összesen", "toplam",
	"итого", "всего", "сумма", "среднее", "合计", "总计", "總計", "合計", "総計", "평균", "합계", "المجموع",
}

// isTotal reports whether a cell says that its row sums up others.
func isTotal(cell string) bool {
	return slices.Contains(totals, strings.ToLower(strings.TrimRight(cell, ": .")))
}

// isFoot reports whether a row is no data if nothing but such rows follow: a note in a single cell,
// or a total.
func (p *csvParser) isFoot(record []string) bool {
	at := slices.IndexFunc(record, func(cell string) bool { return cell != "" })
	switch {
	case at < 0, len(p.columns) < 2 || isPlain(record[at]):
		return false
	case isTotal(record[at]):
		return true
	case len(record) == 1:
		return p.fields > 2
	}
	return len(record) > 2 && at == 0 && len(filled(record)) == 1
}

// footer tells of the rows at the end that are left out, and returns those that are data after all:
// if a word for totals is a category above, too.
func (p *csvParser) footer(rows []textRow) []textRow {
	for _, row := range rows {
		for j, cell := range row.cells {
			if isTotal(cell) && p.occurs(j, cell) {
				return rows
			}
		}
	}
	for _, row := range rows {
		what := "a note below the table"
		if len(filled(row.cells)) > 1 {
			what = "a summary of the rows above"
		}
		p.warnings = append(p.warnings, fmt.Errorf("%s:%d: %s looks like %s; the line is left out", p.name, row.line, shortRow(row.cells), what))
	}
	return nil
}

// occurs reports whether a text is in a column of the rows before.
func (p *csvParser) occurs(field int, text string) bool {
	for _, c := range p.columns {
		if c.place == field {
			return slices.Contains(c.Levels, text)
		}
	}
	return false
}

// leastSummed is the number of rows above a sum of them, and leastSums that of columns that have one.
const leastSummed, leastSums = 5, 2

// dropTotals leaves out a last row that sums up the rows above in all columns of numbers, at least
// two, and returns what it says of it; nil if there is none.
func (t *Table) dropTotals(columns []*columnBuilder) error {
	last := t.Rows - 1
	if last < leastSummed {
		return nil
	}
	var sums []string
	for _, c := range columns {
		if c.Kind != Number && c.Kind != Integer || c.Values == nil {
			continue
		}
		sum, size, distinct := 0.0, 0.0, false
		for _, v := range c.Values[:last] {
			if v == v {
				sum, size = sum+v, size+math.Abs(v)
				distinct = distinct || v != c.Values[0]
			}
		}
		const rounded, digits = 1e-3, 1e-9 // of sums of rounded values, and of numbers
		v := c.Values[last]
		switch {
		case v != v:
		case distinct && size > 0 && math.Abs(v-sum) <= float64(digits*size)+float64(rounded*math.Abs(sum)):
			sums = append(sums, fmt.Sprintf("%s %v", nearest.Short(c.Name), v))
		default:
			return nil
		}
	}
	if len(sums) < leastSums {
		return nil
	}
	for _, c := range columns {
		c.Values = c.Values[:min(len(c.Values), last)]
		c.Codes = c.Codes[:min(len(c.Codes), last)]
	}
	if t.Rows = last; t.Numbers != nil {
		t.Numbers = t.Numbers[:last]
	}
	return fmt.Errorf("%s: the last row (%s) is the sum of the rows above in %s: it is left out", t.Origin, few(sums, 4), format.Plural(len(sums), "column"))
}
