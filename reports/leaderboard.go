package reports

import (
	"drfvi/internal/chart"
	"drfvi/internal/page"
	"drfvi/reports/internal/board"
	"drfvi/reports/internal/summary"
)

// leaderboard is the section of experiments that rank measures.
type leaderboard struct{ experiment }

func (s leaderboard) board() board.Board { return board.New(s.Cells) }

// text says which measures lead.
func (s leaderboard) text() []page.Block {
	if sentences := s.board().Sentences(); sentences != nil {
		return []page.Block{page.Bullets(sentences)}
	}
	return nil
}

// tables list standings, what methods claim, and scores by design.
func (s leaderboard) tables() []page.Table {
	return s.board().Tables(summary.Title(s.Experiment), board.Notes{
		Standing: texts.Of("leaderboard standings"), Claims: texts.Of("leaderboard claims"),
		Design: texts.Of("leaderboard design"), Nothing: texts.Of("leaderboard nothing"),
	})
}

// figures draws mean ranks.
func (s leaderboard) figures() []chart.Figure {
	return []chart.Figure{s.board().Draw(s.emptyFigure(texts.Of("leaderboard figure")[0]))}
}

// rows are mean scores.
func (s leaderboard) rows() []summary.Row { return s.board().Rows() }
