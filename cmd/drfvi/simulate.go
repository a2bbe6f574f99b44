package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/datasets"
	"drfvi/methods"
	"drfvi/simulate"
)

// maxNumbers bounds a simulated table, which is drawn before it is written: 8
// GiB.
const maxNumbers = 1 << 30

// simulateOptions are what a user can choose of the simulate command; numbers of rows and
// inputs are 0 for those of the paper.
type simulateOptions struct {
	rows, inputs *flags.Count
	seed         *flags.Typed[uint64]
	memory       *flags.Typed[float64]
}

func (o *simulateOptions) addFlags(cmd *cobra.Command) {
	cmd.Args, cmd.ValidArgsFunction = exactly("a SCENARIO"), cobra.FixedCompletions(
		simulate.Names(), cobra.ShellCompDirectiveNoFileComp,
	)
	o.rows = flags.AddCount(cmd, "rows", "n", 0, "number of rows (default: as in the paper)")
	o.inputs = flags.AddCount(cmd, "inputs", "p", 0, "number of inputs (default: as in the paper)")
	o.seed, o.memory = flags.AddSeed(cmd), flags.AddMemory(cmd)
}

func (o *simulateOptions) run(cmd *cobra.Command, args []string) error {
	scenario, err := simulate.Named(args[0])
	if err != nil {
		return flags.UsageError(err)
	}
	rows, inputs := cmp.Or(o.rows.Value, scenario.DefaultN), cmp.Or(o.inputs.Value, scenario.DefaultP)
	if err := scenario.Check(rows, inputs); err != nil {
		return flags.UsageError(err)
	}
	if columns := min(inputs, maxNumbers) + scenario.Outputs; rows > maxNumbers/columns {
		return flags.UsageError(fmt.Errorf("%d rows of %d columns are more than fit in memory, expected at most "+
			"%d rows of that many columns",
			rows, columns, maxNumbers/columns))
	}
	if needed := 8 * float64(rows) * float64(inputs+scenario.Outputs); o.memory.Value > 0 && needed > o.memory.Value {
		return fmt.Errorf(
			"%d rows of %d columns: %w", rows, inputs+scenario.Outputs,
			methods.TooLargeError{Needed: needed, Allowed: o.memory.Value},
		)
	}
	x, y := scenario.Draw(rows, inputs, o.seed.Value)
	if err := datasets.WriteCSV(cmd.OutOrStdout(), nil, x, y); err != nil {
		return fmt.Errorf("cannot write the table: %w", err)
	}
	return nil
}
