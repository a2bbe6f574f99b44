// Package catalogue is everything that the commands know by a name, with the words
// in which they explain it.
package catalogue

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/mmd"
	"drfvi/simulate"
)

// Catalogue is everything that commands know by a name.
type Catalogue struct {
	Experiments []experimentEntry `json:"experiments"`
	Scenarios   []scenarioEntry   `json:"scenarios"`
	Methods     []methodEntry     `json:"methods"`
	Presets     []wordEntry       `json:"presets"`
	Kernels     []wordEntry       `json:"kernels"`
}

type experimentEntry struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	Title  string `json:"title"`
}

type scenarioEntry struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Equation string   `json:"equation"`
	Relevant []string `json:"relevant"`
	N        int      `json:"n"`
	P        int      `json:"p"`
	D        int      `json:"d"`
}

type methodEntry struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	UsesPreset  bool   `json:"uses_preset"`
	UsesKernel  bool   `json:"uses_kernel"`
	Univariate  bool   `json:"univariate"`
}

type wordEntry struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// presetDescriptions say what the presets are, by name.
var presetDescriptions = map[string]string{
	"auto":      "the forests that predict best out-of-bag, of 36 kinds, with and without honesty, of small and large leaves and trees",
	"paper":     "forests as the papers describe them: fresh random features at every node, independent trees",
	"drf-1.1.0": "forests as the R package of that version grows them, with which the paper's numbers were made",
	"drf-1.3.1": "forests as the R package of that version grows them; a multiple of floor(trees/30) trees",
}

// kernels are the kernels on the responses.
var kernels = []wordEntry{
	{string(mmd.Median), "exp(−‖y−y'‖²/(2m²)), m the median distance between responses"},
	{string(mmd.Authors), "exp(−h·‖y−y'‖²), h the median of √(‖y−y'‖/2); the paper's tables were made with it"},
	{"NUMBER", "exp(−NUMBER·‖y−y'‖²)"},
}

// New returns the catalogue.
func New() (Catalogue, error) {
	c := Catalogue{Kernels: kernels}
	specs, err := experiments.Embedded()
	if err != nil {
		return c, err
	}
	for _, s := range specs {
		c.Experiments = append(c.Experiments, experimentEntry{s.Name, s.Source, s.Title})
	}
	for _, s := range simulate.All() {
		c.Scenarios = append(c.Scenarios, scenarioEntry{s.Name, s.Title, s.Equation, s.Relevant, s.DefaultN, s.DefaultP, s.Outputs})
	}
	for _, f := range method.DefaultFirst() {
		c.Methods = append(c.Methods, methodEntry{f.Name, Explained(f), f.UsesPreset, f.UsesKernel, f.Univariate})
	}
	for _, name := range methods.Presets() {
		c.Presets = append(c.Presets, wordEntry{name, presetDescriptions[name]})
	}
	return c, nil
}

// Text is the catalogue for reading.
func (c Catalogue) Text() string {
	var b strings.Builder
	section := func(title string, entries []wordEntry) {
		fmt.Fprintf(&b, "%s\n", title)
		width := 0
		for _, e := range entries {
			width = max(width, utf8.RuneCountInString(e.Name))
		}
		for _, e := range entries {
			indent := strings.Repeat(" ", width-utf8.RuneCountInString(e.Name)+2)
			lines := strings.ReplaceAll(e.Description, "\n", "\n  "+strings.Repeat(" ", width+2))
			fmt.Fprintf(&b, "  %s%s%s\n", e.Name, indent, lines)
		}
	}
	var experiments, scenarios, methods []wordEntry
	for _, e := range c.Experiments {
		experiments = append(experiments, wordEntry{e.Name, e.Source + ": " + e.Title})
	}
	for _, s := range c.Scenarios {
		scenarios = append(scenarios, wordEntry{s.Name, fmt.Sprintf("%s\n%s\nn = %d, p = %d, d = %d; relevant: %s",
			s.Title, s.Equation, s.N, s.P, s.D, cmp.Or(strings.Join(s.Relevant, ", "), "none"))})
	}
	for _, m := range c.Methods {
		methods = append(methods, wordEntry{m.Name, terminal.Wrapped(m.Description, 70)})
	}
	section("Experiments of the paper and beyond it (drfvi run NAME)", experiments)
	section("\nScenarios (drfvi simulate NAME)", scenarios)
	section("\nMethods (drfvi importance --method NAME)", methods)
	section("\nPresets (--preset NAME)", c.Presets)
	section("\nKernels (--kernel NAME)", c.Kernels)
	return b.String()
}
