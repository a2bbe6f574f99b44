package methods

import (
	"context"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/importance/shapley"
	"drfvi/internal/nearest"
)

// Auto is the default preset (inference.Config).
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
}

// Config returns the configuration of a distributional forest.
func (s Settings) Config() (forest.Config, error) {
	config, err := s.preset()
	if err != nil {
		return forest.Config{}, err
	}
	if s.SampleFraction > 0 {
		config.SampleFraction = s.SampleFraction
	}
	config = s.Fixed.Apply(config)
	return config, config.Validate()
}

// preset returns the preset's configuration, with choices taken from others.
func (s Settings) preset() (forest.Config, error) {
	if s.Preset == Auto {
		return inference.Config(s.Trees), nil
	}
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
	config.FrozenSeed = s.FrozenSeed
	return config, nil
}

// estimator passes the settings' configuration to create.
func (s Settings) estimator(create func(forest.Config) importance.Estimator) (importance.Estimator, error) {
	config, err := s.Config()
	if err != nil {
		return nil, err
	}
	if e := create(config); s.Preset != Auto || lowers(e) {
		return e, nil
	}
	return lowered{config, create}, nil
}

// lowers reports whether an estimator lowers the minimum node size itself where there are few rows.
func lowers(e importance.Estimator) bool {
	switch e.(type) {
	case inference.Stacked, inference.Loco, shapley.Estimator:
		return true
	}
	return false
}

// lowered is an estimator whose trees can split twice on any number of rows (inference.Splittable).
type lowered struct {
	Config forest.Config `json:"config"`
	create func(forest.Config) importance.Estimator
}

// Name implements importance.Estimator.
func (l lowered) Name() string { return l.create(l.Config).Name() }

// Cost implements importance.Estimator.
func (l lowered) Cost(s importance.Size) importance.Cost { return l.forRows(s.Rows).Cost(s) }

// Estimate implements importance.Estimator.
func (l lowered) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	n := 0
	if task.X != nil {
		n, _ = task.X.Dims()
	}
	return l.forRows(n).Estimate(ctx, task)
}

// forRows returns the estimator for so many rows.
func (l lowered) forRows(rows int) importance.Estimator {
	return l.create(inference.Splittable(l.Config, rows))
}
