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
	source.warn(cmd.ErrOrStderr())
	overview, err := reports.Write(cmd.Context(), to.Path(), source)
	if err != nil {
		return err
	}
	if err := show(cmd, path.Join(to.Path(), "report.pdf")+": "+overview.Verdicts()+"\n"); err != nil {
		return err
	}
	return source.unfinished()
}
