package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/methods"
)

// estimation is what is to be estimated: a problem read from a table, by a method, and the
// user's choices as they are resolved for it.
type estimation struct {
	*estimationOptions
	stderr  io.Writer
	method  methods.Method
	file    string
	problem *datasets.Problem
	rows    sampledRows // how those of the table were sampled
	// numTrees and evaluated are the user's choices, or the bounds of a large table.
	numTrees, evaluated int
	bounds              *inference.Bounds // of a large table; nil for none
	// usesKernel reports whether there is a kernel, the method's or of losses.
	usesKernel bool
	// predicts reports whether a forest is grown to predict, not for importances, and tests
	// whether dependence is tested.
	predicts, tests bool
}

// bound bounds the work on a large table under preset auto, in what the user has not
// chosen, unless all rows are wanted.
func (e *estimation) bound() {
	n, _ := e.problem.X.Dims()
	if e.exact || e.preset.Value != methods.Auto || !e.method.UsesPreset {
		return
	}
	clusters := n
	if e.rows.Clusters != nil {
		clusters = e.rows.Count
	}
	b, large := inference.BoundsOf(n, clusters)
	if !large {
		return
	}
	if b.Rows < 2*e.sampleSize.Value {
		b.Rows = min(2*e.sampleSize.Value, n)
	}
	e.bounds = &b
	if !e.isSet("trees") {
		e.numTrees = b.Trees
	}
	if !e.isSet("evaluate") && e.method.UsesKernel {
		e.evaluated = b.Rows
	}
}

// settings are those of the method, for any number of rows.
func (e *estimation) settings() methods.Settings {
	s := methods.Settings{Preset: e.preset.Value, Trees: e.numTrees, Fixed: e.fixed}
	if e.bounds != nil {
		s.Fixed.MostRows = &e.bounds.Rows
	}
	return s
}

// sampledSettings returns the settings under which trees on n rows draw so many of them,
// or 0 for as many as the preset says.
func sampledSettings(s methods.Settings, drawn, n int) (methods.Settings, error) {
	if drawn == 0 {
		return s, nil
	}
	if drawn >= n {
		return s, fmt.Errorf("%v is %d, but forests are grown from %s, expected at most %d: each tree must "+
			"leave rows out-of-bag", mention.SampleSize,
			drawn, format.Plural(n, "row"), n-1)
	}
	if bound := s.Fixed.MostRows; bound != nil {
		n = min(n, *bound)
	}
	// Half a row more, so that rounding never makes it one row less.
	s.SampleFraction = (float64(drawn) + 0.5) / float64(n)
	return s, nil
}

// drawn returns the number of rows that a tree draws of n.
func (e *estimation) drawn(c forest.Config, n int) int {
	return cmp.Or(e.sampleSize.Value, c.DrawnRows(n))
}

// size is what the cost of the problem depends on.
func (e *estimation) size() importance.Size {
	s := e.task(nil).Size()
	s.Evaluated, s.Fourier = e.evaluated, e.aggregation.Value
	if e.method.UsesKernel && s.Fourier == 0 {
		s.Kernel = importance.SpectrumOf(e.problem.Y, e.kernel.Value)
	}
	return s
}

// task is the problem as the user wants it solved, with progress unless that is nil.
func (e *estimation) task(progress *terminal.Progress) importance.Task {
	task := e.problem.Task()
	task.Kernel, task.Seed, task.Workers = e.kernel.Value, e.seed.Value, e.workers.Value
	task.Clusters, task.Weights = e.rows.Clusters, e.rows.Weights
	if e.level != nil {
		task.Coverage = e.level.Value
	}
	if progress != nil {
		task.Progress = func(share float64) { progress.Update(share, "") }
	}
	if e.method.UsesKernel { // others take no distances
		task.Subsample, task.Fourier = e.evaluated, e.aggregation.Value
	}
	return task
}

// fits returns an error if a computation needs more memory than it may take.
func (e *estimation) fits(what string, bytes int64) error {
	if allowed := e.memory.Value; allowed > 0 && float64(bytes) > allowed {
		flags := fmt.Sprintf("%v, %v, %v", mention.SampleSize, mention.Evaluate, mention.Aggregation.To("fourier"))
		if e.independent {
			flags = mention.SampleSize.String()
		}
		return fmt.Errorf(
			"%s: %w, and %s or fewer %v take less", what,
			methods.TooLargeError{Needed: float64(bytes), Allowed: allowed}, flags, mention.Trees,
		)
	}
	return nil
}

// grown begins an analysis whose forests are those of the method stacked, and returns these.
func (e *estimation) grown() (a *analysis, forests inference.Stacked, err error) {
	a = e.describe()
	settings, err := sampledSettings(e.settings(), e.sampleSize.Value, a.N)
	if err != nil {
		return nil, forests, err
	}
	estimator, err := e.method.New(settings)
	if err != nil {
		return nil, forests, flags.UsageError(err)
	}
	forests = estimator.(inference.Stacked)
	a.Config, a.SampleSize, a.Method.Name = &forests.Config, e.drawn(forests.Config, a.N), ""
	return a, forests, nil
}

// responseNames are the names of the targets of a problem.
func responseNames(p *datasets.Problem) []string {
	return collect(p.Targets, func(t datasets.Target) string { return t.Name })
}

// describe returns an analysis with all that is known before its values.
func (e *estimation) describe() *analysis {
	n, _ := e.problem.X.Dims()
	a := &analysis{
		Method: e.method, File: e.file, Dropped: e.problem.Dropped, Missing: e.table.missing.Value,
		Targets: e.problem.YNames, Variables: e.problem.VariableNames(), Kernel: e.kernel.Value.String(),
		Preset:    e.preset.Value,
		Responses: responseNames(e.problem), Members: members(e.problem), N: n, Rows: e.rows, Trees: e.numTrees,
		Seed: e.seed.Value, Scale: e.table.scale.Value, Warnings: messagesOf(e.problem.Warnings...),
		Independent: e.independent || !e.method.Sampled, Takes: e.takes, Copies: e.problem.Copies(),
	}
	if warning := e.problem.Dominated(); warning != "" && e.usesKernel {
		noun, consequence := "target ", fmt.Sprintf(", so that importance is mostly that for it: %v gives all "+
			"targets the same weight", mention.Scale.To("sd"))
		switch {
		case e.predicts:
			consequence = ", so that the forest is grown mostly for it: a forest for each target may predict the others better"
		case e.tests:
			noun, consequence = "column ", fmt.Sprintf(", so that the test is mostly that of it: %v gives all "+
				"columns of %v the same weight", mention.Scale.To("sd"), mention.Y)
		}
		a.warn(noun + warning + consequence)
	}
	if !e.predicts && !e.tests && !e.independent {
		a.warn(trialsWarning(e.problem))
	}
	if !e.independent && !e.tests { // runs of a simulator are made of their inputs, and columns of a test are named
		a.Leaks = datasets.Leaks(e.problem)
	}
	if e.rows.Clusters == nil && !a.Independent {
		a.warn(messagesOf(datasets.Dependent(e.problem, e.table.reading.Exclude))...)
	}
	if e.aggregation.Value > 0 {
		a.Aggregation = e.aggregation.String()
	}
	if e.bounds != nil {
		a.Bounded = e.bounds.Rows
	}
	if !e.usesKernel {
		a.Kernel = noneUsed
		e.warnUnused(a, "kernel")
	}
	if !e.method.UsesKernel {
		e.warnUnused(a, "evaluate", "aggregation")
	}
	if !e.method.UsesPreset {
		a.Preset = noneUsed
		e.warnUnused(a, append([]string{"preset", "sample-size"}, forestFlags...)...)
	}
	if e.method.Forestless {
		a.Trees = 0
		e.warnUnused(a, "trees", "evaluate")
	}
	if config := e.config(e.numTrees); e.method.UsesPreset && config.Trees != a.Trees {
		a.warn(
			fmt.Sprintf(
				"preset %s grows whole groups of %d trees: %d trees instead of %d", a.Preset, config.GroupSize,
				config.Trees, a.Trees,
			),
		)
		a.Trees = config.Trees
	}
	return a
}

// members says which columns each group of inputs has.
func members(problem *datasets.Problem) []string {
	inputs := map[int]string{} // by their first columns
	for _, input := range problem.Inputs {
		inputs[input.First] = input.Name
	}
	var memberships []string
	for _, v := range problem.Variables {
		var names []string
		for _, column := range v.Columns {
			if name, first := inputs[column]; first {
				names = append(names, name)
			}
		}
		if len(names) > 1 && v.Name != strings.Join(names, ", ") {
			memberships = append(
				memberships,
				fmt.Sprintf("Input %s holds %s.", inSentence(v.Name), enumerated(inSentences(names), "more")),
			)
		}
	}
	return memberships
}

// warnUnused warns of flags that the user gave and the method makes no use of.
func (e *estimation) warnUnused(a *analysis, names ...string) {
	for _, name := range names {
		e.warnIdle(a, "uses no "+name, name)
	}
}

// warnIdle warns of flags that the user gave and that have no effect, for a reason.
func (e *estimation) warnIdle(a *analysis, reason string, names ...string) {
	for _, name := range names {
		if e.isSet(name) {
			a.warn(fmt.Sprintf("method %s %s, %v has no effect", e.method.Name, reason, mention.Name(name)))
		}
	}
}
