package main

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/experiments"
	"drfvi/experiments/spec"
	"drfvi/forest"
	"drfvi/internal/format"
	"drfvi/methods"
)

type newOptions struct {
	template      spec.OwnOptions // but the policy of missing values
	missing, task *flags.Choice
}

func (o *newOptions) addFlags(cmd *cobra.Command) {
	cmd.Args = cobra.MaximumNArgs(1)
	flags.ReadsArguments(cmd, "FILE")
	set := cmd.Flags()
	set.StringSliceVar(&o.template.Targets, "targets", nil, "`NAMES` of the target columns, separated by commas")
	set.StringSliceVar(&o.template.Exclude, "exclude", nil, "`NAMES` of columns to leave out, or patterns such as "+
		"id_*, separated by commas")
	set.StringSliceVar(&o.template.Categorical, "categorical", nil, "`NAMES` of numeric columns that hold categories")
	o.missing = flags.AddChoice(
		cmd, "missing", "policy", string(datasets.MissingRefuse),
		"missing values: refuse, drop",
		[]string{string(datasets.MissingRefuse), string(datasets.MissingDrop)},
	)
	o.task = flags.AddChoice(
		cmd, "task", "task", string(spec.Importance), "the computation on each table", spec.TaskNames(),
	)
}

func (o *newOptions) run(cmd *cobra.Command, args []string) error {
	file, options := "", o.template
	switch {
	case len(args) > 0 && options.Targets == nil:
		return flags.UsageError(fmt.Errorf("new needs the targets of %s: --targets NAME,NAME; drfvi describe %s "+
			"lists its columns", args[0], format.Argument(args[0])))
	case len(args) == 0 && options.Targets != nil:
		return flags.UsageError(fmt.Errorf("--targets are columns of a table, expected its FILE"))
	case len(args) > 0:
		file = args[0]
	}
	options.Missing = o.missing.Value
	text, warnings, err := starterSpec(spec.Task(o.task.Value), file, options)
	if err != nil {
		return err
	}
	for _, warning := range messagesOf(warnings...) {
		terminal.Message(cmd.ErrOrStderr(), "warning: "+warning)
	}
	return show(cmd, text)
}

//go:embed starter.yaml
var starterTemplate string

// starterSpec returns a specification of a task on the user's table, or on a simulated one
// if options name no targets, and warnings of the table. It can be run as it is. The error says
// what of the table cannot be used.
func starterSpec(task spec.Task, file string, o spec.OwnOptions) (text string, warnings []error, err error) {
	s := struct {
		Name, Title, File, Targets, Exclude, Categorical, Missing string
		Task                                                      spec.Task
		Own                                                       *spec.Own
		Half                                                      int
		Univariate                                                bool
		Preset                                                    string
	}{Name: "my-" + string(task), Title: "My experiment", Task: task, Missing: o.Missing, Preset: forest.PresetNames()[0]}
	if o.Targets != nil {
		table, err := spec.Open(file, file, o)
		if err != nil {
			return "", nil, err
		}
		base := filepath.Base(file)
		s.Own, s.Half, s.Name, s.Title = table, table.Rows()/2, experimentWord(base), yamlScalar(
			"Importance of the inputs of "+base,
		)
		s.File, s.Targets, s.Exclude, s.Categorical = yamlScalar(file), yamlList(o.Targets), yamlList(o.Exclude),
			yamlList(o.Categorical)
		_, targets := table.Problem.Y.Dims()
		s.Univariate, warnings = targets == 1, table.Problem.Warnings
		config, err := forest.Preset(s.Preset, 1)
		if err != nil {
			return "", nil, err
		}
		if config.CheckRows(s.Half) != nil && task == spec.Importance {
			s.Preset = methods.Auto // whose leaves are as small as the table needs
		}
	}
	var b strings.Builder
	if err := template.Must(template.New("starter").Parse(starterTemplate)).Execute(&b, s); err != nil {
		panic("drfvi: " + err.Error()) // into memory, of values that are there
	}
	if _, err := experiments.Parse("the specification", []byte(b.String())); err != nil {
		return "", nil, fmt.Errorf("no specification can be made of %s: %w", file, err)
	}
	return b.String(), warnings, nil
}

var notOfWords = regexp.MustCompile(`[^a-z0-9]+`)

// experimentWord makes a word for names of experiments of the name of a file.
func experimentWord(base string) string {
	stem, _, _ := strings.Cut(strings.ToLower(base), ".")
	w := strings.Trim(notOfWords.ReplaceAllString(stem, "-"), "-")
	if w == "" || w[0] < 'a' {
		w = strings.Trim("table-"+w, "-")
	}
	return w
}

// yamlScalar writes a text in YAML.
func yamlScalar(s string) string { return yamlList([]string{s})[1 : len(yamlList([]string{s}))-1] }

// yamlList writes a list in YAML, in a line.
func yamlList(items []string) string {
	n := yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, item := range items {
		n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: item})
	}
	data, err := yaml.Marshal(&n)
	if err != nil {
		panic("drfvi: a list that has no YAML: " + err.Error())
	}
	return strings.TrimSuffix(string(data), "\n")
}
