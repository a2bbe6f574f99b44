package reports

import (
	"fmt"
	"image/color"
)

// title sets the head of the title page.
func (l *layout) title(d document) {
	l.colour(blue)
	l.Rect(0, 0, paperWidth, 10, "F")
	l.y = 62
	l.text(drawable(d.title), sans, "B", 23, 28, ink, 0)
	l.y += 4
	l.text(drawable(d.subtitle), sans, "", 14, 18, blue, 0)
	l.y += 8
}

// score sets counts of verdicts as large numbers, and a bar of their shares.
func (l *layout) score(s score) {
	total := s.agree + s.differ + s.missing
	if total == 0 {
		return
	}
	const height = 46
	l.room(height + 8)
	l.y += 8
	l.use(sans, "B", 9.5)
	l.colour(ink)
	l.Text(marginSide, l.y+12, drawable(s.label))
	l.use(sans, "", smallSize)
	l.colour(grey)
	l.Text(marginSide, l.y+24, fmt.Sprintf("%d in all", total))
	const first, step = 110.0, 124.0
	for i, part := range []struct {
		n      int
		label  string
		colour color.NRGBA
	}{{s.agree, "agree", blue}, {s.differ, "differ", vermilion}, {s.missing, "missing", grey}} {
		x := marginSide + first + float64(i)*step
		c := part.colour
		if part.n == 0 {
			c = unmarked
		}
		label := part.label
		if part.n == 1 && label != "missing" {
			label += "s"
		}
		l.use(sans, "B", 22)
		l.colour(c)
		number := fmt.Sprint(part.n)
		l.Text(x, l.y+20, number)
		width := l.GetStringWidth(number)
		l.use(sans, "", 9.5)
		l.Text(x+width+5, l.y+20, label)
	}
	x, room := marginSide+first, textWidth-first
	for _, part := range []struct {
		n      int
		colour color.NRGBA
	}{{s.agree, blue}, {s.differ, vermilion}, {s.missing, unmarked}} {
		if part.n == 0 {
			continue
		}
		width := room * float64(part.n) / float64(total)
		l.colour(part.colour)
		l.Rect(x, l.y+27, width, 4, "F")
		x += width
	}
	l.y += height
}

// figure sets a figure, never wider than the text, with its caption.
func (l *layout) figure(f figure) {
	width := min(textWidth, float64(f.width))
	height := float64(f.height) * width / float64(f.width)
	l.use(sans, "", smallSize)
	caption := fmt.Sprintf("Figure %d. ", l.figures) + drawable(f.caption)
	lines := float64(len(l.wrap(caption, textWidth)))
	l.y += 6
	if most := pageBottom - marginTop - lines*smallLead - 20; height > most {
		width *= most / height
		height = most
	}
	// A little smaller on this page is better than whole on the next.
	if left := pageBottom - l.y - lines*smallLead - 12; left < height && left > 0.72*height {
		width *= left / height
		height = left
	}
	l.room(height + lines*smallLead + 12)
	l.y += f.drawOn(l.pdfFile, marginSide+(textWidth-width)/2, l.y, width)
	l.y += 4
	l.text(caption, sans, "", smallSize, smallLead, ink, 0)
	l.y += 8
}
