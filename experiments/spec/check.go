package spec

import (
	"cmp"
	"math"
	"slices"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
	"drfvi/results"
	"drfvi/simulate"
)

// checkGrid checks the specification under each of its profiles.
func (p *parser) checkGrid(root *yaml.Node) {
	for _, profile := range ProfileNames() {
		node := valueOf(root, "profiles", profile)
		if node == nil && profile != paperProfile {
			continue
		}
		node = cmp.Or(node, root)
		s, err := p.spec.At(profile)
		if err != nil {
			panic("spec: profile that was read is not there: " + err.Error())
		}
		p.checkProfile(s, profile, node, root)
		p.checkNamed(s, profile)
		cells := s.Cells()
		if len(cells) == 0 {
			p.at(node, "profile %q has no cells: no method is run on any of its data sets", profile)
			continue
		}
		if profile == paperProfile {
			for _, l := range s.Long {
				p.checkLong(l, cells)
			}
		}
		for i, e := range s.Expect {
			p.checkSelector(e.Cell, cells, p.expectNodes[i], profile)
			p.checkInstead(e.Cell, e.Instead, cells, p.expectNodes[i], profile)
		}
		for _, c := range slices.Concat(s.Claims, s.Statements) {
			p.checkClaimCells(c, cells, profile)
		}
	}
}

// againstPopulation are the figures that need population values.
var againstPopulation = []results.FigureKind{results.FigureConvergence, results.FigureCost, results.FigureAccuracy, results.FigureCalibration, results.FigureLeaderboard, results.FigureEffects, results.FigureTests}

// maxUnits bounds the units of one experiment, each temporarily a file.
const maxUnits = 1_000_000

// checkProfile checks that every cell of the grid can be computed.
func (p *parser) checkProfile(s Experiment, profile string, node, root *yaml.Node) {
	units := 0.0
	for _, c := range s.Cells() {
		units += float64(c.Repetitions)
	}
	if units > maxUnits {
		p.at(node, "profile %q has %.3g units of work, expected at most %d", profile, units, maxUnits)
	}
	if s.Data.Own != nil {
		p.checkOwn(s, profile, node, root)
	}
	switch s.Task {
	case Elimination:
		p.checkMethods(s, eliminates, node, profile, "variables cannot be eliminated by method %q")
		return
	case Ablation:
		p.checkMethods(s, measures, node, profile, "method %q measures no forest")
		return
	}
	for _, part := range s.parts() {
		p.checkPart(s, part, profile, node)
	}
	if s.PopulationDraws == 0 && slices.Contains(againstPopulation, s.Figure) {
		p.at(node, `profile %q: figure %q shows errors against population values, expected "population_draws"`, profile, s.Figure)
	}
}

// checkPart checks that every table of a part can be drawn and used.
func (p *parser) checkPart(s Experiment, part Tables, profile string, node *yaml.Node) {
	methods := s.Methods
	if part.Methods != nil {
		methods = part.Methods
	}
	if part.Real.Set != "" { // it has as many inputs and responses as it has, and no population values
		for _, name := range methods {
			if s.method(name).Law {
				p.at(node, "profile %q: method %q needs a scenario, whose law is known; data set %s has none", profile, name, part.Real.Set)
			}
		}
		return
	}
	scenario, err := simulate.Named(cmp.Or(part.Scenario, s.Data.Scenario))
	if err != nil {
		panic("spec: scenario that was read is unknown: " + err.Error())
	}
	for _, inputs := range part.P {
		if err := scenario.Check(1, inputs); err != nil {
			p.at(node, "profile %q: %v", profile, err)
		}
	}
	if s.PopulationDraws > 0 && !scenario.HasPopulation() {
		p.at(node, `profile %q: population values of scenario %q are not known, expected no "population_draws"`, profile, scenario.Name)
	}
	if s.Figure == results.FigureAspects && scenario.Moves == nil && scenario.Relevant != nil {
		p.at(node, "profile %q: the effects in scenario %q are not known, figure %q needs them", profile, scenario.Name, s.Figure)
	}
	for _, name := range methods {
		method := s.method(name)
		if _, known := scenario.Explained(1, scenario.MinP, nil); s.PopulationDraws > 0 && method.Effects && !known {
			p.at(node, "profile %q: Shapley effects of scenario %q have no closed form, expected no \"population_draws\" or a scenario linear…", profile, scenario.Name)
		}
		if method.Law && (s.PopulationDraws == 0 || !scenario.HasOracle()) {
			p.at(node, `profile %q: method %q needs a scenario whose inputs can be redrawn, and "population_draws"; the scenario is %q`, profile, name, scenario.Name)
		}
		if method.Univariate && scenario.Outputs != 1 {
			p.at(node, "profile %q: method %q needs a single response, scenario %q has %d", profile, name, scenario.Name, scenario.Outputs)
		}
	}
}

// checkNamed checks that named inputs exist.
func (p *parser) checkNamed(s Experiment, profile string) {
	if s.Task.onSets() {
		for _, v := range p.named {
			p.at(v.node, "an elimination has statistics of losses, not of variables")
		}
		return
	}
	if own := s.Data.Own; own != nil {
		for _, v := range p.named {
			if v.own != "" && !slices.Contains(own.Problem.VariableNames(), v.own) {
				p.at(v.node, "%v", nearest.Unknown("input", v.own, own.Problem.VariableNames()))
			}
		}
	}
	least, most := math.MaxInt, 0
	for _, part := range s.parts() {
		least, most = min(least, slices.Min(part.P)), max(most, slices.Max(part.P))
	}
	for _, v := range p.named {
		inputs := least
		if v.claimed != nil && !slices.Contains(v.claimed, profile) {
			continue
		}
		if p.form == formTables && v.claimed != nil {
			inputs = most // claims concern some of the tables
		}
		if v.index > inputs {
			p.at(v.node, "profile %q has the variables X1 to X%d, found X%d", profile, inputs, v.index)
		}
		if v.index == 0 && v.own == "" && len(s.Relevant) == 0 {
			p.at(v.node, `%q stands for the variables that are not relevant, but "relevant" is not given`, results.Noise)
		}
	}
}

// checkLong checks that all cells of an entry of long are there, and left out by only.
func (p *parser) checkLong(l Long, cells []Cell) {
	for _, variant := range l.Variants {
		for _, set := range l.Sets {
			for _, name := range l.Methods {
				there := slices.ContainsFunc(cells, func(c Cell) bool {
					return c.Long && c.Variant == variant && c.Table.Set == set && c.Method.Name == name
				})
				if !there {
					p.at(l.Node, "no cell left out by \"only\" is %s", selectorText(map[string]string{results.KeyVariant: variant, results.KeyMethod: name, results.KeyData: set}))
				}
			}
		}
	}
}

// checkSelector checks that a selector selects some cells.
func (p *parser) checkSelector(selector map[string]string, cells []Cell, node *yaml.Node, profile string) {
	for _, c := range cells {
		if results.Matches(selector, c.Values()) {
			return
		}
	}
	p.at(node, "no cell of profile %q is %s", profile, selectorText(selector))
}
