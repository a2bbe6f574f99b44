package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/nearest"
	"drfvi/internal/version"
)

// run is the program: it executes the command line args (without the
// program's name) and returns the exit code. Results go to stdout, everything
// else to stderr. When ctx is cancelled it stops soon and leaves nothing
// half-written.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(append([]string{}, args...)) // cobra takes nil for the process's own
	root.SetIn(terminal.Reader(ctx, stdin))
	root.SetOut(stdout)
	var unwritten error // of help, whose writer cobra does not ask for errors
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		_, unwritten = fmt.Fprintf(cmd.OutOrStdout(), "%s.\n\n%s", cmd.Short, cmd.UsageString())
	})
	guard := flags.Guard(stdin, stdout)
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := swallowed(cmd); err != nil {
			return err
		}
		return guard(cmd, args)
	}
	root.SetErr(stderr)
	patience := terminal.Patience
	if cmd, _, err := root.Find(args); err == nil && slices.Contains([]string{"verify", "compare", "report", "simulate", "export"}, cmd.Name()) {
		patience = terminal.Soon // files are whole or not there, whenever these end
	}
	err := terminal.Run(ctx, patience, func() error {
		if err := root.ExecuteContext(ctx); err != nil || unwritten == nil {
			return err
		}
		return fmt.Errorf("cannot write the help: %w", unwritten)
	})
	return conclude(ctx, stderr, err)
}

// newRoot returns the command tree.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:               "drfvi",
		Short:             "Find the inputs that the distribution of one or more responses depends on",
		Args:              cobra.ArbitraryArgs, // RunE names the nearest command
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	printVersion := root.Flags().Bool("version", false, "print the version; drfvi version prints more")
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *printVersion {
			return show(cmd, "drfvi "+version.Program+"\n")
		}
		if len(args) == 0 {
			return cmd.Help()
		}
		if _, err := os.Stat(args[0]); err == nil {
			return flags.UsageError(fmt.Errorf("%s is a file, expected a command before it, such as drfvi describe %s", args[0], args[0]))
		}
		return flags.UsageError(nearest.Unknown("command", args[0], commandNames(root)))
	}
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(flags.Usage)
	addGroup(root, ownTables, newExample(), newDescribe(), newImportance(), newTest(), newGroups(), newShapley(), newSensitivity(), newPredict(), newFit(), newRFE())
	addGroup(root, "The paper's experiments:", newRun(), newReport(), newVerify(), newCompare(), newExport(), newSimulate(), newData(), newNew(), newMethod())
	addGroup(root, "The same on a cluster:", newSubmit(), newStatus(), newLogs(), newCancel(), newWork())
	help := newHelp(root)
	root.SetHelpCommand(help)
	root.AddCommand(newList(), newVersion(), newCompletion())
	addTexts(root)
	addTexts(help)
	return root
}

// ownTables is the title of the commands on a table of the user.
const ownTables = "Your own tables:"

// addGroup adds commands under a title of their own.
func addGroup(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, c := range commands {
		c.GroupID = title
		root.AddCommand(c)
	}
}

// addBelow adds commands below one that does nothing by itself.
func addBelow(parent *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	names := collect(commands, func(c *cobra.Command) string { return parent.Name() + " " + c.Name() })
	parent.AddCommand(commands...)
	parent.Args = cobra.ArbitraryArgs // RunE names the nearest command
	parent.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return flags.UsageError(nearest.Unknown("command", parent.Name()+" "+args[0], names))
	}
	return parent
}

// withOptions gives a command the flags of its options, and what it does with them.
func withOptions[O interface{ AddFlags(*cobra.Command) }](cmd *cobra.Command, options O, run func(cmd *cobra.Command, options O, args []string) error) *cobra.Command {
	options.AddFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return run(cmd, options, args) }
	return cmd
}

// showAs writes a value as JSON if that is the format, or else its text.
func showAs(cmd *cobra.Command, format *flags.Choice, value any, text string) error {
	if format.Value == "json" {
		return report.WriteJSON(cmd.OutOrStdout(), value)
	}
	return show(cmd, text)
}

// show writes a text.
func show(cmd *cobra.Command, text string) error {
	_, err := io.WriteString(cmd.OutOrStdout(), text)
	return err
}

// commandNames lists the commands a user can give.
func commandNames(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			names = append(names, c.Name())
		}
	}
	return names
}
