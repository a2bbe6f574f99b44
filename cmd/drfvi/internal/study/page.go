package study

import (
	"fmt"

	"drfvi/cmd/drfvi/internal/figures"
	"drfvi/internal/chart"
	"drfvi/internal/page"
)

// mostDots is how many terms of rows a page shows at most; each is a dot.
const mostDots = 20_000

// Blocks are the study as parts of a page: what moves, then what single rows tell.
func (s *Study) Blocks() []page.Block {
	if !s.Asked() {
		return nil
	}
	var blocks []page.Block
	draw := func(pictures []figures.Picture) {
		for _, p := range pictures {
			f := chart.FigureOf(p.Of)
			f.Caption = p.Caption
			blocks = append(blocks, page.FigureBlock(f))
		}
	}
	if s.Aspects != nil {
		blocks = append(blocks, page.Part("What moves"), s.aspectTable())
		draw(s.ofAspects())
	}
	if s.Rows == nil {
		return blocks
	}
	blocks = append(blocks, page.Part("Where inputs matter"))
	if dots := len(s.Rows.V) * len(s.Variables); dots > mostDots {
		return append(blocks, page.Paragraph(fmt.Sprintf("%d rows of %d inputs are too many for a page: --figures draws them into files.", len(s.Rows.V), len(s.Variables))))
	}
	draw(s.ofRows())
	return blocks
}

// aspectTable lists the aspects, how much of each is explained, and what moves it.
func (s *Study) aspectTable() page.Table {
	t := page.Table{Caption: "Aspects of the targets", Open: true, Columns: []page.Column{{Name: "aspect", Left: true}, {Name: "explained"}, {Name: "moved by", Left: true, Wrap: true}}}
	for _, f := range s.Aspects.Findings {
		explained, movers := percent(f.Explained.Value)+" %", s.movers(f)
		if f.Nothing() {
			explained, movers = "nothing", ""
		}
		t.Rows = append(t.Rows, page.Row{Cells: []string{f.Name(s.Aspects.Responses), explained, movers}})
	}
	return t
}
