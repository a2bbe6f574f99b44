package datasets

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"drfvi/datasets/internal/parquet"
)

func typedOf(columns ...*columnBuilder) typedTable {
	t := typedTable{origin: "t", o: Options{Missing: MissingDrop}, columns: columns}
	t.whole()
	return t
}

func TestTypedTable(t *testing.T) {
	nan := math.NaN()
	number := &columnBuilder{Column: Column{Name: "x", Kind: Number, Values: []float64{1, -999, nan, 4}}}
	word := &columnBuilder{Column: Column{Name: "w", Kind: Text, Codes: []int32{0, 1, 1, 0}, Levels: []string{"b", "-"}}}
	day := &columnBuilder{Column: Column{Name: "d", Kind: Integer, Values: []float64{20240101, 20240102, 20240103, 20240104}}}
	twice := typedOf(number, &columnBuilder{Column: number.Column})
	_, err := twice.table()
	wantError(t, err, `t: columns 1 and 2 are both named "x", expected distinct names`)

	none := typedOf(number)
	none.o.Exclude = []string{"x"}
	_, err = none.table()
	wantError(t, err, "t: every column is excluded, expected at least one input and one response")

	codes := typedOf(number, word, day)
	codes.o = Options{Missing: MissingKeep, NA: []string{"-", "-999.0"}, Categorical: []string{"x"}, Dates: []string{"d"}}
	table, err := codes.table()
	if err != nil || summary(table) != "4 x:factor(1,4) w:text(b) d:date" {
		t.Fatalf("got %v, %v", table, err)
	}
	if x, w := table.Columns[0], table.Columns[1]; !x.Missing(1) || !x.Missing(2) || x.Missing(0) || !w.Missing(1) || !w.Missing(2) {
		t.Errorf("got %+v", table.Columns)
	}
	if d := table.Columns[2]; d.Values[3] != 19726 {
		t.Errorf("days are %v", d.Values)
	}
}

// TestTypedTableAllocates: a number of a typed column costs no memory of its own.
func TestTypedTableAllocates(t *testing.T) {
	const rows, columns = 1000, 20
	numbers := make([]*columnBuilder, columns)
	for j := range numbers {
		numbers[j] = &columnBuilder{Column: Column{Name: fmt.Sprint("x", j), Kind: Number, Values: make([]float64, rows)}}
		for i := range rows {
			numbers[j].Values[i] = float64(i) + 1/float64(j+3)
		}
	}
	perCell := testing.AllocsPerRun(3, func() {
		table := typedOf(numbers...)
		if _, err := table.table(); err != nil {
			t.Fatal(err)
		}
	}) / (rows * columns)
	if perCell > 0.05 {
		t.Errorf("%.3f allocations a cell, expected those of the columns only", perCell)
	}
}

// TestIdentifiers reads columns that only tell which rows belong together: texts that are
// no categories, of any number, and dates.
func TestIdentifiers(t *testing.T) {
	const count = maxLevels + 100
	var texts, declared strings.Builder
	texts.WriteString("id,y\n")
	words, codes, days := make([]string, count), make([]int32, 2*count), make([]float64, 2*count)
	for i := range 2 * count {
		words[i/2] = fmt.Sprintf("person %05d", i/2)
		codes[i], days[i] = int32(i/2), float64(i/2)
		fmt.Fprintf(&texts, "%s,%d\n", words[i/2], i)
		fmt.Fprintf(&declared, "'%s',%d\n", words[i/2], i)
	}
	list := "{'" + strings.Join(words, "','") + "'}"
	typed := func(c *columnBuilder) func(Options) (*Table, error) {
		return func(o Options) (*Table, error) {
			own := &columnBuilder{Column: c.Column}
			own.Name = "id"
			table := typedOf(own)
			table.o = o
			return table.table()
		}
	}
	csv := func(text string) func(Options) (*Table, error) {
		return func(o Options) (*Table, error) { return Parse(strings.NewReader(text), "t", o) }
	}
	arff := func(kind string) func(Options) (*Table, error) {
		text := "@relation r\n@attribute id " + kind + "\n@attribute y real\n@data\n" + declared.String()
		return func(o Options) (*Table, error) { return Parse(strings.NewReader(text), "t", o) }
	}
	for name, test := range map[string]struct {
		read    func(Options) (*Table, error)
		refused string
		each    int // rows of one identifier, one after the other
	}{
		"text":       {csv(texts.String()), "found more than 4096 different texts", 2},
		"distinct":   {csv("id,y\nann,1\nbob,2\ncyd,3\ndan,4\n"), "found a different text in every row", 1},
		"odd number": {csv("id,y\n1001,1\n1001,2\n1002,3\n1002,4\n1002B,5\n1002B,6\n"), `found "1002B", expected a number`, 2},
		"dates":      {csv("id,y\n2024-01-01,1\n2024-01-01,2\n2024-01-02,3\n2024-01-02,4\n"), "found dates or times", 2},
		"string":     {arff("string"), "found more than 4096 different texts", 2},
		"nominal":    {arff(list), "found more than 4096 different texts", 2},
		"factor":     {typed(&columnBuilder{Column: Column{Kind: Factor, Codes: codes, Levels: words}}), "found more than 4096 different texts", 2},
		"typed text": {typed(&columnBuilder{Column: Column{Kind: Text, Codes: codes, Levels: words}}), "found more than 4096 different texts", 2},
		"typed days": {typed(&columnBuilder{Column: Column{Kind: Date, Values: days}}), "found dates or times", 2},
	} {
		o := Options{Missing: MissingRefuse}
		if _, err := test.read(o); err == nil || !strings.Contains(err.Error(), test.refused) {
			t.Errorf("%s: got %v, expected %s", name, err, test.refused)
		}
		o.Identifiers = []string{"id"}
		table, err := test.read(o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		c := table.Columns[0]
		same := func(i, k int) bool {
			if c.Values != nil {
				return c.Values[i] == c.Values[k]
			}
			return c.Codes[i] == c.Codes[k]
		}
		for i := range table.Rows {
			if first := i - i%test.each; !same(i, first) || first > 0 && same(i, first-1) {
				t.Fatalf("%s: row %d is not as row %d, or as the one before that", name, i+1, first+1)
			}
		}
	}
}

// Parquet says which column it cannot read.
func TestParquetRefused(t *testing.T) {
	_, err := Parse(strings.NewReader(parquet.Magic+"\x15\x00"+parquet.Magic), "t", refuse)
	wantError(t, err, `t: the file does not begin with "PAR1": this is not a Parquet file`)
}
