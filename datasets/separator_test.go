package datasets

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Cells of random tables: of each kind a column has, and marks for those that are missing.
var (
	cellKinds = []func(r *rand.Rand, point string) string{
		func(r *rand.Rand, _ string) string { return fmt.Sprintf("%02d.%02d.2022", 1+r.IntN(28), 1+r.IntN(12)) },
		func(r *rand.Rand, _ string) string { return []string{"Süd", "Nord", "West Wood"}[r.IntN(3)] },
		func(r *rand.Rand, _ string) string { return fmt.Sprint(r.IntN(30)) },
		func(r *rand.Rand, point string) string { return fmt.Sprint(r.IntN(15), point, r.IntN(10)) },
		func(r *rand.Rand, point string) string {
			return fmt.Sprintf("%d%s%02d", r.IntN(9), point, 1+r.IntN(99))
		},
	}
	missingMarks = []string{"n.d.", "NA", "-", "-999", "", "bdl"}
)

// randomTable is a text table without quotation marks, its line of names first.
func randomTable(r *rand.Rand, separator, point string, missing int) string {
	const rows = 60
	kinds := make([]int, 3+r.IntN(5))
	table := [][]string{make([]string, len(kinds))}
	for j := range kinds {
		kinds[j] = r.IntN(len(cellKinds))
		if j == 1 {
			kinds[j] = len(cellKinds) - 1 // of numbers
		}
		table[0][j] = []string{"Date", "Site", "Abundance", "Temp", "pH"}[kinds[j]] + []string{"", " mean", "_max"}[r.IntN(3)] + fmt.Sprint(j)
	}
	for range rows {
		row := make([]string, len(kinds))
		for j, kind := range kinds {
			row[j] = cellKinds[kind](r, point)
		}
		table = append(table, row)
	}
	mark := missingMarks[r.IntN(len(missingMarks))]
	for range missing {
		table[1+r.IntN(rows)][r.IntN(len(kinds))] = mark
	}
	var b strings.Builder
	for _, row := range table {
		text := strings.Join(row, separator)
		if separator == " " {
			text = strings.NewReplacer("West Wood", "West", " mean", "", "  ", " - ").Replace(text + " 1")
		}
		b.WriteString(text + "\n")
	}
	return b.String()
}

// TestSeparators: the separator of random tables is recognised, also of those with decimal commas, which part
// some of their rows into as many cells, and the names of columns are found, below titles too.
func TestSeparators(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ separator, point, title string }{
		{";", ",", ""}, {";", ",", "Messungen\n"}, {";", ",", "Messungen, 2022\n\n"}, {"\t", ",", ""}, {"|", ",", ""}, {" ", ",", ""},
		{",", ".", ""}, {",", ".", "Two words\nof a title\n"}, {";", ".", ""}, {"\t", ".", "Some title\n"},
	} {
		for k := range 40 {
			text := randomTable(r, c.separator, c.point, []int{0, 1, 3, 20}[k%4])
			table := c.title + text
			p := &csvParser{name: "t", o: Options{Missing: MissingDrop}}
			if err := p.open(strings.NewReader(table)); err != nil {
				t.Fatal(err)
			}
			p.peek()
			names, err := p.header()
			header, _, _ := strings.Cut(text, "\n")
			if err != nil || !slices.Equal(names, strings.Split(header, c.separator)) {
				t.Errorf("separator %q, title %q: names %q, %v, of\n%s", c.separator, c.title, names, err, header)
			}
		}
	}
	const names, rows = "Date;Site;Temp, oC;pH", "27.03.2022;Süd;13,1;7\n28.03.2022;Nord;6,5;8\n"
	p := &csvParser{}
	if separator := p.recognise(names + "\n" + rows); separator != ';' {
		t.Errorf("a comma in a name and in each row: separator %q", separator)
	}
}
