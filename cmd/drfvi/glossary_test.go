package main

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ruledOut are the words that docs/conventions.md replaces by others.
var ruledOut = regexp.MustCompile(`(?i)\b(variables?|covariates?|predictors?|features?|outcomes?|datasets?|data points?|observations?|explained variance|confidence intervals?|p values?|out of bag|oob|minimal node size|min node size|spec files?)\b`)

// allowedPhrases hold such a word and mean something else.
var allowedPhrases = []struct{ phrase, reason string }{
	{"confidence intervals for variable importance", "the title of a paper"},
	{"variable importance", "the name of the subject"},
	{"variable significance testing", "the title of a paper"},
	{"environment variable", "not an input"},
	{"leave one covariate out", "the name of a method"},
	{"leave-one-covariate-out", "the name of a method"},
	{"fourier features", "functions of the responses, not inputs"},
	{"random features", "functions of the responses, not inputs"},
	{"recursive feature elimination", "the name of a method"},
	{"unit of observation", "explains a row"},
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
	words    = regexp.MustCompile(`(?s)\n## Glossary\n.*?\n## `) // which lists the words
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
			t.Errorf("%s:%d: %q is not a word of docs/conventions.md: %s", name, number+1, word, strings.TrimSpace(line))
		}
	}
}
