package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Every setting that messages mention is a flag of a command: its name is worded so.
func TestMentionsAreFlags(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../internal/mention/mention.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{"help": true}
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			look(c)
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) { has[f.Name] = true })
	}
	look(newRoot())
	names := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if c, is := n.(*ast.ValueSpec); is && c.Type != nil && len(c.Values) == 1 {
			name, err := strconv.Unquote(c.Values[0].(*ast.BasicLit).Value)
			if names++; err != nil || !has[name] {
				t.Errorf("%s is no flag of a command", name)
			}
		}
		return true
	})
	if names < 20 {
		t.Errorf("found %d names of settings", names)
	}
}
