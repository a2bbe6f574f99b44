package main

import (
	"fmt"

	"drfvi/internal/chart"
	"drfvi/internal/page"
)

// mostDots is how many terms of rows a page shows at most; each is a dot.
const mostDots = 20_000

// blocks are the explanation as parts of a page: what moves, then what single rows tell.
func (x *explanation) blocks() []page.Block {
	if !x.asked() {
		return nil
	}
	var blocks []page.Block
	draw := func(figures []figure) {
		for _, f := range figures {
			drawn := chart.FigureOf(f.picture)
			drawn.Caption = f.caption
			blocks = append(blocks, page.FigureBlock(drawn))
		}
	}
	if x.Aspects != nil {
		t := x.table()
		t.Order = nil
		blocks = append(blocks, page.Part("What moves"), t.Page("Aspects of the targets"))
		draw(x.ofAspects())
	}
	if x.Rows == nil {
		return blocks
	}
	blocks = append(blocks, page.Part("Where inputs matter"))
	if dots := len(x.Rows.V) * len(x.Variables); dots > mostDots {
		return append(blocks, page.Paragraph(fmt.Sprintf("%d rows of %d inputs are too many for a page: --figures draws them into files.", len(x.Rows.V), len(x.Variables))))
	}
	draw(x.ofRows())
	return blocks
}
