package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"drfvi/datasets"
	"drfvi/experiments"
)

// finding is what a command has found on a user's table, in the forms that it
// can be asked for.
type finding interface {
	json() any
	csv(w io.Writer) error
	text() string
	// plot draws it into a file.
	plot(path string) error
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
	levels := method.TakesLevels(f.preset.Value)
	if f.missing.Value == useMissing && !levels {
		return usageError{fmt.Errorf("--missing use needs a method and a preset that split on missing values, such as --method coupled --preset paper; --missing drop leaves such rows out")}
	}
	problem, err := f.read(cmd.InOrStdin(), file, levels)
	if err != nil {
		return err
	}
	if err := single(method, problem.YNames); err != nil {
		return err
	}
	found, err := find(cmd.Context(), cmd.ErrOrStderr(), method, problem)
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	if err != nil {
		return fmt.Errorf("%s: %w", origin(file), err)
	}
	if err := write(cmd.OutOrStdout(), found, f.format.Value); err != nil {
		return err
	}
	if f.plot == "" {
		return nil
	}
	return found.plot(f.plot)
}

// write writes a finding in a format: text, json or csv.
func write(w io.Writer, found finding, format string) error {
	var err error
	switch format {
	case "json":
		return writeJSON(w, found.json())
	case "csv":
		err = found.csv(w)
	default:
		_, err = io.WriteString(w, found.text())
	}
	if err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}
