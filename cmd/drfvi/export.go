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

type exportOptions struct {
	results, license *string
	crate            *flags.Output
}

func (o *exportOptions) addFlags(cmd *cobra.Command) {
	o.results = addResults(cmd)
	o.crate = flags.AddOutput(cmd, "ro-crate", "write an RO-Crate into `FOLDER` instead", crateFiles...)
	o.license = cmd.Flags().String("license", "", "license of the RO-Crate: an SPDX `NAME` such as CC-BY-4.0, an address, or a sentence")
}

func (o *exportOptions) run(cmd *cobra.Command, experiments []string) error {
	if *o.license != "" && !o.crate.Given() {
		return flags.UsageError(errors.New("--license is about the files of --ro-crate, expected both"))
	}
	source, err := openResults(*o.results)
	if err != nil {
		return err
	}
	source.absent = nil // nothing to write of those
	if err := source.restrict(experiments); err != nil {
		return err
	}
	if o.crate.Given() {
		return source.exportCrate(o.crate, *o.license)
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
