package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets/library"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
)

func newData() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "List, fetch and verify the public data sets of the paper",
	}
	folder := cmd.PersistentFlags().String("data-dir", "", "`FOLDER` with files of data sets, looked in "+
		"first (default $DRFVI_DATA)")
	return addBelow(cmd,
		printing("list", "List the data sets", exactly(), func([]string) (any, string, error) {
			text := "name        n    p   d  title\n"
			for _, s := range library.Sets() {
				text += fmt.Sprintf("%-7s %5d %4d %3d  %s\n", s.Name, s.Rows, s.Inputs, s.Responses, s.Title)
			}
			return library.Sets(), text, nil
		}),
		ofSets(
			"fetch [NAME…]", "Download missing data sets", folder,
			func(cmd *cobra.Command, l *library.Library, names []string) error {
				return fetchSets(cmd.Context(), l, names, cmd.OutOrStdout(), cmd.ErrOrStderr())
			},
		),
		ofSets(
			"verify [NAME…]", "Compare the files of data sets with their checksums", folder,
			func(cmd *cobra.Command, l *library.Library, names []string) error {
				return verifySets(l, names, cmd.OutOrStdout(), cmd.ErrOrStderr())
			},
		))
}

// namedSets checks that the arguments are names of data sets.
func namedSets(_ *cobra.Command, args []string) error {
	for _, name := range args {
		if _, err := library.Lookup(name); err != nil {
			return flags.UsageError(nearest.Unknown("data set", name, library.Names()))
		}
	}
	return nil
}

// ofSets returns a command that does something with data sets of the library: those that
// arguments name, or all.
func ofSets(
	use, short string, folder *string, do func(cmd *cobra.Command, l *library.Library, names []string) error,
) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Args: namedSets,
		ValidArgsFunction: cobra.FixedCompletions(library.Names(), cobra.ShellCompDirectiveNoFileComp),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		l, err := library.New(*folder)
		if err != nil {
			return err
		}
		if len(args) == 0 {
			args = library.Names()
		}
		return do(cmd, l, args)
	}
	return cmd
}

// fetchSets fetches sets, a line on stdout for each that is there.
func fetchSets(ctx context.Context, l *library.Library, chosen []string, stdout, stderr io.Writer) error {
	failed := 0
	for _, name := range chosen {
		shown := terminal.NewProgress(stderr, "fetch "+name)
		path, err := l.Fetch(ctx, name)
		shown.End()
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("interrupted; the files that are there are kept, and the same command fetches the "+
				"others: %w", ctx.Err())
		case err != nil:
			terminal.Message(stderr, mention.Marked(err))
			failed++
		default:
			if _, err := fmt.Fprintf(stdout, "%-7s %s\n", name, path); err != nil {
				return err
			}
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %s could not be had", failed, format.Plural(len(chosen), "data set"))
	}
	return nil
}

// verifySets compares the files of sets with their checksums: a line on stdout for each.
func verifySets(l *library.Library, chosen []string, stdout, stderr io.Writer) error {
	var faults []error
	for _, name := range chosen {
		path, err := l.Find(name)
		state := "ok"
		switch {
		case errors.Is(err, library.ErrMissing):
			state = "missing"
		case err != nil:
			state = "wrong"
		}
		if err != nil {
			faults = append(faults, err)
		}
		if _, err := fmt.Fprintf(stdout, "%-7s %-7s  %s\n", name, state, path); err != nil {
			return err
		}
	}
	for _, fault := range faults {
		terminal.Message(stderr, mention.Marked(fault))
	}
	if len(faults) > 0 {
		return fmt.Errorf("%d of %s not ok", len(faults), format.Plural(len(chosen), "data set"))
	}
	return nil
}
