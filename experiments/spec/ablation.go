package spec

import (
	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/forest"
	"drfvi/methods"
)

// taken is the choices that a variant takes from other presets:
//
//	take: {frequencies: paper, bandwidth: drf-1.3.1}
func (p *parser) taken(dst *[]methods.Take) located.Value {
	var t methods.Take
	choice, preset := located.Choice(&t.Choice, "choice", forest.Choices()), located.Choice(&t.Preset, "preset", forest.PresetNames())
	return located.Named("a mapping from choices to presets", choice, preset, func(r *located.Reader, key, value *yaml.Node) {
		r.Read(key, "a choice", choice)
		r.Read(value, "a preset", preset)
		*dst = append(*dst, t)
	})
}

// checkForests checks that forests with the settings of a variant can be grown.
func (p *parser) checkForests(v Variant, node *yaml.Node) {
	for _, preset := range v.Presets {
		if preset == methods.Auto {
			if v.Take != nil || v.FrozenSets != 0 {
				p.At(node, "variant %q: preset %s has no choices to take or frozen sets to number, expected another preset", v.Name, methods.Auto)
			}
			continue
		}
		config, err := methods.Settings{Preset: preset, Trees: 1, Take: v.Take}.Config()
		if err == nil {
			config.FrozenSeed = uint64(v.FrozenSets)
			err = config.Validate()
		}
		if err != nil {
			p.At(node, "variant %q: %v", v.Name, err)
		}
	}
}
