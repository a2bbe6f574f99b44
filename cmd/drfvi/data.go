package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets/library"
	"drfvi/internal/nearest"
)

func newData() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "Fetch, check and describe the public data sets of the paper",
		Long: `Fetch, check and describe the public data sets that the elimination experiment
of the paper (drfvi run rfe) uses. They are not part of drfvi: a file is looked
for in the folder that --data-dir or the environment variable DRFVI_DATA names,
then in drfvi's cache, and can be fetched there from its public home. A file
whose bytes are not the right ones is never used.`,
		Example: `  drfvi data list
  drfvi data fetch
  drfvi data verify --data-dir datasets
  drfvi data show enb`,
		Args: cobra.ArbitraryArgs, // RunE names the nearest command
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return usageError{nearest.Unknown("command", "data "+args[0], []string{"data list", "data fetch", "data verify", "data show"})}
	}
	folder := cmd.PersistentFlags().String("data-dir", "", "`FOLDER` with files of data sets, looked in first (default $DRFVI_DATA)")
	cmd.AddCommand(newDataList(), newDataFetch(folder), newDataVerify(folder), newDataShow(folder))
	return cmd
}

// namedSets checks that the arguments are names of data sets.
func namedSets(_ *cobra.Command, args []string) error {
	for _, name := range args {
		if _, err := library.Lookup(name); err != nil {
			return usageError{nearest.Unknown("data set", name, library.Names())}
		}
	}
	return nil
}

// completeSets lets the shell offer names of data sets.
func completeSets(cmd *cobra.Command) {
	cmd.ValidArgsFunction = cobra.FixedCompletions(library.Names(), cobra.ShellCompDirectiveNoFileComp)
}

func newDataList() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the data sets",
		Long: `List the data sets: name, rows n, inputs p, responses d, and what they are.
As JSON also where their files come from, by which bytes they are known, whom to
cite, and what is known of their licence.`,
		Example: `  drfvi data list
  drfvi data list --format json`,
		Args: exactly(),
	}
	format := addFormat(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if format.Value == "json" {
			return writeJSON(cmd.OutOrStdout(), describeSets())
		}
		var b strings.Builder
		b.WriteString("name        n    p   d  title\n")
		for _, s := range library.Sets() {
			fmt.Fprintf(&b, "%-7s %5d %4d %3d  %s\n", s.Name, s.Rows, s.Inputs, s.Responses, s.Title)
		}
		_, err := io.WriteString(cmd.OutOrStdout(), b.String())
		return err
	}
	return cmd
}

// setJSON is a data set's entry of the manifest for other programs.
type setJSON struct {
	Name          string     `json:"name"`
	Title         string     `json:"title"`
	File          string     `json:"file"`
	N             int        `json:"n"`
	Complete      int        `json:"complete,omitempty"` // rows without missing values, where known
	P             int        `json:"p"`
	D             int        `json:"d"`
	ResponseNames []string   `json:"response_names,omitempty"`
	Homes         []homeJSON `json:"homes"`
	Citation      string     `json:"citation"`
	Licence       string     `json:"licence"`
}

type homeJSON struct {
	URL    string `json:"url"`
	Size   int64  `json:"size,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
	Blob   string `json:"git_blob,omitempty"`
}

func describeSets() []setJSON {
	var all []setJSON
	for _, s := range library.Sets() {
		j := setJSON{
			Name: s.Name, Title: s.Title, File: s.File, N: s.Rows, Complete: s.Complete, P: s.Inputs, D: s.Responses,
			ResponseNames: s.ResponseNames, Citation: s.Citation, Licence: s.Licence,
		}
		for _, h := range s.Homes {
			j.Homes = append(j.Homes, homeJSON{h.URL, h.Size, h.SHA256, h.Blob})
		}
		all = append(all, j)
	}
	return all
}

func newDataFetch(folder *string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fetch [NAME…]",
		Short: "Fetch data sets that are not there yet",
		Long: `Make sure that data sets are there, all unless names are given, and say where. A
file that is neither in the folder nor in the cache is downloaded into the cache
from its public home, with several attempts, going on where an earlier download
was cut off. It gets its name only when it is whole and its bytes are right.

A data set that cannot be had is a message, and the others go on; the exit code
is then 1.`,
		Example: `  drfvi data fetch
  drfvi data fetch enb jura`,
		Args: namedSets,
	}
	completeSets(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		l, err := library.New(*folder)
		if err != nil {
			return err
		}
		return fetchSets(cmd.Context(), l, args, cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	return cmd
}

// fetchSets fetches the named sets, or all, a line on stdout for each that is
// there.
func fetchSets(ctx context.Context, l *library.Library, chosen []string, stdout, stderr io.Writer) error {
	if len(chosen) == 0 {
		for _, s := range l.Sets {
			chosen = append(chosen, s.Name)
		}
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
			return errors.New("interrupted; what has arrived is kept for the next time")
		case err != nil:
			terminal.Complain(stderr, err.Error())
			failed++
		default:
			if _, err := fmt.Fprintf(stdout, "%-7s %s\n", name, path); err != nil {
				return err
			}
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %s could not be had", failed, terminal.Counted(len(chosen), "data set"))
	}
	return nil
}

func newDataVerify(folder *string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify [NAME…]",
		Short: "Compare the files of data sets with what is known of their bytes",
		Long: `Look for the files of data sets, all unless names are given, and compare their
bytes with those expected: a line for each, ok, missing or wrong. The exit code
is 1 unless all are ok.`,
		Example: `  drfvi data verify
  drfvi data verify enb --data-dir datasets`,
		Args: namedSets,
	}
	completeSets(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		l, err := library.New(*folder)
		if err != nil {
			return err
		}
		return verifySets(l, args, cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	return cmd
}

func verifySets(l *library.Library, chosen []string, stdout, stderr io.Writer) error {
	all, err := l.Verify(chosen...)
	if err != nil {
		return err
	}
	bad := 0
	for _, s := range all {
		if _, err := fmt.Fprintf(stdout, "%-7s %-7s  %s\n", s.Name, s.State, s.Path); err != nil {
			return err
		}
	}
	for _, s := range all {
		if s.Err != nil {
			terminal.Complain(stderr, s.Err.Error())
			bad++
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %s not ok", bad, terminal.Counted(len(all), "data set"))
	}
	return nil
}

func newDataShow(folder *string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Summarise a data set",
		Long: `Summarise a data set: what it is, whom to cite, its file, rows dropped for
missing values, and of each column the smallest, mean and largest value and the
number of different values.`,
		Example: `  drfvi data show enb
  drfvi data show rf1 --format json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := exactly("the NAME of a data set")(cmd, args); err != nil {
				return err
			}
			return namedSets(cmd, args)
		},
	}
	completeSets(cmd)
	format := addFormat(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		l, err := library.New(*folder)
		if err != nil {
			return err
		}
		d, err := l.Load(args[0])
		if err != nil {
			return err
		}
		if format.Value == "json" {
			return writeJSON(cmd.OutOrStdout(), describeDataset(d))
		}
		_, err = io.WriteString(cmd.OutOrStdout(), showDataset(d))
		return err
	}
	return cmd
}

// datasetJSON is the summary of a data set for other programs.
type datasetJSON struct {
	Name     string       `json:"name"`
	Title    string       `json:"title"`
	Path     string       `json:"path"`
	SHA256   string       `json:"sha256"`
	N        int          `json:"n"`
	Dropped  int          `json:"dropped"` // rows with missing values
	P        int          `json:"p"`
	D        int          `json:"d"`
	Columns  []columnJSON `json:"columns"`
	Citation string       `json:"citation"`
	Licence  string       `json:"licence"`
	Warnings []string     `json:"warnings"`
}

type columnJSON struct {
	Name     string  `json:"name"`
	Role     string  `json:"role"`
	Min      float64 `json:"min"`
	Mean     float64 `json:"mean"`
	Max      float64 `json:"max"`
	Distinct int     `json:"distinct"`
}

// role says what a column is.
func role(c library.ColumnSummary) string {
	if c.Response {
		return "response"
	}
	return "input"
}

func describeDataset(d *library.Dataset) datasetJSON {
	n, p := d.X.Dims()
	j := datasetJSON{
		Name: d.Set.Name, Title: d.Set.Title, Path: d.Path, SHA256: d.SHA256, N: n, Dropped: d.Dropped, P: p, D: len(d.YNames),
		Citation: d.Set.Citation, Licence: d.Set.Licence, Warnings: append([]string{}, d.Warnings...),
	}
	for _, c := range d.Summary() {
		j.Columns = append(j.Columns, columnJSON{c.Name, role(c), c.Min, c.Mean, c.Max, c.Distinct})
	}
	return j
}

// showDataset writes the summary of a data set for reading.
func showDataset(d *library.Dataset) string {
	var b strings.Builder
	n, p := d.X.Dims()
	fmt.Fprintf(&b, "%s: %s\n\n", d.Set.Name, d.Set.Title)
	fmt.Fprintf(&b, "%s, %s, %s; %s left out for missing values\n", terminal.Counted(n, "row"), terminal.Counted(p, "input"), terminal.Counted(len(d.YNames), "response"), terminal.Counted(d.Dropped, "row"))
	fmt.Fprintf(&b, "file %s, SHA-256 %s\n\n", filepath.ToSlash(d.Path), d.SHA256)
	rows := [][]string{{"column", "role", "min", "mean", "max", "distinct"}}
	for _, c := range d.Summary() {
		number := func(v float64) string { return strconv.FormatFloat(v, 'g', 5, 64) }
		rows = append(rows, []string{c.Name, role(c), number(c.Min), number(c.Mean), number(c.Max), strconv.Itoa(c.Distinct)})
	}
	terminal.WriteColumns(&b, rows, 2)
	fmt.Fprintf(&b, "\n%s\n%s\n", strings.TrimSpace(d.Set.Citation), strings.TrimSpace(d.Set.Licence))
	for _, warning := range d.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	return b.String()
}
