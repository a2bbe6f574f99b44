package section

import (
	"fmt"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
)

// Leaderboard is the section of experiments that rank measures.
type Leaderboard struct {
	Base
	board Board
}

// Text says which measures lead.
func (s Leaderboard) Text() []document.Block { return Bullets(s.board.Sentences()) }

// Tables list standings, what methods claim, and scores by design.
func (s Leaderboard) Tables() []document.Table { return s.board.Tables(summary.Title(s.Experiment)) }

// Figures draws mean ranks, and the scores by design.
func (s Leaderboard) Figures() []chart.Figure {
	figures := []chart.Figure{s.board.Draw(s.Figure(texts.Of("leaderboard figure")[0]))}
	if len(s.board.scored(Scores[0])) > 0 {
		figures = append(figures, s.board.Map(s.Figure(texts.Of("leaderboard designs")[0])))
	}
	return figures
}

// Finding names the measure with the least mean rank of errors.
func (s Leaderboard) Finding() string {
	st := s.board.Standings[0]
	if len(st.Ranked) < 2 {
		return ""
	}
	return fmt.Sprintf("the least mean rank of errors over %s is that of %s", format.Plural(st.Designs, "design"), st.Ranked[0].Name)
}

// Rows are mean scores.
func (s Leaderboard) Rows() []summary.Row { return s.board.Rows() }
