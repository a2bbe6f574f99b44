package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments"
	"drfvi/internal/nearest"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/mmd"
	"drfvi/simulate"
)

func newList() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list [KIND]",
		Short: "List experiments, scenarios, methods, presets and kernels",
		Args: func(cmd *cobra.Command, args []string) error {
			return exactly(kindNames[:min(len(args), 1)]...)(cmd, args)
		},
		ValidArgsFunction: cobra.FixedCompletions(kindNames, cobra.ShellCompDirectiveNoFileComp),
	}
	format := flags.AddFormat(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		all, err := listed()
		if err != nil {
			return err
		}
		if len(args) == 1 {
			at := slices.Index(kindNames, args[0])
			if at < 0 {
				return flags.UsageError(nearest.Unknown("kind", args[0], kindNames))
			}
			all = all[at : at+1]
		}
		var facts report.Object
		var texts []string
		for _, k := range all {
			facts = facts.Add(k.key, collect(k.things, func(t thing) report.Object { return t.facts }))
			texts = append(texts, k.text())
		}
		return showAs(cmd, format, facts, strings.Join(texts, "\n"))
	}
	return cmd
}

// kindNames are the kinds of things that listed returns, in its order.
var kindNames = []string{"experiments", "scenarios", "methods", "presets", "kernels"}

// kind is a kind of things that commands know by a name.
type kind struct {
	key, title string
	things     []thing
}

// thing is what is known by a name: its facts, of which the name is the first, and its
// description for reading.
type thing struct {
	facts       report.Object
	description string
}

// named returns a thing of which the description is all that is known.
func named(name, description string) thing {
	return thing{report.Object{{"name", name}, {"description", description}}, description}
}

// presetDescriptions say what the presets are, by name.
var presetDescriptions = map[string]string{
	"auto":      "the forests that predict best out-of-bag, with and without honesty, of small and large leaves and trees",
	"paper":     "forests as the papers describe them: fresh random features at every node, independent trees",
	"drf-1.1.0": "forests as the R package of that version grows them, with which the paper's numbers were made",
	"drf-1.3.1": "forests as the R package of that version grows them; a multiple of floor(trees/30) trees",
}

// listed returns everything that commands know by a name.
func listed() ([]kind, error) {
	experimentKind := kind{key: "experiments", title: "Experiments of the paper and beyond it (drfvi run NAME)"}
	scenarios := kind{key: "scenarios", title: "Scenarios (drfvi simulate NAME)"}
	ways := kind{key: "methods", title: "Methods (drfvi importance --method NAME)"}
	presets := kind{key: "presets", title: "Presets (--preset NAME)"}
	kernels := kind{"kernels", "Kernels (--kernel NAME)", []thing{
		named(mmd.Median.String(), "exp(−‖y−y'‖²/(2m²)), m the median distance between responses"),
		named(mmd.Authors.String(), "exp(−h·‖y−y'‖²), h the median of √(‖y−y'‖/2); the paper's tables were made with it"),
		named("NUMBER", "exp(−NUMBER·‖y−y'‖²)"),
	}}
	specs, err := experiments.Embedded()
	for _, s := range specs {
		experimentKind.things = append(experimentKind.things, thing{report.Object{{"name", s.Name}, {"source", s.Source}, {"title", s.Title}}, s.Source + ": " + s.Title})
	}
	for _, s := range simulate.All() {
		scenarios.things = append(scenarios.things, thing{
			report.Object{{"name", s.Name}, {"title", s.Title}, {"equation", s.Equation}, {"relevant", s.Relevant}, {"n", s.DefaultN}, {"p", s.DefaultP}, {"d", s.Outputs}},
			fmt.Sprintf("%s\n%s\nn = %d, p = %d, d = %d; relevant: %s", s.Title, s.Equation, s.DefaultN, s.DefaultP, s.Outputs, cmp.Or(strings.Join(s.Relevant, ", "), "none")),
		})
	}
	for _, f := range method.DefaultFirst() {
		text := explainedMethod(f)
		facts := report.Object{{"name", f.Name}, {"description", text}, {"uses_preset", f.UsesPreset}, {"uses_kernel", f.UsesKernel}, {"univariate", f.Univariate}}
		ways.things = append(ways.things, thing{facts, terminal.Wrapped(text, 70)})
	}
	for _, name := range methods.Presets() {
		presets.things = append(presets.things, named(name, presetDescriptions[name]))
	}
	return []kind{experimentKind, scenarios, ways, presets, kernels}, err
}

// text is the kind for reading, the descriptions beside the names.
func (k kind) text() string {
	width := 0
	for _, t := range k.things {
		width = max(width, utf8.RuneCountInString(t.name()))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", k.title)
	for _, t := range k.things {
		indent := strings.Repeat(" ", width-utf8.RuneCountInString(t.name())+2)
		fmt.Fprintf(&b, "  %s%s%s\n", t.name(), indent, strings.ReplaceAll(t.description, "\n", "\n  "+strings.Repeat(" ", width+2)))
	}
	return b.String()
}

// name is that of the thing.
func (t thing) name() string { return t.facts.Get("name").(string) }

// explainedMethod says what a method's values mean and when it applies.
func explainedMethod(f method.Facts) string {
	text := strings.ReplaceAll(f.Meaning, "`", "")
	if f.Univariate {
		text += " (one target)"
	}
	if f.Name == method.Default {
		text += " (the default)"
	}
	return text
}

// importanceMethods returns the names of the methods that estimate importances.
func importanceMethods() []string {
	return slices.DeleteFunc(methods.Names(), func(name string) bool { return !method.Of(name).ForUsers() })
}

// sampledMethods returns the names of the methods of importances that take clusters and weights.
func sampledMethods() []string {
	return slices.DeleteFunc(importanceMethods(), func(name string) bool {
		m, err := methods.Named(name)
		return err != nil || !m.Sampled
	})
}
