package document

import (
	"fmt"

	"drfvi/internal/chart"
)

// room starts a new page if less than height is left on this one.
func (l *layout) room(height float64) {
	for l.y+height > pageBottom && l.y > marginTop { // figures that waited may leave as little
		l.newPage()
	}
}

func (l *layout) newPage() {
	l.foot()
	l.AddPage()
	l.y, l.top = marginTop, l.part
	waiting := l.floats
	l.floats = nil
	for _, f := range waiting { // what does not fit waits again
		f.draw(l)
	}
}

// beside returns as much of the name of the page's part as has room beside the running head.
func (l *layout) beside(head string) string {
	lines := append(l.wrap(chart.Drawable(l.top), textWidth-l.wide(head)-headGap), "")
	if len(lines) > 2 {
		return lines[0] + " …"
	}
	return lines[0]
}

// land sets what waits.
func (l *layout) land() {
	for len(l.floats) > 0 {
		l.newPage()
	}
}

// foot numbers the page, and sets its head.
func (l *layout) foot() {
	if l.PageNo() == 1 {
		return
	}
	l.ink(margin)
	head := chart.Drawable(l.head)
	l.write(marginSide, 42, head)
	part := l.beside(head)
	l.write(paperWidth-marginSide-l.wide(part), 42, part)
	text := fmt.Sprintf("Page %d of %d", l.PageNo(), l.pages)
	l.write(paperWidth-marginSide-l.wide(text), paperHeight-36, text)
	l.rule(marginSide, 48, textWidth, 0.5, chart.Unmarked)
}
