package main

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/format"
)

func newExport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export [EXPERIMENT…]",
		Short: "Print the values of a run as CSV, or write it as an RO-Crate",
	}
	dir := addResults(cmd)
	crate := flags.AddOutput(cmd, "ro-crate", "write an RO-Crate into `FOLDER` instead", crateFiles...)
	license := cmd.Flags().String("license", "", "license of the RO-Crate: an SPDX `NAME` such as CC-BY-4.0, an address, or a sentence")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return runExport(cmd, *dir, crate, *license, args) }
	return cmd
}

func runExport(cmd *cobra.Command, dir string, crate *flags.Output, license string, experiments []string) error {
	if license != "" && !crate.Given() {
		return flags.UsageError(errors.New("--license is about the files of --ro-crate, expected both"))
	}
	source, err := openResults(dir)
	if err != nil {
		return err
	}
	source.absent = nil // nothing to write of those
	if err := source.restrict(experiments); err != nil {
		return err
	}
	if crate.Given() {
		return source.exportCrate(crate, license)
	}
	names := experimentsOf(source.stored)
	out := terminal.Writer(cmd.Context(), cmd.OutOrStdout())
	if !terminal.ScreenOf(cmd.OutOrStdout()).Live {
		if err := source.WriteCSV(out, names...); err != nil {
			return err
		}
		return source.unfinished()
	}
	var b strings.Builder // names may hold control characters
	if err := source.WriteCSV(&b, names...); err != nil {
		return err
	}
	if _, err := io.WriteString(out, format.Visible(b.String())); err != nil {
		return err
	}
	return source.unfinished()
}
