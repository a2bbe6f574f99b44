package main

import (
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/reports"
)

type reportOptions struct {
	results *string
	to      *flags.Output
}

func (o *reportOptions) addFlags(cmd *cobra.Command) {
	o.results = addResults(cmd)
	o.to = flags.AddOutput(cmd, "to", "`FOLDER` of the report (default: reports/ with the name of the results folder)")
}

func (o *reportOptions) run(cmd *cobra.Command, experiments []string) error {
	to, err := o.to.Or(path.Join("reports", filepath.Base(filepath.Clean(*o.results))))
	if err != nil {
		return err
	}
	source, err := openResults(*o.results, experiments...)
	if err != nil {
		return err
	}
	if len(source.stored) == 0 {
		return noResults(*o.results)
	}
	if err := writeReport(cmd, to.Path(), source); err != nil {
		return err
	}
	return source.unfinished()
}

// writeReport writes the report on a source into a folder, and its verdicts on stdout.
func writeReport(cmd *cobra.Command, to string, source source) error {
	source.warn(cmd.ErrOrStderr())
	overview, err := reports.Write(cmd.Context(), to, source)
	if err != nil {
		return err
	}
	return show(cmd, path.Join(to, "report.pdf")+": "+overview.Verdicts()+"\n")
}
