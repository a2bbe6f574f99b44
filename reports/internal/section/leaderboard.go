package section

import (
	"fmt"

	"drfvi/internal/chart"
	"drfvi/internal/format"
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

// Figures draws mean ranks, and the scores by design.
func (s Leaderboard) Figures() []chart.Figure {
	b := newBoard(s.Cells)
	figures := []chart.Figure{b.Draw(s.Figure(texts.Of("leaderboard figure")[0]))}
	if len(b.scored(Scores[0])) > 0 {
		figures = append(figures, b.Map(s.Figure(texts.Of("leaderboard designs")[0])))
	}
	return figures
}

// Finding names the measure with the least mean rank of errors.
func (s Leaderboard) Finding() string {
	st := newBoard(s.Cells).Standing(Scores[0])
	if len(st.Ranked) < 2 {
		return ""
	}
	return fmt.Sprintf("the least mean rank of errors over %s is that of %s", format.Plural(st.Designs, "design"), st.Ranked[0].Name)
}

// Rows are mean scores.
func (s Leaderboard) Rows() []summary.Row { return newBoard(s.Cells).Rows() }
