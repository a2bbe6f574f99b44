package document

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"
	"time"

	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// Measures of pages, in points (A4).
const (
	paperWidth  = 595.28
	paperHeight = 841.89
	marginSide  = (paperWidth - textWidth) / 2
	marginTop   = 66.0
	pageBottom  = paperHeight - 60
	pageRoom    = pageBottom - marginTop
	textWidth   = float64(chart.PageWidth)
	partRoom    = 0.15 * pageRoom // that must be left for a part to start on a page
	longestHead = 200             // letters of a running head
)

// face is a type with its size, the distance of its lines and its colour. None is smaller than
// eight points.
type face struct {
	family, style string
	size, lead    float64
	colour        color.NRGBA
}

// Faces of the parts of a document.
var (
	titleText    = face{chart.Sans, "B", 23, 28, chart.Ink}
	subtitleText = face{chart.Sans, "", 14, 18, chart.Blue}
	partHead     = face{chart.Sans, "B", 14, 18, chart.Blue}
	strong       = face{chart.Sans, "B", 11.5, 15, chart.Ink}
	body         = face{chart.Serif, "", 10, 13.5, chart.Black}
	meaning      = face{chart.Serif, "", 9, 11.5, chart.Black}
	small        = face{chart.Sans, "", 8, 10.5, chart.Ink}
	smallBold    = face{chart.Sans, "B", 8, 10.5, chart.Ink}
	smallItalic  = face{chart.Sans, "I", 8, 10.5, chart.Blue}
	margin       = face{chart.Sans, "", 8, 10.5, chart.Grey}
)

// piece is what no page break goes through: a line, a row of a table, a figure. The document is
// one sequence of them, and nothing is set elsewhere than in its order.
type piece struct {
	height float64
	above  float64 // air above it, but at the top of a page
	keep   bool    // it stands on the page of the piece below
	room   float64 // that must be left on the page for it to start there
	draw   func(y float64)
	give   float64 // by how much it may be less or more high: a figure
	again  []piece // set once more if a page begins with this piece: the head of a table
}

// layout sets pieces on pages.
type layout struct {
	*chart.PDF
	flow  []piece
	told  *piece // the first line of the paragraph that the next block follows, if one does
	head  string // the running head, on the left
	part  string // that is being set
	top   string // that the page begins with: the running head on the right
	pages int    // of the pass before
}

// PDF renders the document as a PDF file that bears the given date. It sets
// the document twice: the number of pages is known from the first.
func (d Document) PDF(date time.Time) ([]byte, error) {
	var b bytes.Buffer
	if err := d.set(date, d.set(date, 0).PageCount()).Output(&b); err != nil {
		return nil, fmt.Errorf("report.pdf: %w", err)
	}
	return b.Bytes(), nil
}

// newLayout returns a first page without text.
func newLayout(d Document, date time.Time) *layout {
	l := &layout{PDF: chart.NewPDF(d.Title, paperWidth, paperHeight, date), head: format.Shortened(d.Head, longestHead)}
	l.SetFooterFunc(l.foot)
	l.AddPage()
	return l
}

// set puts the document on pages, given how many these are.
func (d Document) set(date time.Time, pages int) *layout {
	l := newLayout(d, date)
	l.pages = pages
	l.SetSubject(d.Subtitle, true)
	l.SetLang("en")
	l.text(d.Title, titleText, 0, 0)
	l.text(d.Subtitle, subtitleText, 4, 0)
	for label, b := range d.labelled() {
		l.block(label, b)
	}
	l.place()
	return l
}

// block adds the pieces of a block.
func (l *layout) block(label string, b Block) {
	told := l.told
	l.told = nil
	switch b := b.(type) {
	case Part:
		first := l.text(b.heading(), partHead, 14, 0)
		first.room = partRoom
		first.also(func(y float64) {
			if l.part = format.Shortened(b.Title, longestHead); y == marginTop {
				l.top = l.part
			}
			l.bookmark(b.Title, 0, y)
		})
		l.keepAll(first)
	case Section:
		first := l.text(string(b), strong, 12, 0)
		first.also(func(y float64) { l.bookmark(string(b), 1, y) })
		l.keepAll(first)
	case Lead:
		l.text(string(b), strong, 8, 0)
	case Paragraph:
		for _, text := range paragraphs(b) {
			l.told = l.text(text, body, 5, 0)
		}
		l.flow[len(l.flow)-1].keep = strings.HasSuffix(strings.TrimSpace(string(b)), ":") // with what it leads to
	case Equation:
		l.text(string(b), body, 8, 40)
	case Bullets:
		for _, text := range b {
			first := l.text(text, meaning, 3, 14)
			first.also(func(y float64) { l.write("•", meaning, marginSide+3, y) })
		}
	case Facts:
		l.facts(b)
	case Table:
		l.keepAll(told)
		l.table(b, label)
	case FigureBlock:
		l.keepAll(told)
		l.figure(chart.Figure(b), label)
	}
}

// place puts the pieces that were added on pages. The figures of a page are drawn closer where
// that makes room for another one, and higher where room is left.
func (l *layout) place() {
	for from, next := 0, 0; from < len(l.flow); from = next {
		y, height, give := marginTop, 0.0, 0.0
		if from > 0 {
			l.newPage()
			for _, head := range l.flow[from].again {
				head.draw(y)
				y += head.height
			}
		}
		l.flow[from].above = 0
		for next < len(l.flow) {
			n, more, gives := chunk(l.flow[next:])
			left := pageBottom - y - height
			if gives > 0 {
				left += give + gives
			}
			if next > from && max(more, l.flow[next].room) > left+0.01 {
				break
			}
			next, height, give = next+n, height+more, give+gives
		}
		share := min(max(-1, (pageBottom-y-height)/max(give, 1)), 1)
		for i := from; i < next; i++ {
			p := &l.flow[i]
			p.height += share * p.give
			p.draw(y + p.above)
			y += p.above + p.height
		}
	}
}

// chunk is how many pieces keep together from the first on, as far as a page has room for them, how
// high they are, and how much of that their figures give.
func chunk(pieces []piece) (n int, height, give float64) {
	for i, p := range pieces {
		if i > 0 && (!pieces[i-1].keep || height+p.above+p.height-give-p.give > pageRoom) {
			return i, height, give
		}
		height += p.above + p.height
		give += p.give
	}
	return len(pieces), height, give
}

func (l *layout) newPage() {
	l.AddPage()
	l.top = l.part
}

// foot numbers the page, and sets its head.
func (l *layout) foot() {
	if l.PageNo() == 1 {
		l.Colour(chart.Blue)
		l.Rect(0, 0, paperWidth, 10, "F")
		return
	}
	l.write(l.head, margin, marginSide, 34)
	left := l.wide(l.head, margin) + 30
	if lines := l.lines(l.top, margin, textWidth-left); len(lines) > 0 {
		if len(lines) > 1 {
			lines[0] += " …"
		}
		l.write(lines[0], margin, marginSide+textWidth-l.wide(lines[0], margin), 34)
	}
	number := fmt.Sprintf("Page %d of %d", l.PageNo(), l.pages)
	l.write(number, margin, marginSide+textWidth-l.wide(number, margin), paperHeight-44)
	l.rule(marginSide, 48, textWidth, 0.5, chart.Unmarked)
}

// rule draws a horizontal line.
func (l *layout) rule(x, y, width, thickness float64, c color.NRGBA) {
	l.Colour(c)
	l.SetLineWidth(thickness)
	l.Line(x, y, x+width, y)
}

// write sets a text whose line begins at a height, and wide is how wide it is.
func (l *layout) write(text string, f face, x, y float64) {
	l.Use(f.family, f.style, f.size)
	l.Colour(f.colour)
	l.Text(x, y+f.size, chart.Drawable(text))
}

func (l *layout) wide(text string, f face) float64 {
	l.Use(f.family, f.style, f.size)
	return l.GetStringWidth(chart.Drawable(text))
}

// together stands for the space between a number and its percent sign while lines are broken. It is
// hardly wider, and no other text has it: Drawable writes it otherwise.
const together = "\u00ad"

// lines breaks text into lines of at most a width, at spaces but before percent signs, and within
// words that are longer.
func (l *layout) lines(text string, f face, width float64) (lines []string) {
	l.Use(f.family, f.style, f.size)
	for _, line := range l.SplitText(strings.ReplaceAll(chart.Drawable(text), " %", together+"%"), width) {
		if line = strings.ReplaceAll(line, together, " "); strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// text adds the lines of a paragraph, indented, with air above, and returns the first. No line
// is left alone at the end or the start of a page.
func (l *layout) text(text string, f face, above, indent float64) *piece {
	lines, start := l.lines(text, f, textWidth-indent), len(l.flow)
	for i, line := range lines {
		l.flow = append(l.flow, piece{
			height: f.lead, keep: i == 0 && len(lines) > 1 || i == len(lines)-2,
			draw: func(y float64) { l.write(line, f, marginSide+indent, y) },
		})
	}
	if len(lines) == 0 {
		l.flow = append(l.flow, piece{draw: func(float64) {}})
	}
	l.flow[start].above = above
	return &l.flow[start]
}

// also lets a piece draw more.
func (p *piece) also(more func(y float64)) {
	draw := p.draw
	p.draw = func(y float64) {
		draw(y)
		more(y)
	}
}

// keepAll keeps all pieces from one on, if there is one, with what follows them.
func (l *layout) keepAll(from *piece) {
	for i := len(l.flow) - 1; from != nil; i-- {
		if l.flow[i].keep = true; &l.flow[i] == from {
			return
		}
	}
}

func (l *layout) bookmark(text string, level int, y float64) {
	l.Use(chart.Sans, "B", partHead.size) // bookmarks are encoded as the current font is
	l.Bookmark(chart.Drawable(format.Shortened(text, longestHead)), level, y)
}

// facts sets names beside what they stand for.
func (l *layout) facts(list Facts) {
	indent := 0.0
	for _, fact := range list {
		indent = max(indent, l.wide(fact[0], smallBold)+12)
	}
	indent = min(indent, textWidth/4)
	above := 6.0
	for _, fact := range list {
		names := l.lines(fact[0], smallBold, indent-8)
		start := len(l.flow)
		first := l.text(fact[1], meaning, above, indent)
		above = 3
		first.also(func(y float64) {
			for i, name := range names {
				l.write(name, smallBold, marginSide, y+float64(i)*meaning.lead)
			}
		})
		// A long name has more lines than what it stands for.
		if short := len(names) - (len(l.flow) - start); short > 0 {
			l.flow[len(l.flow)-1].height += float64(short) * meaning.lead
		}
	}
}

// figure sets a figure above its caption, with all its letters as large as elsewhere: one that is
// too wide or too high for the page is drawn closer.
func (l *layout) figure(f chart.Figure, label string) {
	if f.Caption != "" {
		f.Title = "" // the caption says it
	}
	start := len(l.flow)
	l.flow = append(l.flow, piece{})
	l.text(label+". "+f.Caption, small, 4, 0)
	for i := range l.flow[start : len(l.flow)-1] {
		l.flow[start+i].keep = true
	}
	f.Width = min(f.Width, chart.PageWidth)
	_, below, _ := chunk(l.flow[start:])
	f.Height = min(f.Height, vg.Length(pageRoom-headRoom-below))
	l.flow[start] = piece{height: float64(f.Height), above: 8, keep: true, give: float64(f.Height - f.LeastHeight()), draw: func(y float64) {
		f.Height = vg.Length(l.flow[start].height)
		f.DrawOn(l.PDF, marginSide+(textWidth-float64(f.Width))/2, y)
	}}
}
