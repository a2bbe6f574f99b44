// Package method holds the facts of each method, a row a method: its names, the meaning of
// its values, their display, and what they depend on. Help, documents, records and reports
// read the rows; package methods registers the computation under the same name.
package method

import (
	"cmp"
	"slices"
)

// Default is the command line's method, Elimination its method for eliminating inputs.
const (
	Default     = "stacked"
	Elimination = "coupled"
)

// Facts are the facts of a method.
type Facts struct {
	// Name is its name for users and in records.
	Name string
	// Label is its name in reports, ShortLabel that where there is little room; each
	// defaults to the one before.
	Label, ShortLabel string
	// Meaning completes the sentence "an importance is …".
	Meaning string
	// Reading explains a value to users; {targets} stands for the names of the responses,
	// {input} for an input, {value} for its importance and {percent} for that in percent.
	Reading string
	// About explains the method to readers of reports.
	About string
	// Axis is the title of the axis of values.
	Axis string
	// Colour is 0xRRGGBB, the same in all figures.
	Colour uint32
	Mark   Mark
	// UsesPreset and UsesKernel report whether the values depend on a preset of the
	// distributional forest and on the kernel on the responses.
	UsesPreset, UsesKernel bool
	// Effects reports that values are Shapley effects, which have a command of their own.
	Effects bool
	// Trial marks a method to be compared in experiments, which users do not need.
	Trial bool
	// Shares reports that values estimate the importance by dropping, a share of the
	// explained variation; other methods have scales of their own.
	Shares bool
	// Unit reports that values lie between 0 and 1 up to their error, as those of Shares do.
	Unit bool
	// Forestless methods grow no forest.
	Forestless bool
	// Infers reports intervals from the data and, unless left out, p-values.
	Infers bool
	// Sampled reports support for clusters and weights of rows.
	Sampled bool
	// Univariate methods need a single response.
	Univariate bool
	// Eliminates reports that the method can eliminate inputs, Measures that an ablation
	// can measure the forest behind its values.
	Eliminates, Measures bool
	// Clamped reports that published values are cut off at 0.
	Clamped bool
	// Law marks the method that knows the law of simulated tables: a yardstick for others in
	// experiments, without an estimator.
	Law bool
}

// Mark is the shape of a method's points in shared figures.
type Mark int

// Marks.
const (
	Circle Mark = iota
	Box
	Pyramid
	Cross
)

// Words common to several methods.
const (
	importance = "importance"
	perOutput  = "that of each response alone, standardised, and of these the largest"
	sharedOut  = "{value} for {input} means: of what the inputs explain of the distribution of {targets}, " +
		"{percent} % is its part when what several tell is shared out equally."
	lost = "{value} for {input} means: of what the inputs explain of the distribution of {targets}, {percent} % is lost"
)

// dropping completes the facts of a method that estimates the share of the explained
// variation lost without an input.
func dropping(f Facts) Facts {
	f.Axis, f.UsesPreset, f.UsesKernel, f.Shares, f.Clamped = importance, true, true, true, true
	return f
}

// inferring completes those of such a method with intervals and tests.
func inferring(f Facts) Facts {
	f.Infers = true
	return dropping(f)
}

// permuting completes the facts of a method that shifts the predictions of one forest.
func permuting(f Facts) Facts {
	f.Axis, f.UsesPreset, f.UsesKernel = "shift of predictions", true, true
	return f
}

// sharing completes the facts of Shapley effects.
func sharing(f Facts) Facts {
	f.Reading, f.Axis, f.Unit = sharedOut, "share of what the inputs explain", true
	f.UsesPreset, f.UsesKernel, f.Sampled, f.Effects = true, true, true, true
	return f
}

// All returns the methods, the paper's own first.
func All() []Facts {
	facts := []Facts{
		dropping(Facts{
			Name: "retrain",
			Meaning: "the same share from two forests grown independently of each other, with and without the " +
				"input, less a bias term: the paper's estimator",
			Reading: lost + " without {input}.",
			About: "the paper's estimate: forests grown without each input, a bias term from a second forest on " +
				"all inputs subtracted",
			Colour:  0x0072B2,
			Sampled: true, Eliminates: true,
		}),
		dropping(Facts{
			Name: "coupled",
			Meaning: "the same share from forests with and without the input that share all random choices: little " +
				"work for many inputs, standard errors over trees, no intervals",
			Reading: lost + " without {input}.",
			About: "drop and relearn with common random numbers: forests without j share with the full forest " +
				"all that j does not touch; an estimate of the same quantity, with less spread",
			Colour:  0x33AAFF,
			Mark:    Box,
			Sampled: true, Eliminates: true, Measures: true,
		}),
		inferring(Facts{
			Name: "stacked",
			Meaning: "the share of the explained variation of the distribution that is lost when the input is " +
				"dropped and the forests are grown again: from forests and ridge regressions, stacked out-of-bag, " +
				"with intervals and p-values",
			Reading: lost + " without {input}.",
			About: "drop and relearn, from forests and ridge regressions stacked out-of-bag, which removes most " +
				"of the bias of small forests",
			Colour:  0x882255,
			Mark:    Box,
			Sampled: true,
		}),
		inferring(Facts{
			Name: "loco",
			Meaning: "the same share, measured as the increase in the out-of-bag loss of one forest (leave one " +
				"covariate out), with intervals and p-values",
			Reading: lost + " without {input}, as the loss on rows that trees were not grown from tells.",
			About:   "the one-step estimator: by how much the out-of-bag loss rises without the input",
			Colour:  0x332288,
			Mark:    Pyramid,
			Sampled: true,
		}),
		dropping(Facts{
			Name: "projected",
			Meaning: "the same share from a single forest that forgets its splits on the input (the paper's " +
				"section 3): the fastest, with standard errors over trees, slightly positive values for irrelevant " +
				"inputs, too large on large tables unless the rows of each tree are bounded",
			Reading: lost + " when the forest forgets its splits on {input}. Where nothing is lost, values are " +
				"still a little above 0.",
			About:   "one forest whose splits on j are forgotten",
			Colour:  0xCC79A7,
			Mark:    Pyramid,
			Sampled: true,
		}),
		dropping(Facts{
			Name:       "projected-unbiased",
			Label:      "unbiased projected",
			ShortLabel: "unbiased",
			Meaning:    "projected without the bias of finitely many trees: about 0 for irrelevant inputs",
			Reading:    lost + " when the forest forgets its splits on {input}.",
			About:      "projected, less what finitely many trees add to it",
			Colour:     0x000000,
			Mark:       Cross,
			Sampled:    true,
		}),
		{
			Name:    "energy",
			Meaning: "coupled under the energy distance, which has no bandwidth, in place of the kernel's distance",
			Reading: lost + " without {input}, by the energy distance.",
			About: "the coupled estimate with the energy distance in the place of the kernel's: no bandwidth, " +
				"and far responses count more",
			Trial:      true,
			Axis:       importance,
			Colour:     0x44AA99,
			Mark:       Box,
			UsesPreset: true, Shares: true, Clamped: true, Sampled: true,
		},
		permuting(Facts{
			Name: "permute",
			Meaning: "the change in the predicted distributions of one forest when the input is permuted: fast, " +
				"but with dependent inputs not the additional information of the input",
			Reading: "An importance of 0.3 means: when the input is permuted, the predicted distributions of " +
				"{targets} move by as much as 0.3 of their variation. Where inputs depend on each other that is not " +
				"what is lost without the input.",
			About:  "how far out-of-bag predictions of one forest move when the input is permuted",
			Colour: 0xAA4499,
			Mark:   Pyramid,
		}),
		permuting(Facts{
			Name:       "permute-conditional",
			Label:      "conditional permutation",
			ShortLabel: "conditional",
			Meaning: "permute restricted to the part of the input that the others do not predict: its residuals " +
				"from a regression forest on them",
			Reading: "An importance of 0.3 means: when what the other inputs do not tell of the input is permuted, " +
				"the predicted distributions of {targets} move by as much as 0.3 of their variation.",
			About:  "permute with the residuals of a regression forest of the input on the others permuted",
			Colour: 0xCC6677,
			Mark:   Pyramid,
		}),
		{
			Name:  "hsic",
			Label: "HSIC",
			Meaning: "the dependence between the input and the responses, without a forest and without the " +
				"other inputs (normalised HSIC)",
			Reading: "An importance is the normalised dependence (HSIC) of the input and {targets}, like a " +
				"squared correlation. An input that depends on another one that matters has a value too.",
			About:      "normalised Hilbert-Schmidt independence criterion of an input and the responses, without a forest",
			Axis:       "normalised HSIC",
			Colour:     0xDDCC77,
			UsesKernel: true, Forestless: true,
		},
		sharing(Facts{
			Name:  "shapley",
			Label: "Shapley effects",
			Meaning: "the input's part of the explained variation, with shared information divided equally, from " +
				"forests on all subsets of the inputs",
			About: "MMD-Shapley effects: what an input adds to sets of others, averaged over all orders, from the " +
				"fit of stacked and forests on each set",
			Colour: 0x882255,
		}),
		sharing(Facts{
			Name:       "shapley-sampled",
			Label:      "Shapley effects, sampled",
			ShortLabel: "sampled",
			Meaning: "the input's part of the explained variation, with shared information divided equally, " +
				"from forests on random subsets",
			About: "MMD-Shapley effects from random sets of inputs, solved by constrained least squares until " +
				"what they add to the error is below 1 % of the range of the values",
			Colour: 0x0072B2,
			Mark:   Cross,
		}),
		{
			Name:    "vimp-drf",
			Meaning: "the share of the forest's splits on the input, weighted by depth (the R package's own measure)",
			Reading: "An importance is the share of the forest's splits that are on the input, weighted by " +
				"depth. It tells what the forest looked at, not how much of the distribution of {targets} depends on " +
				"it.",
			About: "how often a forest splits on an input, weighted by 1/depth²: the default importance of " +
				"the R package drf",
			Axis:       "weighted split frequency",
			Colour:     0xCC3311,
			UsesPreset: true, Eliminates: true,
		},
		{
			Name:    "mda",
			Label:   "MDA",
			Meaning: "the increase in the squared error of a regression forest when the input is permuted (Breiman)",
			Reading: "An importance is the increase of the mean squared error, in squared units of {targets}, " +
				"when the input is permuted. It sees the mean of {targets} only.",
			About:      "mean increase of the squared error of a regression forest when the input is permuted",
			Axis:       "increase of squared error",
			Colour:     0xE69F00,
			Univariate: true,
		},
		{
			Name:    "sobol-mda",
			Label:   "Sobol-MDA",
			Meaning: "the share of the response's variance that a regression forest no longer explains without the input",
			Reading: "An importance of 0.3 means: without the input, the share of the variance of {targets} " +
				"that the forest explains is lower by 0.3. It sees the mean of {targets} only.",
			About: "share of the response's variance lost when splits on the input are projected out of a " +
				"regression forest",
			Axis:       "share of variance",
			Unit:       true,
			Colour:     0x56B4E9,
			Univariate: true,
		},
		{
			Name:    "mda-per-output",
			Label:   "MDA per output",
			Meaning: "the largest `mda` over the responses, each standardised on its own",
			Reading: "An importance is the increase of the mean squared error, in units of a target's variance, " +
				"when the input is permuted: the largest over {targets}. It sees means only.",
			About:  perOutput,
			Axis:   "increase of squared error, largest",
			Colour: 0xE69F00,
		},
		{
			Name:    "sobol-mda-per-output",
			Label:   "Sobol-MDA per output",
			Meaning: "the largest `sobol-mda` over the responses, each on its own",
			Reading: "An importance of 0.3 means: without the input, the share of the variance that the forest " +
				"explains is lower by 0.3, for that of {targets} for which it is most. It sees means only.",
			About:  perOutput,
			Axis:   "share of variance, largest",
			Unit:   true,
			Colour: 0x56B4E9,
		},
		{
			Name: "oracle",
			Meaning: "the share of the explained variation that is lost without the input with the known distribution of a " +
				"simulated table, averaged over its rows",
			Reading: lost + " without {input}.",
			About: "an ideal estimator that knows the law of the responses given the inputs, and averages " +
				"over the rows of the table: what no other can be expected to beat",
			Axis:       importance,
			Colour:     0x000000,
			Mark:       Cross,
			UsesKernel: true, Shares: true, Trial: true, Law: true, Forestless: true,
		},
	}
	for i := range facts {
		facts[i] = facts[i].labelled()
	}
	return facts
}

// labelled returns the facts with all labels.
func (f Facts) labelled() Facts {
	f.Label = cmp.Or(f.Label, f.Name)
	f.ShortLabel = cmp.Or(f.ShortLabel, f.Label)
	return f
}

// ForUsers reports whether the method is offered to users for importances; the others are
// for experiments.
func (f Facts) ForUsers() bool { return !f.Effects && !f.Trial }

// External reports that the method is not drfvi's own: a program known only by name.
func (f Facts) External() bool { return f.About == "" }

// DefaultFirst returns the methods for users, the default first, because other meanings
// refer to its share as "the same share".
func DefaultFirst() []Facts {
	facts := slices.DeleteFunc(All(), func(f Facts) bool { return !f.ForUsers() })
	index := slices.IndexFunc(facts, func(f Facts) bool { return f.Name == Default })
	return slices.Concat(facts[index:index+1], facts[:index], facts[index+1:])
}

// Of returns the facts of a method. An unknown one, in a record of another version of the
// program, is labelled by its name, and its values are taken as they are.
func Of(name string) Facts {
	for _, f := range append(All(), retired()...) {
		if f.Name == name {
			return f
		}
	}
	return Facts{Name: name, Axis: "value", Colour: 0x333333}.labelled()
}
