package experiments

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gopkg.in/yaml.v3"

	"drfvi/forest"
	"drfvi/mmd"
	"drfvi/results"
	"drfvi/simulate"
)

// Parse reads a specification; file is its name for messages. The error joins
// every fault found, each as "file:line:column: text".
func Parse(file string, data []byte) (Spec, error) {
	p := parser{reader: reader{file: file}, spec: Spec{File: file, Figure: "none", Suite: SuitePaper, Profiles: map[string]Profile{}}}
	root, err := p.document(data)
	if err != nil {
		return Spec{}, err
	}
	p.read(root)
	if len(p.faults) == 0 {
		// Only a grid that is well formed can be checked as a whole.
		p.checkGrid(root)
	}
	if err := p.err(); err != nil {
		return Spec{}, err
	}
	return p.spec, nil
}

// parser reads a specification from its YAML.
type parser struct {
	reader
	spec Spec
	// profileNodes, expectNodes, claimNodes and statementNodes are where
	// profiles, printed numbers, claims and statements are written, for faults
	// that show only when the whole is known.
	profileNodes   map[string]*yaml.Node
	expectNodes    []*yaml.Node
	claimNodes     []*yaml.Node
	statementNodes []*yaml.Node
	// named are the variables named anywhere.
	named []namedVariable
	// tabled tells that the data are in parts, which other keys depend on.
	tabled bool
}

// namedVariable is a place that names a variable, or noise.
type namedVariable struct {
	node  *yaml.Node
	index int // from 1; 0 for noise
}

// figureKinds are the ways to draw an experiment, by task.
var figureKinds = map[Task][]results.FigureKind{
	Importance: {
		results.FigureNone, results.FigureBars, results.FigureScaling, results.FigureConvergence, results.FigureCost, results.FigureDesigns,
		results.FigureAccuracy, results.FigureCalibration,
	},
	Elimination: {results.FigureNone, results.FigurePaths},
	Ablation:    {results.FigureSwitches, results.FigureFrozenSets}, // the usual one first
}

// figure reads how the experiment is drawn.
func (p *parser) figure(n *yaml.Node) {
	p.spec.Figure, _ = oneOf(&p.reader, n, "figure", "figure", figureKinds[p.spec.Task])
}

func (p *parser) read(root *yaml.Node) {
	s := &p.spec
	s.Task = p.task(root)
	p.tabled = p.inParts(root)
	fields := []field{
		required("name", func(n *yaml.Node) { s.Name, _ = p.word(n, "name") }),
		required("title", p.textTo(&s.Title, "title")),
		required("source", p.textTo(&s.Source, "source")),
		required("order", p.countTo(&s.Order, "order", 1)),
		optional("suite", func(n *yaml.Node) { s.Suite, _ = p.choice(n, "suite", "suite", SuiteNames()) }),
		required("seed", func(n *yaml.Node) { s.Seed = p.seed(n) }),
		required("repetitions", p.countTo(&s.Repetitions, "repetitions", 1)),
		required("trees", p.countTo(&s.Trees, "trees", 1)),
		required("data", p.data),
		required("methods", func(n *yaml.Node) { s.Methods = p.methods(n, "methods") }),
		required("variants", p.variants),
		required("description", p.textTo(&s.Description, "description")),
		optional("notes", func(n *yaml.Node) {
			p.list(n, "notes", func(item *yaml.Node) {
				if note, ok := p.text(item, "a note"); ok {
					s.Notes = append(s.Notes, note)
				}
			})
		}),
		optional("profiles", p.profiles),
		optional("task", func(*yaml.Node) {}), // read before
	}
	if s.Task != Ablation {
		fields = append(fields,
			optional("expect", func(n *yaml.Node) { p.list(n, "expect", p.expect) }),
			optional("claims", func(n *yaml.Node) { p.list(n, "claims", p.claim) }),
			optional("statements", func(n *yaml.Node) { p.list(n, "statements", p.statement) }),
		)
	}
	switch s.Task {
	case Elimination:
		fields = append(fields, p.eliminationFields()...)
	case Ablation:
		fields = append(fields, p.ablationFields()...)
	default:
		fields = append(fields,
			optional("evaluation_rows", p.countTo(&s.EvaluationRows, "evaluation_rows", 1)),
			optional("fourier", p.countTo(&s.Fourier, "fourier", 1)),
			optional("population_draws", p.countTo(&s.PopulationDraws, "population_draws", 2)),
			optional("figure", p.figure),
			optional("relevant", func(n *yaml.Node) { s.Relevant = p.variables(n, "relevant") }),
			optional("ordering", func(n *yaml.Node) { s.Ordering = p.variables(n, "ordering") }),
			optional("top", p.countTo(&s.Top, "top", 1)),
		)
	}
	p.mapping(root, "the specification", fields...)
	for i := range s.Expect {
		if s.Expect[i].Repetitions == 0 {
			s.Expect[i].Repetitions = s.Repetitions
		}
	}
}

func (p *parser) textTo(dst *string, what string) func(*yaml.Node) {
	return func(n *yaml.Node) { *dst, _ = p.text(n, what) }
}

func (p *parser) countTo(dst *int, what string, least int) func(*yaml.Node) {
	return func(n *yaml.Node) { *dst, _ = p.count(n, what, least) }
}

// seed reads a whole number that is not negative.
func (p *parser) seed(n *yaml.Node) uint64 {
	seed, err := strconv.ParseUint(n.Value, 10, 64)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil {
		p.at(n, "seed is %s, expected a whole number from 0 to %d", describe(n), uint64(math.MaxUint64))
	}
	return seed
}

func (p *parser) data(n *yaml.Node) {
	d := &p.spec.Data
	if p.spec.Task.onSets() {
		p.mapping(n, "data",
			required("datasets", func(n *yaml.Node) { d.Sets = p.sets(n) }),
			required("rows", p.countTo(&d.Rows, "rows", leastRows)),
		)
		return
	}
	if p.tabled {
		p.mapping(n, "data", required("tables", func(n *yaml.Node) { d.Tables = p.tables(n) }))
		return
	}
	p.mapping(n, "data",
		required("scenario", func(n *yaml.Node) { d.Scenario, _ = p.choice(n, "scenario", "scenario", simulate.Names()) }),
		required("n", func(n *yaml.Node) { d.N = p.counts(n, "n") }),
		required("p", func(n *yaml.Node) { d.P = p.counts(n, "p") }),
	)
}

// counts reads a list of different positive whole numbers.
func (p *parser) counts(n *yaml.Node, what string) []int {
	var counts []int
	p.list(n, what, func(item *yaml.Node) {
		if c, ok := p.count(item, what, 1); ok && unique(&p.reader, item, what, c, counts) {
			counts = append(counts, c)
		}
	})
	return counts
}

// choices reads a list of different words.
func (p *parser) choices(n *yaml.Node, what, kind string, words []string) []string {
	var list []string
	p.list(n, what, func(item *yaml.Node) {
		if s, ok := p.choice(item, "a "+kind, kind, words); ok && unique(&p.reader, item, what, s, list) {
			list = append(list, s)
		}
	})
	return list
}

func (p *parser) methods(n *yaml.Node, what string) []string {
	return p.choices(n, what, "method", MethodNames())
}

func (p *parser) variants(n *yaml.Node) {
	p.pairs(n, "variants", func(key, value *yaml.Node) {
		name, ok := p.word(key, "a variant's name")
		if !ok {
			return
		}
		v, presets := Variant{Name: name}, forest.PresetNames()
		if !p.spec.Task.onSets() {
			presets = PresetNames()
		}
		fields := []field{
			required("presets", func(n *yaml.Node) { v.Presets = p.choices(n, "presets", "preset", presets) }),
			required("kernels", func(n *yaml.Node) { v.Kernels = p.kernels(n) }),
			optional("methods", func(n *yaml.Node) { v.Methods = p.methods(n, "methods") }),
			optional("repetitions", p.countTo(&v.Repetitions, "repetitions", 1)),
			optional("take", func(n *yaml.Node) { v.Take = p.taken(n) }),
			optional("frozen_sets", p.countTo(&v.FrozenSets, "frozen_sets", 1)),
			optional("title", p.textTo(&v.Title, "title")),
			optional("about", p.textTo(&v.About, "about")),
		}
		if !p.spec.Task.onSets() {
			fields = append(fields, optional("sample_exponent", func(n *yaml.Node) { v.SampleExponent = p.between(n, "sample_exponent", 0, 1) }))
		}
		p.mapping(value, fmt.Sprintf("variant %q", name), fields...)
		p.checkForests(v, value)
		p.spec.Variants = append(p.spec.Variants, v)
	})
	if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
		p.at(n, "variants is empty, expected at least one")
	}
}

func (p *parser) kernels(n *yaml.Node) []string {
	var kernels []string
	p.list(n, "kernels", func(item *yaml.Node) {
		s, ok := p.text(item, "a kernel")
		if !ok {
			return
		}
		choice, err := mmd.ParseKernel(s)
		if err != nil {
			p.at(item, "%v", err)
			return
		}
		if unique(&p.reader, item, "kernels", string(choice), kernels) {
			kernels = append(kernels, string(choice))
		}
	})
	return kernels
}

func (p *parser) profiles(n *yaml.Node) {
	p.profileNodes = make(map[string]*yaml.Node)
	p.pairs(n, "profiles", func(key, value *yaml.Node) {
		name, ok := p.choice(key, "a profile's name", "profile", ProfileNames)
		if !ok {
			return
		}
		p.profileNodes[name] = key
		var f Profile
		fields := []field{
			optional("n", func(n *yaml.Node) { f.N = p.counts(n, "n") }),
			optional("p", func(n *yaml.Node) { f.P = p.counts(n, "p") }),
			optional("methods", func(n *yaml.Node) { f.Methods = p.methods(n, "methods") }),
			optional("trees", p.countTo(&f.Trees, "trees", 1)),
			optional("repetitions", p.countTo(&f.Repetitions, "repetitions", 1)),
			optional("evaluation_rows", p.countTo(&f.EvaluationRows, "evaluation_rows", 1)),
		}
		if p.spec.Task.onSets() {
			end := len(fields)
			if p.spec.Task == Elimination {
				end-- // nothing is aggregated over a part of the rows
			}
			fields = append(fields[2:end:end],
				optional("datasets", func(n *yaml.Node) { f.Sets = p.sets(n) }),
				optional("rows", p.countTo(&f.Rows, "rows", leastRows)),
			)
		} else if p.tabled {
			fields = append(fields[2:], optional("tables", func(n *yaml.Node) { f.Tables = p.tables(n) }))
		}
		p.mapping(value, fmt.Sprintf("profile %q", name), fields...)
		p.spec.Profiles[name] = f
	})
}

// checkGrid checks the specification under each of its profiles.
func (p *parser) checkGrid(root *yaml.Node) {
	for _, profile := range ProfileNames {
		node, written := p.profileNodes[profile]
		if !written && profile != paperProfile {
			continue
		}
		if !written {
			node = root
		}
		s, err := p.spec.At(profile)
		if err != nil {
			panic("experiments: profile that was read is not there: " + err.Error())
		}
		p.checkProfile(s, profile, node)
		p.checkNamed(s, profile)
		cells := s.cells()
		if len(cells) == 0 {
			p.at(node, "profile %q has no cells: no method is run on any of its data sets", profile)
			continue
		}
		for i, e := range s.Expect {
			p.checkSelector(e.Cell, cells, p.expectNodes[i], profile)
		}
		for i, c := range p.spec.Claims {
			if slices.Contains(c.Profiles, profile) {
				p.checkSelector(c.Cell, cells, p.claimNodes[i], profile)
				if len(c.Than) > 0 {
					p.checkSelector(overridden(c.Cell, c.Than), cells, p.claimNodes[i], profile)
				}
			}
		}
		for i, c := range p.spec.Statements {
			if slices.Contains(c.Profiles, profile) {
				p.checkStatementCells(c, cells, p.statementNodes[i], profile)
			}
		}
	}
}

// againstPopulation are the figures of what is known in the population.
var againstPopulation = []results.FigureKind{results.FigureConvergence, results.FigureCost, results.FigureAccuracy, results.FigureCalibration}

// maxUnits bounds the units of one experiment, each of which is a file for a
// while.
const maxUnits = 1_000_000

// checkProfile checks that every cell of the grid can be computed.
func (p *parser) checkProfile(s Spec, profile string, node *yaml.Node) {
	units := 0.0
	for _, c := range s.cells() {
		units += float64(c.repetitions)
	}
	if units > maxUnits {
		p.at(node, "profile %q has %.3g units of work, expected at most %d", profile, units, maxUnits)
	}
	switch s.Task {
	case Elimination:
		p.checkEliminators(s, profile, node)
		return
	case Ablation:
		p.checkMeasurers(s, profile, node)
		return
	}
	for _, part := range s.parts() {
		p.checkPart(s, part, profile, node)
	}
	if s.PopulationDraws == 0 && slices.Contains(againstPopulation, s.Figure) {
		p.at(node, `profile %q: figure %q shows errors against population values, expected "population_draws"`, profile, s.Figure)
	}
}

// checkPart checks that every table of a part can be drawn and estimated on.
func (p *parser) checkPart(s Spec, part Tables, profile string, node *yaml.Node) {
	scenario, err := simulate.Named(cmp.Or(part.Scenario, s.Data.Scenario))
	if err != nil {
		panic("experiments: scenario that was read is unknown: " + err.Error())
	}
	for _, inputs := range part.P {
		if err := scenario.Check(1, inputs); err != nil {
			p.at(node, "profile %q: %v", profile, err)
		}
	}
	if s.PopulationDraws > 0 && !hasPopulation(scenario) {
		p.at(node, `profile %q: population values of scenario %q are not known, expected no "population_draws"`, profile, scenario.Name)
	}
	methods := s.Methods
	if part.Methods != nil {
		methods = part.Methods
	}
	for _, name := range methods {
		method, err := MethodNamed(name)
		if err != nil {
			panic("experiments: method that was read is unknown: " + err.Error())
		}
		if method.Univariate && scenario.Outputs != 1 {
			p.at(node, "profile %q: method %q needs a single response, scenario %q has %d", profile, name, scenario.Name, scenario.Outputs)
		}
	}
}

// checkNamed checks that the variables named exist.
func (p *parser) checkNamed(s Spec, profile string) {
	if s.Task.onSets() {
		for _, v := range p.named {
			p.at(v.node, "an elimination has statistics of losses, not of variables")
		}
		return
	}
	inputs := math.MaxInt
	for _, part := range s.parts() {
		inputs = min(inputs, slices.Min(part.P))
	}
	for _, v := range p.named {
		if v.index > inputs {
			p.at(v.node, "profile %q has the variables X1 to X%d, found X%d", profile, inputs, v.index)
		}
		if v.index == 0 && len(s.Relevant) == 0 {
			p.at(v.node, `%q stands for the variables that are not relevant, but "relevant" is not given`, results.Noise)
		}
	}
}

// checkSelector checks that a selector of cells finds some.
func (p *parser) checkSelector(selector map[string]string, cells []cell, node *yaml.Node, profile string) {
	for _, c := range cells {
		values := c.values()
		found := true
		for key, value := range selector {
			found = found && values[key] == value
		}
		if found {
			return
		}
	}
	p.at(node, "no cell of profile %q is %s", profile, selectorText(selector))
}
