package datasets

import (
	"errors"
	"fmt"
	"strings"

	"drfvi/internal/nearest"
)

// Quoted writes names as a list that is read as it stands, such as that of the columns of a group, or one
// name before the list of a group: in quotation marks, with commas between them.
func Quoted(names ...string) string {
	return strings.Join(nearest.Words(names, func(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }), ",")
}

// cutName parts "name=cell,cell,…" at the first equals sign. A name that has one itself is put in
// quotation marks, as is any cell with a comma; quotation marks inside them are doubled.
func cutName(text string) (name, list string, given bool, err error) {
	name, rest, err := scanCell(text, "=")
	list, given = strings.CutPrefix(rest, "=")
	return name, list, given, err
}

// splitList returns the cells of a list with commas between them.
func splitList(list string) (cells []string, err error) {
	for {
		cell, rest, err := scanCell(list, ",")
		if err != nil {
			return nil, err
		}
		cells = append(cells, cell)
		if rest == "" {
			return cells, nil
		}
		list = rest[1:]
	}
}

// scanCell returns the cell that a text begins with, and the rest from the mark on that ends it.
// Blanks around a cell are left out, but not within quotation marks.
func scanCell(text, end string) (cell, rest string, err error) {
	inside, quoted := strings.CutPrefix(strings.TrimLeft(text, " \t"), `"`)
	if !quoted {
		at := strings.Index(text, end)
		if at < 0 {
			at = len(text)
		}
		return strings.TrimSpace(text[:at]), text[at:], nil
	}
	var b strings.Builder
	for {
		before, after, closed := strings.Cut(inside, `"`)
		if !closed {
			return "", "", errors.New("a quotation mark is left open")
		}
		b.WriteString(before)
		if inside, quoted = strings.CutPrefix(after, `"`); quoted {
			b.WriteByte('"')
			continue
		}
		if rest = strings.TrimLeft(after, " \t"); rest != "" && !strings.HasPrefix(rest, end) {
			return "", "", fmt.Errorf("found %s after a quotation mark, expected %q", found(rest), end)
		}
		return b.String(), rest, nil
	}
}
