package main

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ruledOut are words that documents replace by others, so that a thing has one name.
var ruledOut = regexp.MustCompile(`(?i)\b(variables?|features?|outcomes?|p values?|out of bag|oob|minimal node size|min node size|spec files?)\b`)

// houseWords are words of this program alone, for which the field has its own: significant, affects, collinear,
// on its own, borderline, not known. What the command prints has none of them.
var houseWords = regexp.MustCompile(`(?i)\b(established|close calls?|told|stands? in|standing in|moves? (with|the)|moved by|(is|are|was|were) found|leaves? it open|it is open|first comes|next comes?|by itself|less sure|undivided|hardly separable)\b`)

// TestFieldWords checks that help, sentences about results and outputs have no words of the house.
func TestFieldWords(t *testing.T) {
	texts := 0
	for _, pattern := range []string{"help/*.txt", "sentences/*.tmpl", "testdata/output/*.txt"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			texts++
			for number, line := range strings.Split(readText(t, "cmd/drfvi/"+filepath.ToSlash(name)), "\n") {
				for _, word := range houseWords.FindAllString(line, -1) {
					t.Errorf("%s:%d: %q is a word of the house: %s", name, number+1, word, strings.TrimSpace(line))
				}
			}
		}
	}
	if texts < 50 {
		t.Errorf("only %d texts were read", texts)
	}
}

// allowedPhrases hold such a word and mean something else.
var allowedPhrases = []struct{ phrase, reason string }{
	{"variable importance", "the name of the subject"},
	{"variable significance testing", "the title of a paper"},
	{"environment variable", "not an input"},
	{"fourier features", "functions of the responses, not inputs"},
	{"random features", "functions of the responses, not inputs"},
	{"recursive feature elimination", "the name of a method"},
}

// notOurWords are texts in which words are quoted, or generated.
var notOurWords = []struct{ path, reason string }{
	{"reports/paper", "generated from records"},
	{"reports/evidence", "generated from records"},
	{"reports/testdata", "generated from records"},
	{"results", "records"},
}

var (
	fenced   = regexp.MustCompile("(?s)\n *```.*?\n *```")
	indented = regexp.MustCompile(`(?m)^    .*$`)
	quoted   = regexp.MustCompile("`[^`\n]+`")
	words    = regexp.MustCompile(`(?s)\n## Glossary\n.*?(\n## |$)`) // which lists the words
	address  = regexp.MustCompile(`\]\([^)]*\)`)
)

// TestGlossary checks that documents and texts say things by the words of the glossary.
// Code, which is in blocks or between backticks, has names of its own.
func TestGlossary(t *testing.T) {
	texts := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if strings.HasPrefix(entry.Name(), ".") && name != "." || entry.Name() == "build" || slices.ContainsFunc(notOurWords, func(w struct{ path, reason string }) bool { return w.path == name }) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		switch {
		case entry.IsDir():
			return nil
		case strings.HasSuffix(name, ".md"):
			texts++
			reportRuledOut(t, name, readText(t, name))
		case strings.HasPrefix(name, "experiments/specs/") && strings.HasSuffix(name, ".yaml"):
			texts++
			reportRuledOut(t, name, title.FindString(readText(t, name)))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if texts < 30 {
		t.Errorf("only %d texts were read", texts)
	}
}

// title is the heading of a specification in reports. Its claims are in the words of
// the paper, which calls inputs variables.
var title = regexp.MustCompile(`(?m)^title: .*$`)

// reportRuledOut fails the test for each line with a word that the glossary rules out.
func reportRuledOut(t *testing.T, name, text string) {
	t.Helper()
	blank := func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) }
	for _, code := range []*regexp.Regexp{words, fenced, indented, quoted, address} {
		text = code.ReplaceAllStringFunc(text, blank)
	}
	for number, line := range strings.Split(text, "\n") {
		plain := strings.ToLower(line)
		for _, a := range allowedPhrases {
			plain = strings.ReplaceAll(plain, a.phrase, "")
		}
		for _, word := range ruledOut.FindAllString(plain, -1) {
			t.Errorf("%s:%d: %q is not a word of docs/reference.md: %s", name, number+1, word, strings.TrimSpace(line))
		}
	}
}
