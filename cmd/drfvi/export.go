package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/format"
)

type exportOptions struct{ results *string }

func (o *exportOptions) addFlags(cmd *cobra.Command) {
	o.results = addResults(cmd)
}

func (o *exportOptions) run(cmd *cobra.Command, experiments []string) error {
	source, err := openResults(*o.results)
	if err != nil {
		return err
	}
	source.absent = nil // nothing to write of those
	if err := source.restrict(experiments); err != nil {
		return err
	}
	names := experimentsOf(source.stored)
	out := cmd.OutOrStdout()
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
