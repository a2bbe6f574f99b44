package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/internal/nearest"
)

func newCompletion() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:               "completion SHELL",
		Short:             "Print a script for the completion of commands and flags in a shell",
		Args:              exactly("a SHELL (bash, zsh, fish or powershell)"),
		ValidArgsFunction: cobra.FixedCompletions(shells, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(out)
			}
			if slices.Contains([]string{"csh", "dash", "elvish", "ksh", "nu", "sh", "tcsh"}, args[0]) {
				return flags.UsageError(
					fmt.Errorf("there is no completion for %s, only for %s", args[0], strings.Join(shells, ", ")),
				)
			}
			return flags.UsageError(nearest.Unknown("shell", args[0], shells))
		},
	}
}
