package spec

import (
	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/forest"
	"drfvi/internal/nearest"
)

// taken is the choices that a variant takes from other presets:
//
//	take: {frequencies: paper, bandwidth: drf-1.3.1}
func (p *parser) taken(dst *[]Take) located.Value {
	var t Take
	choice, preset := located.Choice(&t.Choice, "choice", forest.Choices()), located.Choice(&t.Preset, "preset", forest.PresetNames())
	return located.Named("a mapping from choices to presets", choice, preset, func(r *located.Reader, key, value *yaml.Node) {
		r.Read(key, "a choice", choice)
		r.Read(value, "a preset", preset)
		*dst = append(*dst, t)
	})
}

// checkForests checks that there are forests with the settings of a variant.
func (p *parser) checkForests(v Variant, node *yaml.Node) {
	for _, preset := range v.Presets {
		if preset == AutoPreset {
			if v.Take != nil || v.FrozenSets != 0 {
				p.At(node, "variant %q: preset %s has no choices to take or frozen sets to number, expected another preset", v.Name, AutoPreset)
			}
			continue
		}
		config, err := Forest(preset, 1, v.Take)
		if err == nil {
			config.FrozenSeed = uint64(v.FrozenSets)
			err = config.Validate()
		}
		if err != nil {
			p.At(node, "variant %q: %v", v.Name, err)
		}
	}
}

// AutoPreset is the preset under which forests are grown as the data want it
// (inference.Auto).
const AutoPreset = "auto"

// PresetNames lists the presets.
func PresetNames() []string { return append([]string{AutoPreset}, forest.PresetNames()...) }

// Take is one of forest.Choices and the preset that it is taken from.
type Take struct{ Choice, Preset string }

// Forest returns the configuration of a preset other than AutoPreset, with choices
// taken from other presets, in this order.
func Forest(preset string, trees int, taken []Take) (forest.Config, error) {
	config, err := forest.Preset(preset, trees)
	if err != nil {
		return forest.Config{}, nearest.Unknown("preset", preset, PresetNames())
	}
	for _, take := range taken {
		from, err := forest.Preset(take.Preset, trees)
		if err != nil {
			return forest.Config{}, err
		}
		if config, err = config.Take(take.Choice, from); err != nil {
			return forest.Config{}, err
		}
	}
	return config, nil
}
