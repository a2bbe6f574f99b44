package methods

import (
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/nearest"
)

// Auto is the preset that adapts the forests to the data (inference.Auto).
const Auto = "auto"

// Presets returns the names of the presets of distributional forests, Auto first.
func Presets() []string { return append([]string{Auto}, forest.PresetNames()...) }

// Take is one of forest.Choices and the preset it is taken from.
type Take struct{ Choice, Preset string }

// Settings determine a method's estimator.
type Settings struct {
	Preset string // one of Presets(); of no effect unless UsesPreset
	Trees  int
	// SampleFraction, if positive, replaces the preset's.
	SampleFraction float64
	// Take lists choices to take from other presets, in order; like FrozenSeed without
	// effect on preset auto.
	Take []Take
	// FrozenSeed is that of forest.Config.
	FrozenSeed uint64
	// Fixed replaces single choices of the preset.
	Fixed forest.Override
	// Halves are those of estimators that infer; nil for inference.StandardHalves.
	Halves *inference.Halves
	// Trial is the number of trees with which preset auto chooses; 0 for a number that
	// suits most tables.
	Trial int
}

// Config returns the configuration of a distributional forest under a preset other than
// Auto.
func (s Settings) Config() (forest.Config, error) {
	config, err := forest.Preset(s.Preset, s.Trees)
	if err != nil {
		return forest.Config{}, nearest.Unknown("preset", s.Preset, Presets())
	}
	for _, take := range s.Take {
		from, err := forest.Preset(take.Preset, s.Trees)
		if err != nil {
			return forest.Config{}, err
		}
		if config, err = config.Take(take.Choice, from); err != nil {
			return forest.Config{}, err
		}
	}
	if s.SampleFraction > 0 {
		config.SampleFraction = s.SampleFraction
	}
	config.FrozenSeed = s.FrozenSeed
	config = s.Fixed.Apply(config)
	return config, config.Validate()
}

// estimator passes the settings' configuration, or the one chosen by preset auto, to
// create.
func (s Settings) estimator(halves inference.Halves, create func(forest.Config) importance.Estimator) (importance.Estimator, error) {
	if s.Preset == Auto {
		return s.auto(halves, create)
	}
	config, err := s.Config()
	if err != nil {
		return nil, err
	}
	return create(config), nil
}

// auto returns the estimator that chooses a configuration for another one.
func (s Settings) auto(halves inference.Halves, create func(forest.Config) importance.Estimator) (importance.Estimator, error) {
	fixed := s.Fixed
	if s.SampleFraction > 0 {
		fixed.SampleFraction = &s.SampleFraction
	}
	// All configurations are valid if one is: only fixed choices may be out of bounds.
	base, err := forest.Preset("paper", s.Trees)
	if err != nil {
		return nil, err
	}
	if err := fixed.Apply(base).Validate(); err != nil {
		return nil, err
	}
	auto := inference.Standard(s.Trees)
	if s.Trial > 0 {
		auto.Trial = min(s.Trees, s.Trial)
	}
	fixed.Steady = auto.Fixed.Steady
	auto.Fixed, auto.Halves, auto.New = fixed, halves, create
	return auto, nil
}
