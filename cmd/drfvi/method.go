package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/experiments/external"
	"drfvi/internal/format"
	"drfvi/methods"
)

func newMethod() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "method",
		Short: "Try methods of your own, in any language",
		Long: `Try methods of your own. A method is a program in any language that reads a
request and a table and prints importances; docs/methods.md has complete ones in
R and Python. Specifications of experiments name it beside drfvi's own methods.`,
		Example: `  drfvi method test my-loco.yaml`,
	}
	test := &cobra.Command{
		Use:   "test FILE",
		Short: "Run methods on small tables and say what is wrong",
		Long: `Run the methods of your own that a FILE names on small tables, of which is known
which input matters most, and say in words what they do wrong. FILE is a
specification, or one method alone:

  name: my-loco
  command: [Rscript, my-loco.R]
  version: "1"
  timeout: 10m
  memory: 4GB`,
		Example: `  drfvi method test my-loco.yaml`,
		Args:    exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			methods, err := external.Load(args[0], methods.Names())
			if err != nil {
				return err
			}
			faults := 0
			for _, m := range methods {
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, version %s\n", m.Name, strings.Join(m.Command, " "), m.Version)
				if err := m.Try(cmd.Context(), func(f external.Finding) {
					answer := "yes"
					if f.Wrong != "" {
						faults++
						answer = "no: " + f.Wrong
					}
					fmt.Fprintf(cmd.OutOrStdout(), "  %s %s\n", f.Question, answer)
				}); err != nil {
					return err
				}
			}
			if faults > 0 {
				return fmt.Errorf("%s", format.Plural(faults, "question")+" answered with no")
			}
			return nil
		},
	}
	flags.ReadsArguments(test, "FILE")
	return addBelow(cmd, test)
}
