package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/forest/modelfile"
	"drfvi/internal/mention"
	"drfvi/internal/version"
	"drfvi/methods"
)

type fitOptions struct {
	estimationOptions
	out *flags.Output
}

func (o *fitOptions) addFlags(cmd *cobra.Command) {
	o.estimationOptions.addFlags(cmd, offer{usual: "stacked", trees: 500})
	hideImportance(cmd)
	o.out = flags.AddOutput(cmd, "out,o", "write the model to `FILE`, such as model.drf")
	flags.Group(cmd, flags.GroupOutput)
}

func (o *fitOptions) run(cmd *cobra.Command, args []string) error {
	var model []byte
	found, err := o.analyse(cmd, args[0], func(ctx context.Context, e *estimation) (_ result, err error) {
		var p *predictions
		p, model, err = e.fit(ctx, o.out.Path())
		return p, err
	}, o.checkModel)
	if err != nil {
		return err
	}
	if err := o.out.Write(model); err != nil {
		return err
	}
	return o.write(cmd, found.report())
}

// checkModel returns what is wrong with the flags of the command.
func (o *fitOptions) checkModel(methods.Method) error {
	if err := o.table.unscaled(); err != nil {
		return err
	}
	if o.format.Value == "csv" {
		return flags.UsageError(fmt.Errorf("fit has no table to print, expected %v or json", mention.Format.To("text")))
	}
	if !o.out.Given() {
		return flags.UsageError(
			fmt.Errorf(
				"fit needs %v, the file of the model, as in -o model.drf%s", mention.Out,
				mention.Clause("; see drfvi fit %v", mention.Help),
			),
		)
	}
	return o.out.Writable()
}

// fit trains a model, checks its predictions and returns these and the model as the bytes of a
// file.
func (e *estimation) fit(ctx context.Context, file string) (*predictions, []byte, error) {
	progress := terminal.NewProgress(e.stderr, "fit")
	defer progress.End()
	m, err := e.train(ctx)
	if err != nil {
		return nil, nil, err
	}
	p, err := m.predict(ctx, request{}, e.workers.Value)
	if err != nil {
		return nil, nil, err
	}
	data, err := m.encode()
	m.analysis.Elapsed = progress.Elapsed()
	p.kept = report.Object{
		{"file", file}, {"bytes", len(data)}, {"sha256", fmt.Sprintf("%x", sha256.Sum256(data))},
		{"format", modelfile.Format},
	}
	return p, data, err
}

// notes are what the file of a model has beside the forest, as JSON.
type notes struct {
	Inputs    []datasets.Input
	Targets   []datasets.Target
	Responses []string // names of the columns of Y
	Reading   datasets.Options
	About     *analysis
	Gamma     float64
}

// encode returns the model as the bytes of a file.
func (m *model) encode() ([]byte, error) {
	p := m.problem
	n := notes{p.Inputs, p.Targets, p.YNames, m.reading, m.analysis, m.analysis.Result.Gamma}
	text, err := json.Marshal(n)
	if err != nil {
		return nil, err
	}
	return modelfile.Model{Forest: m.forest, Responses: p.Y, Notes: text, Program: version.Program}.Encode()
}

// readModel reads a file that encode has made.
func readModel(path string) (*model, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	saved, err := modelfile.Read(file)
	if _, unread := errors.AsType[*fs.PathError](err); unread { // has the name itself
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	var n notes
	if err := json.Unmarshal(saved.Notes, &n); err != nil || !n.agree(saved) {
		return nil, fmt.Errorf("%s has a forest, but not the columns of its table: expected a model that drfvi "+
			"fit has written", path)
	}
	a := n.About
	if a.Method, err = methods.Named("stacked"); err != nil {
		return nil, err
	}
	a.Kept = true
	a.Method.Name, a.Result.Gamma, a.Rows.Clusters = "", n.Gamma, saved.Forest.Columns.Design().Clusters
	problem := &datasets.Problem{Y: saved.Responses, YNames: n.Responses, Targets: n.Targets, Inputs: n.Inputs}
	a.Responses = responseNames(problem)
	return &model{a, problem, n.Reading, saved.Forest}, nil
}

// agree reports whether the notes are about the columns of the model.
func (n notes) agree(saved modelfile.Model) bool {
	width := 0
	for _, e := range n.Inputs {
		if e.First != width || e.Width < 0 || e.Width > 1 && e.Width != len(e.Levels) {
			return false
		}
		width += e.Width
	}
	_, d := saved.Responses.Dims()
	for _, t := range n.Targets {
		if len(t.Columns) == 0 || slices.ContainsFunc(t.Columns, func(c int) bool { return c < 0 || c >= d }) {
			return false
		}
	}
	return n.About != nil && width == saved.Forest.Columns.Inputs() && len(n.Responses) == d
}
