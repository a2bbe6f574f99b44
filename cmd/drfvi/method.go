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
	}
	test := &cobra.Command{
		Use:   "test FILE",
		Short: "Run methods on small tables and report their faults",
		Args:  exactly("FILE"),
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
