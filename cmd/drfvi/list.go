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
	"drfvi/experiments/spec"
	"drfvi/internal/format"
	"drfvi/internal/nearest"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/mmd"
	"drfvi/simulate"
)

func newList() *cobra.Command {
	atMostOne := func(cmd *cobra.Command, args []string) error {
		return exactly(kindNames[:min(len(args), 1)]...)(cmd, args)
	}
	cmd := printing(
		"list [KIND]", "List experiments, scenarios, methods, presets and kernels", atMostOne,
		func(args []string) (any, string, error) {
			kinds := listed()
			if len(args) == 1 {
				index := slices.Index(kindNames, args[0])
				if index < 0 {
					return nil, "", flags.UsageError(nearest.Unknown("kind", args[0], kindNames))
				}
				kinds = kinds[index : index+1]
			}
			var facts report.Object
			var texts []string
			for _, k := range kinds {
				facts = facts.Add(k.key, collect(k.things, func(t thing) report.Object { return t.facts }))
				texts = append(texts, k.text())
			}
			return facts, strings.Join(texts, "\n"), nil
		},
	)
	cmd.ValidArgsFunction = cobra.FixedCompletions(kindNames, cobra.ShellCompDirectiveNoFileComp)
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
	"auto": "the default: forests without honesty, of half of the rows, whose nodes of up to 15 rows " +
		"are leaves, most inputs or all candidates of every split",
	"paper":     "forests as the papers describe them: fresh random features at every node, independent trees",
	"drf-1.1.0": "forests as the R package of that version grows them, with which the paper's numbers were made",
	"drf-1.3.1": "forests as the R package of that version grows them; a multiple of floor(trees/30) trees",
}

// listed returns everything that commands know by a name.
func listed() []kind {
	return []kind{
		{
			"experiments", "Experiments of the paper and beyond it (drfvi run NAME)",
			collect(ownExperiments(), func(s spec.Experiment) thing {
				return thing{report.Object{{"name", s.Name}, {"source", s.Source}, {"title", s.Title}}, s.Source + ": " + s.Title}
			}),
		},
		{"scenarios", "Scenarios (drfvi simulate NAME)", collect(simulate.All(), func(s simulate.Scenario) thing {
			return thing{
				report.Object{
					{"name", s.Name}, {"title", s.Title}, {"equation", s.Equation}, {"relevant", s.Relevant},
					{"n", s.DefaultN}, {"p", s.DefaultP}, {"d", s.Outputs},
				},
				fmt.Sprintf(
					"%s\n%s\nn = %d, p = %d, d = %d; relevant: %s", s.Title, s.Equation, s.DefaultN, s.DefaultP, s.Outputs,
					cmp.Or(strings.Join(s.Relevant, ", "), "none"),
				),
			}
		})},
		{"methods", "Methods (drfvi importance --method NAME)", collect(method.DefaultFirst(), func(f method.Facts) thing {
			text := explainedMethod(f)
			facts := report.Object{
				{"name", f.Name}, {"description", text}, {"uses_preset", f.UsesPreset}, {"uses_kernel", f.UsesKernel},
				{"univariate", f.Univariate},
			}
			return thing{facts, format.Wrapped(text, 70)}
		})},
		{
			"presets", "Presets (--preset NAME)",
			collect(methods.Presets(), func(name string) thing { return named(name, presetDescriptions[name]) }),
		},
		{"kernels", "Kernels (--kernel NAME)", []thing{
			named(mmd.Median.String(), "exp(−‖y−y'‖²/(2m²)), m the median distance between responses"),
			named(mmd.Authors.String(), "exp(−h·‖y−y'‖²), h the median of √(‖y−y'‖/2); the paper's tables were made with it"),
			named(mmd.Linear.String(), "⟨y, y'⟩, under which means alone count; methods stacked and loco"),
			named("NUMBER", "exp(−NUMBER·‖y−y'‖²)"),
		}},
	}
}

// text is the kind for reading, the descriptions beside the names.
func (k kind) text() string {
	width := 0
	for _, t := range k.things {
		width = max(width, utf8.RuneCountInString(t.name()))
	}
	text := k.title + "\n"
	for _, t := range k.things {
		text += fmt.Sprintf(
			"  %-*s  %s\n", width, t.name(),
			strings.ReplaceAll(t.description, "\n", "\n  "+strings.Repeat(" ", width+2)),
		)
	}
	return text
}

func (t thing) name() string { return t.facts.Get("name").(string) }

// explainedMethod says what a method's values mean and when it applies.
func explainedMethod(f method.Facts) string {
	return strings.ReplaceAll(f.Meaning, "`", "") + textIf(
		f.Univariate, " (one target)",
	) + textIf(f.Name == method.Default, " (the default)")
}

// importanceMethods returns the names of the methods that estimate importances.
func importanceMethods() []string {
	return having(methods.Names(), func(name string) bool { return method.Of(name).ForUsers() })
}

// sampledMethods returns the names of the methods of importances that take clusters and weights.
func sampledMethods() []string {
	return having(importanceMethods(), func(name string) bool { return method.Of(name).Sampled })
}
