package spec

import (
	"crypto/sha256"
	"fmt"
	"math"
	"strconv"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/forest"
	"drfvi/internal/method"
	"drfvi/mmd"
	"drfvi/results"
	"drfvi/simulate"
)

// Parse reads a specification that may name the methods given; file is its name for
// messages. The error joins every fault found, each as "file:line:column: text".
func Parse(file string, data []byte, methods []method.Facts) (Experiment, error) {
	p := parser{Reader: located.Reader{File: file}, spec: Experiment{facts: methods, File: file, Figure: "none", Suite: SuitePaper, Profiles: map[string]Profile{}}}
	root, err := p.Document(data)
	if err != nil {
		return Experiment{}, err
	}
	p.read(root)
	if !p.Faulty() {
		// Only a grid that is well formed can be checked as a whole.
		p.checkGrid(root)
	}
	if err := p.Err(); err != nil {
		return Experiment{}, err
	}
	p.spec.SHA256 = fmt.Sprintf("%x", sha256.Sum256(data))
	return p.spec, nil
}

// parser reads a specification from its YAML.
type parser struct {
	located.Reader
	spec Experiment
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
		results.FigureAccuracy, results.FigureCalibration, results.FigureAspects, results.FigureLeaderboard, results.FigureEffects,
	},
	Elimination: {results.FigureNone, results.FigurePaths},
	Ablation:    {results.FigureSwitches, results.FigureFrozenSets}, // the usual one first
}

func (p *parser) read(root *yaml.Node) {
	s := &p.spec
	s.Task = p.task(root)
	p.tabled = p.inParts(root)
	p.programs(root)
	fields := []located.Field{
		located.Required("name", func(n *yaml.Node) { s.Name, _ = p.Word(n, "name") }),
		located.Required("title", p.textTo(&s.Title, "title")),
		located.Required("source", p.textTo(&s.Source, "source")),
		located.Required("order", p.countTo(&s.Order, "order", 1)),
		located.Optional("suite", func(n *yaml.Node) { s.Suite, _ = p.Choice(n, "suite", "suite", SuiteNames()) }),
		located.Required("seed", func(n *yaml.Node) { s.Seed = p.seed(n) }),
		located.Required("repetitions", p.countTo(&s.Repetitions, "repetitions", 1)),
		located.Required("trees", p.countTo(&s.Trees, "trees", 1)),
		located.Required("data", p.data),
		located.Required("methods", func(n *yaml.Node) { s.Methods = p.methods(n, "methods") }),
		located.Required("variants", p.variants),
		located.Required("description", p.textTo(&s.Description, "description")),
		located.Optional("notes", func(n *yaml.Node) {
			p.List(n, "notes", func(item *yaml.Node) {
				if note, ok := p.Text(item, "a note"); ok {
					s.Notes = append(s.Notes, note)
				}
			})
		}),
		located.Optional("profiles", p.profiles),
		located.Optional("figure", func(n *yaml.Node) {
			s.Figure, _ = located.OneOf(&p.Reader, n, "figure", "figure", figureKinds[s.Task])
		}),
		located.Optional("task", func(*yaml.Node) {}), // read before
	}
	if s.Task == Ablation {
		s.Figure = figureKinds[Ablation][0]
	} else {
		fields = append(fields,
			located.Optional("expect", func(n *yaml.Node) { p.List(n, "expect", p.expect) }),
			located.Optional("claims", func(n *yaml.Node) { p.List(n, "claims", p.claim) }),
			located.Optional("statements", func(n *yaml.Node) { p.List(n, "statements", p.statement) }),
		)
	}
	if s.Task == Elimination {
		fields = append(fields, located.Optional("only", p.only))
	} else {
		fields = append(fields, located.Optional("evaluation_rows", p.countTo(&s.EvaluationRows, "evaluation_rows", 1)))
	}
	if s.Task == Importance {
		fields = append(fields,
			located.Optional("fourier", p.countTo(&s.Fourier, "fourier", 1)),
			located.Optional("population_draws", p.countTo(&s.PopulationDraws, "population_draws", 2)),
			located.Optional("relevant", func(n *yaml.Node) { s.Relevant = p.variables(n, "relevant") }),
			located.Optional("ordering", func(n *yaml.Node) { s.Ordering = p.variables(n, "ordering") }),
			located.Optional("top", p.countTo(&s.Top, "top", 1)),
		)
	}
	p.Mapping(root, "the specification", fields...)
	for i := range s.Expect {
		if s.Expect[i].Repetitions == 0 {
			s.Expect[i].Repetitions = s.Repetitions
		}
	}
}

func (p *parser) textTo(dst *string, what string) func(*yaml.Node) {
	return func(n *yaml.Node) { *dst, _ = p.Text(n, what) }
}

func (p *parser) countTo(dst *int, what string, least int) func(*yaml.Node) {
	return func(n *yaml.Node) { *dst, _ = p.Count(n, what, least) }
}

// seed reads a whole number that is not negative.
func (p *parser) seed(n *yaml.Node) uint64 {
	seed, err := strconv.ParseUint(n.Value, 10, 64)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil {
		p.At(n, "seed is %s, expected a whole number from 0 to %d", located.Describe(n), uint64(math.MaxUint64))
	}
	return seed
}

func (p *parser) data(n *yaml.Node) {
	d := &p.spec.Data
	if p.spec.Task.onSets() {
		p.Mapping(n, "data",
			located.Required("datasets", func(n *yaml.Node) { d.Sets = p.sets(n) }),
			located.Required("rows", p.countTo(&d.Rows, "rows", leastRows)),
		)
		return
	}
	if p.tabled {
		p.Mapping(n, "data", located.Required("tables", func(n *yaml.Node) { d.Tables = p.tables(n) }))
		return
	}
	p.Mapping(n, "data",
		located.Required("scenario", func(n *yaml.Node) { d.Scenario, _ = p.Choice(n, "scenario", "scenario", simulate.Names()) }),
		located.Required("n", func(n *yaml.Node) { d.N = p.counts(n, "n") }),
		located.Required("p", func(n *yaml.Node) { d.P = p.counts(n, "p") }),
	)
}

// counts reads a list of different positive whole numbers.
func (p *parser) counts(n *yaml.Node, what string) []int {
	var counts []int
	p.List(n, what, func(item *yaml.Node) {
		if c, ok := p.Count(item, what, 1); ok && located.Unique(&p.Reader, item, what, c, counts) {
			counts = append(counts, c)
		}
	})
	return counts
}

// choices reads a list of different words.
func (p *parser) choices(n *yaml.Node, what, kind string, words []string) []string {
	var list []string
	p.List(n, what, func(item *yaml.Node) {
		if s, ok := p.Choice(item, "a "+kind, kind, words); ok && located.Unique(&p.Reader, item, what, s, list) {
			list = append(list, s)
		}
	})
	return list
}

func (p *parser) methods(n *yaml.Node, what string) []string {
	return p.choices(n, what, "method", p.methodNames(all))
}

func (p *parser) variants(n *yaml.Node) {
	p.Pairs(n, "variants", func(key, value *yaml.Node) {
		name, ok := p.Word(key, "a variant's name")
		if !ok {
			return
		}
		v, presets := Variant{Name: name}, forest.PresetNames()
		if !p.spec.Task.onSets() {
			presets = PresetNames()
		}
		fields := []located.Field{
			located.Required("presets", func(n *yaml.Node) { v.Presets = p.choices(n, "presets", "preset", presets) }),
			located.Required("kernels", func(n *yaml.Node) { v.Kernels = p.kernels(n) }),
			located.Optional("methods", func(n *yaml.Node) { v.Methods = p.methods(n, "methods") }),
			located.Optional("repetitions", p.countTo(&v.Repetitions, "repetitions", 1)),
			located.Optional("take", func(n *yaml.Node) { v.Take = p.taken(n) }),
			located.Optional("frozen_sets", p.countTo(&v.FrozenSets, "frozen_sets", 1)),
			located.Optional("title", p.textTo(&v.Title, "title")),
			located.Optional("about", p.textTo(&v.About, "about")),
		}
		if !p.spec.Task.onSets() {
			fields = append(fields, located.Optional("sample_exponent", func(n *yaml.Node) { v.SampleExponent = p.between(n, "sample_exponent", 0, 1) }))
		}
		p.Mapping(value, fmt.Sprintf("variant %q", name), fields...)
		p.checkForests(v, value)
		p.spec.Variants = append(p.spec.Variants, v)
	})
	if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
		p.At(n, "variants is empty, expected at least one")
	}
}

func (p *parser) kernels(n *yaml.Node) []string {
	var kernels []string
	p.List(n, "kernels", func(item *yaml.Node) {
		s, ok := p.Text(item, "a kernel")
		if !ok {
			return
		}
		choice, err := mmd.ParseKernel(s)
		if err != nil {
			p.At(item, "%v", err)
			return
		}
		if located.Unique(&p.Reader, item, "kernels", string(choice), kernels) {
			kernels = append(kernels, string(choice))
		}
	})
	return kernels
}

func (p *parser) profiles(n *yaml.Node) {
	p.profileNodes = make(map[string]*yaml.Node)
	p.Pairs(n, "profiles", func(key, value *yaml.Node) {
		name, ok := p.Choice(key, "a profile's name", "profile", ProfileNames())
		if !ok {
			return
		}
		p.profileNodes[name] = key
		var f Profile
		fields := []located.Field{
			located.Optional("n", func(n *yaml.Node) { f.N = p.counts(n, "n") }),
			located.Optional("p", func(n *yaml.Node) { f.P = p.counts(n, "p") }),
			located.Optional("methods", func(n *yaml.Node) { f.Methods = p.methods(n, "methods") }),
			located.Optional("trees", p.countTo(&f.Trees, "trees", 1)),
			located.Optional("repetitions", p.countTo(&f.Repetitions, "repetitions", 1)),
			located.Optional("evaluation_rows", p.countTo(&f.EvaluationRows, "evaluation_rows", 1)),
		}
		if p.spec.Task.onSets() {
			end := len(fields)
			if p.spec.Task == Elimination {
				end-- // nothing is aggregated over a part of the rows
			}
			fields = append(fields[2:end:end],
				located.Optional("datasets", func(n *yaml.Node) { f.Sets = p.sets(n) }),
				located.Optional("rows", p.countTo(&f.Rows, "rows", leastRows)),
			)
		} else if p.tabled {
			fields = append(fields[2:], located.Optional("tables", func(n *yaml.Node) { f.Tables = p.tables(n) }))
		}
		p.Mapping(value, fmt.Sprintf("profile %q", name), fields...)
		p.spec.Profiles[name] = f
	})
}
