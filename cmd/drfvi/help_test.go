package main

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelpTexts checks that every text of help is of a command and has no place left
// open.
func TestHelpTexts(t *testing.T) {
	named := map[string]bool{"help.txt": true}
	for _, topic := range helpTopics {
		named[topic+".txt"] = true
	}
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		named[strings.ReplaceAll(strings.TrimPrefix(cmd.CommandPath(), "drfvi "), " ", "-")+".txt"] = true
		if cmd.Long == "" || cmd.Example == "" || strings.Contains(cmd.Long, "{m") || strings.Contains(cmd.Long, "{e") {
			t.Errorf("%s: text %q, examples %q", cmd.CommandPath(), cmd.Long, cmd.Example)
		}
		for _, below := range cmd.Commands() {
			visit(below)
		}
	}
	visit(newRoot())
	files, err := fs.ReadDir(helpFiles, "help")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !named[file.Name()] {
			t.Errorf("help/%s is of no command", file.Name())
		}
	}
}
