// Package starter writes specifications to begin from, with a remark on every key.
package starter

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"gopkg.in/yaml.v3"

	"drfvi/experiments"
	"drfvi/experiments/spec"
	"drfvi/forest"
	"drfvi/methods"
)

//go:embed starter.yaml
var text string

// Spec returns a specification of a task on the user's table, or on a simulated one
// if options name no targets. It can be run as it is. The error says what of the
// table cannot be used.
func Spec(task spec.Task, file string, o spec.OwnOptions) (string, error) {
	s := struct {
		Name, Title, File, Targets, Exclude, Categorical, Missing string
		Task                                                      spec.Task
		Own                                                       *spec.Own
		Half                                                      int
		Univariate                                                bool
		Preset                                                    string
	}{Name: "mine", Title: "My experiment", Task: task, Missing: o.Missing, Preset: forest.PresetNames()[0]}
	if o.Targets != nil {
		own, err := spec.Open(file, file, o)
		if err != nil {
			return "", err
		}
		base := filepath.Base(file)
		s.Own, s.Half, s.Name, s.Title = own, own.Rows()/2, word(base), scalar("Importance of the inputs of "+base)
		s.File, s.Targets, s.Exclude, s.Categorical = scalar(file), list(o.Targets), list(o.Exclude), list(o.Categorical)
		_, targets := own.Problem.Y.Dims()
		s.Univariate = targets == 1
		config, err := forest.Preset(s.Preset, 1)
		if err != nil {
			return "", err
		}
		if config.CheckRows(s.Half) != nil && task == spec.Importance {
			s.Preset = methods.Auto // whose leaves are as small as the table needs
		}
	}
	var b strings.Builder
	if err := template.Must(template.New("starter").Parse(text)).Execute(&b, s); err != nil {
		panic("starter: " + err.Error()) // into memory, of values that are there
	}
	if _, err := experiments.Parse("the specification", []byte(b.String())); err != nil {
		return "", fmt.Errorf("no specification can be made of %s: %w", file, err)
	}
	return b.String(), nil
}

var notOfWords = regexp.MustCompile(`[^a-z0-9]+`)

// word makes a word for names of experiments of the name of a file.
func word(base string) string {
	stem, _, _ := strings.Cut(strings.ToLower(base), ".")
	w := strings.Trim(notOfWords.ReplaceAllString(stem, "-"), "-")
	if w == "" || w[0] < 'a' {
		w = strings.Trim("table-"+w, "-")
	}
	return w
}

// scalar writes a text in YAML.
func scalar(s string) string { return list([]string{s})[1 : len(list([]string{s}))-1] }

// list writes a list in YAML, in a line.
func list(items []string) string {
	n := yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, item := range items {
		n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: item})
	}
	data, err := yaml.Marshal(&n)
	if err != nil {
		panic("starter: a list that has no YAML: " + err.Error())
	}
	return strings.TrimSuffix(string(data), "\n")
}
