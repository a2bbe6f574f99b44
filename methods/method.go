// Package methods is the registry of the ways to estimate importance, for commands and
// experiments alike: the facts of each (package method), how settings become its
// estimator, and what an estimation costs.
//
//	m, err := methods.Named("stacked")
//	estimator, err := m.New(methods.Settings{Preset: methods.Auto, Trees: 500})
//	result, err := estimator.Estimate(ctx, task)
package methods

import (
	"slices"
	"strings"

	"drfvi/importance"
	"drfvi/internal/nearest"
	"drfvi/methods/method"
)

// Method is a way to estimate importance: what is known of it, and how it
// computes.
type Method struct {
	method.Facts
	// New returns the estimator. Its exported fields are the resolved
	// settings and are recorded as JSON.
	New func(Settings) (importance.Estimator, error)
	// Versions are those of the algorithms that determine the values, by
	// package.
	Versions map[string]string
}

// All lists the methods, the paper's own first.
func All() []Method { return slices.Clone(registry) }

// Names lists the names of the methods, the paper's own first.
func Names() []string { return names(func(Method) bool { return true }) }

// Eliminating lists the names of the methods by which inputs can be eliminated.
func Eliminating() []string { return names(func(m Method) bool { return m.Eliminates }) }

// names lists the names of the methods that can do something.
func names(can func(Method) bool) []string {
	var list []string
	for _, m := range registry {
		if can(m) {
			list = append(list, m.Name)
		}
	}
	return list
}

// Named returns the method of that name; the error suggests the nearest one.
func Named(name string) (Method, error) {
	for _, m := range registry {
		if m.Name == name {
			return m, nil
		}
	}
	return Method{}, nearest.Unknown("method", name, Names())
}

// TakesLevels tells whether the method splits on the levels of a categorical input.
// Other methods, and the presets of drf as drf itself, are given an indicator column
// for each.
func (m Method) TakesLevels(preset string) bool {
	return m.UsesPreset && !strings.HasPrefix(preset, "drf-")
}
