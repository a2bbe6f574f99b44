package document

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// place is where a line was drawn.
type place struct {
	page int
	y    float64
}

// TestFlows places a heading, a paragraph, a table and a figure wherever on a page: all stand in their order,
// nothing goes below the page, first and last lines keep together, and a heading keeps with what follows.
func TestFlows(t *testing.T) {
	for start := marginTop; start < pageBottom; start += 19 {
		p := newPages(Document{}, time.Time{})
		p.y = start
		var places []place
		var drawn []line
		lines := func(n int, height float64) (list []line) {
			for range n {
				l := line{height: height}
				l.draw = func(y float64) { places, drawn = append(places, place{p.PageNo(), y}), append(drawn, l) }
				list = append(list, l)
			}
			return list
		}
		together := func(what string, from, to int) {
			if places[from].page != places[to].page {
				t.Errorf("from %v on: %s is on pages %d and %d", start, what, places[from].page, places[to].page)
			}
		}
		p.pending = lines(2, 20)
		p.place(flow{lines: append(air(5), lines(40, 13)...), first: 3, last: 2})
		p.place(flow{lines: lines(90, 11), first: 5, last: 4})
		p.place(whole(lines(1, 400), lines(2, 10)))
		for i, l := range drawn {
			if places[i].y+l.height > pageBottom+0.02 {
				t.Errorf("from %v on: line %d ends below the page", start, i)
			}
			if i > 0 && (places[i].page < places[i-1].page || places[i].page == places[i-1].page && places[i].y < places[i-1].y+drawn[i-1].height-0.01) {
				t.Errorf("from %v on: line %d stands before the one before it", start, i)
			}
		}
		together("the heading with two lines", 0, 3)
		together("the end of the paragraph", 40, 41)
		together("the start of the table", 42, 46)
		together("the end of the table", 128, 131)
		together("the figure with its caption", 132, 134)
	}
}

// After a page break the head of a table stands above its next row.
func TestContinued(t *testing.T) {
	p := newPages(Document{}, time.Time{})
	var heads []place
	head := line{20, func(y float64) { heads = append(heads, place{p.PageNo(), y}) }}
	row := line{11, func(float64) {}}
	p.place(flow{lines: append([]line{head}, slices.Repeat([]line{row}, 150)...), first: 4, last: 4, continued: []line{head}})
	if want := []place{{1, marginTop}, {2, marginTop}, {3, marginTop}}; !slices.Equal(heads, want) {
		t.Errorf("heads at %v, want %v", heads, want)
	}
}

// rows are those of a table.
func rows(n int) []Row { return slices.Repeat([]Row{{Cells: []string{"x"}}}, n) }

// set places blocks on a page of which so much is left, and returns the page that they end on.
func set(free float64, blocks ...Block) *pages {
	p := newPages(Document{}, time.Time{})
	p.y = pageBottom - free
	for i, b := range blocks {
		p.block("label", b, i+1 < len(blocks) && drawn(blocks[i+1]))
	}
	return p
}

// What has room stands on the page, and what has none or stands together with it is on the next.
func TestRoom(t *testing.T) {
	words := strings.Repeat("word ", 80)
	table := func(n int) Table {
		return Table{Caption: "of rows", Columns: []Column{{Name: "a", Left: true}}, Rows: rows(n)}
	}
	figure := FigureBlock(chart.Figure{Name: "f", Caption: "a figure", Width: 300, Height: 300})
	for name, c := range map[string]struct {
		blocks    []Block
		fits, not float64 // room that is enough, and that is not
		pages     int     // of what does not fit
	}{
		"part":       {[]Block{Part{Title: "First"}, Paragraph("Short.")}, partHeight + 1, partHeight - 1, 2},
		"section":    {[]Block{Section("one"), Paragraph("Short.")}, 50, 40, 2},
		"paragraph":  {[]Block{Paragraph(words)}, 65, 20, 2},
		"table":      {[]Block{table(12)}, 190, 100, 2},
		"long table": {[]Block{table(50)}, pageHeight, 70, 2},
		"figure":     {[]Block{figure}, 340, 200, 2},
		"closer":     {[]Block{figure}, 270, 240, 2},
		"leads":      {[]Block{Paragraph("As follows:"), table(12)}, 210, 180, 2},
	} {
		if p := set(c.fits, c.blocks...); p.PageNo() != 1 {
			t.Errorf("%s: %d pages with %v points left", name, p.PageNo(), c.fits)
		}
		if p := set(c.not, c.blocks...); p.PageNo() != c.pages {
			t.Errorf("%s: %d pages with %v points left", name, p.PageNo(), c.not)
		}
	}
	if p := set(120, table(50)); p.PageNo() != 2 || p.y > marginTop+50*cellLead {
		t.Errorf("a table of 50 rows, of which there is room for some, ends at %v on page %d", p.y, p.PageNo())
	}
	heading, led := set(100, Section("one"), Paragraph("As follows:"), table(12)), set(pageHeight, table(12))
	if above := heading.y - led.y; above < 2*body.lead {
		t.Errorf("the heading and the paragraph before a table are not on its page: %v points above it", above)
	}
}

// No line begins with the percent sign of a number that ends the line before.
func TestPercentSigns(t *testing.T) {
	p := newPages(Document{}, time.Time{})
	for width := 40.0; width < 200; width += 3 {
		for _, line := range p.split(strings.Repeat("100 of 100, 95 %: 96 to 100 % of all ", 4), small, width) {
			if strings.HasPrefix(line, "%") && width > 60 || p.width(line, small) > width+0.01 {
				t.Errorf("%v points: %q", width, line)
			}
		}
	}
}

// The last part that began stands at the head of a page, cut where it has no room.
func TestPartsAtTheHead(t *testing.T) {
	p := set(pageHeight, Part{Title: "First"}, Paragraph(strings.Repeat("word ", 1000)), Part{Title: "Second"}, Paragraph("Short."))
	if p.part != "Second" {
		t.Errorf("%q at the head of a page on which Second begins", p.part)
	}
	p.part, p.head = strings.Repeat("word ", 60), "drfvi 1.0.0"
	p.edges() // within the page: the test of lines has it
	if lines := p.split(p.part, margin, 200); len(lines) < 2 {
		t.Error("a long name has one line")
	}
}

// In tables that are wider than a page texts go on below each other, and nothing else is narrower than
// it needs.
func TestTablesWiderThanPages(t *testing.T) {
	table := Table{Columns: []Column{{Name: "input", Left: true}}, Rows: []Row{{Cells: []string{"X1"}, Mark: Alarm}}}
	p := newPages(Document{}, time.Time{})
	for group := range 5 {
		for k := range 3 {
			table.Columns = append(table.Columns, Column{Group: fmt.Sprint("group ", group), Name: fmt.Sprint("column ", k)})
			table.Rows[0].Cells = append(table.Rows[0].Cells, "-0.12345 (0.00123)")
		}
		g := p.grid(table)
		if g.total() > textWidth+0.02 {
			t.Errorf("%d columns are %v wide", len(table.Columns), g.total())
		}
		if need := p.width("-0.12345 (0.00123)", small); group < 2 && g.widths[1] < need-0.01 {
			t.Errorf("a column of %v points for %v", g.widths[1], need)
		}
		if lines := p.tableRow(g, table.Rows[0]).height > cellLead; lines != (group > 1) {
			t.Errorf("%d columns: cells of several lines %v", len(table.Columns), lines)
		}
	}
	one := Table{Columns: []Column{{Name: strings.Repeat("wide ", 200)}, {Name: "b"}}, Rows: []Row{{Cells: []string{strings.Repeat("word ", 300), "1"}}}}
	if g := p.grid(one); g.total() > textWidth+0.02 || g.widths[1] < p.width("1", small) {
		t.Errorf("a table of long words is %v wide", g.total())
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
	p := newPages(Document{}, time.Time{})
	parts := table.Parts()
	if len(parts) != 3 || parts[2].Number != "Table 1c" || len(parts[0].Rows) != 2 || len(parts[1].Rows) != 1 || len(parts[1].Notes) != 0 {
		t.Fatalf("%+v", parts)
	}
	for k, part := range parts {
		if g := p.grid(part); g.total() > textWidth || p.tableRow(g, part.Rows[0]).height > cellLead {
			t.Errorf("part %d is %v wide", k, g.total())
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
	p := newPages(Document{}, time.Time{})
	for _, text := range []string{"", " ", "a b", strings.Repeat("x", 300), "\u4e2d\u6587", strings.Repeat("word ", 50)} {
		lines := p.split(text, small, 120)
		if got, want := strings.ReplaceAll(strings.Join(lines, ""), " ", ""), strings.ReplaceAll(chart.Drawable(text), " ", ""); got != want {
			t.Errorf("lines %q of %q", lines, text)
		}
		for _, line := range lines {
			if p.width(line, small) > 120.01 {
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

// The lines of a long name stand below each other, and what comes next below them.
func TestLongNamesOfFacts(t *testing.T) {
	name := strings.Repeat("word ", 40)
	p := newPages(Document{}, time.Time{})
	lines := len(p.split(name, smallBold, textWidth/4-8))
	if p.block("", Facts{{name, "short"}}, false); lines < 3 || p.y < marginTop+float64(lines)*meaning.lead-0.01 {
		t.Errorf("%d lines of a name end at %v", lines, p.y)
	}
}

// A figure that is too large for the page is drawn closer, with its caption.
func TestLargeFigures(t *testing.T) {
	figure := chart.Figure{Width: 2 * chart.PageWidth, Height: vg.Length(2 * pageHeight), Caption: strings.Repeat("word ", 100)}
	p := set(pageHeight, Section("one"), FigureBlock(figure))
	if p.PageNo() != 1 || p.y < pageBottom-20 {
		t.Errorf("a large figure ends at %v on page %d", p.y, p.PageNo())
	}
}
