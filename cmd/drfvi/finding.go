package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/experiments"
	"drfvi/internal/durable"
	"drfvi/mmd"
)

// finding is what a command has found on a user's table, in the forms that it
// can be asked for.
type finding interface {
	json() any
	csv(w io.Writer) error
	text(v view) string
	// plot draws it into a file.
	plot(path string) error
}

// view is how a finding is shown for reading.
type view struct {
	terminal.Screen
	top     int  // rows of its table, 0 for no wish
	verbose bool // whether to tell how it was computed
}

// compute finds out about a problem by a method. It tells on stderr how far it is.
type compute func(ctx context.Context, stderr io.Writer, method experiments.Method, problem *datasets.Problem) (finding, error)

// run is a command: read, check, compute, write, draw.
func (f *estimationFlags) run(cmd *cobra.Command, file string, find compute) error {
	f.file = file
	method, err := f.check(cmd.Name())
	if err != nil {
		return err
	}
	if err := f.readTargets(cmd.InOrStdin()); err != nil {
		return err
	}
	levels := method.TakesLevels(f.preset.Value)
	if f.missing.Value == useMissing && !levels {
		return usageError{fmt.Errorf("--missing use needs a method and a preset that split on missing values, such as --method coupled --preset paper; --missing drop leaves such rows out")}
	}
	problem, err := f.read(cmd.InOrStdin(), file, levels, f.sampling.Columns())
	if err != nil {
		return err
	}
	if problem, f.rows, err = f.sampling.Of(problem, origin(file)); err != nil {
		return err
	}
	if err := single(method, problem.YNames); err != nil {
		return err
	}
	if problem.Exponent != 0 && f.kernel.Value != mmd.Median && method.UsesKernel {
		return fmt.Errorf("%s: responses of the order of 2^%d are out of the range of kernel %q, expected ones between 2^-300 and 2^300: give them in another unit, or take --kernel median", origin(file), problem.Exponent, f.kernel.Value)
	}
	found, err := find(cmd.Context(), cmd.ErrOrStderr(), method, problem)
	if err := cmd.Context().Err(); err != nil {
		return fmt.Errorf("interrupted, nothing was written; the same command begins anew: %w", err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", origin(file), err)
	}
	out := cmd.OutOrStdout()
	if err := write(out, found, f.format.Value, view{terminal.ScreenOf(out), f.top.Value, *f.verbose}); err != nil {
		return err
	}
	if f.written != nil {
		if err := f.written(found); err != nil {
			return err
		}
	}
	if f.plot != "" {
		if err := found.plot(f.plot); err != nil {
			return err
		}
	}
	if of, ok := found.(paged); ok && f.html != "" {
		return durable.WriteFile(f.html, of.page().HTML())
	}
	return nil
}

// write writes a finding in a format: text, json or csv.
func write(w io.Writer, found finding, format string, v view) error {
	var err error
	switch format {
	case "json":
		return writeJSON(w, found.json())
	case "csv":
		err = found.csv(w)
	default:
		_, err = io.WriteString(w, found.text(v))
	}
	if err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}
