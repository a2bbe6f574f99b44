package main

import (
	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/description"
	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/results"
)

func newVersion() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Tell version and platform",
		Long: `Tell which program this is and what it runs on: the version, the git revision it
was built from, the Go version, the processor and the versions of the modules in
it. Every record of a run holds the same facts.`,
		Example: `  drfvi version
  drfvi version --format json`,
		Args: exactly(),
	}
	format := flag.AddFormat(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		e := results.CurrentEnvironment()
		return show(cmd, format, e, description.OfEnvironment(e))
	}
	return cmd
}
