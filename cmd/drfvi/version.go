package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/results"
)

func newVersion() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Tell which program this is and what it runs on",
		Long: `Tell which program this is and what it runs on: the version, the git revision it
was built from, the Go version, the processor and the versions of the modules in
it. Every record of a run holds the same facts.`,
		Example: `  drfvi version
  drfvi version --format json`,
		Args: exactly(),
	}
	format := addFormat(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		e := results.CurrentEnvironment()
		if format.Value == "json" {
			return writeJSON(cmd.OutOrStdout(), e)
		}
		return writeEnvironment(cmd.OutOrStdout(), e)
	}
	return cmd
}

func writeEnvironment(w io.Writer, e results.Environment) error {
	var b strings.Builder
	fmt.Fprintf(&b, "drfvi %s\n", e.Drfvi)
	for _, line := range [][2]string{
		{"revision", e.Revision},
		{"go", e.Go},
		{"system", strings.TrimSpace(e.OS + "/" + e.Arch + " " + e.Level)},
		{"processor", e.CPU},
		{"instructions", strings.Join(e.Features, " ")},
	} {
		if line[1] != "" {
			fmt.Fprintf(&b, "  %-12s %s\n", line[0], line[1])
		}
	}
	for _, path := range slices.Sorted(maps.Keys(e.Modules)) {
		fmt.Fprintf(&b, "  %-12s %s %s\n", "module", path, e.Modules[path])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// addFormat adds the flag --format with the given formats, the default first.
func addFormat(cmd *cobra.Command, formats ...string) *flag.Choice {
	return flag.AddChoice(cmd, "format", "format", formats[0], "of the output: "+strings.Join(formats, ", "), formats)
}
