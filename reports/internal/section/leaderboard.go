package section

import (
	"drfvi/internal/chart"
	"drfvi/internal/page"
	"drfvi/reports/internal/summary"
)

// Leaderboard is the section of experiments that rank measures.
type Leaderboard struct{ Base }

// Text says which measures lead.
func (s Leaderboard) Text() []page.Block { return Bullets(newBoard(s.Cells).Sentences()) }

// Tables list standings, what methods claim, and scores by design.
func (s Leaderboard) Tables() []page.Table {
	return newBoard(s.Cells).Tables(summary.Title(s.Experiment))
}

// Figures draws mean ranks.
func (s Leaderboard) Figures() []chart.Figure {
	return []chart.Figure{newBoard(s.Cells).Draw(s.Figure(texts.Of("leaderboard figure")[0]))}
}

// Rows are mean scores.
func (s Leaderboard) Rows() []summary.Row { return newBoard(s.Cells).Rows() }
