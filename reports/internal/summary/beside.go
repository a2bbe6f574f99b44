package summary

import (
	"encoding/json"
	"fmt"
	"slices"

	"drfvi/results"
)

// Beside adds the cells of other leaderboards to those of the summaries, but those that
// these have too, and puts comparisons of tests on the same tables behind the leaderboard.
// It returns an error if there are none on one side, or if a table is not the one that the
// leaderboard has of that design, size and repetition.
func Beside(summaries, others []Summary) ([]Summary, error) {
	isBoard := func(s Summary) bool { return s.Experiment.Figure == results.FigureLeaderboard }
	at := slices.IndexFunc(summaries, isBoard)
	if at < 0 {
		return nil, fmt.Errorf("the results have no leaderboard to set others beside, expected those of an experiment with figure: %s", results.FigureLeaderboard)
	}
	board := &summaries[at]
	ofTests := func(s Summary) bool { return s.Experiment.Figure == results.FigureTests }
	if !slices.ContainsFunc(others, func(s Summary) bool { return isBoard(s) || ofTests(s) }) {
		return nil, fmt.Errorf("there is no experiment with figure: %s, expected one to set beside %s", results.FigureLeaderboard, board.Experiment.Name)
	}
	tables := make(map[string]string) // what the tables of the board were made from
	place := func(c Cell, i int) string {
		return fmt.Sprint(c.design(), " ", c.repetitions[i])
	}
	known := make(map[string]bool)
	for _, c := range board.Cells {
		known[identity(Without(c.Cell, results.KeyVariant))] = true
		for i, data := range c.data {
			tables[place(c, i)] = data
		}
	}
	var tests []Summary
	for _, other := range others {
		if !isBoard(other) && !ofTests(other) {
			continue
		}
		before := len(board.Cells)
		for _, c := range other.Cells {
			if c.Repetitions+c.Failed == 0 || isBoard(other) && known[identity(Without(c.Cell, results.KeyVariant))] {
				continue
			}
			for i, data := range c.data {
				if ours, ok := tables[place(c, i)]; ok && ours != data {
					return nil, fmt.Errorf("%s: repetition %d of %s is of the table %s, expected that of %s, %s: a specification with the same seed draws it",
						other.Experiment.Name, c.repetitions[i], Describe(c.Cell), data, board.Experiment.Name, ours)
				}
			}
			if isBoard(other) {
				board.Cells = append(board.Cells, c)
				board.Records += c.Repetitions + c.Failed
			}
		}
		if len(board.Cells) > before {
			board.Beside = append(board.Beside, other)
		}
		if ofTests(other) && !slices.ContainsFunc(slices.Concat(summaries, tests), func(s Summary) bool { return s.Experiment.Name == other.Experiment.Name }) {
			tests = append(tests, other)
		}
	}
	board.settle()
	return slices.Insert(summaries, at+1, tests...), nil
}

// dataOf returns what a record's table was made from, as its config says.
func dataOf(r results.Record) string {
	var config struct {
		Data json.RawMessage `json:"data"`
	}
	if json.Unmarshal(r.Config, &config) != nil {
		return "" // of fixtures without any
	}
	return string(config.Data)
}
