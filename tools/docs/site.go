package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// contents are the documents in the order of the contents at the side of a page.
var contents = []string{
	"README.md", "docs/tutorial.md", "docs/effects.md", "docs/censored.md", "docs/manual.md", "docs/reference.md",
	"clients/r/README.md", "clients/python/README.md",
	"docs/inference.md",
	"docs/definitions.md", "docs/paper.md", "docs/evidence.md", "docs/choosing.md",
	"docs/experiments.md",
	"docs/development.md", "docs/dependencies.md", "CONTRIBUTING.md", "CHANGELOG.md",
	"GOVERNANCE.md", "SECURITY.md", "CODE_OF_CONDUCT.md",
}

// markdown is that of the repository: GitHub's, whose headings have names too.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
)

// A site is the documents of a repository.
type site struct {
	from  string
	pages []*page
}

// A page is a document, whose name is its path in the repository.
type page struct {
	name     string
	source   []byte
	document ast.Node
	headings []heading
}

// A heading is a section of a page, with the text below it up to the next.
type heading struct {
	Level           int
	ID, Title, Text string
}

// read reads the documents of a repository. Each one of docs must be among them.
func read(from string, names []string) (*site, error) {
	s := &site{from: from}
	for _, name := range names {
		source, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		s.pages = append(s.pages, parse(name, source))
	}
	documents, err := filepath.Glob(filepath.Join(from, "docs", "*.md"))
	if err != nil {
		return nil, err
	}
	for _, file := range documents {
		if name := "docs/" + filepath.Base(file); !slices.Contains(names, name) {
			return nil, fmt.Errorf("%s is not in the contents", name)
		}
	}
	return s, nil
}

// parse reads a document.
func parse(name string, source []byte) *page {
	p := &page{name: name, source: source, document: markdown.Parser().Parse(text.NewReader(source))}
	for node := p.document.FirstChild(); node != nil; node = node.NextSibling() {
		if h, ok := node.(*ast.Heading); ok {
			id, _ := h.AttributeString("id")
			p.headings = append(p.headings, heading{Level: h.Level, ID: string(id.([]byte)), Title: p.words(h)})
		} else if n := len(p.headings); n > 0 {
			p.headings[n-1].Text += p.words(node) + " "
		}
	}
	return p
}

// words returns the text of a node without its marks.
func (p *page) words(node ast.Node) string {
	var b strings.Builder
	// The function returns no error, and so does Walk.
	_ = ast.Walk(node, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(p.source))
			}
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if entering {
				b.Write(n.Lines().Value(p.source))
			}
		}
		if !entering && n.Type() == ast.TypeBlock || entering && n.Kind() == ast.KindText && n.(*ast.Text).SoftLineBreak() {
			b.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// title is the first heading.
func (p *page) title() string {
	if len(p.headings) == 0 {
		return p.name
	}
	return p.headings[0].Title
}

// address is the path of the page among the others.
func (p *page) address() string {
	folder, file := path.Split(p.name)
	if file == "README.md" {
		return folder + "index.html"
	}
	return strings.TrimSuffix(p.name, ".md") + ".html"
}

// page returns that of a document, nil if there is none.
func (s *site) page(name string) *page {
	for _, p := range s.pages {
		if p.name == name {
			return p
		}
	}
	return nil
}

//go:embed page.html
var pageHTML string

//go:embed style.css
var style []byte

//go:embed search.js
var search []byte

var layout = template.Must(template.New("page").Parse(pageHTML))

// An entry is a line of the contents.
type entry struct {
	Address, Title string
	Here           bool
	Parts          []heading // of the page itself
}

// files returns all files of the site by their paths, or all links that lead nowhere.
func (s *site) files() (map[string][]byte, error) {
	files := map[string][]byte{"style.css": style}
	var dead []error
	for _, p := range s.pages {
		dead = append(dead, s.link(p, files)...)
	}
	if err := errors.Join(dead...); err != nil {
		return nil, err
	}
	type found struct{ Address, Page, Title, Text string }
	var index []found
	for _, p := range s.pages {
		var body bytes.Buffer
		if err := markdown.Renderer().Render(&body, p.source, p.document); err != nil {
			return nil, err
		}
		up := strings.Repeat("../", strings.Count(p.address(), "/"))
		var entries []entry
		for _, other := range s.pages {
			e := entry{Address: up + other.address(), Title: other.title(), Here: other == p}
			if e.Here {
				e.Parts = slices.DeleteFunc(slices.Clone(p.headings), func(h heading) bool { return h.Level != 2 })
			}
			entries = append(entries, e)
		}
		for _, h := range p.headings {
			index = append(index, found{p.address() + "#" + h.ID, p.title(), h.Title, h.Text})
		}
		var out bytes.Buffer
		err := layout.Execute(&out, struct {
			Title, Up string
			Contents  []entry
			Body      template.HTML
		}{p.title(), up, entries, template.HTML(body.String())})
		if err != nil {
			return nil, err
		}
		files[p.address()] = out.Bytes()
	}
	// A script, since pages from a disk must not read other files.
	sections, err := json.Marshal(index)
	files["search.js"] = slices.Concat([]byte("const sections = "), sections, []byte(";\n"), search)
	return files, err
}

// link turns links of a page to documents into links to their pages, and adds the other files
// that it links to or shows. It returns an error for each file that does not exist.
func (s *site) link(p *page, files map[string][]byte) []error {
	var dead []error
	follow := func(destination []byte) []byte {
		target, fragment, _ := strings.Cut(string(destination), "#")
		if strings.Contains(target, ":") {
			return destination // elsewhere
		}
		name := p.name
		if target != "" {
			name = path.Join(path.Dir(p.name), target)
		}
		other := s.page(name)
		if other == nil {
			file := filepath.Join(s.from, filepath.FromSlash(name))
			info, err := os.Stat(file)
			switch {
			case err == nil && fragment != "":
				err = errors.New("only documents have headings")
			case err == nil && info.IsDir():
				return nil // there is no page to go to
			case err == nil:
				files[name], err = os.ReadFile(file)
			}
			if err != nil {
				dead = append(dead, fmt.Errorf("%s links to %s: %w", p.name, destination, err))
			}
			return destination
		}
		if fragment != "" && !slices.ContainsFunc(other.headings, func(h heading) bool { return h.ID == fragment }) {
			dead = append(dead, fmt.Errorf("%s links to %s: %s has no such heading", p.name, destination, name))
		}
		address, err := filepath.Rel(filepath.FromSlash(path.Dir(p.address())), filepath.FromSlash(other.address()))
		if err != nil {
			dead = append(dead, err)
		}
		if fragment != "" {
			address += "#" + fragment
		}
		return util.StringToReadOnlyBytes(filepath.ToSlash(address))
	}
	_ = ast.Walk(p.document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			if entering {
				n.Destination = follow(n.Destination)
			}
		case *ast.Image:
			if entering {
				n.Destination = follow(n.Destination)
			}
		}
		return ast.WalkContinue, nil
	})
	return dead
}
