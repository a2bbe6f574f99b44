// Package methods is the registry of importance methods, for commands and experiments
// alike: the facts of each (package method), the estimator for given settings, and the
// cost of an estimation.
//
//	m, err := methods.Named("stacked")
//	estimator, err := m.New(methods.Settings{Preset: methods.Auto, Trees: 500})
//	result, err := estimator.Estimate(ctx, task)
package methods

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/importance"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
	"drfvi/methods/method"
)

// Method is a way to estimate importance: its facts and its estimator.
type Method struct {
	method.Facts
	// New returns the estimator. Its exported fields are the resolved settings and
	// are recorded as JSON.
	New func(Settings) (importance.Estimator, error)
	// Versions names the version of each package whose algorithms determine the values.
	Versions map[string]string
}

// All returns the methods, the paper's first.
func All() []Method { return slices.Clone(registry) }

// Names returns the names of the methods, the paper's first.
func Names() []string { return names(func(Method) bool { return true }) }

// Eliminating returns the names of the methods that can eliminate inputs.
func Eliminating() []string { return names(func(m Method) bool { return m.Eliminates }) }

// names returns the names of the methods that satisfy a condition.
func names(can func(Method) bool) []string {
	var list []string
	for _, m := range registry {
		if can(m) {
			list = append(list, m.Name)
		}
	}
	return list
}

// Named returns the method with the given name; the error suggests the nearest one.
func Named(name string) (Method, error) {
	for _, m := range registry {
		if m.Name == name {
			return m, nil
		}
	}
	return Method{}, nearest.Unknown("method", name, Names())
}

// TakesLevels reports whether the method splits on the levels of a categorical input.
// Other methods, and drf's presets as drf itself, get an indicator column for each.
func (m Method) TakesLevels(preset string) bool {
	return m.UsesPreset && !strings.HasPrefix(preset, "drf-")
}

// programBytes is about the program's own memory.
const programBytes = 15 << 20

// TooLargeError reports that a computation needs, by a rough estimate, more memory than
// it may use.
type TooLargeError struct{ Needed, Allowed float64 } // bytes

// Error states the memory needed and the memory allowed.
func (e TooLargeError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the same, with the setting that allows more as it is mentioned.
func (e TooLargeError) Unwrap() error {
	return mention.Errorf("about %s of memory are needed, more than the %s that may be taken, so it was not "+
		"tried%s", gigabytes(e.Needed), gigabytes(e.Allowed), mention.Clause("; %v allows more", mention.Memory))
}

func gigabytes(bytes float64) string {
	if bytes >= 10e9 {
		return fmt.Sprintf("%.0f GB", bytes/1e9)
	}
	return fmt.Sprintf("%.2g GB", bytes/1e9)
}

// EstimationBytes returns a rough estimate of an estimation's memory.
func (m Method) EstimationBytes(s Settings, l importance.Size) int64 {
	return programBytes + int64(m.Cost(s, l).Bytes)
}

// SelectionBytes returns a rough estimate of the memory of importance.Select on a table of
// which l.Rows rows are used: the elimination on all of them takes the most.
func (m Method) SelectionBytes(s Settings, l importance.Size) int64 {
	return programBytes + int64(m.EliminationCost(s, l).Bytes)
}

// Cost is the expected cost of an estimation. It panics on settings that New refuses.
func (m Method) Cost(s Settings, l importance.Size) importance.Cost { return m.estimator(s).Cost(l) }

// EliminationCost is the expected cost of an elimination whose forests grow from l.Rows
// rows. It panics on settings that New refuses.
func (m Method) EliminationCost(s Settings, l importance.Size) importance.Cost {
	return importance.EliminationCost(m.estimator(s), l)
}

// Eliminator is New for methods that can eliminate inputs; it panics for others.
func (m Method) Eliminator(s Settings) (importance.Eliminator, error) {
	e, err := m.New(s)
	if err != nil {
		return nil, err
	}
	if l, is := e.(lowered); is {
		e = l.create(l.Config)
	}
	eliminator, ok := e.(importance.Eliminator)
	if !ok {
		panic("methods: " + m.Name + " eliminates no inputs")
	}
	return eliminator, nil
}

// estimator is New for settings already accepted.
func (m Method) estimator(s Settings) importance.Estimator {
	e, err := m.New(s)
	if err != nil {
		panic("methods: settings that New refuses: " + err.Error())
	}
	return e
}
