package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/forest/kept"
	"drfvi/methods"
)

// fitOptions are what a user can choose of the fit command.
type fitOptions struct {
	estimationOptions
	out *flags.Output
}

func newFit() *cobra.Command {
	return tableCommand("fit FILE --targets y1,y2 -o MODEL", "Keep the forest of a table in a file, to predict from later", new(fitOptions))
}

// AddFlags adds the flags to the command.
func (o *fitOptions) AddFlags(cmd *cobra.Command) {
	o.estimationOptions.AddFlags(cmd, "stacked", nil, 500)
	hideImportance(cmd)
	o.out = flags.AddOutput(cmd, "out,o", "write the model to `FILE`, such as model.drf")
	flags.Group(cmd, flags.GroupOutput, "out")
}

func (o *fitOptions) run(cmd *cobra.Command, file string) error {
	return o.find(cmd, file, o.checkModel, func(ctx context.Context, e *estimation) (result, error) { return e.fit(ctx, o.out) })
}

// checkModel returns what is wrong with the flags of the command.
func (o *fitOptions) checkModel(methods.Method) error {
	if err := o.table.unscaled(); err != nil {
		return err
	}
	if o.format.Value == "csv" {
		return flags.UsageError(errors.New("fit has no table to print, expected --format text or json"))
	}
	if !o.out.Given() {
		return flags.UsageError(errors.New("fit needs --out, the file of the model, as in -o model.drf; see drfvi fit --help"))
	}
	return o.checkOutputs(o.out)
}

// fit trains a model, checks its predictions and writes it to a file.
func (e *estimation) fit(ctx context.Context, out *flags.Output) (*predictions, error) {
	progress := terminal.NewProgress(e.stderr, "fit")
	defer progress.End()
	m, err := e.train(ctx)
	if err != nil {
		return nil, err
	}
	p, err := m.predict(ctx, request{}, e.workers.Value)
	if err != nil {
		return nil, err
	}
	data, err := m.encode()
	if err != nil {
		return nil, err
	}
	m.analysis.Elapsed = progress.Elapsed()
	p.kept = report.Object{{"file", out.Path()}, {"bytes", len(data)}, {"sha256", fmt.Sprintf("%x", sha256.Sum256(data))}, {"format", kept.Format}}
	return p, out.Write(data)
}
