package main

import (
	"embed"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/importance/shapley"
)

// helpFiles explain the commands, a file each. What comes after "Examples:" are examples.
//
//go:embed help
var helpFiles embed.FS

// addTexts adds the texts of its file to a command, and to those below it.
func addTexts(cmd *cobra.Command) {
	name := strings.ReplaceAll(strings.TrimPrefix(cmd.CommandPath(), "drfvi "), " ", "-")
	long, examples, _ := strings.Cut(helpText(name), "\nExamples:\n")
	cmd.Long, cmd.Example = strings.TrimSuffix(long, "\n"), strings.TrimSuffix(examples, "\n")
	for _, below := range cmd.Commands() {
		addTexts(below)
	}
}

// helpText returns the text of a file, with what it leaves to the program.
func helpText(name string) string {
	text, err := helpFiles.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic("drfvi: " + err.Error()) // a test makes all commands
	}
	exitCodes := ""
	if name != "exit-codes" {
		exitCodes = helpText("exit-codes")
	}
	return strings.NewReplacer("{exit codes}\n", exitCodes, "{most inputs}", strconv.Itoa(shapley.MostExact),
		"{most pairs}", strconv.Itoa(shapley.MostPairs)).Replace(string(text))
}

// helpTopics are texts that belong to no command.
var helpTopics = []string{"exit-codes", "reading"}

// newHelp returns the help command; unlike cobra's it fails for a topic that
// does not exist.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && slices.Contains(helpTopics, args[0]) {
				return show(cmd, helpText(args[0]))
			}
			topic, unknown, err := root.Find(args)
			if err != nil || len(unknown) > 0 {
				return flags.UsageError(
					unknownCommand(args[len(args)-max(len(unknown), 1)], append(commandNames(root), helpTopics...)),
				)
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	}
}
