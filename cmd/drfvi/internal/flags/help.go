package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/cmd/drfvi/internal/terminal"
)

// Title heads a group of flags.
type Title string

// Groups of flags.
const (
	GroupData        Title = "Data"
	GroupImportance  Title = "Importance"
	GroupForests     Title = "Forests"
	GroupElimination Title = "Elimination"
	GroupTests       Title = "Tests and intervals"
	GroupExplanation Title = "What moves, and where"
	GroupOutput      Title = "Output"
	GroupMachine     Title = "Machine"
)

// groupOrder is that of the groups.
var groupOrder = []Title{
	GroupData, GroupImportance, GroupForests, GroupElimination, GroupTests, GroupExplanation, GroupOutput,
	GroupMachine,
}

// groupKey is the annotation of a flag that is in one.
const groupKey = "drfvi_group"

// Group puts the flags of a command that have been added since the last group into a group.
// Those that are in none come last.
func Group(cmd *cobra.Command, title Title) {
	for _, name := range Ungrouped(cmd) {
		cmd.Flags().Lookup(name).Annotations = map[string][]string{groupKey: {string(title)}}
	}
}

// titleOf returns the group of a flag, "" if it is in none.
func titleOf(f *pflag.Flag) Title {
	if title := f.Annotations[groupKey]; title != nil {
		return Title(title[0])
	}
	return ""
}

// Ungrouped returns the flags of a command that are in no group.
func Ungrouped(cmd *cobra.Command) []string {
	var names []string
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if titleOf(f) == "" && f.Name != "help" {
			names = append(names, f.Name)
		}
	})
	return names
}

// Usage writes how a command is used, the way of writing it and examples first, then what it
// does, and its flags in groups.
func Usage(cmd *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n", cmd.CommandPath())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.Long != "" {
		fmt.Fprintf(&b, "\n%s\n", cmd.Long)
	}
	others := &cobra.Group{Title: "Other commands:"}
	if len(cmd.Groups()) == 0 {
		others.Title = "Commands:"
	}
	for _, g := range append(slices.Clone(cmd.Groups()), others) {
		writeCommands(&b, cmd, g)
	}
	writeFlags(&b, cmd)
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n\"%s COMMAND --help\" explains a command.\n", cmd.CommandPath())
	}
	_, err := fmt.Fprint(cmd.OutOrStdout(), b.String())
	return err
}

// writeCommands lists those of a group.
func writeCommands(b *strings.Builder, cmd *cobra.Command, group *cobra.Group) {
	head := "\n" + group.Title + "\n"
	for _, c := range cmd.Commands() {
		if c.GroupID == group.ID && (c.IsAvailableCommand() || c.Name() == "help") {
			fmt.Fprintf(b, "%s  %-*s %s\n", head, c.NamePadding(), c.Name(), c.Short)
			head = ""
		}
	}
}

// writeFlags lists the flags by their groups, in each in the order of the alphabet.
func writeFlags(b *strings.Builder, cmd *cobra.Command) {
	groups := map[Title]*pflag.FlagSet{}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		title := titleOf(f)
		if groups[title] == nil {
			groups[title] = pflag.NewFlagSet("", pflag.ContinueOnError)
		}
		groups[title].AddFlag(f)
	})
	last := "Other flags"
	if len(groups) == 1 {
		last = "Flags"
	}
	write := func(title string, set *pflag.FlagSet) {
		if set != nil && set.HasAvailableFlags() {
			fmt.Fprintf(b, "\n%s:\n%s", title, set.FlagUsagesWrapped(terminal.Plain().Width))
		}
	}
	for _, title := range groupOrder {
		write(string(title), groups[title])
	}
	write(last, groups[""])
	if cmd.HasAvailableInheritedFlags() {
		write("Flags of "+cmd.Parent().CommandPath(), cmd.InheritedFlags())
	}
}
