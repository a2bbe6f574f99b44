package spec

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/internal/nearest"
	"drfvi/methods"
	"drfvi/results"
	"drfvi/simulate"
)

// document is a specification as it is written.
type document struct {
	Experiment `yaml:"-"`
	Data       data          `yaml:"data" is:"required"`
	Profiles   []profile     `yaml:"profiles" is:"by=profile;each=profile"`
	Expect     []expectation `yaml:"expect" is:"in=importance|elimination;each=a group of expected numbers"`
	Claims     []claim       `yaml:"claims" is:"each=a claim"`
	Statements []claim       `yaml:"statements" is:"each=a claim"`
}

// data are the tables; which keys there are depends on the form.
type data struct {
	Node        *yaml.Node             `yaml:"-"`
	Scenario    string                 `yaml:"scenario" is:"in=scenario;required;one=scenario"`
	N           []int                  `yaml:"n" is:"in=scenario;required"`
	P           []int                  `yaml:"p" is:"in=scenario;required"`
	Tables      []part                 `yaml:"tables" is:"in=tables;required;each=a part of the tables"`
	File        string                 `yaml:"file" is:"in=file;required"`
	Targets     []string               `yaml:"targets" is:"in=file;required;each=a column"`
	Exclude     []string               `yaml:"exclude" is:"in=file;each=a column"`
	Categorical []string               `yaml:"categorical" is:"in=file;each=a column"`
	Missing     datasets.MissingPolicy `yaml:"missing" is:"in=file;one=policy"`
	OwnRows     int                    `yaml:"rows" is:"in=file;least=4"`
	Datasets    []string               `yaml:"datasets" is:"in=datasets;required;one=data set;each=a data set"`
	Rows        int                    `yaml:"rows" is:"in=datasets;required;least=4"`
}

// part is a part of the tables: of a scenario, of random rows of a data set, or of its inputs with
// one of them made irrelevant (a plasmode).
type part struct {
	Node        *yaml.Node `yaml:"-"`
	Scenario    string     `yaml:"scenario" is:"one=scenario"`
	Plasmode    string     `yaml:"plasmode" is:"one=data set"`
	Dataset     string     `yaml:"dataset" is:"one=data set"`
	Null        string     `yaml:"null"`
	P           []int      `yaml:"p"`
	N           []int      `yaml:"n" is:"required"`
	Repetitions int        `yaml:"repetitions"`
	Methods     []string   `yaml:"methods" is:"one=method;each=a method"`
}

type profile struct {
	Name           string   `yaml:"-"`
	Methods        []string `yaml:"methods" is:"one=method;each=a method"`
	Trees          int      `yaml:"trees"`
	Repetitions    int      `yaml:"repetitions"`
	EvaluationRows int      `yaml:"evaluation_rows" is:"in=importance|ablation"`
	N              []int    `yaml:"n" is:"in=scenario"`
	P              []int    `yaml:"p" is:"in=scenario"`
	Tables         []part   `yaml:"tables" is:"in=tables;each=a part of the tables"`
	Datasets       []string `yaml:"datasets" is:"in=datasets;one=data set;each=a data set"`
	Rows           int      `yaml:"rows" is:"in=file|datasets;least=4"`
}

// expectation is a group of printed numbers.
type expectation struct {
	Source      string            `yaml:"source" is:"required"`
	Cell        map[string]string `yaml:"cell" is:"required;keys=key"`
	Instead     map[string]string `yaml:"instead" is:"keys=key"`
	Repetitions int               `yaml:"repetitions"`
	Note        string            `yaml:"note"`
	Values      []number          `yaml:"values" is:"required;each=an expected number"`
}

// number is a printed number.
type number struct {
	Node      *yaml.Node        `yaml:"-"`
	Variable  string            `yaml:"variable"`
	Quantity  results.ValueName `yaml:"quantity"`
	Statistic results.Statistic `yaml:"statistic"`
	Value     *decimal          `yaml:"value"`
	Below     *decimal          `yaml:"below"`
	SE        *decimal          `yaml:"se"`
	Note      string            `yaml:"note"`
}

// claim is a statement of the paper, or of ours, about numbers of the run.
type claim struct {
	Node     *yaml.Node        `yaml:"-"`
	Text     string            `yaml:"text" is:"required"`
	Source   string            `yaml:"source"`
	Cell     map[string]string `yaml:"cell" is:"required;keys=key"`
	Holds    string            `yaml:"holds" is:"required"`
	Instead  map[string]string `yaml:"instead" is:"keys=key"`
	Cells    string            `yaml:"cells" is:"one=number of cells"`
	Profiles []string          `yaml:"profiles" is:"one=profile;each=a profile"`
}

var decimalPattern = regexp.MustCompile(`^-?[0-9]{1,15}(\.[0-9]{1,15})?$`)

// decimal is a number with its decimals as written.
type decimal struct {
	value  float64
	digits int
}

// readYAML reads a decimal number.
func (d *decimal) readYAML(r *reader, n *yaml.Node, what string) {
	value, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || !decimalPattern.MatchString(n.Value) || err != nil {
		r.at(n, "%s is %s, expected a decimal number such as 0.68", what, describe(n))
	}
	_, fraction, _ := strings.Cut(n.Value, ".")
	d.value, d.digits = value, len(fraction)
}

func (*decimal) schema() map[string]any { return map[string]any{"type": []string{"number", "string"}} }

// Takes are the choices that a variant takes from other presets, in the order as written.
type Takes []methods.Take

// readYAML reads {frequencies: paper, bandwidth: drf-1.3.1}.
func (t *Takes) readYAML(r *reader, n *yaml.Node, what string) {
	r.pairs(n, what, func(key, value *yaml.Node) {
		choice, known := r.text(key, "a choice", rules{one: "choice"})
		preset, is := r.text(value, "a preset", rules{one: "preset/forest"})
		if known && is {
			*t = append(*t, methods.Take{Choice: choice, Preset: preset})
		}
	})
}

func (*Takes) schema() map[string]any { return map[string]any{"type": "object"} }

// dataForm is the kind of the data, named by its key.
type dataForm string

const (
	formScenario dataForm = "scenario"
	formTables   dataForm = "tables"
	formSets     dataForm = "datasets"
	formFile     dataForm = "file"
)

// figureKinds are the kinds of figures by task.
var figureKinds = map[Task][]results.FigureKind{
	Importance: {
		results.FigureNone, results.FigureBars, results.FigureScaling, results.FigureConvergence, results.FigureCost, results.FigureDesigns,
		results.FigureAccuracy, results.FigureCalibration, results.FigureAspects, results.FigureLeaderboard, results.FigureEffects, results.FigureTests,
	},
	Elimination: {results.FigureNone, results.FigurePaths},
	Ablation:    {results.FigureSwitches, results.FigureFrozenSets}, // the usual one first
}

//go:embed keys.txt
var keysText string

// about returns what each key is, by its type and name, "document.name".
func about() map[string]string {
	all := make(map[string]string)
	for line := range strings.Lines(keysText) {
		key, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		all[key] = text
	}
	return all
}

// language sets what the reader reads in specifications of the parser's task and form.
func (p *parser) language() {
	presets := forest.PresetNames()
	if !p.spec.Task.onSets() {
		presets = methods.Presets()
	}
	keys := p.cellKeys()
	p.words = map[string][]string{
		"suite": SuiteNames(), "task": TaskNames(), "profile": ProfileNames(), "scenario": simulate.Names(), "data set": setNames(),
		"method": p.methodNames(all), "preset": presets, "preset/forest": forest.PresetNames(), "choice": forest.Choices(),
		"figure": words(figureKinds[p.spec.Task]), "policy": {string(datasets.MissingRefuse), string(datasets.MissingDrop)},
		"number of cells": {"all", "most"}, "key": keys, "key/dimension": slices.Concat(keys, results.Dimensions()),
		"picture": words(results.Pictures()), "number": results.Measures(), "companion": {"printed", "population"},
	}
	p.in = func(languages []string) bool {
		return slices.Contains(languages, string(p.spec.Task)) || slices.Contains(languages, string(p.form))
	}
}

// words returns words as text.
func words[W ~string](list []W) []string {
	return nearest.Words(list, func(w W) string { return string(w) })
}
