package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/experiments/external"
	"drfvi/experiments/spec"
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
		Short: "Run methods on small data sets and report their faults",
		Args:  exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			methods, err := spec.Methods(args[0], methods.Names())
			if err != nil {
				return err
			}
			faults, unwritten := 0, error(nil)
			for _, m := range methods {
				if err := show(
					cmd, fmt.Sprintf("%s: %s, version %s\n", m.Name, strings.Join(m.Command, " "), m.Version),
				); err != nil {
					return err
				}
				if err := m.Try(cmd.Context(), func(f external.Finding) {
					answer := "yes"
					if f.Wrong != "" {
						faults++
						answer = "no: " + f.Wrong
					}
					unwritten = cmp.Or(unwritten, show(cmd, fmt.Sprintf("  %s %s\n", f.Question, answer)))
				}); err != nil {
					return err
				}
				if unwritten != nil {
					return unwritten
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
