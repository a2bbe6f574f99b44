package spec

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/results"
	"drfvi/simulate"
)

// grid is the specification under one of its profiles, with its cells.
type grid struct {
	*parser
	Experiment
	profile string
	place   *yaml.Node // of the profile
	cells   []Cell
	// fewest and most are the numbers of inputs of its tables.
	fewest, largest int
}

// fault records a fault of the profile.
func (g *grid) fault(format string, args ...any) {
	g.fail(g.place, "profile %q: %s", g.profile, fmt.Sprintf(format, args...))
}

// faultIf records a fault of the profile if something is wrong.
func (g *grid) faultIf(wrong bool, format string, args ...any) {
	if wrong {
		g.fault(format, args...)
	}
}

// maxUnits bounds the units of one experiment, each temporarily a file.
const maxUnits = 1_000_000

// checkGrid checks the specification under each of its profiles.
func (p *parser) checkGrid() {
	for _, profile := range ProfileNames() {
		written := valueOf(valueOf(p.root, "profiles"), profile)
		if written == nil && profile != paperProfile {
			continue
		}
		s, err := p.spec.At(profile)
		if err != nil {
			panic("spec: profile that was read is not there: " + err.Error())
		}
		g := &grid{parser: p, Experiment: s, profile: profile, place: p.root, cells: s.Cells(), fewest: math.MaxInt}
		if written != nil {
			g.place = written
		}
		units := 0.0
		for _, c := range g.cells {
			units += float64(c.Repetitions)
		}
		if len(g.cells) == 0 {
			g.fault("no method is run on any of its data sets")
			continue
		}
		g.faultIf(units > maxUnits, "%.3g units of work, expected at most %d", units, maxUnits)
		g.checkMethods()
		if s.Data.Own != nil {
			g.checkOwn()
		}
		g.checkNames()
	}
}

// checkMethods checks that every method can do its task on every table.
func (g *grid) checkMethods() {
	can, fault := anyMethod, ""
	switch g.Task {
	case Elimination:
		can, fault = func(f method.Facts) bool { return f.Eliminates }, "variables cannot be eliminated by "+
			"method %q, expected one of: %s"
	case Ablation:
		can, fault = func(f method.Facts) bool { return f.Measures }, "method %q measures no forest, expected one of: %s"
	default:
		for _, part := range g.parts() {
			g.fewest, g.largest = min(g.fewest, slices.Min(part.P)), max(g.largest, slices.Max(part.P))
			g.checkPart(part)
		}
		againstPopulation := []results.FigureKind{
			results.FigureConvergence, results.FigureCost, results.FigureAccuracy, results.FigureCalibration,
			results.FigureLeaderboard, results.FigureEffects, results.FigureTests,
		}
		g.faultIf(g.PopulationDraws == 0 && slices.Contains(againstPopulation, g.Figure),
			`figure %q shows errors against population values, expected "population_draws"`, g.Figure)
	}
	for _, name := range g.Methods {
		if !can(g.method(name)) {
			g.fault(fault, name, strings.Join(g.methodNames(can), ", "))
		}
	}
}

// checkPart checks that every table of a part can be drawn and used.
func (g *grid) checkPart(part Tables) {
	names := or(part.Methods, g.Methods)
	if part.Real.Set != "" { // it has as many inputs and responses as it has, and no population values
		for _, name := range names {
			g.faultIf(g.method(name).Law,
				"method %q needs a scenario, whose law is known; data set %s has none", name, part.Real.Set)
		}
		return
	}
	if g.form == formProgram {
		g.checkGenerator()
		return
	}
	scenario, err := simulate.Named(g.Scenario(Table{scenario: part.Scenario}))
	if err != nil {
		panic("spec: scenario that was read is unknown: " + err.Error())
	}
	for _, inputs := range part.P {
		err := scenario.Check(1, inputs)
		g.faultIf(err != nil, "%v", err)
	}
	g.faultIf(g.PopulationDraws > 0 && !scenario.HasPopulation(),
		`population values of scenario %q are not known, expected no "population_draws"`, scenario.Name)
	g.faultIf(g.Figure == results.FigureAspects && scenario.Moves == nil && scenario.Relevant != nil,
		"the effects in scenario %q are not known, figure %q needs them", scenario.Name, g.Figure)
	_, explained := scenario.Explained(1, scenario.MinP, nil)
	for _, name := range names {
		facts := g.method(name)
		g.faultIf(g.PopulationDraws > 0 && facts.Effects && !explained,
			"Shapley effects of scenario %q have no closed form, expected no \"population_draws\" or a "+
				"scenario linear…", scenario.Name)
		g.faultIf(facts.Law && (g.PopulationDraws == 0 || !scenario.HasOracle()),
			`method %q needs a scenario whose inputs can be redrawn, and "population_draws"; the scenario is %q`,
			name, scenario.Name)
		study := studyOf(scenario)
		g.faultIf(study != "" && name != method.Default,
			"method %q takes no %s, which scenario %q has, expected %q", name, study, scenario.Name, method.Default)
		g.faultIf(facts.Univariate && scenario.Outputs != 1,
			"method %q needs a single response, scenario %q has %d", name, scenario.Name, scenario.Outputs)
	}
}

// studyOf says what a scenario has beside a response; it is empty for scenarios of responses alone.
func studyOf(scenario simulate.Scenario) string {
	switch {
	case scenario.Censored:
		return "censored times"
	case scenario.Treatment:
		return "treatment"
	default:
		return ""
	}
}

// checkGenerator checks that every method can be run on tables of which only the columns are known.
func (g *grid) checkGenerator() {
	g.faultIf(g.PopulationDraws > 0,
		`population values of tables of a program are not known, expected no "population_draws"`)
	for _, name := range g.Methods {
		if method := g.method(name); method.Law {
			g.fault("method %q needs a scenario, whose law is known; that of a program is not", name)
		} else if method.Univariate && len(g.Data.Targets) != 1 {
			g.fault(
				"method %q needs a single response, the program has the targets %s", name,
				strings.Join(g.Data.Targets, ", "),
			)
		}
	}
}

// checkForests checks that forests can be grown with the settings of a variant.
func (p *parser) checkForests(v Variant, place *yaml.Node) {
	for _, preset := range v.Presets {
		if preset == methods.Auto {
			p.failIf(v.Take != nil || v.FrozenSets != 0, place,
				"variant %q: preset %s has no choices to take or frozen sets to number, expected another "+
					"preset", v.Name, methods.Auto)
			continue
		}
		config, err := methods.Settings{Preset: preset, Trees: 1, Take: v.Take}.Config()
		if err == nil {
			config.FrozenSeed = uint64(v.FrozenSets)
			err = config.Validate()
		}
		p.failIf(err != nil, place, "variant %q: %v", v.Name, err)
	}
}

// checkNames checks that the inputs and cells exist that printed numbers, claims and settings name.
func (g *grid) checkNames() {
	for key, inputs := range map[string][]string{"relevant": g.Relevant, "ordering": g.Ordering} {
		for _, input := range inputs {
			g.checkInput(g.node(key), input, false)
		}
	}
	for i, e := range g.Expect {
		if e.Variable != "" {
			g.checkInput(g.expected[i], e.Variable, true)
		}
		g.selects(g.expected[i], e.Cell, e.Instead)
	}
	if g.profile == paperProfile {
		for i, l := range g.Long {
			g.checkLong(l, g.node("long", i))
		}
	}
	if g.form == formTables {
		g.fewest = g.largest // claims concern some of the tables
	}
	for key, claims := range map[string][]Claim{"claims": g.spec.Claims, "statements": g.spec.Statements} {
		for i, c := range claims {
			if slices.Contains(c.Profiles, g.profile) {
				g.checkClaim(c, g.node(key, i))
			}
		}
	}
}

// checkInput checks that an input exists, or noise.
func (g *grid) checkInput(place *yaml.Node, input string, noise bool) {
	number, err := strconv.Atoi(strings.TrimPrefix(input, "X"))
	switch table := g.Data.Own; {
	case g.Task.onSets():
		g.fail(place, "an elimination has statistics of losses, not of variables")
	case noise && input == results.Noise:
		g.failIf(len(g.Relevant) == 0, place,
			`%q stands for the variables that are not relevant, but "relevant" is not given`, results.Noise)
	case table != nil:
		if names := table.Problem.VariableNames(); !slices.Contains(names, input) {
			g.fail(place, "%v", nearest.Unknown("input", input, names))
		}
	case g.form == formProgram: // its inputs are known when it has drawn
	case err != nil || number < 1 || input != fmt.Sprint("X", number):
		or := ""
		if noise {
			or = fmt.Sprintf(" or %q", results.Noise)
		}
		g.fail(place, "variable %q, expected a name such as X3, a range such as X4..X10%s", input, or)
	case number > g.fewest:
		g.fail(place, "profile %q has the variables X1 to X%d, found X%d", g.profile, g.fewest, number)
	}
}

// checkLong checks that all cells of an entry of long are there, and left out by only.
func (g *grid) checkLong(l Long, place *yaml.Node) {
	for _, variant := range l.Variants {
		for _, set := range l.Sets {
			for _, name := range l.Methods {
				long := func(c Cell) bool {
					return c.Long && c.Variant == variant && c.Table.Set == set && c.Method.Name == name
				}
				g.failIf(!slices.ContainsFunc(g.cells, long), place,
					`no cell left out by "only" is {variant: %s, method: %s, data: %s}`, variant, name, set)
			}
		}
	}
}

// selects checks that a selector selects some cells, and also if other values stand for some of
// its own.
func (g *grid) selects(place *yaml.Node, selector, instead map[string]string) {
	other := maps.Clone(selector)
	maps.Copy(other, instead)
	for _, selector := range []map[string]string{selector, other} {
		if slices.ContainsFunc(g.cells, func(c Cell) bool { return results.Matches(selector, c.Values()) }) {
			continue
		}
		var text []string // as in a specification
		for _, key := range allCellKeys {
			if value, ok := selector[key]; ok {
				text = append(text, key+": "+value)
			}
		}
		g.fail(place, "no cell of profile %q is {%s}", g.profile, strings.Join(text, ", "))
	}
}
