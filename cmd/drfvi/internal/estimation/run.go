package estimation

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/encode"
	"drfvi/cmd/drfvi/internal/estimate"
	"drfvi/cmd/drfvi/internal/exit"
	"drfvi/cmd/drfvi/internal/reading"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/internal/chart"
	"drfvi/internal/page"
	"drfvi/methods"
	"drfvi/mmd"
)

// Finding is what a command has found on a user's table, in the forms that it can be
// asked for. Some can be drawn or be a page, those of commands with such a flag.
type Finding interface {
	JSON() any
	CSV(w io.Writer) error
	Text(v estimate.View) string
}

// Compute finds out about a problem by a method. It tells on stderr how far it is.
type Compute func(ctx context.Context, stderr io.Writer, method methods.Method, problem *datasets.Problem) (Finding, error)

// Run is a command: read, check, compute, write, draw.
func (f *Flags) Run(cmd *cobra.Command, file string, find Compute) error {
	f.File = file
	method, err := f.check(cmd.Name())
	if err != nil {
		return err
	}
	if err := f.Table.ReadTargets(cmd.InOrStdin()); err != nil {
		return err
	}
	levels := method.TakesLevels(f.Preset.Value)
	if f.Table.Missing.Value == reading.UseMissing && !levels {
		return exit.UsageError(fmt.Errorf("--missing use needs a method and a preset that split on missing values, such as --method coupled --preset paper; --missing drop leaves such rows out"))
	}
	problem, err := f.Table.Problem(cmd.InOrStdin(), file, levels, f.Sampling.Columns())
	if err != nil {
		return err
	}
	if problem, f.Rows, err = f.Sampling.Of(problem, reading.Origin(file)); err != nil {
		return err
	}
	if err := single(method, problem.YNames); err != nil {
		return err
	}
	if problem.Exponent != 0 && f.Kernel.Value != mmd.Median && method.UsesKernel {
		return fmt.Errorf("%s: responses of the order of 2^%d are out of the range of kernel %q, expected ones between 2^-300 and 2^300: give them in another unit, or take --kernel median", reading.Origin(file), problem.Exponent, f.Kernel.Value)
	}
	found, err := find(cmd.Context(), cmd.ErrOrStderr(), method, problem)
	if err := cmd.Context().Err(); err != nil {
		return fmt.Errorf("interrupted, nothing was written; the same command begins anew: %w", err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", reading.Origin(file), err)
	}
	if err := f.write(cmd.OutOrStdout(), found); err != nil {
		return err
	}
	if f.Written != nil {
		if err := f.Written(found); err != nil {
			return err
		}
	}
	if of, ok := found.(interface{ Picture() chart.Picture }); ok && f.Plot.Given() {
		if err := chart.Draw(f.Plot.Path(), of.Picture()); err != nil {
			return err
		}
	}
	if of, ok := found.(interface{ Page() page.Document }); ok && f.HTML.Given() {
		return f.HTML.Write(of.Page().HTML())
	}
	return nil
}

// write writes a finding in the format that is wanted.
func (f *Flags) write(w io.Writer, found Finding) error {
	var err error
	switch f.Format.Value {
	case "json":
		return encode.JSON(w, found.JSON())
	case "csv":
		err = found.CSV(w)
	default:
		_, err = io.WriteString(w, found.Text(estimate.View{Screen: terminal.ScreenOf(w), Top: f.Top.Value, Verbose: *f.Verbose}))
	}
	if err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}
