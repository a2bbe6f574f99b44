package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLinks checks that every link of the documents leads to a file or a heading.
func TestLinks(t *testing.T) {
	s, err := read(filepath.Join("..", ".."), contents)
	if err != nil {
		t.Fatal(err)
	}
	files, err := s.files()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "docs/manual.html", "docs/images/aspects.png", "search.js", "style.css"} {
		if len(files[name]) == 0 {
			t.Errorf("there is no %s", name)
		}
	}
}

// TestDeadLinks checks that links to what is not there are found, and others are followed.
func TestDeadLinks(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"README.md":     "# Top\n\n[a](docs/a.md#part-one) ![p](docs/p.png) [d](docs) [w](https://example.org/x#y) [t](#top)\n",
		"docs/a.md":     "# A\n\n## Part `one`\n\nwords\n\n[up](../README.md)\n",
		"docs/p.png":    "picture",
		"bad/bad.md":    "# Bad\n\n[x](gone.md) [y](../docs/a.md#two) [z](../docs/p.png#part) ![i](gone.png)\n",
		"docs/lone.txt": "",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := read(folder, []string{"README.md", "docs/a.md"})
	if err != nil {
		t.Fatal(err)
	}
	files, err := s.files()
	if err != nil {
		t.Fatal(err)
	}
	top := string(files["index.html"])
	for _, want := range []string{`href="docs/a.html#part-one"`, `src="docs/p.png"`, `href="https://example.org/x#y"`, `href="index.html#top"`} {
		if !strings.Contains(top, want) {
			t.Errorf("index.html lacks %s:\n%s", want, top)
		}
	}
	if !strings.Contains(string(files["docs/a.html"]), `href="../index.html"`) || string(files["docs/p.png"]) != "picture" {
		t.Errorf("docs/a.html is %s", files["docs/a.html"])
	}
	if !strings.Contains(string(files["search.js"]), `"Title":"Part one","Text":"words up `) {
		t.Errorf("search.js is %s", files["search.js"])
	}
	if s, err = read(folder, []string{"README.md", "docs/a.md", "bad/bad.md"}); err != nil {
		t.Fatal(err)
	}
	_, err = s.files()
	for _, want := range []string{"bad/bad.md links to gone.md", "../docs/a.md#two: docs/a.md has no such heading", "../docs/p.png#part: only documents", "gone.png"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, expected %q", err, want)
		}
	}
	if _, err := read(folder, []string{"README.md"}); err == nil || err.Error() != "docs/a.md is not in the contents" {
		t.Errorf("the error is %v", err)
	}
}
