package board

import (
	"drfvi/internal/chart"
	"drfvi/internal/page"
	"drfvi/reports/internal/section"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/texts"
)

// Leaderboard is the section of experiments that rank measures.
type Leaderboard struct{ section.Base }

// Text says which measures lead.
func (s Leaderboard) Text() []page.Block { return section.Bullets(New(s.Cells).Sentences()) }

// Tables list standings, what methods claim, and scores by design.
func (s Leaderboard) Tables() []page.Table {
	return New(s.Cells).Tables(summary.Title(s.Experiment))
}

// Figures draws mean ranks.
func (s Leaderboard) Figures() []chart.Figure {
	return []chart.Figure{New(s.Cells).Draw(s.Figure(texts.Of("leaderboard figure")[0]))}
}

// Rows are mean scores.
func (s Leaderboard) Rows() []summary.Row { return New(s.Cells).Rows() }
