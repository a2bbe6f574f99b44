package main

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/forest/kept"
)

// fitOptions are what a user can choose of the fit command.
type fitOptions struct {
	estimationOptions
	out *flags.Output
}

func newFit() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fit FILE --targets y1,y2 -o MODEL",
		Short: "Keep the forest of a table in a file, to predict from later",
		Args:  exactly("a FILE, or - for standard input"),
	}
	var o fitOptions
	o.estimationOptions.AddFlags(cmd, "stacked", nil, 500)
	hideImportance(cmd)
	o.out = flags.AddOutput(cmd, "out,o", "write the model to `FILE`, such as model.drf")
	flags.Group(cmd, flags.GroupOutput, "out")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return runFit(cmd, &o, args[0]) }
	return cmd
}

func runFit(cmd *cobra.Command, o *fitOptions, file string) error {
	method, err := o.check(cmd, file)
	if err != nil {
		return err
	}
	if err := o.table.unscaled(); err != nil {
		return err
	}
	if o.format.Value == "csv" {
		return flags.UsageError(errors.New("fit has no table to print, expected --format text or json"))
	}
	if !o.out.Given() {
		return flags.UsageError(errors.New("fit needs --out, the file of the model, as in -o model.drf; see drfvi fit --help"))
	}
	if err := o.checkOutputs(o.out); err != nil {
		return err
	}
	e, err := o.open(cmd, file, method)
	if err != nil {
		return err
	}
	progress := terminal.NewProgress(o.stderr(cmd), "fit")
	defer progress.End()
	m, err := e.train(cmd.Context())
	if err := computed(cmd.Context(), file, err); err != nil {
		return err
	}
	p, err := m.predict(cmd.Context(), request{}, o.workers.Value)
	if err := computed(cmd.Context(), file, err); err != nil {
		return err
	}
	data, err := m.encode()
	if err != nil {
		return fmt.Errorf("%s: %w", origin(file), err)
	}
	progress.End()
	m.about.Elapsed = progress.Elapsed()
	if err := o.out.Write(data); err != nil {
		return err
	}
	p.kept = finding.Object{{"file", o.out.Path()}, {"bytes", len(data)}, {"sha256", fmt.Sprintf("%x", sha256.Sum256(data))}, {"format", kept.Format}}
	return o.write(cmd, p.finding())
}
