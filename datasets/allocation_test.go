package datasets

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestAllocations checks that no format allocates for each cell: a further row of text is one
// string whatever its cells, and columns grow now and then. It compares two tables, since the
// first rows of a text table, by which types are inferred, are kept cell by cell.
func TestAllocations(t *testing.T) {
	const columns = 20
	text := func(head, separator string, cell func(i, j int) string) func(int) []byte {
		return func(rows int) []byte {
			var b bytes.Buffer
			b.WriteString(head)
			for i := range rows {
				for j := range columns {
					b.WriteString(cell(i, j))
					b.WriteString([]string{separator, "\n"}[j/(columns-1)])
				}
			}
			return b.Bytes()
		}
	}
	number := func(i, j int) string { return fmt.Sprintf("%d.%06d", i%7, (i*31+j*977)%1000000) }
	words := []func(i, j int) string{
		number, func(i, _ int) string { return []string{"TRUE", "FALSE"}[i%2] },
		func(i, _ int) string { return fmt.Sprintf("Level%d", i%9) }, func(i, j int) string { return []string{"-999", number(i, j)}[min(i%9, 1)] },
	}
	var names []string
	attributes := "@relation r\n"
	for j := range columns {
		names = append(names, fmt.Sprintf("x%d", j))
		attributes += fmt.Sprintf("@attribute x%d numeric\n", j)
	}
	header := strings.Join(names, ",") + "\n"
	for name, test := range map[string]struct {
		data func(rows int) []byte
		o    Options
	}{
		"csv":          {text(header, ",", number), Options{Missing: MissingRefuse}},
		"csv of words": {text(header, ",", func(i, j int) string { return words[j%4](i, j) }), Options{Missing: MissingKeep, NA: []string{"-999", "none"}}},
		"arff":         {text(attributes+"@data\n", ",", number), Options{Missing: MissingRefuse}},
		"rdata": {func(rows int) []byte {
			w := workspace(3)
			w.tagged("X").reals(with, make([]float64, rows*columns)...).dim(rows, columns, names...).null()
			return w.Bytes()
		}, Options{Missing: MissingRefuse, NA: []string{"-999"}}},
	} {
		t.Run(name, func(t *testing.T) {
			const rows = 3000
			reading := func(data []byte) float64 {
				return testing.AllocsPerRun(1, func() {
					if _, err := Parse(bytes.NewReader(data), "t", test.o); err != nil {
						t.Fatal(err)
					}
				})
			}
			more := reading(test.data(2*rows)) - reading(test.data(rows))
			if each := more / (rows * columns); each > 0.1 {
				t.Errorf("%.2f allocations for each further cell", each)
			}
		})
	}
}
