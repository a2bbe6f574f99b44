package document

import (
	"bytes"
	"fmt"
	"image/color"
	"slices"
	"sort"
	"strings"
	"time"

	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// Measures of the report's pages, in points (A4).
const (
	paperWidth  = 595.28
	paperHeight = 841.89
	marginSide  = (paperWidth - float64(chart.PageWidth)) / 2
	marginTop   = 66.0
	pageBottom  = paperHeight - 62.0
	textWidth   = float64(chart.PageWidth)

	bodySize   = 10.0
	bodyLead   = 13.5
	smallSize  = 8.0
	smallLead  = 10.5
	headSize   = 14.0
	sectionGap = 12.0
	partGap    = 24.0
	headGap    = 30.0 // between the running heads
	leadIn     = 60.0 // what a sentence that leads to a list needs
	partRoom   = 0.15 // share of a page that must be left for a part to start on it
)

// layout sets a document on pages.
type layout struct {
	*chart.PDF
	y      float64 // where the next block starts
	floats []float // what waits for the top of a page
	head   string  // the running head, on the left
	part   string  // that is being set
	top    string  // that the page begins with: the running head on the right
	links  []int   // of the parts
	parts  int     // of them so far
	pages  int     // of the pass before
	// places are the pages of parts, figures and tables by label, before those of the pass before.
	places, before map[string]int
}

// float is a figure or a table that had no room where it stands in the text, which goes on.
type float struct {
	table bool
	draw  func(*layout)
}

// PDF renders the document as a PDF file that bears the given date. It sets
// the document twice: page numbers of the contents are known from the first.
func (d Document) PDF(date time.Time) ([]byte, error) {
	first := d.set(date, 0, map[string]int{})
	second := d.set(date, first.PageCount(), first.places)
	var b bytes.Buffer
	if err := second.Output(&b); err != nil {
		return nil, fmt.Errorf("report.pdf: %w", err)
	}
	return b.Bytes(), nil
}

// set puts the document on pages, given how many these were in the pass before and what stood
// on which.
func (d Document) set(date time.Time, pages int, before map[string]int) *layout {
	l := &layout{
		PDF: chart.NewPDF(d.Title, paperWidth, paperHeight, date), head: d.Head, pages: pages, before: before, places: map[string]int{},
	}
	l.SetSubject(d.Subtitle, true)
	l.SetLang("en")
	for range d.parts() {
		l.links = append(l.links, l.AddLink())
	}
	l.AddPage()
	l.title(d)
	following := append(slices.Clone(d.blocks), nil) // nothing follows the last
	for label, item := range d.labelled() {
		following = following[1:]
		switch item := item.(type) {
		case part:
			l.heading(item.text, label, following[0])
		case Section:
			l.section(string(item), following[0])
		case Paragraph:
			if strings.HasSuffix(string(item), ":") { // it keeps with what it leads to
				l.room(leadIn)
			}
			for _, text := range paragraphs(item) {
				l.text(chart.Drawable(text), body, 0)
				l.y += 5
			}
		case Equation:
			l.equation(string(item))
		case Bullets:
			for _, text := range item {
				l.bullet(text)
			}
			l.y += 3
		case Facts:
			l.facts(item)
		case Score:
			l.score(item)
		case Lead:
			l.text(chart.Drawable(string(item)), strong, 0)
		case Headline:
			l.text(chart.Drawable(item.Number+" "+item.Text), strong, 0)
		case Contents:
			l.contents(d, item)
		case Table:
			l.place(item, label)
		case FigureBlock:
			l.figure(chart.Figure(item), label)
		}
	}
	l.land()
	l.foot()
	return l
}

// colour sets the colour of text, lines and areas.
func (l *layout) colour(c color.NRGBA) {
	l.SetTextColor(int(c.R), int(c.G), int(c.B))
	l.SetDrawColor(int(c.R), int(c.G), int(c.B))
	l.SetFillColor(int(c.R), int(c.G), int(c.B))
}

// rule draws a horizontal line.
func (l *layout) rule(x, y, width, thickness float64, c color.NRGBA) {
	l.colour(c)
	l.SetLineWidth(thickness)
	l.Line(x, y, x+width, y)
}

// mostLetters is more than any line has room for.
const mostLetters = 1000

// wrap breaks text into lines of at most a width in the current font. Words
// longer than a line are broken after a mark between letters if there is one in
// the second half of the line, anywhere if not.
func (l *layout) wrap(text string, width float64) []string {
	var lines []string
	line := ""
	for _, word := range format.Words(text) {
		for l.wide(word) > width {
			runes := []rune(word)
			if len(runes) == 1 {
				break // no narrower
			}
			n := max(1, sort.Search(min(len(runes)-1, mostLetters), func(i int) bool { return l.wide(string(runes[:i+1])) > width }))
			for k := n; k > n/2; k-- {
				if strings.ContainsRune("_/-.,;", runes[k-1]) {
					n = k
					break
				}
			}
			if line != "" {
				lines, line = append(lines, line), ""
			}
			lines = append(lines, string(runes[:n]))
			word = string(runes[n:])
		}
		switch {
		case line == "":
			line = word
		case l.wide(line+" "+word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// face is a type with its size, the distance of its lines and its colour.
type face struct {
	family, style string
	size, lead    float64
	colour        color.NRGBA
}

// Faces of the parts of a document.
var (
	body      = face{chart.Serif, "", bodySize, bodyLead, chart.Black}
	strong    = face{chart.Sans, "B", 11.5, 15, chart.Ink}
	partHead  = face{chart.Sans, "B", headSize, headSize + 4, chart.Blue}
	margin    = face{chart.Sans, "", smallSize, smallLead, chart.Grey}
	factName  = face{chart.Sans, "B", smallSize, smallLead, chart.Ink}
	factText  = face{chart.Sans, "", smallSize, smallLead, chart.Ink}
	figureCap = face{chart.Sans, "", smallSize, smallLead, chart.Ink}
	tableCap  = face{chart.Sans, "B", smallSize + 0.5, smallLead + 0.5, chart.Ink}
	noteText  = face{chart.Sans, "", smallSize - 0.7, smallLead - 0.8, chart.Ink}
)

// measured chooses a face to measure text in, and ink one to set text in.
func (l *layout) measured(f face) { l.Use(f.family, f.style, f.size) }

func (l *layout) ink(f face) {
	l.measured(f)
	l.colour(f.colour)
}

// text sets a paragraph, indented, page by page.
func (l *layout) text(text string, f face, indent float64) {
	l.measured(f)
	lines := l.wrap(text, textWidth-indent)
	for i, line := range lines {
		switch together := len(lines) - i; {
		case i == 0 && together <= 3: // no line is left alone at the end or the start of a page
			l.room(float64(together) * f.lead)
		case i == 0 || together == 2:
			l.room(2 * f.lead)
		default:
			l.room(f.lead)
		}
		l.ink(f)
		l.write(marginSide+indent, l.y+f.size, line)
		l.y += f.lead
	}
}

func (l *layout) bullet(text string) {
	const indent = 14
	text = chart.Drawable(text)
	l.measured(body)
	l.room(float64(min(3, len(l.wrap(text, textWidth-indent)))) * bodyLead) // as text needs
	l.ink(body)
	l.write(marginSide+3, l.y+bodySize, "•")
	l.text(text, body, indent)
	l.y += 3
}

// facts sets names beside what they stand for.
func (l *layout) facts(list Facts) {
	l.measured(factName)
	indent := 0.0
	for _, fact := range list {
		indent = max(indent, l.wide(chart.Drawable(fact[0])))
	}
	indent = min(indent, textWidth/2) + 14
	for _, fact := range list {
		l.room(smallLead * 2)
		l.ink(factName)
		names := l.wrap(chart.Drawable(fact[0]), indent-13)
		if len(names) > 1 {
			l.room(float64(len(names)) * factName.lead)
			l.ink(factName)
		}
		for i, name := range names {
			l.write(marginSide, l.y+float64(i)*factName.lead+factName.size, name)
		}
		page, end := l.PageNo(), l.y+float64(len(names))*factName.lead
		l.text(chart.Drawable(fact[1]), factText, indent)
		if l.PageNo() == page {
			l.y = max(l.y, end) // a long name has more lines than what it stands for
		}
		l.y += 2
	}
	l.y += 6
}

// heading starts a part, on a new page unless much of this one is left.
func (l *layout) heading(text, label string, following Block) {
	need := partRoom
	if _, ok := following.(Table); ok {
		need *= 2 // it keeps with the first rows
	}
	for pageBottom-l.y < need*(pageBottom-marginTop) { // a page that begins with what waited may leave as little
		l.newPage()
	}
	l.part = text
	if l.y > marginTop {
		l.y += partGap
	} else {
		l.top = l.part
	}
	l.SetLink(l.links[l.parts], l.y, -1)
	l.parts++
	l.places[label] = l.PageNo()
	l.bookmark(text, 0)
	l.text(chart.Drawable(text), partHead, 0)
	l.y += 6
}

// section starts a section, which keeps with what follows.
func (l *layout) section(text string, following Block) {
	l.y += sectionGap
	need := 60.0
	if t, ok := following.(Table); ok && !t.Long {
		need = 30 + l.tableHeight(t)
	}
	l.room(min(need, pageBottom-marginTop))
	l.bookmark(text, 1)
	l.text(chart.Drawable(text), strong, 0)
	l.y += 3
}

func (l *layout) bookmark(text string, level int) {
	l.Use(chart.Sans, "B", headSize) // bookmarks are encoded as the current font is
	l.Bookmark(chart.Drawable(text), level, l.y)
}

// contents lists the parts with their pages, and items with where they stand, not on the first
// page nor on one of which half is full.
func (l *layout) contents(d Document, c Contents) {
	parts := d.parts()
	title, t, link := "Contents", d.contentsTable(l.before), func(row int) int { return row }
	if len(c.Items) > 0 { // which have the parts
		title, t, link = "Concordance", d.concordance(c, l.before), func(row int) int {
			return slices.IndexFunc(parts, func(p entry) bool { return p.Text == c.Items[row].Part })
		}
	}
	if l.PageNo() == 1 {
		l.newPage()
	}
	height := l.tableHeight(t)
	l.y += sectionGap
	l.room(min(height, pageBottom-marginTop))
	l.text(title, face{chart.Sans, "B", 11.5, 17, chart.Ink}, 0)
	set := l.fit(t)
	set.widths[0] += textWidth - set.width() // the whole line
	l.tableHead(set)
	for i, row := range t.Rows {
		top := l.y
		l.tableRow(set, row)
		if part := link(i); part >= 0 {
			l.Link(marginSide, top, textWidth, l.y-top, l.links[part])
		}
	}
	l.tableEnd(set)
}
