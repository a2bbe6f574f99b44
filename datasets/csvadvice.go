package datasets

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"drfvi/internal/format"
	"drfvi/internal/mention"
)

// limit is a value below or above a limit of detection, as laboratories write it.
var limit = regexp.MustCompile(`^([<>≤≥]=?) ?([0-9]*[.,]?[0-9]+)$`)

// inBrackets is a negative amount as accountants write it.
var inBrackets = regexp.MustCompile(`^\(([0-9.,]+)\)$`)

// dashes are signs that look like a minus sign.
var dashes = []string{"–", "—", "‐", "‑", "‒", "﹣", "－"}

// advice says how a cell can be read that its column of numbers does not take, "" if it is not
// known.
func (p *csvParser) advice(c *columnBuilder, cell string) string {
	if c.Kind != Number && c.Kind != Integer {
		return c.advice(cell)
	}
	dash := slices.IndexFunc(dashes, func(dash string) bool {
		return strings.HasPrefix(cell, dash) &&
			isPlain(cell[len(dash):])
	})
	switch {
	case limit.MatchString(cell):
		return p.limitAdvice(c, cell)
	case dash >= 0:
		r, _ := utf8.DecodeRuneInString(cell)
		return fmt.Sprintf(" with a minus sign, not %U", r) + p.edited("s/"+dashes[dash]+"/-/g", "minus.csv")
	case inBrackets.MatchString(cell):
		return " with a minus sign, not in brackets" + p.edited(`s/(\([0-9][0-9.,]*\))/-\1/g`, "minus.csv")
	case isDecimalComma(cell):
		return p.commaAdvice(c)
	}
	return c.advice(cell)
}

// edited is the command that writes another file by a command of sed, as a part of a message.
func (p *csvParser) edited(command, to string) string {
	if p.fileName() == "" || p.text.windows {
		return ""
	}
	return fmt.Sprintf("; sed %s %s > %s writes them so", format.Argument(command), p.fileName(), to)
}

// limitAdvice offers numbers for the limits of detection in the first rows of a column, half of
// each from below.
func (p *csvParser) limitAdvice(c *columnBuilder, cell string) string {
	cells := []string{cell}
	for _, row := range p.head {
		if c.place < len(row.cells) && limit.MatchString(row.cells[c.place]) && !slices.Contains(cells, row.cells[c.place]) {
			cells = append(cells, strings.Clone(row.cells[c.place]))
		}
	}
	return ", and this is a limit of detection" + mention.Clause(": %v takes half of a lower limit and an "+
		"upper one as it is, %v takes them for missing",
		mention.Replace.Each(limitNumbers(cells)...), mention.NA.Each(cells...))
}

// limitNumbers returns limits of detection with numbers in their places, half of each from below.
func limitNumbers(cells []string) (numbers []string) {
	for _, cell := range cells {
		parts := limit.FindStringSubmatch(cell)
		v, _ := strconv.ParseFloat(strings.Replace(parts[2], ",", ".", 1), 64) // it is a number
		if strings.HasPrefix(parts[1], "<") || strings.HasPrefix(parts[1], "≤") {
			v /= 2
		}
		numbers = append(numbers, cell+"="+strconv.FormatFloat(v, 'g', -1, 64))
	}
	return numbers
}

// commaAdvice says how a decimal comma among decimal points is read.
func (p *csvParser) commaAdvice(c *columnBuilder) string {
	points := slices.ContainsFunc(p.head, func(row textRow) bool {
		return c.place < len(row.cells) && strings.Contains(row.cells[c.place], ".") && isPlain(row.cells[c.place])
	})
	if !points {
		return mention.Clause("; %v if it is a decimal comma", mention.Decimal.To(","))
	}
	if p.csv.Comma == ',' {
		return ""
	}
	return p.edited("s/,/./g", "points.csv")
}

// pointAdvice says how a decimal point among decimal commas is read.
func (p *csvParser) pointAdvice() string {
	if p.o.Decimal == ',' {
		return mention.Clause("; %v if numbers have decimal points", mention.Decimal.To("."))
	}
	return p.edited("s/,/./g", "points.csv")
}
