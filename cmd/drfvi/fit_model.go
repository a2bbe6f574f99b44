package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"

	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/forest/kept"
	"drfvi/importance"
	"drfvi/internal/version"
	"drfvi/methods"
)

// notes are what the file of a model has beside the forest, as JSON.
type notes struct {
	Inputs    []datasets.Input
	Targets   []datasets.Target
	Responses []string // names of the columns of Y
	Exponent  int      // datasets.Problem has it
	Reading   datasets.Options
	About     *analysis
	Gamma     float64
	Chosen    *chosenNotes `json:",omitempty"`
}

// chosenNotes are importance.Chosen; Paper is nil where that is NaN.
type chosenNotes struct {
	Config    forest.Config
	Explained float64
	Paper     *float64
}

// encode returns the model as the bytes of a file.
func (m *model) encode() ([]byte, error) {
	p := m.problem
	n := notes{p.Inputs, p.Targets, p.YNames, p.Exponent, m.reading, m.analysis, m.analysis.Result.Gamma, nil}
	if c := m.analysis.Result.Chosen; c != nil {
		n.Chosen = &chosenNotes{Config: c.Config, Explained: c.Explained}
		if !math.IsNaN(c.Paper) {
			n.Chosen.Paper = &c.Paper
		}
	}
	text, err := json.Marshal(n)
	if err != nil {
		return nil, err
	}
	return kept.Model{Forest: m.forest, Responses: p.Y, Notes: text, Program: version.Program}.Encode()
}

// readModel reads a file that encode has made.
func readModel(path string) (*model, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	k, err := kept.Read(file)
	if _, unread := errors.AsType[*fs.PathError](err); unread { // has the name itself
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	var n notes
	if err := json.Unmarshal(k.Notes, &n); err != nil || !n.agree(k) {
		return nil, fmt.Errorf("%s has a forest, but not the columns of its table: expected a model that drfvi fit has written", path)
	}
	a := n.About
	if a.Method, err = methods.Named("stacked"); err != nil {
		return nil, err
	}
	a.Kept = true
	a.Method.Name, a.Result.Gamma, a.Rows.Clusters = "predict", n.Gamma, k.Forest.Columns.Design().Clusters
	if c := n.Chosen; c != nil {
		a.Result.Chosen = &importance.Chosen{Config: c.Config, Explained: c.Explained, Paper: math.NaN()}
		if c.Paper != nil {
			a.Result.Chosen.Paper = *c.Paper
		}
	}
	problem := &datasets.Problem{Y: k.Responses, YNames: n.Responses, Targets: n.Targets, Inputs: n.Inputs, Exponent: n.Exponent}
	a.Responses = responseNames(problem)
	return &model{a, problem, n.Reading, k.Forest}, nil
}

// agree reports whether the notes are about the columns of the model.
func (n notes) agree(k kept.Model) bool {
	width := 0
	for _, e := range n.Inputs {
		if e.First != width || e.Width < 0 || e.Width > 1 && e.Width != len(e.Levels) {
			return false
		}
		width += e.Width
	}
	_, d := k.Responses.Dims()
	for _, t := range n.Targets {
		if len(t.Columns) == 0 || slices.ContainsFunc(t.Columns, func(c int) bool { return c < 0 || c >= d }) {
			return false
		}
	}
	return n.About != nil && width == k.Forest.Columns.Inputs() && len(n.Responses) == d
}
