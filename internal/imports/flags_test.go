package imports

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// flagInText is a flag of a command.
var flagInText = regexp.MustCompile(`--[a-z]`)

// ofOthers are the packages that write flags of programs, and texts that name some.
var (
	ofOthers = []string{"cmd", "experiments/slurm", "tools", "bench"}
	texts    = "libreoffice --headless"
)

// Messages of packages other than the command name no flags of it: they mention settings, which the
// command, specifications and clients call by their own names.
func TestNoFlagsOutsideTheCommand(t *testing.T) {
	root := "../.."
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		if entry.IsDir() {
			if slices.Contains(ofOthers, relative) {
				return fs.SkipDir
			}
			return skip(name, relative)
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if text, is := n.(*ast.BasicLit); is && text.Kind == token.STRING && flagInText.MatchString(text.Value) && !strings.Contains(text.Value, texts) {
				t.Errorf("%v: found the flag of a command in %s, expected a mention of the setting", set.Position(text.Pos()), text.Value)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
