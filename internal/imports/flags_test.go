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
	ofOthers = []string{"cmd", "tools"}
	texts    = "libreoffice --headless"
)

// Messages of packages other than the command name no flags of it: they mention settings, which the
// command, specifications and clients call by their own names. Their errors say these plainly.
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
			if call, is := n.(*ast.CallExpr); is && saysMarks(call) {
				t.Errorf("%v: found fmt.Errorf of a mention, whose marks a reader would see, expected mention.Errorf", set.Position(call.Pos()))
			}
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

// saysMarks reports whether a call makes an error of a message with a mention as it is.
func saysMarks(call *ast.CallExpr) bool {
	of, is := call.Fun.(*ast.SelectorExpr)
	if !is || of.Sel.Name != "Errorf" && of.Sel.Name != "New" || isPackage(of.X, "mention") {
		return false
	}
	found := false
	for _, argument := range call.Args {
		ast.Inspect(argument, func(n ast.Node) bool {
			if inner, is := n.(*ast.CallExpr); is {
				if by, is := inner.Fun.(*ast.SelectorExpr); is && isPackage(by.X, "mention") && by.Sel.Name == "Errorf" {
					return false
				}
			}
			name, is := n.(*ast.SelectorExpr)
			found = found || is && isPackage(name.X, "mention")
			return true
		})
	}
	return found
}

// isPackage reports whether an expression is the name of a package.
func isPackage(e ast.Expr, name string) bool {
	word, is := e.(*ast.Ident)
	return is && word.Name == name
}
