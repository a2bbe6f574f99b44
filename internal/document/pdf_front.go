package document

import (
	"fmt"
	"image/color"

	"drfvi/internal/chart"
)

// title sets the head of the title page.
func (l *layout) title(d Document) {
	l.colour(chart.Blue)
	l.Rect(0, 0, paperWidth, 10, "F")
	l.y = 62
	l.text(chart.Drawable(d.Title), face{chart.Sans, "B", 23, 28, chart.Ink}, 0)
	l.y += 4
	l.text(chart.Drawable(d.Subtitle), face{chart.Sans, "", 14, 18, chart.Blue}, 0)
	l.y += 8
}

// tones are the colours of verdicts.
var tones = map[Tone]color.NRGBA{Good: chart.Blue, Bad: chart.Vermilion, Open: chart.Grey, Absent: chart.Unmarked}

// score sets counts of verdicts as large numbers, and a bar of their shares.
func (l *layout) score(s Score) {
	const height = 46
	l.room(height + 8)
	l.y += 8
	l.Use(chart.Sans, "B", 9.5)
	l.colour(chart.Ink)
	l.write(marginSide, l.y+12, chart.Drawable(s.Label))
	l.ink(margin)
	l.write(marginSide, l.y+24, fmt.Sprintf("%d in all", s.total()))
	const first = 110.0
	step := (textWidth - first) / float64(len(s.Counts))
	bar := marginSide + first
	for i, part := range s.Counts {
		x, c := marginSide+first+float64(i)*step, tones[part.Tone]
		if part.Tone == Absent {
			c = chart.Grey
		}
		if part.N == 0 {
			c = chart.Unmarked
		}
		l.Use(chart.Sans, "B", 22)
		l.colour(c)
		number := fmt.Sprint(part.N)
		l.write(x, l.y+20, number)
		width := l.wide(number)
		l.Use(chart.Sans, "", 9.5)
		l.write(x+width+5, l.y+20, chart.Drawable(part.What))
		if part.N > 0 {
			share := (textWidth - first) * float64(part.N) / float64(s.total())
			l.colour(tones[part.Tone])
			l.Rect(bar, l.y+27, share, 4, "F")
			bar += share
		}
	}
	l.y += height
}

// figure sets a figure, never wider than the text, with its caption.
func (l *layout) figure(f chart.Figure, label string) {
	if f.Title != "" && f.Caption != "" {
		f.Title, f.Height = "", f.Height-18 // the caption says it
	}
	width := min(textWidth, float64(f.Width))
	height := float64(f.Height) * width / float64(f.Width)
	l.measured(figureCap)
	caption := label + ". " + chart.Drawable(f.Caption)
	lines := float64(len(l.wrap(caption, textWidth)))
	if most := pageBottom - marginTop - lines*smallLead - 20; height > most {
		width *= most / height
		height = most
	}
	need := height + lines*smallLead + 18
	// A little smaller on this page is better than whole on the next.
	if left := pageBottom - l.y - need + height; left < height && left > 0.8*height {
		width *= left / height
		height, need = left, need-height+left
	}
	if l.y > marginTop && l.y+need > pageBottom || len(l.floats) > 0 {
		l.floats = append(l.floats, float{false, func(l *layout) { l.figure(f, label) }})
		return
	}
	l.y += 6
	l.places[label] = l.PageNo()
	l.y += f.DrawOn(l.PDF, marginSide+(textWidth-width)/2, l.y, width)
	l.y += 4
	l.text(caption, figureCap, 0)
	l.y += 8
}
