package experiments

import (
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/forest"
)

// ablationFields are the keys that ablations have beside those of all tasks.
func (p *parser) ablationFields() []located.Field {
	s := &p.spec
	s.Figure = figureKinds[Ablation][0]
	return []located.Field{
		located.Optional("evaluation_rows", p.countTo(&s.EvaluationRows, "evaluation_rows", 1)),
		located.Optional("figure", p.figure),
	}
}

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
		settings := Settings{Preset: preset, Trees: 1, Take: v.Take, FrozenSeed: uint64(v.FrozenSets)}
		if _, err := distributional(newCoupled)(settings); err != nil {
			p.At(node, "variant %q: %v", v.Name, err)
		}
	}
}

// checkMeasurers checks that every method gives a forest that can be measured.
func (p *parser) checkMeasurers(s Spec, profile string, node *yaml.Node) {
	for _, name := range s.Methods {
		if method := s.method(name); !method.measures() {
			p.At(node, "profile %q: method %q measures no forest, expected one of: %s", profile, name, strings.Join(measuringMethods(), ", "))
		}
	}
}
