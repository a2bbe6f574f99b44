package main

import (
	"embed"
	"errors"
	"io/fs"
	"regexp"
	"strings"
	"text/template"

	"drfvi/cmd/drfvi/internal/report"
)

// Sentences about results are templates, in a file for each kind of answer. None claims that there
// is no effect: a test that is not significant does not show that.

//go:embed sentences/*.tmpl
var sentenceFiles embed.FS

// sentences has the templates by name, whose line breaks are spaces. A key that is not given is a
// programmer's mistake.
var sentences = func() *template.Template {
	templates := template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"p": report.Equality, "names": namesInSentence, "capital": capital,
		"one": func(list []string) bool { return len(list) == 1 },
	})
	files, err := fs.Glob(sentenceFiles, "sentences/*.tmpl")
	for _, name := range files {
		text, unreadable := sentenceFiles.ReadFile(name)
		_, wrong := templates.Parse(lineBreaks.ReplaceAllString(string(text), " "))
		err = errors.Join(err, unreadable, wrong)
	}
	return template.Must(templates, err)
}()

var lineBreaks = regexp.MustCompile(`\s*\n\s*`)

// slots are what a template writes, by key.
type slots map[string]any

// say returns the sentences of a template.
func say(name string, s slots) string {
	var b strings.Builder
	if err := sentences.ExecuteTemplate(&b, name, s); err != nil {
		panic("drfvi: sentence " + name + ": " + err.Error())
	}
	return strings.TrimSpace(b.String())
}

// namesInSentence lists names; of many, the first ones and how many more there are.
func namesInSentence(names []string) string { return enumerated(inSentences(names), "more") }

// capital returns a text that begins with a capital letter.
func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
