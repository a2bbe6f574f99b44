package document

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// event is what stands on a page, by its number in the flow.
type event struct {
	page int
	y    float64
}

// flowed sets blocks behind air and returns where each piece came to stand, and how high.
func flowed(air float64, blocks ...Block) (l *layout, at []event, flow []piece) {
	l = newLayout(Document{}, time.Time{})
	if air > 0 {
		l.flow = append(l.flow, piece{height: air, draw: func(float64) {}})
	}
	d := Document{}
	d.Add(blocks...)
	for label, b := range d.labelled() {
		l.block(label, b)
	}
	at = make([]event, len(l.flow))
	for i := range l.flow {
		l.flow[i].also(func(y float64) { at[i] = event{l.PageNo(), y} })
	}
	l.place()
	return l, at, l.flow
}

// rows are those of a table.
func rows(n int) []Row { return slices.Repeat([]Row{{Cells: []string{"x"}}}, n) }

// Whatever room a page leaves, everything stands in its order, nothing goes below the page, headings
// keep with what follows, no line of a paragraph is alone, tables that are not long and figures are
// whole, and the last rows of long ones keep with their notes.
func TestNothingFloats(t *testing.T) {
	words := strings.Repeat("word ", 80)
	table := Table{Caption: "of rows", Columns: []Column{{Name: "a", Left: true}}, Rows: rows(12), Notes: []string{words}}
	long := table
	long.Rows = rows(90)
	blocks := []Block{
		Part{Title: "one"}, Paragraph(words), Section("of a table"), table, Paragraph("As follows:"), Bullets{words, "short"}, Section("of a figure"),
		FigureBlock(chart.Figure{Name: "f", Caption: "a figure", Width: 900, Height: 900}), Part{Title: "two"}, long, Facts{{"name", words}},
	}
	for air := 0.0; air < pageRoom; air += 19 {
		_, at, flow := flowed(air, blocks...)
		for i, p := range flow {
			switch {
			case at[i].y+p.height > pageBottom+0.02:
				t.Fatalf("%v points lower: piece %d of %v points ends %v below its page", air, i, p.height, at[i].y+p.height-pageBottom)
			case i > 0 && (at[i].page < at[i-1].page || at[i].page == at[i-1].page && at[i].y < at[i-1].y+flow[i-1].height-0.01):
				t.Fatalf("%v points lower: piece %d stands before the one before it", air, i)
			case i > 0 && flow[i-1].keep && at[i].page != at[i-1].page:
				t.Fatalf("%v points lower: piece %d is parted from the one it keeps with", air, i)
			}
		}
	}
}

// What keeps together is what readers expect.
func TestWhatKeepsTogether(t *testing.T) {
	for name, c := range map[string]struct {
		blocks []Block
		want   string // a letter for each piece: k if it keeps with the next
	}{
		"heading":  {[]Block{Part{Title: "one"}, Section("two"), Paragraph("three")}, "kk."},
		"lines":    {[]Block{Paragraph(strings.Repeat("word ", 80))}, "k.k."},
		"leads to": {[]Block{Paragraph("as follows:"), Bullets{"a"}}, "k."},
		"table":    {[]Block{Table{Columns: []Column{{Name: "a"}}, Rows: rows(5), Notes: []string{"note"}}}, "kkkkkkkk."},
		"long":     {[]Block{Table{Columns: []Column{{Name: "a"}}, Rows: append(rows(26), Row{Heading: "b"}, rows(1)[0], rows(1)[0], rows(1)[0], rows(1)[0])}}, "kkkkk" + strings.Repeat(".", 23) + "k.kkk."},
		"figure":   {[]Block{FigureBlock(chart.Figure{Width: 100, Height: 100, Caption: "c"})}, "k."},
		"told":     {[]Block{Paragraph("before"), Paragraph("of it"), FigureBlock(chart.Figure{Width: 100, Height: 100, Caption: "c"})}, ".kk."},
	} {
		_, _, flow := flowed(0, c.blocks...)
		got := ""
		for _, p := range flow {
			if p.keep {
				got += "k"
			} else {
				got += "."
			}
		}
		if strings.HasPrefix(got, "k...") {
			got = got[:2] + strings.TrimLeft(got[2:], ".")
		}
		if got != c.want {
			t.Errorf("%s: %s, expected %s", name, got, c.want)
		}
	}
}

// No line begins with the percent sign of a number that ends the line before.
func TestPercentSigns(t *testing.T) {
	l := newLayout(Document{}, time.Time{})
	for width := 40.0; width < 200; width += 3 {
		for _, line := range l.lines(strings.Repeat("100 of 100, 95 %: 96 to 100 % of all ", 4), small, width) {
			if strings.HasPrefix(line, "%") && width > 60 || l.wide(line, small) > width+0.01 {
				t.Errorf("%v points: %q", width, line)
			}
		}
	}
}

// A part begins on the page where the one before ends if there is room.
func TestPartsShareAPage(t *testing.T) {
	for left, want := range map[float64]int{partRoom + 30: 1, partRoom - 5: 2} {
		if _, at, _ := flowed(pageRoom-left, Part{Title: "First"}, Paragraph("Short.")); at[1].page != want {
			t.Errorf("with %v points left a part is on page %d, want %d", left, at[1].page, want)
		}
	}
}

// The part that a page begins with, or else that goes on, stands at its head, cut where it has no room.
func TestPartsAtTheHead(t *testing.T) {
	l, _, _ := flowed(pageRoom-20, Part{Title: "Next"})
	if l.top != "Next" {
		t.Errorf("%q at the head of a page that begins with Next", l.top)
	}
	if l, _, _ = flowed(60, Part{Title: "First"}, Paragraph(strings.Repeat("word ", 1000)), Part{Title: "Second"}); l.top != "First" || l.part != "Second" {
		t.Errorf("%q at the head of a page that First goes on on", l.top)
	}
	l.top, l.head = strings.Repeat("word ", 60), "drfvi 1.0.0"
	l.foot() // within the page: the test of lines has it
	if lines := l.lines(l.top, margin, 200); len(lines) < 2 {
		t.Error("a long name has one line")
	}
}

// In tables that are wider than a page texts go on below each other, and nothing else is narrower than
// it needs.
func TestTablesWiderThanPages(t *testing.T) {
	table := Table{Columns: []Column{{Name: "input", Left: true}}, Rows: []Row{{Cells: []string{"X1"}, Mark: Alarm}}}
	l := newLayout(Document{}, time.Time{})
	for group := range 5 {
		for k := range 3 {
			table.Columns = append(table.Columns, Column{Group: fmt.Sprint("group ", group), Name: fmt.Sprint("column ", k)})
			table.Rows[0].Cells = append(table.Rows[0].Cells, "0.12345 (0.00123)")
		}
		set := l.fit(table)
		if set.width() > textWidth+0.01 {
			t.Errorf("%d columns are %v wide", len(table.Columns), set.width())
		}
		if need := l.wide("0.12345 (0.00123)", small); group < 2 && set.widths[1] < need-0.01 {
			t.Errorf("a column of %v points for %v", set.widths[1], need)
		}
		if lines := l.tableRow(set, table.Rows[0]).height > cellLead; lines != (group > 1) {
			t.Errorf("%d columns: cells of several lines %v", len(table.Columns), lines)
		}
	}
	one := Table{Columns: []Column{{Name: strings.Repeat("wide ", 200)}, {Name: "b"}}, Rows: []Row{{Cells: []string{strings.Repeat("word ", 300), "1"}}}}
	if set := l.fit(one); set.width() > textWidth+0.01 {
		t.Errorf("a table of long words is %v wide", set.width())
	}
}

// A table that is too wide is parted between groups, each part with the names and the rows that have
// something in it.
func TestParts(t *testing.T) {
	table := Table{Number: "Table 1", Columns: []Column{{Name: "input", Left: true}}, Rows: []Row{
		{Cells: []string{"X1"}, Mark: Alarm, Marked: 7}, {Cells: []string{"only a"}},
	}, Notes: []string{"A note."}}
	for group := range 5 {
		for range 3 {
			table.Columns = append(table.Columns, Column{Group: fmt.Sprint("group ", group), Name: "mean"})
			table.Rows[0].Cells = append(table.Rows[0].Cells, "0.12345 (0.00123)")
			table.Rows[1].Cells = append(table.Rows[1].Cells, map[bool]string{true: "1", false: format.None}[group == 0])
		}
	}
	l := newLayout(Document{}, time.Time{})
	parts := table.Parts()
	if len(parts) != 3 || parts[2].Number != "Table 1c" || len(parts[0].Rows) != 2 || len(parts[1].Rows) != 1 || len(parts[1].Notes) != 0 {
		t.Fatalf("%+v", parts)
	}
	for k, part := range parts {
		if set := l.fit(part); set.width() > textWidth || slices.ContainsFunc(set.Columns, func(c Column) bool { return c.Wrap }) {
			t.Errorf("part %d is %v wide", k, set.width())
		}
	}
	if parts[1].Rows[0].Marked != 1 {
		t.Errorf("the mark of the seventh number is at %d", parts[1].Rows[0].Marked)
	}
	if narrow := parts[1].Parts(); len(narrow) != 1 || narrow[0].Number != "Table 1b" {
		t.Errorf("%+v", narrow)
	}
}

func TestLinesBreakLongWords(t *testing.T) {
	l := newLayout(Document{}, time.Time{})
	for _, text := range []string{"", " ", "a b", strings.Repeat("x", 300), "\u4e2d\u6587", strings.Repeat("word ", 50)} {
		lines := l.lines(text, small, 120)
		if got, want := strings.ReplaceAll(strings.Join(lines, ""), " ", ""), strings.ReplaceAll(chart.Drawable(text), " ", ""); got != want {
			t.Errorf("lines %q of %q", lines, text)
		}
		for _, line := range lines {
			if l.wide(line, small) > 120.01 {
				t.Errorf("line %q is too wide", line)
			}
		}
	}
}

// Texts are measured once: those that are eight times as long take no more than thirty times as
// long to set.
func TestEndlessTexts(t *testing.T) {
	took := func(letters int) time.Duration {
		long := strings.Repeat("x", letters)
		d := Document{Title: long, Head: long}
		d.Add(Part{Title: long}, Facts{{long, "short"}}, Table{Caption: long, Columns: []Column{{Name: long}}, Rows: []Row{{Cells: []string{long}}}})
		d.Add(FigureBlock(chart.DotChart{Title: long, Axis: long, Names: []string{long}, Series: []chart.DotSeries{{Name: long, Values: chart.Numbers([]float64{1}), Shape: chart.Shapes[0]}}}.Figure()))
		begun := time.Now()
		if _, err := d.PDF(time.Time{}); err != nil {
			t.Fatal(err)
		}
		d.HTML()
		return time.Since(begun)
	}
	if few, many := took(1<<13), took(1<<16); many > 30*few {
		t.Errorf("texts take %v, and %v where they are eight times as long", few, many)
	}
}

// The lines of a long name stand below each other, and what comes next below them all.
func TestLongNamesOfFacts(t *testing.T) {
	name := strings.Repeat("word ", 40)
	_, at, flow := flowed(0, Facts{{name, "short"}, {"b", "next"}})
	l := newLayout(Document{}, time.Time{})
	lines := len(l.lines(name, smallBold, textWidth/4-8))
	if lines < 3 || flow[0].height < float64(lines)*meaning.lead-0.01 || at[1].y < at[0].y+flow[0].height {
		t.Errorf("%d lines of a name in %v points", lines, flow[0].height)
	}
}

// A paragraph that keeps with more than a page has room for fills pages.
func TestEndlessParagraphs(t *testing.T) {
	_, at, flow := flowed(100, Section("heading"), Paragraph(strings.Repeat("word ", 3000)), Table{Columns: []Column{{Name: "a"}}, Rows: rows(5)})
	for i, p := range flow {
		if at[i].y+p.height > pageBottom+0.02 || i > 1 && at[i].page != at[i-1].page && at[i-1].y+2*body.lead < pageBottom-body.lead {
			t.Errorf("piece %d is on page %d at %v, that before at %v", i, at[i].page, at[i].y, at[i-1].y)
		}
	}
	if at[1].page != at[2].page {
		t.Error("the heading stands alone")
	}
}

// Figures that are together a little too high for a page are drawn closer, and one that leaves room on a
// page higher, by no more than a quarter.
func TestFiguresFillPages(t *testing.T) {
	of := func(share float64) Block {
		return FigureBlock(chart.Figure{Width: 100, Height: vg.Length(share * pageRoom), Caption: "a figure"})
	}
	for name, c := range map[string]struct {
		shares []float64
		page   int     // of the last
		first  float64 // what is drawn of the first, as a share of its height
	}{
		"closer": {[]float64{0.6, 0.5}, 1, 0.85}, "too close": {[]float64{0.8, 0.6}, 2, 1.22}, "higher": {[]float64{0.5, 0.9}, 2, 1.25},
	} {
		var blocks []Block
		for _, share := range c.shares {
			blocks = append(blocks, of(share))
		}
		_, at, flow := flowed(0, blocks...)
		if got := flow[0].height / (c.shares[0] * pageRoom); at[len(at)-1].page != c.page || math.Abs(got-c.first) > 0.03 {
			t.Errorf("%s: the first at %v of its height, the last on page %d", name, got, at[len(at)-1].page)
		}
	}
}

// A figure that is too large for the page is drawn closer, with its letters as they are.
func TestLargeFigures(t *testing.T) {
	_, _, flow := flowed(0, FigureBlock(chart.Figure{Width: 2 * chart.PageWidth, Height: vg.Length(2 * pageRoom), Caption: strings.Repeat("word ", 100)}))
	height := 0.0
	for _, p := range flow {
		height += p.height + p.above
	}
	if height > pageRoom || height < pageRoom-headRoom-20 {
		t.Errorf("a large figure takes %v points of %v", height, pageRoom)
	}
}
