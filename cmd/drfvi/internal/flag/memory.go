package flag

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/internal/version"
)

// Memory is a flag whose value is an amount of memory.
type Memory struct{ Value float64 } // bytes; 0 if it is not known how many there are

var _ pflag.Value = (*Memory)(nil)

func (m *Memory) Type() string { return "SIZE" }

func (m *Memory) String() string {
	if m.Value == 0 {
		return ""
	}
	return fmt.Sprintf("%.3gGB", m.Value/1e9)
}

// memoryUnits are those of sizes.
var memoryUnits = []struct {
	word  string
	bytes float64
}{{"GB", 1e9}, {"MB", 1e6}, {"TB", 1e12}}

func (m *Memory) Set(word string) error {
	for _, unit := range memoryUnits {
		number, ok := strings.CutSuffix(strings.ToUpper(word), unit.word)
		if v, err := strconv.ParseFloat(strings.TrimSpace(number), 64); ok && err == nil && v > 0 && v*unit.bytes < math.MaxInt64 {
			m.Value = v * unit.bytes
			return nil
		}
	}
	return fmt.Errorf("found %q, expected an amount of memory such as 16GB or 500MB", word)
}

// AddMemory adds the flag --memory. Its default, that of the machine, is not shown,
// since help should be the same everywhere.
func AddMemory(cmd *cobra.Command) *Memory {
	m := new(Memory)
	cmd.Flags().Var(m, "memory", "that may be taken, such as 16GB: what needs more, by a rough estimate, is refused (default: that of the machine)")
	m.Value = version.Memory()
	return m
}
