package reports

import (
	"fmt"
	"strings"
)

// shownKept is the number of variables that a table of kept variables shows.
const shownKept = 5

const howKept = "After each variable the mean number of variables left when it was eliminated, 1 for the last, and the share of repetitions in which it was among the last three. The file rfe.csv of the report lists all variables."

// longestName is the number of letters of a variable's name that are shown.
const longestName = 30

// shortened cuts long names of variables.
func shortened(name string) string {
	if letters := []rune(name); len(letters) > longestName {
		return string(letters[:longestName-1]) + "…"
	}
	return name
}

// keptTable lists for each data set and method the variables that stayed
// longest in eliminations.
func (s Summary) keptTable(g group) Table {
	t := Table{
		Caption: "Variables kept longest. " + s.caption(g), Long: true,
		Columns: []Column{{Name: "data", Left: true}, {Name: "method", Left: true}, {Name: "variables", Left: true, Wrap: true}},
		Notes:   []string{strings.ReplaceAll(howKept, "rfe.csv", s.Experiment.Name+".csv")},
	}
	for _, line := range groupCells(g.cells, keyVariant, keyMethod, keyPreset, keyKernel) {
		for _, c := range line.cells {
			row := Row{Cells: []string{describe(line.common), methodLabel(c.Cell[keyMethod]), none}}
			if c.Repetitions == 0 {
				row.Cells[2] = c.notRun()
			} else if all := c.keptLongest(); len(all) > 0 {
				var parts []string
				for _, k := range all[:min(shownKept, len(all))] {
					parts = append(parts, fmt.Sprintf("%s %s (%.0f%%)", shortened(k.variable), fixed(k.left.Mean, 1), 100*float64(k.among)/float64(k.left.N)))
				}
				row.Cells[2] = strings.Join(parts, ", ")
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
