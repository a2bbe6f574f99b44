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

type fitOptions struct {
	estimationOptions
	out *flags.Output
}

func (o *fitOptions) addFlags(cmd *cobra.Command) {
	o.estimationOptions.addFlags(cmd, "stacked", nil, 500)
	hideImportance(cmd)
	o.out = flags.AddOutput(cmd, "out,o", "write the model to `FILE`, such as model.drf")
	flags.Group(cmd, flags.GroupOutput)
}

func (o *fitOptions) run(cmd *cobra.Command, file string) error {
	var model []byte
	found, err := o.analyse(cmd, file, func(ctx context.Context, e *estimation) (_ result, err error) {
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
		return flags.UsageError(errors.New("fit has no table to print, expected --format text or json"))
	}
	if !o.out.Given() {
		return flags.UsageError(errors.New("fit needs --out, the file of the model, as in -o model.drf; see drfvi fit --help"))
	}
	return o.out.Writable()
}

// fit trains a model, checks its predictions and returns these and the model as the bytes of a file.
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
	p.kept = report.Object{{"file", file}, {"bytes", len(data)}, {"sha256", fmt.Sprintf("%x", sha256.Sum256(data))}, {"format", kept.Format}}
	return p, data, err
}
