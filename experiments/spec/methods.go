package spec

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/methods"
	"drfvi/methods/method"
)

// programs reads the methods that are not drfvi's own. It comes first, because other
// keys name them.
func (p *parser) programs(root *yaml.Node) {
	if list := valueOf(root, "methods"); list != nil && list.Kind == yaml.SequenceNode {
		p.spec.Programs = p.ownMethods(list, p.methodNames(all))
		for _, program := range p.spec.Programs {
			p.spec.facts = append(slices.Clip(p.spec.facts), method.Of(program.Name))
		}
	}
}

// Capabilities of methods.
func all(method.Facts) bool          { return true }
func eliminates(f method.Facts) bool { return f.Eliminates }
func measures(f method.Facts) bool   { return f.Measures }

// checkMethods checks that every method can do its task; fault reports one that cannot.
func (p *parser) checkMethods(s Experiment, can func(method.Facts) bool, node *yaml.Node, profile, fault string) {
	for _, name := range s.Methods {
		if !can(s.method(name)) {
			p.at(node, "profile %q: "+fault+", expected one of: %s", profile, name, strings.Join(p.methodNames(can), ", "))
		}
	}
}

// methodNames returns the methods that the specification may name and that satisfy a condition.
func (p *parser) methodNames(can func(method.Facts) bool) []string {
	var names []string
	for _, f := range p.spec.facts {
		if can(f) {
			names = append(names, f.Name)
		}
	}
	return names
}

// checkForests checks that forests can be grown with the settings of a variant.
func (p *parser) checkForests(v Variant, node *yaml.Node) {
	for _, preset := range v.Presets {
		if preset == methods.Auto {
			if v.Take != nil || v.FrozenSets != 0 {
				p.at(node, "variant %q: preset %s has no choices to take or frozen sets to number, expected another preset", v.Name, methods.Auto)
			}
			continue
		}
		config, err := methods.Settings{Preset: preset, Trees: 1, Take: v.Take}.Config()
		if err == nil {
			config.FrozenSeed = uint64(v.FrozenSets)
			err = config.Validate()
		}
		if err != nil {
			p.at(node, "variant %q: %v", v.Name, err)
		}
	}
}
