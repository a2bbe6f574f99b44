package main

import (
	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/catalogue"
	"drfvi/cmd/drfvi/internal/flag"
)

func newList() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List experiments, scenarios, methods, presets and kernels",
		Long: `List what the other commands know by a name: the experiments, of the
paper and beyond it (for run), the simulated scenarios (for simulate), and the
methods, presets and kernels (for importance), each with a description.`,
		Example: `  drfvi list
  drfvi list --format json`,
		Args: exactly(),
	}
	format := flag.AddFormat(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := catalogue.New()
		if err != nil {
			return err
		}
		return show(cmd, format, c, c.Text())
	}
	return cmd
}
