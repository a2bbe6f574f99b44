package method

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// names returns the names of methods.
func names(all []Facts) []string {
	var list []string
	for _, f := range all {
		list = append(list, f.Name)
	}
	return list
}

func TestRowsAreComplete(t *testing.T) {
	labels := make(map[string]bool)
	for _, f := range All() {
		if f.Name == "" || f.Meaning == "" || f.About == "" || f.Axis == "" || !strings.Contains(f.Reading, "{targets}") {
			t.Errorf("the row lacks something: %+v", f)
		}
		if f.Label == "" || f.ShortLabel == "" || labels[f.Label] {
			t.Errorf("%s has the labels %q and %q", f.Name, f.Label, f.ShortLabel)
		}
		labels[f.Label] = true
		if f.Univariate && (f.UsesKernel || f.UsesPreset) {
			t.Errorf("%s: regression forests know no kernel and no preset", f.Name)
		}
		if f != Of(f.Name) {
			t.Errorf("%s is not found by its name", f.Name)
		}
	}
	all, first := names(slices.DeleteFunc(All(), func(f Facts) bool { return !f.ForUsers() })), names(DefaultFirst())
	if first[0] != Default || len(first) != len(all) || !slices.Equal(first[1:], slices.DeleteFunc(all, func(n string) bool { return n == Default })) {
		t.Errorf("the default first: %q", first)
	}
	if f := Of("of tomorrow"); f.Label != "of tomorrow" || f.ShortLabel != "of tomorrow" || f.Axis == "" || f.Clamped {
		t.Errorf("a method that is not known: %+v", f)
	}
}

// What depends on the method stands in its row: nowhere else is it decided by
// name, so that a further method needs no further edits. Fixtures are of tests.
func TestNothingSwitchesOnNames(t *testing.T) {
	known := names(All())
	for _, folder := range []string{"cmd", "experiments", "internal/chart", "reports"} {
		err := filepath.WalkDir(filepath.Join("..", "..", folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || filepath.Base(filepath.Dir(path)) == "fixture" {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			refuse := func(e ast.Expr) {
				if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.STRING {
					if word, _ := strconv.Unquote(literal.Value); slices.Contains(known, word) {
						t.Errorf("%s decides by the name %q, expected a column in package method", files.Position(e.Pos()), word)
					}
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CaseClause:
					for _, e := range n.List {
						refuse(e)
					}
				case *ast.KeyValueExpr:
					refuse(n.Key)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
