package study

import (
	"fmt"

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
	figure := func(p chart.Picture, caption string) {
		f := chart.FigureOf(p)
		f.Caption = caption
		blocks = append(blocks, page.FigureBlock(f))
	}
	if s.Aspects != nil {
		blocks = append(blocks, page.Part("What moves"), s.aspectTable())
		figure(s.Map(), "The area of a square is the share of the aspect's variation that is lost without the input.")
		if len(s.Aspects.Curves) > 0 {
			figure(s.Curves(), "What is lost without an input of the mean squared distance between distribution functions, threshold by threshold.")
		}
	}
	if s.Rows == nil {
		return blocks
	}
	blocks = append(blocks, page.Part("Where inputs matter"))
	if dots := len(s.Rows.V) * len(s.Variables); dots > mostDots {
		return append(blocks, page.Paragraph(fmt.Sprintf("%d rows of %d inputs are too many for a page: --figures draws them into files.", len(s.Rows.V), len(s.Variables))))
	}
	figure(s.Swarm(), "Each dot is a row of the table: its term of the importance as a share of what is explained in the mean.")
	if len(s.Rows.Along) > 0 {
		figure(s.Dependence(), "The terms of the rows on the value of the input, with their running mean. Grounds of another colour are places without data.")
		for _, f := range s.Rows.Fans {
			figure(s.Fan(f), "Predicted quantiles of "+f.Target+" along inputs, running means of those of the rows.")
		}
	}
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
