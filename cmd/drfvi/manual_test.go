package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"drfvi/internal/version"
)

// TestManual writes the manual pages of all commands and the completions of all shells, as
// make dist packs them, into the folder that DRFVI_MANUAL names, or else into one that goes.
func TestManual(t *testing.T) {
	folder := os.Getenv("DRFVI_MANUAL")
	if folder == "" {
		folder = t.TempDir()
	}
	pages, completions := filepath.Join(folder, "man"), filepath.Join(folder, "completions")
	for _, name := range []string{pages, completions} {
		if err := os.MkdirAll(name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	root := newRoot()
	asMarkdown(root)
	if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "drfvi " + version.Program, Manual: "drfvi"}, pages); err != nil {
		t.Fatal(err)
	}
	for _, c := range root.Commands() {
		if _, err := os.Stat(filepath.Join(pages, "drfvi-"+c.Name()+".1")); err != nil && c.IsAvailableCommand() {
			t.Error(err)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		out, err := os.Create(filepath.Join(completions, "drfvi."+shell))
		if err != nil {
			t.Fatal(err)
		}
		root := newRoot()
		root.SetArgs([]string{"completion", shell})
		root.SetOut(out)
		if err := root.Execute(); err != nil {
			t.Error(err)
		}
		if err := out.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestCommandsDocument writes the help of all commands as a document into the file that
// DRFVI_COMMANDS names, for the pages that make docs builds.
func TestCommandsDocument(t *testing.T) {
	var text strings.Builder
	text.WriteString("# Commands\n\nWhat `drfvi COMMAND --help` prints.\n")
	var write func(c *cobra.Command)
	write = func(c *cobra.Command) {
		code, help, stderr := call(t.Context(), append(strings.Fields(c.CommandPath())[1:], "--help")...)
		if code != codeDone || strings.Contains(help, "```") {
			t.Errorf("%s --help: exit code %d, %s%s", c.CommandPath(), code, help, stderr)
		}
		fmt.Fprintf(&text, "\n## %s\n\n```text\n%s```\n", c.CommandPath(), help)
		for _, below := range c.Commands() {
			write(below)
		}
	}
	write(newRoot())
	if file := os.Getenv("DRFVI_COMMANDS"); file != "" {
		if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// asMarkdown writes the help of a command and of those below it as cobra's generator reads
// it: lists and tables stay as they are, and no sign of the text is one of Markdown.
func asMarkdown(c *cobra.Command) {
	signs := strings.NewReplacer("*", "\\*", "_", "\\_", "<", "\\<", "`", "\\`")
	var text strings.Builder
	listed := false
	for line := range strings.Lines(c.Long) {
		list := strings.HasPrefix(line, "  ")
		if list != listed && line != "\n" {
			text.WriteString("\n")
			listed = list
		}
		if list {
			text.WriteString("    " + line)
		} else {
			text.WriteString(signs.Replace(line))
		}
	}
	c.Long = text.String()
	for _, child := range c.Commands() {
		asMarkdown(child)
	}
}
