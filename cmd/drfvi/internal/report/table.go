package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/importance"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/internal/rank"
)

// Table is a table in all its forms. Its cells are texts, lists of texts, numbers, truth
// values, intervals, or nil for none.
type Table struct {
	Columns []Column
	Rows    int
	// Order has the rows in the order for reading, which may leave some out; nil for all
	// as they are.
	Order []int
	// Dots are those of the rows, bars in text, and Strong tells which names stand out; nil
	// for none.
	Dots   []document.Dot
	Strong []bool
	// Cut shows as many rows as the user wants, besides the First that are always shown;
	// where no number is given at least Least of a long table. Noun names the rows in a
	// remark about those left out, none for "", which says how many of them are Strong, in
	// the words StrongAre, "" for none.
	Cut       bool
	First     int
	Least     int
	Noun      string
	StrongAre string
	Note      string // a sentence below it
}

// Column is a column of a table. One without Cell is left out.
type Column struct {
	Name string   // in JSON, and in CSV unless CSV is not nil; "" leaves it out
	CSV  []string // two for the ends of an interval, or the texts of a list of two
	Cell func(row int) any
	Join string // what separates the texts of a list in one cell of CSV
	// Text writes the cell of a row for reading, under Title; columns without are not shown.
	Text  func(row int) string
	Title string
	Left  bool // aligned left, as words are
	Long  bool // of names, shortened on a narrow screen
	Wrap  bool // may take several lines on a page
}

// Form writes a cell for reading; it is not given nil.
type Form func(cell any) string

// Text writes words as they are, and integers.
func Text(cell any) string { return fmt.Sprint(cell) }

// mostDecimals is the number of decimals above which powers of ten are easier to read.
const mostDecimals = 8

// Fixed writes numbers with so many decimals.
func Fixed(decimals int) Form {
	return func(cell any) string {
		v := cell.(float64)
		if decimals > mostDecimals && v != 0 {
			return strconv.FormatFloat(v, 'g', 3, 64)
		}
		return strconv.FormatFloat(v, 'f', decimals, 64)
	}
}

// Probability writes p-values.
func Probability(cell any) string {
	switch p := cell.(float64); {
	case p < 0.0001:
		return "< 0.0001"
	case p < 0.01:
		return fmt.Sprintf("%.4f", p)
	case p < 0.9995:
		return fmt.Sprintf("%.3f", p)
	}
	return "1"
}

// Equality is "= 0.050" or "< 0.0001".
func Equality(p float64) string {
	if text := Probability(p); strings.HasPrefix(text, "<") {
		return text
	}
	return "= " + Probability(p)
}

// Span writes an interval with so many decimals: without its lower end where that is 0, and in
// parentheses and without it where it is open whether there is anything at all. Of ends that
// would be the same there is one, or more decimals.
func Span(i importance.Interval, decimals int, open bool) string {
	end := func(v float64) string { return format.Fixed(v, decimals) }
	least, text := math.Pow10(-decimals), end(i.Low)+" to "+end(i.High)
	switch {
	case max(math.Abs(i.Low), math.Abs(i.High)) < least/2:
		text = "below " + end(least)
	case open || i.Low >= 0 && i.Low < least/2:
		text = "up to " + end(i.High)
	case i.Low > 1-least/2 && i.High <= 1:
		text = "above " + end(1-least)
	case end(i.Low) == end(i.High):
		text = "about " + end(i.High)
	}
	if open {
		return "(" + text + ")"
	}
	return text
}

// Each returns the column of a slice, without cells if that is nil.
func Each[T any](name string, values []T) Column {
	return Computed(name, values, func(value T) T { return value })
}

// Computed returns the column of a value of records, one a row; without cells if there are none.
func Computed[T, V any](name string, records []T, value func(T) V) Column {
	if records == nil {
		return Column{}
	}
	c := Column{Name: name, Cell: func(row int) any { return value(records[row]) }}
	if _, interval := any(*new(V)).(importance.Interval); interval {
		c.CSV = LowHigh(name)
	}
	return c
}

// Words returns the column of words, aligned left.
func (c Column) Words() Column {
	c.Left = true
	return c
}

// Hidden returns the table with some columns left out for reading.
func (t Table) Hidden(hide func(c Column) bool) Table {
	t.Columns = slices.Clone(t.Columns)
	for k, c := range t.Columns {
		if hide(c) {
			t.Columns[k].Text = nil
		}
	}
	return t
}

// LowHigh are the columns of an interval in CSV: of "x_interval", or "interval" alone.
func LowHigh(name string) []string {
	name = strings.TrimSuffix(name, "_interval")
	return []string{name + "_low", name + "_high"}
}

// Intervals returns the column of intervals, under the title of their coverage, with so many
// decimals. Open are those of values of which it is open whether they are above 0; nil for
// none.
func Intervals(name string, values []importance.Interval, decimals int, open []bool) Column {
	c := Each(name, values)
	if len(values) > 0 {
		c.Title = values[0].Coverage.Title()
		c.Text = func(row int) string { return Span(values[row], decimals, open != nil && open[row]) }
	}
	return c
}

// Names returns the column of the names of inputs.
func Names(names []string) Column {
	c := Each("name", names).Shown("input", Text)
	c.CSV, c.Left, c.Long = []string{"variable"}, true, true
	return c
}

// Shown returns the column as one for reading too, whose cells are written in a form.
func (c Column) Shown(title string, form Form) Column {
	cell := c.Cell
	c.Title, c.Text = title, func(row int) string {
		if value := cell(row); value != nil {
			return form(value)
		}
		return ""
	}
	return c
}

// filled returns the columns that have cells.
func (t Table) filled() []Column {
	return slices.DeleteFunc(slices.Clone(t.Columns), func(c Column) bool { return c.Cell == nil })
}

// Object returns a row as an object.
func (t Table) Object(row int) Object {
	var o Object
	for _, c := range t.filled() {
		if c.Name == "" {
			continue
		}
		value := c.Cell(row)
		if i, ok := value.(importance.Interval); ok {
			value = Ends(i)
		}
		o = o.Add(c.Name, value)
	}
	return o
}

// Ends returns the ends of an interval.
func Ends(i importance.Interval) [2]float64 { return [2]float64{i.Low, i.High} }

// MarshalJSON writes the rows as a list of objects.
func (t Table) MarshalJSON() ([]byte, error) {
	objects := make([]Object, t.Rows)
	for row := range objects {
		objects[row] = t.Object(row)
	}
	return encoded(objects)
}

// CSV returns the table with numbers that read back as the same.
func (t Table) CSV() string {
	var columns []Column
	var head []string
	for _, c := range t.filled() {
		if c.CSV == nil && c.Name != "" {
			c.CSV = []string{c.Name}
		}
		columns, head = append(columns, c), append(head, c.CSV...)
	}
	lines := [][]string{head}
	for row := range t.Rows {
		line := make([]string, 0, len(head))
		for _, c := range columns {
			if len(c.CSV) > 0 {
				line = append(line, c.exact(row)...)
			}
		}
		lines = append(lines, line)
	}
	return format.CSV(lines)
}

// exact returns the cells of a row in CSV.
func (c Column) exact(row int) []string {
	switch cell := c.Cell(row).(type) {
	case nil:
		return make([]string, len(c.CSV))
	case float64:
		return []string{strconv.FormatFloat(cell, 'g', -1, 64)}
	case importance.Interval:
		return []string{strconv.FormatFloat(cell.Low, 'g', -1, 64), strconv.FormatFloat(cell.High, 'g', -1, 64)}
	case []string:
		if len(c.CSV) == len(cell) {
			return cell
		}
		return []string{strings.Join(cell, c.Join)}
	default: // texts, integers and truth values
		return []string{fmt.Sprint(cell)}
	}
}

// shown returns the columns for reading.
func (t Table) shown() []Column {
	return slices.DeleteFunc(t.filled(), func(c Column) bool { return c.Text == nil })
}

// mostPageRows is how many rows of a table a page shows.
const mostPageRows = 200

// Page returns the table as pages have it.
func (t Table) Page(caption string) document.Table {
	page := t.page()
	page.Caption = caption
	for _, row := range page.Rows { // browsers leave out blanks that set a cell in
		for k, cell := range row.Cells {
			inner := strings.TrimLeft(cell, " ")
			row.Cells[k] = strings.Repeat("\u2003", (len(cell)-len(inner))/2) + inner
		}
	}
	if further := len(page.Rows) - mostPageRows; further > 0 {
		page.Rows = page.Rows[:mostPageRows]
		page.Notes = append(page.Notes, fmt.Sprintf("And %s more.", format.Plural(further, "row")))
	}
	if t.Dots != nil && t.StrongAre != "" {
		page.Notes = append(page.Notes, "Full dots: significant, "+t.StrongAre+". Parentheses: not significant.")
	}
	if t.Note != "" {
		page.Notes = append(page.Notes, t.Note)
	}
	return page
}

// page returns the table for reading, with all of its rows.
func (t Table) page() document.Table {
	page, columns := document.Table{Open: true}, t.shown()
	for _, c := range columns {
		page.Columns = append(page.Columns, document.Column{Name: c.Title, Left: c.Left, Long: c.Long, Wrap: c.Wrap})
	}
	order := t.Order
	if order == nil {
		order = rank.Numbers[int](t.Rows)
	}
	for _, i := range order {
		var row document.Row
		for _, c := range columns {
			row.Cells = append(row.Cells, c.Text(i))
		}
		if t.Strong != nil && t.Strong[i] {
			row.Mark = document.Relevant
		}
		if t.Dots != nil {
			row.Dot = t.Dots[i]
		}
		page.Rows = append(page.Rows, row)
	}
	return page
}

// write writes the table for reading, a long one in part; nothing for one without columns.
func (t Table) write(b *strings.Builder, v View) {
	if t.Columns == nil {
		return
	}
	page := t.page()
	n := len(page.Rows)
	if t.Cut {
		n = t.First + rowsOf(n-t.First, v.Top)
		if v.Top == 0 {
			n = max(n, min(t.Least, len(page.Rows)))
		}
	}
	hidden := page.Rows[n:]
	page.Rows = page.Rows[:n]
	s := document.Screen{Strong: v.Strong}
	if v.Live {
		s.Width = v.Width
	}
	b.WriteString(page.Text(s))
	if t.Note != "" && !v.Quiet {
		b.WriteString(v.Sentence(t.Note))
	}
	if len(hidden) == 0 || t.Noun == "" {
		return
	}
	marked := ""
	if t.StrongAre != "" {
		strong := "none"
		if n := len(slices.DeleteFunc(
			slices.Clone(hidden), func(r document.Row) bool { return r.Mark != document.Relevant },
		)); n > 0 {
			strong = strconv.Itoa(n)
		}
		marked = fmt.Sprintf(", %s of them %s", strong, t.StrongAre)
	}
	b.WriteString(
		v.Remark(
			fmt.Sprintf(
				"and %s%s; --top all shows all, --format csv and json have them",
				format.Plural(len(hidden), "more "+t.Noun), marked,
			),
		),
	)
}

// Rows of long tables: how many are shown of more than so many, unless the user says.
const (
	many = 40
	few  = 30
)

// rowsOf is how many of n rows are shown to a user who wants top of them, 0 for any.
func rowsOf(n, top int) int {
	switch {
	case top > 0:
		return min(top, n)
	case n > many:
		return few
	}
	return n
}
