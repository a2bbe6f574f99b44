package main

import (
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/terminal"
)

// checkEnvironment returns an error if an environment variable that the command reads names
// nothing, and warns of one that is not used for this reason.
func checkEnvironment(cmd *cobra.Command) error {
	if columns := os.Getenv("COLUMNS"); columns != "" {
		if n, err := strconv.Atoi(columns); err != nil || n < 1 {
			terminal.Message(cmd.ErrOrStderr(), fmt.Sprintf("warning: the environment variable COLUMNS is %q, "+
				"expected an integer from 1; it is not used", columns))
		}
	}
	folder := os.Getenv("DRFVI_DATA")
	if dataDir := cmd.Flags().Lookup("data-dir"); dataDir == nil || dataDir.Changed || folder == "" {
		return nil
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("the environment variable DRFVI_DATA is %q, expected a folder; --data-dir names another", folder)
	}
	return nil
}
