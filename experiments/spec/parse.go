package spec

import (
	"crypto/sha256"
	"fmt"
	"math"
	"strconv"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/forest"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/mmd"
	"drfvi/results"
)

// Parse reads a specification that may name the given methods; file is its name for messages. The
// error joins all faults, each as "file:line:column: text".
func Parse(file string, data []byte, methods []method.Facts) (Experiment, error) {
	p := newParser(methods)
	p.File, p.spec.File = file, file
	root, err := p.Document(data)
	if err != nil {
		return Experiment{}, err
	}
	p.read(root)
	if !p.Faulty() {
		// Only a well-formed grid can be checked as a whole.
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
	// form is the kind of data, on which other keys depend.
	form dataForm
	// profileNodes and expectNodes are the places of profiles and printed numbers, for faults that
	// depend on the whole.
	profileNodes map[string]*yaml.Node
	expectNodes  []*yaml.Node
	// rowsNodes are the numbers of rows of a user's table by profile, "" for that of data.
	rowsNodes map[string]*yaml.Node
	// named are all inputs named.
	named []namedVariable
}

func newParser(methods []method.Facts) *parser {
	return &parser{
		spec:         Experiment{facts: methods, Figure: results.FigureNone, Suite: SuitePaper, Profiles: map[string]Profile{}},
		profileNodes: make(map[string]*yaml.Node),
		rowsNodes:    make(map[string]*yaml.Node),
	}
}

// namedVariable is a place that names an input, or noise.
type namedVariable struct {
	node  *yaml.Node
	index int    // of simulated inputs, from 1; 0 for noise
	own   string // of a user's table, empty for noise
}

// figureKinds are the kinds of figures by task.
var figureKinds = map[Task][]results.FigureKind{
	Importance: {
		results.FigureNone, results.FigureBars, results.FigureScaling, results.FigureConvergence, results.FigureCost, results.FigureDesigns,
		results.FigureAccuracy, results.FigureCalibration, results.FigureAspects, results.FigureLeaderboard, results.FigureEffects, results.FigureTests,
	},
	Elimination: {results.FigureNone, results.FigurePaths},
	Ablation:    {results.FigureSwitches, results.FigureFrozenSets}, // the usual one first
}

// read reads the specification. Task, data and programs come first, because other keys depend on
// them.
func (p *parser) read(root *yaml.Node) {
	s := &p.spec
	s.Task = Importance
	if n := located.ValueOf(root, "task"); n != nil {
		if task, ok := p.Choice(n, "task", "task", TaskNames()); ok {
			s.Task = Task(task)
		}
	}
	p.form = p.formOf(root)
	p.programs(root)
	p.Read(root, "the specification", located.Map("the specification", p.fields()...))
	for i := range s.Expect {
		if s.Expect[i].Repetitions == 0 {
			s.Expect[i].Repetitions = s.Repetitions
		}
	}
}

// TaskNames returns the names of the tasks.
func TaskNames() []string { return []string{string(Importance), string(Elimination), string(Ablation)} }

// fields are the keys of a specification with the parser's task and kind of data.
func (p *parser) fields() []located.Field {
	s := &p.spec
	fields := []located.Field{
		located.Required("name", located.Word(&s.Name), "the name of the experiment, in records and file names"),
		located.Required("title", located.Text(&s.Title), "the heading in reports"),
		located.Optional("source", located.Text(&s.Source), "the published source, in any words, such as Table 3"),
		located.Optional("order", located.Count(&s.Order, 1), "the place among the experiments of a report; experiments without one come first"),
		located.Optional("suite", located.Choice(&s.Suite, "suite", SuiteNames()), "the suite of one of drfvi's own experiments"),
		located.Required("seed", p.seed(), "the seed of all random numbers"),
		located.Required("repetitions", located.Count(&s.Repetitions, 1), "the number of tables drawn of each kind"),
		located.Required("trees", located.Count(&s.Trees, 1), "the number of trees of each forest"),
		located.Required("data", p.data(), "the source of the tables"),
		located.Required("methods", p.methods(&s.Methods, true), "the methods to compare"),
		located.Required("variants", p.variants(), "the conventions to estimate under, by names of your choice"),
		located.Required("description", located.Text(&s.Description), "a paragraph for reports"),
		located.Optional("notes", located.Items("a note", "a list of text", func() located.Value {
			var note string
			return located.Text(&note).Then(func(*yaml.Node) { s.Notes = append(s.Notes, note) })
		}), "remarks for reports"),
		located.Optional("profiles", p.profiles(), "settings that replace those above under `--profile`: `paper` (the default) and `quick`"),
		located.Optional("figure", located.Choice(&s.Figure, "figure", figureKinds[s.Task]), "the kind of figure"),
		located.Optional("views", located.Items("a view", "a list of views", p.view), "the tables and figures of the report, instead of the usual ones of the figure"),
		located.Optional("task", located.Choice(new(string), "task", TaskNames()), "the computation on each table; `importance` if left out"),
	}
	if s.Task == Ablation {
		s.Figure = figureKinds[Ablation][0]
	} else {
		fields = append(fields, located.Optional("expect", located.Items("a group of expected numbers", "a list of groups of numbers", p.expect), "published numbers to compare with"))
	}
	fields = append(fields,
		located.Optional("claims", located.Items("a claim", "a list of claims", func() located.Value { return p.claim(&s.Claims) }), "expected results, which decide the verdict of `drfvi verify`"),
		located.Optional("statements", located.Items("a statement", "a list of statements", func() located.Value { return p.claim(&s.Statements) }), "claims that do not affect the verdict of `drfvi verify`"),
	)
	if s.Task == Elimination {
		fields = append(fields, located.Optional("only", p.only(), "the data sets that some methods are limited to"),
			located.Optional("long", p.long(), "cells left out by `only` that take hours: computed with `--long`"))
	} else {
		fields = append(fields, located.Optional("evaluation_rows", located.Count(&s.EvaluationRows, 1), "the number of random rows to aggregate over; all if left out"))
	}
	if s.Task == Importance {
		fields = append(fields,
			located.Optional("fourier", located.Count(&s.Fourier, 1), "the number of random Fourier features for aggregation; exact if left out"),
			located.Optional("relevant", p.variables(&s.Relevant, "relevant"), "the active inputs, which reports mark"),
			located.Optional("ordering", p.variables(&s.Ordering, "ordering"), "the first inputs in tables, in this order"),
			located.Optional("top", located.Count(&s.Top, 1), "the number of inputs shown in tables; all if left out"),
		)
		if p.form != formFile {
			fields = append(fields, located.Optional("population_draws", located.Count(&s.PopulationDraws, 2),
				"the number of draws for population importances without a closed form; they are recorded beside the estimates"))
		}
	}
	return fields
}

// seed is a non-negative whole number.
func (p *parser) seed() located.Value {
	return located.Of("a whole number from 0", map[string]any{"type": "integer", "minimum": 0}, func(r *located.Reader, n *yaml.Node, what string) {
		seed, err := strconv.ParseUint(n.Value, 10, 64)
		if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil {
			r.At(n, "seed is %s, expected a whole number from 0 to %d", located.Describe(n), uint64(math.MaxUint64))
		}
		p.spec.Seed = seed
	})
}

// variants is a mapping of variants by name.
func (p *parser) variants() located.Value {
	return p.byName("variant", located.Word, p.variantFields(new(Variant)), func(name string, _, value *yaml.Node) {
		v := Variant{Name: name}
		p.Read(value, name, located.Map(fmt.Sprintf("variant %q", name), p.variantFields(&v)...))
		p.checkForests(v, value)
		p.spec.Variants = append(p.spec.Variants, v)
	})
}

func (p *parser) variantFields(v *Variant) []located.Field {
	presets := forest.PresetNames()
	if !p.spec.Task.onSets() {
		presets = methods.Presets()
	}
	fields := []located.Field{
		located.Required("presets", located.Choices(&v.Presets, "preset", presets), "how forests are grown"),
		located.Required("kernels", located.Set(&v.Kernels, "a kernel", kernel), "kernels on the responses"),
		located.Optional("methods", p.methods(&v.Methods, false), "methods instead of those above"),
		located.Optional("repetitions", located.Count(&v.Repetitions, 1), "repetitions instead of those above"),
		located.Optional("take", p.taken(&v.Take), "choices of the forest taken from other presets"),
		located.Optional("frozen_sets", located.Count(&v.FrozenSets, 1), "the number of frozen sets of frequencies, from seeds 1, 2, …, that replace the preset's"),
		located.Optional("title", located.Text(&v.Title), "the name of the variant in reports"),
		located.Optional("about", located.Text(&v.About), "its description in reports"),
	}
	if !p.spec.Task.onSets() {
		fields = append(fields, located.Optional("sample_exponent", located.Between(&v.SampleExponent, 0, 1), "β of trees grown from n^β rows, instead of the preset's share"))
	}
	return fields
}

// kernel is a word known to mmd.ParseKernel.
func kernel(dst *string) located.Value {
	schema := map[string]any{"anyOf": []any{map[string]any{"enum": []string{string(mmd.Median), string(mmd.Authors)}}, map[string]any{"type": "number", "exclusiveMinimum": 0}}}
	return located.Of("`median`, `authors` or a positive number", schema, func(r *located.Reader, n *yaml.Node, what string) {
		s, ok := r.Text(n, what)
		choice, err := mmd.ParseKernel(s)
		if ok && err != nil {
			r.At(n, "%v", err)
		}
		if err == nil {
			*dst = choice.String()
		}
	})
}

// profiles is a mapping of profiles by name.
func (p *parser) profiles() located.Value {
	word := func(name *string) located.Value { return located.Choice(name, "profile", ProfileNames()) }
	return p.byName("profile", word, p.profileFields(new(Profile)), func(name string, key, value *yaml.Node) {
		var f Profile
		p.Read(value, name, located.Map(fmt.Sprintf("profile %q", name), p.profileFields(&f)...))
		p.spec.Profiles[name], p.profileNodes[name] = f, key
		p.rowsNodes[name] = located.ValueOf(value, "rows")
	})
}

func (p *parser) profileFields(f *Profile) []located.Field {
	fields := []located.Field{
		located.Optional("methods", p.methods(&f.Methods, false), "methods to compare"),
		located.Optional("trees", located.Count(&f.Trees, 1), "the number of trees of each forest"),
		located.Optional("repetitions", located.Count(&f.Repetitions, 1), "the number of tables drawn of each kind"),
	}
	if p.spec.Task != Elimination { // which never aggregates over part of the rows
		fields = append(fields, located.Optional("evaluation_rows", located.Count(&f.EvaluationRows, 1), "the number of random rows to aggregate over"))
	}
	return append(fields, p.dataFields(&f.Data, located.Optional)...)
}

// byName is a mapping from free names, each a word, to mappings with the given fields; each reads
// the value under one.
func (p *parser) byName(what string, word func(*string) located.Value, fields []located.Field, each func(name string, key, value *yaml.Node)) located.Value {
	var name string
	return located.Named("a mapping from names", word(&name), located.Map("a "+what, fields...), func(r *located.Reader, key, value *yaml.Node) {
		name = ""
		r.Read(key, "a "+what+"'s name", word(&name))
		if name != "" {
			each(name, key, value)
		}
	})
}
