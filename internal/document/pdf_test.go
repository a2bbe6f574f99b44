package document

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
)

// newLayout returns an empty page of the report.
func newLayout() *layout {
	l := &layout{PDF: chart.NewPDF("test", paperWidth, paperHeight, time.Time{}), places: map[string]int{}}
	l.AddPage()
	l.y = marginTop
	return l
}

// The last row of a table that breaks goes to the next page with the notes if
// they do not fit below it.
func TestTableNotesKeepWithLastRow(t *testing.T) {
	table := Table{
		Columns: []Column{{Name: "a", Left: true}}, Long: true,
		Rows:  slices.Repeat([]Row{{Cells: []string{"x"}}}, 20),
		Notes: []string{strings.Repeat("word ", 100)},
	}
	table.Rows[18] = Row{Heading: "heading"}
	whole := newLayout()
	whole.table(table, "Table 1")
	height := whole.y - marginTop
	l := newLayout()
	l.y = pageBottom - height + 20 // a line of the notes too few
	l.table(table, "Table 1")
	if l.PageNo() != 2 {
		t.Fatalf("the table ends on page %d", l.PageNo())
	}
	set := l.fit(table)
	least := l.headHeight(set) + l.rowHeight(set, table.Rows[18]) + l.rowHeight(set, table.Rows[19]) + l.notesHeight(table)
	if got := l.y - marginTop; got < least {
		t.Errorf("%v points on the second page, want the head, heading, last row and notes, which take %v", got, least)
	}
}

// No line stands alone at the end or the start of a page.
func TestTextLeavesNoLineAlone(t *testing.T) {
	text := strings.Repeat("word ", 80)
	lines := func(l *layout) int { return int((l.y-marginTop)/bodyLead + 0.5) }
	whole := newLayout()
	whole.text(text, body, 0)
	n := lines(whole)
	if n < 4 {
		t.Fatalf("%d lines, want more", n)
	}
	for left := range n + 1 {
		l := newLayout()
		l.y = pageBottom - (float64(left)+0.5)*bodyLead
		l.text(text, body, 0)
		want := max(2, n-left) // on the second page
		switch {
		case left < 2:
			want = n
		case left == n:
			want = 0
		}
		if got := lines(l); l.PageNo() == 2 && got != want || (l.PageNo() == 2) != (want > 0) {
			t.Errorf("room for %d of %d lines: %d lines on page %d, want %d on the second", left, n, got, l.PageNo(), want)
		}
	}
}

// A part begins on the page where the one before ends if there is room.
func TestPartsShareAPage(t *testing.T) {
	var d Document
	d.Add(Contents{}, Part("First"), Paragraph("Short."), Part("Second"), Paragraph(strings.Repeat("word ", 700)), Part("Third"))
	l := d.set(time.Time{}, 0, nil)
	pages := []int{l.places["Part 1"], l.places["Part 2"], l.places["Part 3"]}
	if !slices.Equal(pages, []int{2, 2, 3}) {
		t.Errorf("parts on pages %v, want 2, 2, 3", pages)
	}
}

// The part that a page begins with, or else that goes on, stands at its head, cut where it has no room.
func TestPartsAtTheHead(t *testing.T) {
	l := newLayout()
	l.links = []int{l.AddLink(), l.AddLink()}
	l.ink(margin)
	for name, want := range map[string]string{"Short": "Short", strings.Repeat("word ", 60): " …"} {
		l.parts, l.y = 0, pageBottom
		l.heading(name, "Part 1", nil)
		l.ink(margin)
		head := "drfvi 1.0.0"
		got := l.beside(head)
		if !strings.HasSuffix(got, want) || !strings.HasPrefix(name, strings.TrimSuffix(got, " …")) || l.wide(head)+l.wide(got) > textWidth {
			t.Errorf("%q at the head for %q", got, name)
		}
	}
	l.parts, l.y = 0, pageBottom
	l.heading("Next", "Part 2", nil)
	if l.y = pageBottom; l.top != "Next" {
		t.Errorf("%q at the head of a page that begins with Next", l.top)
	}
	l.section("Section", nil)
	if l.part = "Last"; l.top != "Next" {
		t.Errorf("%q at the head of a page that begins with Next", l.top)
	}
	l.top = ""
	if got := l.beside("head"); got != "" {
		t.Errorf("%q before any part", got)
	}
}

// Contents follow on the page at hand, but not on the first.
func TestContentsFillPages(t *testing.T) {
	for words, want := range map[int]int{10: 2, 1100: 2, 1500: 2} {
		var d Document
		d.Add(Paragraph(strings.Repeat("word ", words)), Contents{}, Part("First"), Paragraph("Short."))
		if got := d.set(time.Time{}, 0, nil).places["Part 1"]; got != want {
			t.Errorf("after %d words contents on page %d, want %d", words, got, want)
		}
	}
}

// The contents take the same room in both passes, so that their pages are those of the
// parts.
func TestContentsKnowPages(t *testing.T) {
	var d Document
	d.Add(Contents{})
	for range 35 {
		d.Add(Part("Part"), Paragraph("Short."))
	}
	first := d.set(time.Time{}, 0, nil)
	second := d.set(time.Time{}, first.PageCount(), first.places)
	for label, page := range second.places {
		if first.places[label] != page {
			t.Fatalf("%s is on page %d, the contents say %d", label, page, first.places[label])
		}
	}
}

func TestWrapBreaksLongWords(t *testing.T) {
	l := newLayout()
	l.Use(chart.Sans, "", 8)
	word := "41002_First-Line_Supervisors_and_Managers/Supervisors_-_Sales"
	lines := l.wrap(word, 120)
	if strings.Join(lines, "") != word || len(lines) < 2 {
		t.Fatalf("lines %q", lines)
	}
	for _, line := range lines[:len(lines)-1] {
		if l.GetStringWidth(line) > 120 || !strings.ContainsAny(line[len(line)-1:], "_/-") {
			t.Errorf("line %q is too wide or broken within a word", line)
		}
	}
	if lines = l.wrap(strings.Repeat("x", 60), 120); len(lines) < 2 || strings.Join(lines, "") != strings.Repeat("x", 60) {
		t.Errorf("lines %q", lines)
	}
}

// The lines of a long name stand below each other, and what comes next below them all.
func TestLongNamesOfFacts(t *testing.T) {
	name := strings.Repeat("word ", 40)
	l := newLayout()
	l.facts(Facts{{name, "short"}, {"b", "next"}})
	l.measured(factName)
	lines := float64(len(l.wrap(name, textWidth/2+1)))
	if lines < 3 {
		t.Fatalf("a name of %v lines", lines)
	}
	if got, want := l.y-marginTop, (lines+1)*factName.lead+2*2+6; got < want-0.01 {
		t.Errorf("facts take %v points, %v lines of a name and one below need %v", got, lines, want)
	}
	whole := newLayout()
	whole.facts(Facts{{name, strings.Repeat("word ", 400)}})
	if whole.y-marginTop < (lines+1)*factName.lead {
		t.Errorf("a long text takes %v points", whole.y-marginTop)
	}
}

// A table that breaks says so, and leaves no fewer than three rows to the next page.
func TestBrokenTables(t *testing.T) {
	table := Table{Columns: []Column{{Name: "a", Left: true}}, Long: true, Rows: slices.Repeat([]Row{{Cells: []string{"x"}}}, 30)}
	whole := newLayout()
	whole.table(table, "Table 1")
	set := whole.fit(table)
	row := whole.rowHeight(set, table.Rows[0])
	for short := range 10 {
		l := newLayout()
		l.y = pageBottom - (whole.y - marginTop) + (float64(short)+0.5)*row + 8 + 6
		l.table(table, "Table 1")
		if l.PageNo() != 2 {
			t.Fatalf("%d rows too long: page %d", short, l.PageNo())
		}
		rows := (l.y - marginTop - l.headHeight(set) - smallLead - 0.5 - 3 - 14) / row
		if want := max(lastRows, float64(short)); rows < want-0.7 || rows > want+1.7 {
			t.Errorf("%d rows too long: %.1f rows on the second page", short, rows)
		}
	}
}

// A sentence that leads to a list stands on its page, and a part may start before the figures
// of the one before that wait.
func TestWhatFollows(t *testing.T) {
	d := Document{Title: "t"}
	d.Add(Part("one"))
	for range 47 {
		d.Add(Bullets{"word"})
	}
	d.Add(Paragraph("As follows:"), Bullets{"first"})
	l := d.set(time.Time{}, 0, nil)
	if l.PageNo() != 2 || l.y < marginTop+2*bodyLead {
		t.Errorf("page %d, %v from the top: the sentence stands alone", l.PageNo(), l.y-marginTop)
	}
	big := chart.Figure{Name: "f", Caption: "big", Width: chart.PageWidth, Height: 600}
	d = Document{Title: "t"}
	d.Add(Part("one"), Paragraph(strings.Repeat("word ", 300)), FigureBlock(big), Part("two"), Paragraph("text"))
	d.Add(Part("three"))
	l = d.set(time.Time{}, 0, nil)
	if l.places["Part 2"] != 1 || l.places["Part 3"] != 1 || l.PageNo() != 2 {
		t.Errorf("parts behind a figure that waits start on pages %d and %d of %d", l.places["Part 2"], l.places["Part 3"], l.PageNo())
	}
	d = Document{Title: "t"}
	d.Add(Part("one"), Paragraph(strings.Repeat("word ", 900)), FigureBlock(big), Paragraph(strings.Repeat("word ", 80)), Part("two"), Paragraph("text"))
	if l = d.set(time.Time{}, 0, nil); l.places["Part 2"] != 3 {
		t.Errorf("on page %d of %d a part has no room behind a figure that waited", l.places["Part 2"], l.PageNo())
	}
}

// A table that has no room goes to the next page, and what follows goes on; the tables behind it
// wait for it.
func TestTablesWait(t *testing.T) {
	table := Table{Caption: "of rows", Columns: []Column{{Name: "a"}}, Rows: make([]Row, 30)}
	small := table
	small.Rows = make([]Row, 2)
	d := Document{Title: "t"}
	d.Add(Part("one"), Paragraph(strings.Repeat("word ", 500)), table, small, Paragraph("The text goes on."), Part("two"))
	l := d.set(time.Time{}, 0, nil)
	if l.places["Part 2"] != 1 || l.PageNo() != 2 {
		t.Errorf("the part behind tables that wait is on page %d of %d", l.places["Part 2"], l.PageNo())
	}
	if l.y-marginTop < l.tableHeight(table)+20 {
		t.Errorf("the second page ends %v from its top, and lacks a table", l.y-marginTop)
	}
}

// A figure that waits stands between the pages of a long table, which goes on below it.
func TestFiguresInLongTables(t *testing.T) {
	table := Table{Caption: "long", Long: true, Columns: []Column{{Name: "a"}}, Rows: slices.Repeat([]Row{{Cells: []string{"x"}}}, 100)}
	for _, height := range []vg.Length{560, 660} {
		d := Document{Title: "t"}
		d.Add(Part("one"), Paragraph(strings.Repeat("word ", 300)), FigureBlock(chart.Figure{Name: "f", Caption: "waits", Width: chart.PageWidth, Height: height}), table)
		l := d.set(time.Time{}, 0, nil)
		if l.places["Table 1"] != 1 || l.places["Figure 1"] != 2 || l.PageNo() < 3 {
			t.Errorf("height %v: Table 1 on page %d, Figure 1 on page %d of %d", height, l.places["Table 1"], l.places["Figure 1"], l.PageNo())
		}
		if l.y > pageBottom+8 {
			t.Errorf("height %v: the table ends %v below the page", height, l.y-pageBottom)
		}
	}
}

func TestTogether(t *testing.T) {
	for want, labels := range map[string][]string{"": nil, "Figure 1": {"Figure 1"}, "Figures 1, 2; Table 3": {"Figure 1", "Figure 2", "Table 3"}} {
		if got := together(labels); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The heading of a part is not alone at the end of a page when a table follows it.
func TestPartsKeepWithTables(t *testing.T) {
	table := Table{Long: true, Columns: []Column{{Name: "a"}}, Rows: make([]Row, 2)}
	for left := 80.0; left < 300; left += 10 {
		l := newLayout()
		l.y, l.links = pageBottom-left, []int{l.AddLink()}
		l.heading("two", "Part 2", table)
		page := l.PageNo()
		if l.table(table, "Table 1"); l.PageNo() != page {
			t.Errorf("with %v points left the heading is on page %d and its table on page %d", left, page, l.PageNo())
		}
	}
}

// The concordance names the pages of tables and figures, not those of the headings before them.
func TestConcordanceKnowsPagesOfTables(t *testing.T) {
	contents := Contents{Columns: []Column{{Name: "item"}}, Items: []Item{{Part: "Filled", Cells: []string{"a"}}, {Part: "Bare", Cells: []string{"b"}}}}
	var d Document
	d.Add(contents, Part("Filled"))
	for range 60 {
		d.Add(Paragraph("A line."))
	}
	d.Add(Table{Caption: "numbers", Columns: []Column{{Name: "x"}}, Rows: []Row{{Cells: []string{"1"}}}}, Part("Bare"), Paragraph("Text."))
	first := d.set(time.Time{}, 0, nil)
	second := d.set(time.Time{}, first.PageCount(), first.places)
	heading, table, bare := second.places["Part 1"], second.places["Table 1"], second.places["Part 2"]
	if table <= heading {
		t.Fatalf("the table is on page %d, its heading on %d", table, heading)
	}
	rows := d.concordance(contents, second.places).Rows
	if got := []string{rows[0].Cells[2], rows[1].Cells[2]}; !slices.Equal(got, []string{strconv.Itoa(table), strconv.Itoa(bare)}) {
		t.Errorf("pages %q, expected %d and %d", got, table, bare)
	}
}
