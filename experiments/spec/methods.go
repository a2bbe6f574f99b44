package spec

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/external"
	"drfvi/experiments/internal/located"
	"drfvi/forest"
	"drfvi/methods"
	"drfvi/methods/method"
)

// programs reads the methods that are not drfvi's own. It comes first, because other
// keys name them.
func (p *parser) programs(root *yaml.Node) {
	if list := located.ValueOf(root, "methods"); list != nil && list.Kind == yaml.SequenceNode {
		p.spec.Programs = external.Read(&p.Reader, list, p.methodNames(all))
		for _, program := range p.spec.Programs {
			p.spec.facts = append(slices.Clip(p.spec.facts), method.Of(program.Name))
		}
	}
}

// methods is a list of distinct methods, among them programs of the specification, which were read
// before and replaced by their names.
func (p *parser) methods(dst *[]string, programs bool) located.Value {
	if !programs {
		return located.Choices(dst, "method", p.methodNames(all))
	}
	var name string
	names := located.Choice(&name, "method", p.methodNames(all))
	item := located.Any([]located.Value{names, external.Value()}, func(*yaml.Node) located.Value { return names })
	return located.Set(dst, "a method", func(dst *string) located.Value {
		return item.Then(func(*yaml.Node) { *dst = name })
	})
}

// Capabilities of methods.
func all(method.Facts) bool          { return true }
func eliminates(f method.Facts) bool { return f.Eliminates }
func measures(f method.Facts) bool   { return f.Measures }

// checkMethods checks that every method can do its task; fault reports one that cannot.
func (p *parser) checkMethods(s Experiment, can func(method.Facts) bool, node *yaml.Node, profile, fault string) {
	for _, name := range s.Methods {
		if !can(s.method(name)) {
			p.At(node, "profile %q: "+fault+", expected one of: %s", profile, name, strings.Join(p.methodNames(can), ", "))
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

// checkForests checks that forests can be grown with the settings of a variant.
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
