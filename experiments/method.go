package experiments

import (
	"context"
	"slices"
	"strings"

	"drfvi/experiments/external"
	"drfvi/experiments/spec"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/method"
	"drfvi/internal/nearest"
)

// Method is a way to estimate importance: what is known of it, and how it
// computes.
type Method struct {
	method.Facts
	// New returns the estimator. Its exported fields are the resolved
	// settings and are recorded as JSON.
	New func(Settings) (importance.Estimator, error)
	// versions are those of the algorithms that determine the values, by
	// package.
	versions map[string]string
	// program is what is asked instead of an estimator, nil for drfvi's own.
	program *external.Method
}

// Settings are what a user chooses of an estimator.
type Settings struct {
	Preset string // one of spec.PresetNames(); of no effect unless UsesPreset
	Trees  int
	// SampleFraction, if positive, takes the place of the preset's.
	SampleFraction float64
	// Take are choices as other presets have them, taken in this order; of no effect
	// on preset auto, as FrozenSeed is.
	Take []spec.Take
	// FrozenSeed is that of forest.Config.
	FrozenSeed uint64
	// Fixed are single choices in the place of the preset's.
	Fixed forest.Override
	// Halves are those of estimators that infer; the zero value stands for
	// inference.StandardHalves.
	Halves inference.Halves
	// Trial is the number of trees by which preset auto chooses; 0 for as many as
	// suit most tables.
	Trial int
}

// trialTrees is the number of trees by which preset auto chooses.
const trialTrees = 150

// config returns the configuration of a distributional forest.
func (s Settings) config() (forest.Config, error) {
	config, err := spec.Forest(s.Preset, s.Trees, s.Take)
	if err != nil {
		return forest.Config{}, err
	}
	if s.SampleFraction > 0 {
		config.SampleFraction = s.SampleFraction
	}
	config.FrozenSeed = s.FrozenSeed
	config = s.Fixed.Apply(config)
	return config, config.Validate()
}

// Methods lists the methods there are, the paper's own first.
func Methods() []Method { return slices.Clone(registry) }

// MethodNames lists the methods, the paper's own first.
func MethodNames() []string {
	names := make([]string, len(registry))
	for i, m := range registry {
		names[i] = m.Name
	}
	return names
}

// MethodNamed returns the method of that name.
func MethodNamed(name string) (Method, error) {
	for _, m := range registry {
		if m.Name == name {
			return m, nil
		}
	}
	return Method{}, nearest.Unknown("method", name, MethodNames())
}

// TakesLevels tells whether the method splits on the levels of a categorical input.
// Other methods, and the presets of drf as drf itself, are given an indicator column
// for each.
func (m Method) TakesLevels(preset string) bool {
	return m.UsesPreset && !strings.HasPrefix(preset, "drf-")
}

// EliminationMethods lists the methods by which variables can be eliminated.
func EliminationMethods() []string {
	var names []string
	for _, m := range registry {
		if m.Eliminates {
			names = append(names, m.Name)
		}
	}
	return names
}

// distributional returns a New that gives make the configuration of a
// distributional forest.
func distributional(make func(forest.Config) importance.Estimator) func(Settings) (importance.Estimator, error) {
	return func(s Settings) (importance.Estimator, error) { return s.estimator(inference.Halves{}, make) }
}

// inferring is distributional for estimators with errors and tests from halves of
// the rows.
func inferring(make func(forest.Config, inference.Halves) importance.Estimator) func(Settings) (importance.Estimator, error) {
	return func(s Settings) (importance.Estimator, error) {
		halves := s.Halves
		if halves == (inference.Halves{}) {
			halves = inference.StandardHalves()
		}
		return s.estimator(halves, func(c forest.Config) importance.Estimator { return make(c, halves) })
	}
}

// estimator returns what make makes of the settings' configuration, or of the one that
// preset auto chooses.
func (s Settings) estimator(halves inference.Halves, make func(forest.Config) importance.Estimator) (importance.Estimator, error) {
	if s.Preset == spec.AutoPreset {
		return s.auto(halves, make)
	}
	config, err := s.config()
	if err != nil {
		return nil, err
	}
	return make(config), nil
}

// auto returns the estimator that chooses the configuration for another one.
func (s Settings) auto(halves inference.Halves, make func(forest.Config) importance.Estimator) (importance.Estimator, error) {
	fixed := s.Fixed
	if s.SampleFraction > 0 {
		fixed.SampleFraction = &s.SampleFraction
	}
	// What holds for one of the configurations holds for all: only what is fixed
	// may be out of bounds.
	base, err := forest.Preset("paper", s.Trees)
	if err != nil {
		return nil, err
	}
	trial := s.Trial
	if trial == 0 {
		trial = trialTrees
	}
	auto := inference.Auto{Trees: s.Trees, Trial: min(s.Trees, trial), Fixed: fixed, Halves: halves, New: make}
	return auto, fixed.Apply(base).Validate()
}

// Doubts returns a warning if forests of a configuration explain clearly less of a
// task's responses than those of preset auto would; see inference.Auto.
func Doubts(ctx context.Context, task importance.Task, c forest.Config) (warning string, err error) {
	return inference.Auto{Trial: min(c.Trees, trialTrees)}.Doubts(ctx, task, c)
}

// regression returns a New that gives make the configuration of a regression
// forest.
func regression(make func(forest.RegressionConfig) importance.Estimator) func(Settings) (importance.Estimator, error) {
	return func(s Settings) (importance.Estimator, error) {
		config := forest.RegressionPreset(s.Trees)
		if err := config.Validate(); err != nil {
			return nil, err
		}
		return make(config), nil
	}
}
