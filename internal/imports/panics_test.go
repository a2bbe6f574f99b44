package imports

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A panic begins with the name of the package that is used wrongly, drfvi for the command:
// whoever reads it looks there.
func TestPanicsNameTheirPackage(t *testing.T) {
	const root = "../.."
	files := token.NewFileSet()
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return skip(name, relative)
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		want := file.Name.Name
		if strings.HasPrefix(filepath.ToSlash(relative), "cmd/drfvi/") {
			want = "drfvi"
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := panics(n); ok && !strings.HasPrefix(text, want+": ") {
				t.Errorf("%s: panic %q, expected one that begins with %q", files.Position(n.Pos()), text, want+": ")
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// panics returns the text that a call of panic begins with; false for other nodes, and for
// panics that begin with no text.
func panics(n ast.Node) (string, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return "", false
	}
	if name, ok := call.Fun.(*ast.Ident); !ok || name.Name != "panic" {
		return "", false
	}
	first := call.Args[0]
	for {
		switch e := first.(type) {
		case *ast.BinaryExpr:
			first = e.X
		case *ast.CallExpr: // fmt.Sprintf
			if len(e.Args) == 0 {
				return "", false
			}
			first = e.Args[0]
		case *ast.BasicLit:
			text, err := strconv.Unquote(e.Value)
			return text, err == nil
		default:
			return "", false
		}
	}
}
