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

// listBlanks do not count around the cells of a list.
const listBlanks = " \t"

// cutName parts "name=cell,cell,…" at the first equals sign. A name that has one itself is put in
// quotation marks, as is any cell with a comma; quotation marks inside them are doubled.
func cutName(text string) (name, list string, given bool, err error) {
	name, rest, err := scanCell(text, "=", listBlanks)
	list, given = strings.CutPrefix(rest, "=")
	return name, list, given, err
}

// splitList returns the cells of a list with commas between them.
func splitList(list string) (cells []string, err error) {
	for {
		cell, rest, err := scanCell(list, ",", listBlanks)
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

// scanCell returns the cell that a text begins with, in quotation marks or not, and the rest from the mark on
// that ends it, one of some. Blanks around it, if there are any that do not count, are left out, but not within
// quotation marks.
func scanCell(text, ends, blanks string) (cell, rest string, err error) {
	if text = strings.TrimLeft(text, blanks); !strings.HasPrefix(text, `"`) {
		at := strings.IndexAny(text, ends)
		if at < 0 {
			at = len(text)
		}
		return strings.Trim(text[:at], blanks), text[at:], nil
	}
	from := 1
	for {
		at := strings.IndexByte(text[from:], '"')
		if at < 0 {
			return "", "", errors.New("a quotation mark is left open")
		}
		from += at + 1
		if !strings.HasPrefix(text[from:], `"`) {
			break
		}
		from++
	}
	if rest = strings.TrimLeft(text[from:], blanks); rest != "" && strings.IndexByte(ends, rest[0]) < 0 {
		return "", "", fmt.Errorf("found %s after a quotation mark, expected %q", found(rest), ends[:1])
	}
	return strings.ReplaceAll(text[1:from-1], `""`, `"`), rest, nil
}
