package terminal

import (
	"strings"
	"unicode/utf8"
)

// WriteColumns writes rows of cells below each other, the first cells of a row
// aligned left, as many as left says, the others right.
func WriteColumns(b *strings.Builder, rows [][]string, left int) {
	var widths []int
	for _, row := range rows {
		for j, cell := range row {
			if j == len(widths) {
				widths = append(widths, 0)
			}
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for j, cell := range row {
			if j > 0 {
				line.WriteString("  ")
			}
			blank := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell))
			if j < left {
				line.WriteString(cell + blank)
			} else {
				line.WriteString(blank + cell)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}
