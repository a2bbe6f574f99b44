package flag

import (
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Top is a flag whose value says how many rows a table shows.
type Top struct{ Value int } // 0 for no wish

var _ pflag.Value = (*Top)(nil)

func (t *Top) Type() string { return "NUMBER" }

func (t *Top) String() string {
	switch t.Value {
	case 0:
		return ""
	case math.MaxInt:
		return AllRows
	}
	return strconv.Itoa(t.Value)
}

func (t *Top) Set(word string) error {
	n, err := strconv.Atoi(word)
	switch {
	case word == AllRows:
		n = math.MaxInt
	case err != nil || n < 1:
		return fmt.Errorf("found %q, expected a whole number of at least 1, or %q", word, AllRows)
	}
	t.Value = n
	return nil
}

// AddTop adds the flag --top.
func AddTop(cmd *cobra.Command) *Top {
	t := new(Top)
	cmd.Flags().Var(t, "top", `first inputs that the table shows, or "all" (default: all of up to 40, 30 of more); JSON and CSV always have all`)
	Complete(cmd, "top", []string{AllRows})
	return t
}
