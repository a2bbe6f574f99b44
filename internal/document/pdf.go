package document

import (
	"bytes"
	"fmt"
	"image/color"
	"slices"
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
	pageHeight  = pageBottom - marginTop
	textWidth   = float64(chart.PageWidth)
	partHeight  = 0.15 * pageHeight // the least room in which a part starts on a page
	longestHead = 200               // letters of a running head
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
	smallAlarm   = face{chart.Sans, "B", 8, 10.5, chart.Vermilion}
	margin       = face{chart.Sans, "", 8, 10.5, chart.Grey}
)

// line is what no page break goes through: a line of text, a row of a table, a figure. One that
// draws nothing is air, and is left out at the top of a page.
type line struct {
	height float64
	draw   func(y float64)
}

// flow is a sequence of lines that page breaks may part, but not its first and its last few. After
// a page break the lines of continued stand above the next one.
type flow struct {
	lines       []line
	first, last int
	continued   []line
}

// whole is a flow that stands on one page.
func whole(parts ...[]line) flow {
	lines := slices.Concat(parts...)
	return flow{lines: lines, first: len(lines)}
}

// pages are those of a PDF file, filled from the top. What does not fit on a page begins the next.
type pages struct {
	*chart.PDF
	y       float64 // where the next line begins
	pending []line  // headings and texts that stand on the page of what follows
	head    string  // the running head, on the left
	part    string  // the last part that began, the running head on the right
}

// PDF renders the document as a PDF file that bears the given date.
func (d Document) PDF(date time.Time) ([]byte, error) {
	p := newPages(d, date)
	p.place(whole(p.text(d.Title, titleText, 0), air(4), p.text(d.Subtitle, subtitleText, 0)))
	var labels []string
	var blocks []Block
	for label, b := range d.labelled() {
		labels, blocks = append(labels, label), append(blocks, b)
	}
	for i, b := range blocks {
		p.block(labels[i], b, i+1 < len(blocks) && drawn(blocks[i+1]))
	}
	p.place(flow{})
	var file bytes.Buffer
	if err := p.Output(&file); err != nil {
		return nil, fmt.Errorf("report.pdf: %w", err)
	}
	return file.Bytes(), nil
}

// newPages returns a first page without text.
func newPages(d Document, date time.Time) *pages {
	p := &pages{PDF: chart.NewPDF(d.Title, paperWidth, paperHeight, date), head: format.Shortened(d.Head, longestHead)}
	p.SetSubject(d.Subtitle, true)
	p.SetLang("en")
	p.AliasNbPages("{pages}")
	p.SetFooterFunc(p.edges)
	p.breakPage()
	return p
}

// drawn reports whether a block is a table or a figure, which stands on the page of the
// paragraph before it.
func drawn(b Block) bool {
	_, isFigure := b.(FigureBlock)
	_, isTable := b.(Table)
	return isFigure || isTable
}

// edges sets the running heads and the number of a page.
func (p *pages) edges() {
	if p.PageNo() == 1 {
		p.Colour(chart.Blue)
		p.Rect(0, 0, paperWidth, 10, "F")
		return
	}
	p.write(p.head, margin, marginSide, 34)
	if lines := p.split(p.part, margin, textWidth-p.width(p.head, margin)-30); len(lines) > 0 {
		if len(lines) > 1 {
			lines[0] += " …"
		}
		p.write(lines[0], margin, marginSide+textWidth-p.width(lines[0], margin), 34)
	}
	number := fmt.Sprintf("Page %d of ", p.PageNo())
	x := marginSide + textWidth - p.width(number+"99", margin)
	p.write(number+"{pages}", margin, x, paperHeight-44)
	p.rule(marginSide, 48, textWidth, 0.5, chart.Unmarked)
}

// block places a block; leads says that a table or a figure follows.
func (p *pages) block(label string, b Block, leads bool) {
	switch b := b.(type) {
	case Part:
		p.heading(b.heading(), b.Title, partHead, 0)
	case Section:
		p.heading(string(b), string(b), strong, 1)
	case Lead:
		p.paragraph(string(b), strong, 8, false)
	case Paragraph:
		texts := paragraphs(b)
		for i, text := range texts {
			last := i == len(texts)-1
			p.paragraph(text, body, 5, last && (leads || strings.HasSuffix(text, ":")))
		}
	case Equation:
		p.place(whole(air(8), p.text(string(b), body, 40)))
	case Bullets:
		for _, text := range b {
			lines := p.text(text, meaning, 14)
			lines[0] = lines[0].drawing(func(y float64) { p.write("•", meaning, marginSide+3, y) })
			p.place(flow{lines: append(air(3), lines...), first: 3, last: 2})
		}
	case Facts:
		p.facts(b)
	case Table:
		p.table(b, label)
	case FigureBlock:
		p.figure(chart.Figure(b), label)
	}
}

func air(height float64) []line { return []line{{height: height}} }

// drawing returns a line that draws more.
func (l line) drawing(draw func(y float64)) line {
	before := l.draw
	return line{l.height, func(y float64) {
		before(y)
		draw(y)
	}}
}

// heights is how high lines are together.
func heights(lines []line) (sum float64) {
	for _, l := range lines {
		sum += l.height
	}
	return sum
}

// place draws a flow below what is on the page, or on the next page, behind what is pending.
func (p *pages) place(f flow) {
	lines := append(p.pending, f.lines...)
	first := min(len(p.pending)+f.first, len(lines))
	p.pending = nil
	if p.y+heights(lines[:first]) > pageBottom {
		p.breakPage()
	}
	for i, l := range lines {
		need := l.height
		if i == len(lines)-f.last {
			need = heights(lines[i:])
		}
		if p.y+need > pageBottom+0.01 && p.y > marginTop {
			p.breakPage()
			if i >= first {
				p.drawLines(f.continued)
			}
		}
		p.drawLines([]line{l})
	}
}

// drawLines draws lines below each other, without air at the top of the page.
func (p *pages) drawLines(lines []line) {
	for _, l := range lines {
		switch {
		case l.draw != nil:
			l.draw(p.y)
		case p.y == marginTop:
			continue
		}
		p.y += l.height
	}
}

// breakPage begins a page.
func (p *pages) breakPage() {
	p.AddPage()
	p.y = marginTop
}

// heading keeps a heading with its bookmark for the page of what follows.
func (p *pages) heading(text, bookmark string, f face, level int) {
	bookmark = format.Shortened(bookmark, longestHead)
	lines := p.text(text, f, 0)
	lines[0] = lines[0].drawing(func(y float64) {
		if level == 0 {
			p.part = bookmark
		}
		p.Use(f.family, f.style, f.size) // bookmarks are encoded as the current font is
		p.Bookmark(chart.Drawable(bookmark), level, y)
	})
	p.pending = append(append(p.pending, air(13)...), lines...)
	if level == 0 && p.y+partHeight > pageBottom {
		p.breakPage()
	}
}

// paragraph sets a text with air above it. One that leads to what follows stands on its page,
// and no line of another is alone on one.
func (p *pages) paragraph(text string, f face, above float64, leads bool) {
	lines := append(air(above), p.text(text, f, 0)...)
	if leads && heights(lines) < pageHeight/3 {
		p.pending = append(p.pending, lines...)
		return
	}
	p.place(flow{lines: lines, first: 3, last: 2})
}

// rule draws a horizontal line.
func (p *pages) rule(x, y, width, thickness float64, c color.NRGBA) {
	p.Colour(c)
	p.SetLineWidth(thickness)
	p.Line(x, y, x+width, y)
}

// write sets a text whose line begins at a height.
func (p *pages) write(text string, f face, x, y float64) {
	p.Use(f.family, f.style, f.size)
	p.Colour(f.colour)
	p.Text(x, y+f.size, chart.Drawable(text))
}

func (p *pages) width(text string, f face) float64 {
	p.Use(f.family, f.style, f.size)
	return p.GetStringWidth(chart.Drawable(text))
}

// unbreakable stands for the space between a number and its percent sign while lines are broken. It
// is hardly wider, and no other text has it: Drawable writes it otherwise.
const unbreakable = "\u00ad"

// split breaks text into lines of at most a width, at spaces but before percent signs, and within
// words that are longer.
func (p *pages) split(text string, f face, width float64) (lines []string) {
	p.Use(f.family, f.style, f.size)
	for _, l := range p.SplitText(strings.ReplaceAll(chart.Drawable(text), " %", unbreakable+"%"), width) {
		if l = strings.ReplaceAll(l, unbreakable, " "); strings.TrimSpace(l) != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

// text returns the lines of a paragraph, indented, at least one.
func (p *pages) text(text string, f face, indent float64) (lines []line) {
	for _, l := range p.split(text, f, textWidth-indent) {
		lines = append(lines, line{f.lead, func(y float64) { p.write(l, f, marginSide+indent, y) }})
	}
	if len(lines) == 0 {
		return []line{{draw: func(float64) {}}}
	}
	return lines
}

// facts sets names beside what they stand for.
func (p *pages) facts(list Facts) {
	indent := 0.0
	for _, fact := range list {
		indent = max(indent, p.width(fact[0], smallBold)+12)
	}
	indent = min(indent, textWidth/4)
	for _, fact := range list {
		lines := p.text(fact[1], meaning, indent)
		for i, name := range p.split(fact[0], smallBold, indent-8) {
			if i == len(lines) { // a long name has more lines than what it stands for
				lines = append(lines, line{meaning.lead, func(float64) {}})
			}
			lines[i] = lines[i].drawing(func(y float64) { p.write(name, smallBold, marginSide, y) })
		}
		p.place(flow{lines: append(air(3), lines...), first: 3, last: 2})
	}
}

// figure sets a figure above its caption. One that is too high for the rest of the page is drawn
// closer, as far as its letters remain readable.
func (p *pages) figure(f chart.Figure, label string) {
	if f.Caption != "" {
		f.Title = "" // the caption says it
	}
	caption := append(air(4), p.text(label+". "+f.Caption, small, 0)...)
	f.Width = min(f.Width, chart.PageWidth)
	f.Height = min(f.Height, vg.Length(pageHeight-heights(p.pending)-heights(caption)-8))
	if free := vg.Length(pageBottom - p.y - heights(p.pending) - heights(caption) - 8); free >= f.LeastHeight() {
		f.Height = min(f.Height, free)
	}
	picture := line{float64(f.Height), func(y float64) { f.DrawOn(p.PDF, marginSide+(textWidth-float64(f.Width))/2, y) }}
	p.place(whole(air(8), []line{picture}, caption))
}
