package spec

import (
	"slices"

	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/internal/nearest"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/results"
	"drfvi/simulate"
)

// Keys of cells.
var (
	cellKeys = []string{
		results.KeyVariant, results.KeyN, results.KeyP, results.KeyMethod, results.KeyPreset, results.KeyKernel,
	}
	setCellKeys = []string{results.KeyVariant, results.KeyData, results.KeyMethod, results.KeyPreset, results.KeyKernel}
	allCellKeys = append(slices.Clip(cellKeys), results.KeyData, results.KeyScenario)
)

// cellKeys returns the keys of the specification's cells.
func (p *parser) cellKeys() []string {
	switch {
	case p.spec.Task.onSets():
		return setCellKeys
	case p.form == formTables:
		return append([]string{results.KeyScenario}, cellKeys...)
	}
	return cellKeys
}

// speak sets the words and keys of specifications of the parser's task and form of data.
func (p *parser) speak() {
	presets := forest.PresetNames()
	if !p.spec.Task.onSets() {
		presets = methods.Presets()
	}
	p.vocabulary(presets, results.FigureKinds(string(p.spec.Task)), p.cellKeys())
	p.applies = func(forms []string) bool {
		return slices.Contains(forms, string(p.spec.Task)) || slices.Contains(forms, string(p.form))
	}
}

// vocabulary sets the words that values are of.
func (p *parser) vocabulary(presets []string, figures []results.FigureKind, keys []string) {
	p.words = map[string][]string{
		"suite": SuiteNames(), "task": TaskNames(), "profile": ProfileNames(), "scenario": simulate.Names(),
		"data set": setNames(),
		"method":   p.spec.methodNames(anyMethod), "preset": presets, "preset/forest": forest.PresetNames(),
		"choice": forest.Choices(),
		"figure": words(figures), "policy": {string(datasets.MissingRefuse), string(datasets.MissingDrop)},
		"number of cells": {"all", "most"}, "key": keys, "key/dimension": slices.Concat(keys, results.Dimensions()),
		"named figure": results.Figures(), "measure": results.Measures(),
	}
}

// anyMethod is the condition that every method satisfies.
func anyMethod(method.Facts) bool { return true }

// words returns words as text.
func words[W ~string](list []W) []string {
	return nearest.Words(list, func(w W) string { return string(w) })
}
