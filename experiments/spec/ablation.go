package spec

import (
	"gopkg.in/yaml.v3"

	"drfvi/forest"
	"drfvi/internal/nearest"
)

// taken reads the choices that a variant takes from other presets:
//
//	take: {frequencies: paper, bandwidth: drf-1.3.1}
func (p *parser) taken(n *yaml.Node) []Take {
	var all []Take
	p.Pairs(n, "take", func(key, value *yaml.Node) {
		choice, ok := p.Choice(key, "a choice", "choice", forest.Choices())
		preset, known := p.Choice(value, "a preset", "preset", forest.PresetNames())
		if ok && known {
			all = append(all, Take{choice, preset})
		}
	})
	return all
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
