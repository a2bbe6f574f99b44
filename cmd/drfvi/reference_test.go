package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// referenceFile is the document whose generated blocks are compared with the program.
const referenceFile = "docs/reference.md"

// TestCommandReference compares the tables of commands and flags in the reference with the program;
// go test ./cmd/drfvi -run TestCommandReference -update writes them.
func TestCommandReference(t *testing.T) {
	document := readText(t, referenceFile)
	written := document
	for name, table := range map[string]string{"commands": commandTable(newRoot()), "flags": flagTable(newRoot())} {
		start, end := "<!-- generated: "+name+" -->\n", "<!-- end -->"
		before, block, ok := strings.Cut(written, start)
		_, after, closed := strings.Cut(block, end)
		if !ok || !closed {
			t.Fatalf("%s has no block %q that ends in %q", referenceFile, start, end)
		}
		written = before + start + "\n" + table + "\n" + end + after
	}
	if *update {
		if err := os.WriteFile(filepath.Join(root, referenceFile), []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if written != document {
		t.Errorf("%s differs from the commands of the program; go test ./cmd/drfvi -run TestCommandReference -update writes them", referenceFile)
	}
}

// commandTable lists the commands in the order of help, with what each does.
func commandTable(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("| command | |\n|---|---|\n")
	for _, command := range runnable(root) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", command.CommandPath(), command.Short)
	}
	return b.String()
}

// documentedFlag is a flag with the commands that take it.
type documentedFlag struct {
	name, value, usage string
	commands           []string
}

// flagTable lists the flags in the order of the alphabet. A flag whose text differs between
// commands has a row for each text.
func flagTable(root *cobra.Command) string {
	var documented []*documentedFlag
	for _, command := range runnable(root) {
		command.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" || f.Hidden {
				return
			}
			value, usage := pflag.UnquoteUsage(f)
			same := func(d *documentedFlag) bool { return d.name == f.Name && d.usage == usage }
			at := slices.IndexFunc(documented, same)
			if at < 0 {
				at = len(documented)
				documented = append(documented, &documentedFlag{name: f.Name, value: value, usage: usage})
			}
			documented[at].commands = append(documented[at].commands, strings.TrimPrefix(command.CommandPath(), "drfvi "))
		})
	}
	slices.SortStableFunc(documented, func(a, b *documentedFlag) int { return strings.Compare(a.name, b.name) })
	var b strings.Builder
	b.WriteString("| flag | | commands |\n|---|---|---|\n")
	for _, d := range documented {
		name := strings.TrimSpace("--" + d.name + " " + d.value)
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, strings.ReplaceAll(d.usage, "|", `\|`), strings.Join(d.commands, ", "))
	}
	return b.String()
}

// runnable returns the commands that can be run, those below others too.
func runnable(command *cobra.Command) (commands []*cobra.Command) {
	for _, child := range command.Commands() {
		if child.Name() == "completion" || child.Name() == "help" || child.Hidden {
			continue
		}
		if child.Runnable() && !child.HasAvailableSubCommands() {
			commands = append(commands, child)
		}
		commands = append(commands, runnable(child)...)
	}
	return commands
}
