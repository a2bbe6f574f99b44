package flag

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Words of numbers of rows.
const (
	AllRows    = "all"
	PresetRows = "preset"
)

// RowCount is a flag whose value is a number of rows, or a word that stands for
// the lack of one.
type RowCount struct {
	Value int // 0 for the word
	word  string
	least int
}

var _ pflag.Value = (*RowCount)(nil)

func (r *RowCount) Type() string { return "ROWS" }

func (r *RowCount) String() string {
	if r.Value == 0 {
		return r.word
	}
	return strconv.Itoa(r.Value)
}

func (r *RowCount) Set(word string) error {
	if word == r.word {
		r.Value = 0
		return nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < r.least {
		return fmt.Errorf("found %q, expected a whole number of at least %d, or %q", word, r.least, r.word)
	}
	r.Value = n
	return nil
}

// Of returns the number of rows of a table of n that are meant.
func (r *RowCount) Of(n int) int {
	if r.Value == 0 {
		return n
	}
	return min(r.Value, n)
}

// AddRowCount adds a flag for a number of rows with a default, 0 for the word.
func AddRowCount(cmd *cobra.Command, name, word string, value, least int, usage string) *RowCount {
	r := &RowCount{Value: value, word: word, least: least}
	cmd.Flags().Var(r, name, usage)
	Complete(cmd, name, []string{word})
	return r
}
