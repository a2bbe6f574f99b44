package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/format"
	"drfvi/internal/nearest"
)

// run is the program: it executes the command line args (without the
// program's name) and returns the exit code. Results go to stdout, everything
// else to stderr. When ctx is cancelled it stops soon and leaves nothing
// half-written.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(append([]string{}, args...)) // cobra takes nil for the process's own
	root.SetIn(stdin)
	root.SetOut(stdout)
	var unwritten error // of help, whose writer cobra does not ask for errors
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		_, unwritten = fmt.Fprintf(cmd.OutOrStdout(), "%s.\n\n%s", cmd.Short, cmd.UsageString())
	})
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := errors.Join(swallowed(cmd), checkEnvironment(cmd)); err != nil {
			return err
		}
		if !slices.Contains(writesFiles, cmd.Name()) && flags.Lost(cmd, stdout) {
			return errors.New("standard output is closed or leads nowhere, so that the result would be lost; " +
				"expected a file, a pipe or a terminal")
		}
		if workers := cmd.Flags().Lookup("workers"); workers != nil && workers.Changed {
			limit(workers.Value.(*flags.Count).Value)
		}
		return flags.Guard(cmd, args, stdin, stdout)
	}
	root.SetErr(stderr)
	patience := terminal.Patience
	if cmd, _, err := root.Find(args); err == nil &&
		slices.Contains([]string{"verify", "compare", "report", "simulate", "export"}, cmd.Name()) {
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

// limit bounds the cores of the process by --workers; in tests, whose commands share a process,
// nothing does.
var limit = func(workers int) {}

// writesFiles are the commands whose results are files, wherever their words go.
var writesFiles = []string{"run", "report", "fetch"}

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
	printVersion := root.Flags().Bool("version", false, "print version and platform")
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *printVersion {
			return show(cmd, environment())
		}
		if len(args) == 0 {
			return cmd.Help()
		}
		if _, err := os.Stat(args[0]); err == nil {
			return flags.UsageError(fmt.Errorf("%s is a file, expected a command before it, such as drfvi describe "+
				"%s", args[0], format.Argument(args[0])))
		}
		return flags.UsageError(unknownCommand(args[0], commandNames(root)))
	}
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(flags.Usage)
	addGroup(root, ownTables,
		newExample(),
		command("describe FILE", "Show the columns of a table and how they would be used", new(describeOptions)),
		command("importance FILE --targets y1,y2", "Estimate how much the targets depend on each column of a "+
			"table", new(importanceOptions)),
		command(
			"test FILE --x a --y b,c --given d,e", "Test whether columns depend on others, given further ones",
			new(testOfOptions),
		),
		command("groups FILE --targets y1,y2", "Test groups of correlated inputs, from all inputs down to "+
			"single ones", new(groupsOptions)),
		command("shapley FILE --targets y1,y2", "Attribute the explained variation to the inputs, shared information "+
			"too", new(shapleyOptions)),
		command("sensitivity FILE --targets y1,y2", "Attribute the variance of a simulator's output to its "+
			"inputs, from given runs", new(sensitivityOptions)),
		command(
			"predict {FILE --targets y1,y2 | --model MODEL} {--new NEW | --out-of-bag}",
			"Predict means, quantiles and weights of the targets for new rows", new(predictOptions),
		),
		command("fit FILE --targets y1,y2 -o MODEL", "Keep the forest of a table in a file, to predict from "+
			"later", new(fitOptions)),
		command("rfe FILE --targets y1,y2", "Find a small set of columns that predicts as well as all", new(rfeOptions)),
		command("request FILE", "Run one request of another program, given as JSON", new(requestOptions)))
	addGroup(root, "The paper's experiments:",
		command("run SPEC…", "Run experiments and store their results", new(runOptions)),
		command("report [EXPERIMENT…]", "Make tables, figures and a report from results", new(reportOptions)),
		command("verify [EXPERIMENT…]", "Compare results with the paper's numbers and claims", new(verifyOptions)),
		command("compare A B [EXPERIMENT…]", "Compare two folders of results", new(compareOptions)),
		command("export [EXPERIMENT…]", "Print the values of a run as CSV", new(exportOptions)),
		command("simulate SCENARIO -n N [-p P] --seed S", "Simulate a data set of a scenario", new(simulateOptions)),
		newData(),
		command("new [FILE]", "Print the specification of an experiment to start from", new(newOptions)),
		newMethod())
	help := newHelp(root)
	root.SetHelpCommand(help)
	root.AddCommand(newList(), newCompletion())
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

// command returns a command with its options, which also say what arguments it takes.
func command(use, short string, options interface {
	addFlags(cmd *cobra.Command)
	run(cmd *cobra.Command, args []string) error
}) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, RunE: options.run}
	options.addFlags(cmd)
	return cmd
}

// printing returns a command that prints what it finds as text or as JSON.
func printing(
	use, short string, args cobra.PositionalArgs, find func(args []string) (value any, text string, err error),
) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: args}
	format := flags.AddFormat(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		value, text, err := find(args)
		if err != nil {
			return err
		}
		return showAs(cmd, format, value, text)
	}
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
	return collect(having(root.Commands(), func(c *cobra.Command) bool {
		return c.IsAvailableCommand() || c.Name() == "help"
	}), (*cobra.Command).Name)
}
