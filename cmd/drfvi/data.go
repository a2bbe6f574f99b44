package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets/library"
	"drfvi/internal/format"
	"drfvi/internal/nearest"
)

func newData() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "Fetch, verify and describe the public data sets of the paper",
	}
	folder := cmd.PersistentFlags().String("data-dir", "", "`FOLDER` with files of data sets, looked in first (default $DRFVI_DATA)")
	return addBelow(cmd,
		printing("list", "List the data sets", exactly(), func([]string) (any, string, error) {
			text := "name        n    p   d  title\n"
			for _, s := range library.Sets() {
				text += fmt.Sprintf("%-7s %5d %4d %3d  %s\n", s.Name, s.Rows, s.Inputs, s.Responses, s.Title)
			}
			return library.Sets(), text, nil
		}),
		ofSets("fetch [NAME…]", "Download missing data sets", namedSets, folder, func(cmd *cobra.Command, l *library.Library, names []string) error {
			return fetchSets(cmd.Context(), l, names, cmd.OutOrStdout(), cmd.ErrOrStderr())
		}),
		ofSets("verify [NAME…]", "Compare the files of data sets with their checksums", namedSets, folder, func(cmd *cobra.Command, l *library.Library, names []string) error {
			return verifySets(l, names, cmd.OutOrStdout(), cmd.ErrOrStderr())
		}),
		newDataShow(folder))
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

// ofSets returns a command that does something with data sets of the library, named by arguments.
func ofSets(use, short string, names cobra.PositionalArgs, folder *string, do func(cmd *cobra.Command, l *library.Library, names []string) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: names, ValidArgsFunction: cobra.FixedCompletions(library.Names(), cobra.ShellCompDirectiveNoFileComp)}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		l, err := library.New(*folder)
		if err != nil {
			return err
		}
		return do(cmd, l, args)
	}
	return cmd
}

// fetchSets fetches the named sets, or all, a line on stdout for each that is
// there.
func fetchSets(ctx context.Context, l *library.Library, chosen []string, stdout, stderr io.Writer) error {
	if len(chosen) == 0 {
		chosen = collect(l.Sets, func(s library.Set) string { return s.Name })
	}
	failed := 0
	for _, name := range chosen {
		shown := terminal.NewProgress(stderr, "fetch "+name)
		l.Progress = func(p library.Progress) {
			share := 0.0
			if p.Total > 0 {
				share = float64(p.Done) / float64(p.Total)
			}
			shown.Update(share, fmt.Sprintf("%d bytes", p.Done))
		}
		path, err := l.Fetch(ctx, name)
		shown.End()
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("interrupted; the files that are there are kept, and the same command fetches the others: %w", ctx.Err())
		case err != nil:
			terminal.Message(stderr, err.Error())
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

// verifySets compares the files of the named sets, or of all, with their checksums: a line on stdout for each.
func verifySets(l *library.Library, chosen []string, stdout, stderr io.Writer) error {
	if len(chosen) == 0 {
		chosen = collect(l.Sets, func(s library.Set) string { return s.Name })
	}
	var faults []error
	for _, name := range chosen {
		path, _, err := l.Find(name)
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
		terminal.Message(stderr, fault.Error())
	}
	if len(faults) > 0 {
		return fmt.Errorf("%d of %s not ok", len(faults), format.Plural(len(chosen), "data set"))
	}
	return nil
}

func newDataShow(folder *string) *cobra.Command {
	var format *flags.Choice
	cmd := ofSets("show NAME", "Summarise a data set", cobra.MatchAll(exactly("the NAME of a data set"), namedSets), folder, func(cmd *cobra.Command, l *library.Library, names []string) error {
		d, err := l.Load(names[0])
		if err != nil {
			return err
		}
		out := cmd.OutOrStdout()
		return describedDataset(d).Write(out, format.Value, report.View{Screen: terminal.ScreenOf(out)})
	})
	format = flags.AddFormat(cmd, "text", "json")
	return cmd
}

// describedDataset tells what a data set holds.
func describedDataset(d *library.Dataset) *report.Report {
	n, p := d.X.Dims()
	columns := d.Summary()
	number := func(name string, value func(c library.ColumnSummary) float64) report.Column {
		return report.Computed(name, columns, value).Shown(name, report.Readable(5))
	}
	t := report.Table{Rows: len(columns), Columns: []report.Column{
		report.Column{Name: "name", Left: true, Long: true, Cell: func(k int) any { return columns[k].Name }}.Shown("column", report.Text),
		report.Column{Name: "role", Left: true, Cell: func(k int) any { return columns[k].Role }}.Shown("role", report.Text),
		number("min", func(c library.ColumnSummary) float64 { return c.Min }),
		number("mean", func(c library.ColumnSummary) float64 { return c.Mean }),
		number("max", func(c library.ColumnSummary) float64 { return c.Max }),
		report.Column{Name: "distinct", Cell: func(k int) any { return columns[k].Distinct }}.Shown("distinct", report.Text),
	}}
	return &report.Report{
		Title: d.Set.Name + ": " + d.Set.Title,
		Lines: append([]string{
			fmt.Sprintf("%s, %s, %s; %s left out for missing values", format.Plural(n, "row"), format.Plural(p, "input"), format.Plural(len(d.YNames), "response"), format.Plural(d.Dropped, "row")),
			fmt.Sprintf("file %s, SHA-256 %s", filepath.ToSlash(d.Path), d.SHA256), d.Set.Citation},
			strings.Split(strings.TrimSpace(d.Set.Licence), "\n")...),
		Sections: []report.Section{{Table: t}}, Warnings: d.Warnings,
		Data: report.Object{
			{"name", d.Set.Name}, {"title", d.Set.Title}, {"path", d.Path}, {"sha256", d.SHA256}, {"n", n}, {"dropped", d.Dropped}, {"p", p}, {"d", len(d.YNames)},
			{"columns", t}, {"citation", d.Set.Citation}, {"licence", d.Set.Licence}, {"warnings", report.Said(d.Warnings)},
		},
	}
}
