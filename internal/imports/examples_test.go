package imports

import (
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// introduced are the libraries whose package comment shows how to use them.
var introduced = strings.Fields("forest forest/conditional forest/modelfile mmd importance importance/inference importance/answer importance/effect importance/censored baselines simulate datasets")

// The code in the comment of a library is that of an example with checked output, less what
// the comment leaves out.
func TestPackageCommentsAreExamples(t *testing.T) {
	for _, folder := range introduced {
		var code string
		var examples []string
		files, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, source, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") {
				code += longestCode(file.Doc.Text())
				continue
			}
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || !strings.HasPrefix(f.Name.Name, "Example") {
					continue
				}
				if text := string(source[set.Position(f.Pos()).Offset:set.Position(f.End()).Offset]); strings.Contains(text, "// Output:") {
					examples = append(examples, text)
				}
			}
		}
		if lines := strings.Count(code, "\n"); lines < 5 || lines > 12 {
			t.Errorf("%s: the package comment has %d lines of code, expected an example of 5 to 12", folder, lines)
		}
		whole := 0
		for _, text := range examples {
			if missingLine(code, text) == "" {
				whole++
			} else if len(examples) == 1 {
				t.Errorf("%s: the example lacks a line of the package comment, or has it elsewhere: %s", folder, missingLine(code, text))
			}
		}
		if whole == 0 {
			t.Errorf("%s: none of %d examples with output has the lines of the package comment in their order", folder, len(examples))
		}
	}
}

// longestCode returns the block of code with the most lines in a comment.
func longestCode(text string) string {
	most := ""
	for _, block := range new(comment.Parser).Parse(text).Content {
		if c, ok := block.(*comment.Code); ok && strings.Count(c.Text, "\n") > max(strings.Count(most, "\n"), 4) {
			most = c.Text
		}
	}
	return most
}

// missingLine returns the first line of code that text does not have after the lines
// before it; "" if it has all.
func missingLine(code, text string) string {
	lines := strings.Split(text, "\n")
	for line := range strings.Lines(code) {
		line = strings.TrimSpace(line)
		for len(lines) > 0 && strings.TrimSpace(lines[0]) != line {
			lines = lines[1:]
		}
		if len(lines) == 0 {
			return line
		}
		lines = lines[1:]
	}
	return ""
}
