package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/methods"
	"drfvi/simulate"
)

// maxNumbers bounds a simulated table, which is drawn before it is written: 8
// GiB.
const maxNumbers = 1 << 30

func newSimulate() *cobra.Command {
	cmd := &cobra.Command{
		Use:               "simulate SCENARIO -n N [-p P] --seed S",
		Short:             "Draw a table of a simulated scenario",
		Args:              exactly("a SCENARIO"),
		ValidArgsFunction: cobra.FixedCompletions(simulate.Names(), cobra.ShellCompDirectiveNoFileComp),
	}
	n := flags.AddCount(cmd, "rows", "n", 0, "number of rows (default: as many as in the paper)")
	p := flags.AddCount(cmd, "inputs", "p", 0, "number of inputs (default: as many as in the paper)")
	s := flags.AddSeed(cmd)
	memory := flags.AddMemory(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		scenario, err := simulate.Named(args[0])
		if err != nil {
			return flags.UsageError(err)
		}
		rows, inputs := n.Value, p.Value
		if rows == 0 {
			rows = scenario.DefaultN
		}
		if inputs == 0 {
			inputs = scenario.DefaultP
		}
		if err := scenario.Check(rows, inputs); err != nil {
			return flags.UsageError(err)
		}
		if columns := min(inputs, maxNumbers) + scenario.Outputs; rows > maxNumbers/columns {
			return flags.UsageError(fmt.Errorf("%d rows of %d columns are more than fit in memory, expected at most %d rows of that many columns",
				rows, columns, maxNumbers/columns))
		}
		if needed := 8 * float64(rows) * float64(inputs+scenario.Outputs); memory.Value > 0 && needed > memory.Value {
			return fmt.Errorf("%d rows of %d columns: %w", rows, inputs+scenario.Outputs, methods.TooLargeError{Needed: needed, Allowed: memory.Value})
		}
		x, y := scenario.Draw(rows, inputs, s.Value)
		if err := datasets.WriteCSV(terminal.Writer(cmd.Context(), cmd.OutOrStdout()), x, y); err != nil {
			return fmt.Errorf("cannot write the table: %w", err)
		}
		return nil
	}
	return cmd
}
