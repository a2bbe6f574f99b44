package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Limits of a line and of a sentence. A line is measured in characters, a sentence in words.
const (
	commentWidth  = 100
	codeWidth     = 120
	sentenceWords = 30
)

// kind is a way in which code is hard to read.
type kind string

// The kinds that are counted.
const (
	namesWithoutRole kind = "names"     // an identifier that is a preposition, a pronoun or a participle
	wideComments     kind = "comments"  // lines of comments above commentWidth
	wideCode         kind = "code"      // lines of code above codeWidth
	longSentences    kind = "sentences" // sentences of comments above sentenceWords
)

var kinds = []kind{namesWithoutRole, wideComments, wideCode, longSentences}

// withoutRole lists words that say how values relate, but not what a value is. An identifier that
// consists of such a word alone cannot be searched for.
var withoutRole = wordSet(`of on at by as it this that they them these those such own one none some each every
	both all rest left more much most less said told asked seen given taken with without beside beyond among apart
	alike upon again here there where when whose which worth`)

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// place is a line of a file that is hard to read.
type place struct {
	kind kind
	file string
	line int
	text string
}

// packageCount holds the size of a package, and its places that are hard to read.
type packageCount struct {
	lines, statements int
	places            []place
}

// number returns how many places of a kind the package has.
func (p *packageCount) number(k kind) (n int) {
	for _, place := range p.places {
		if place.kind == k {
			n++
		}
	}
	return n
}

// countFolder counts each package below a folder. Tests, generated files, test data and hidden
// folders are left out. The keys are paths relative to the folder.
func countFolder(root string) (map[string]*packageCount, error) {
	counts := make(map[string]*packageCount)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && skippedFolder(entry.Name()):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		if counts[folder] == nil {
			counts[folder] = new(packageCount)
		}
		return counts[folder].addFile(path, filepath.ToSlash(folder))
	})
	return counts, err
}

func skippedFolder(name string) bool {
	return name == "testdata" || name == "build" || name == "node_modules" || strings.HasPrefix(name, ".")
}

// addFile counts a file of the package in a folder.
func (p *packageCount) addFile(path, folder string) error {
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.ParseComments)
	if err != nil {
		return err
	}
	if ast.IsGenerated(file) {
		return nil
	}
	p.addLines(path, string(source))
	lineOf := func(position token.Pos) int { return files.Position(position).Line }
	for _, comment := range file.Comments {
		p.addSentences(path, lineOf(comment.Pos()), comment.Text())
	}
	// A node of a tree has a child on its left.
	inForest := folder == "forest" || strings.HasPrefix(folder, "forest/")
	ast.Inspect(file, func(node ast.Node) bool {
		if statement, ok := node.(ast.Stmt); ok {
			if _, block := statement.(*ast.BlockStmt); !block {
				p.statements++
			}
		}
		for _, name := range declaredNames(node) {
			if withoutRole[name.Name] && !(name.Name == "left" && inForest) {
				p.places = append(p.places, place{namesWithoutRole, path, lineOf(name.Pos()), name.Name})
			}
		}
		return true
	})
	return nil
}

// addLines counts the lines of a file and those that are too wide.
func (p *packageCount) addLines(path, source string) {
	lines := strings.Split(strings.TrimSuffix(source, "\n"), "\n")
	p.lines += len(lines)
	for number, line := range lines {
		text := strings.TrimSpace(line)
		wide, limit := wideCode, codeWidth
		if strings.HasPrefix(text, "//") {
			wide, limit = wideComments, commentWidth
		}
		if utf8.RuneCountInString(line) > limit {
			p.places = append(p.places, place{wide, path, number + 1, text})
		}
	}
}

// addSentences counts the sentences of a comment that are too long. A colon and a semicolon end a
// sentence, too.
func (p *packageCount) addSentences(path string, line int, comment string) {
	ends := func(r rune) bool { return strings.ContainsRune(".;:?", r) }
	for _, sentence := range strings.FieldsFunc(comment, ends) {
		if words := strings.Fields(sentence); len(words) > sentenceWords {
			p.places = append(p.places, place{longSentences, path, line, strings.Join(words, " ")})
		}
	}
}

// declaredNames returns the identifiers that a node declares: functions, fields, parameters,
// variables and constants.
func declaredNames(node ast.Node) (names []*ast.Ident) {
	switch node := node.(type) {
	case *ast.FuncDecl:
		return []*ast.Ident{node.Name}
	case *ast.Field:
		return node.Names
	case *ast.ValueSpec:
		return node.Names
	case *ast.AssignStmt:
		if node.Tok == token.DEFINE {
			return identifiers(node.Lhs...)
		}
	case *ast.RangeStmt:
		if node.Tok == token.DEFINE {
			return identifiers(node.Key, node.Value)
		}
	}
	return nil
}

// identifiers returns the expressions that are names.
func identifiers(expressions ...ast.Expr) (names []*ast.Ident) {
	for _, expression := range expressions {
		if name, ok := expression.(*ast.Ident); ok {
			names = append(names, name)
		}
	}
	return names
}
