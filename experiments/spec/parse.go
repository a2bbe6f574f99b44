package spec

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"

	"gopkg.in/yaml.v3"

	"drfvi/methods/method"
	"drfvi/results"
)

// Parse reads a specification that may name the given methods; file is its name for messages. The
// error joins all faults, each as "file:line:column: text".
func Parse(file string, data []byte, methods []method.Facts) (Experiment, error) {
	p := newParser(methods)
	p.file, p.spec.File = file, file
	root, err := p.document(data)
	if err != nil {
		return Experiment{}, err
	}
	p.specification(root)
	if len(p.faults) == 0 {
		// Only a well-formed grid can be checked as a whole.
		p.checkGrid(root)
	}
	if err := p.err(); err != nil {
		return Experiment{}, err
	}
	p.spec.SHA256 = fmt.Sprintf("%x", sha256.Sum256(data))
	return p.spec, nil
}

// parser reads a specification from its YAML.
type parser struct {
	reader
	spec Experiment
	// form is the kind of data, on which other keys depend.
	form dataForm
	// expectNodes are the places of printed numbers, for faults that depend on the whole.
	expectNodes []*yaml.Node
	// named are all inputs named; claimed are the profiles of the claim that is read.
	named   []namedVariable
	claimed []string
}

func newParser(methods []method.Facts) *parser {
	return &parser{spec: Experiment{Task: Importance, facts: methods, Profiles: map[string]Profile{}}}
}

// namedVariable is a place that names an input, or noise.
type namedVariable struct {
	node  *yaml.Node
	index int    // of simulated inputs, from 1; 0 for noise
	own   string // of a user's table, empty for noise
	// claimed are the profiles of the claim that names it, nil if none does.
	claimed []string
}

// TaskNames returns the names of the tasks.
func TaskNames() []string { return []string{string(Importance), string(Elimination), string(Ablation)} }

// specification reads it. Task, data and programs come first, because other keys depend on
// them.
func (p *parser) specification(root *yaml.Node) {
	task := valueOf(root, "task")
	if task != nil && slices.Contains(TaskNames(), task.Value) {
		p.spec.Task = Task(task.Value)
	}
	p.form = p.formOf(root)
	p.language()
	p.programs(root)
	p.language() // with the names of programs
	d := document{Experiment: Experiment{Task: p.spec.Task, Figure: results.FigureNone, Suite: SuitePaper}}
	if p.spec.Task == Ablation {
		d.Figure = figureKinds[Ablation][0]
	}
	p.read(root, "the specification", reflect.ValueOf(&d).Elem(), rules{})
	if root.Kind != yaml.MappingNode {
		return
	}
	p.take(d, root)
}

// take makes the specification of what was written.
func (p *parser) take(d document, root *yaml.Node) {
	written := p.spec
	p.spec = d.Experiment
	s := &p.spec
	s.File, s.facts, s.Programs, s.Profiles = written.File, written.facts, written.Programs, written.Profiles
	s.Relevant = p.variables(valueOf(root, "relevant"), "relevant", d.Relevant)
	s.Ordering = p.variables(valueOf(root, "ordering"), "ordering", d.Ordering)
	s.Data = Data{Scenario: d.Data.Scenario, N: d.Data.N, P: d.Data.P, Tables: p.tables(d.Data.Tables), Sets: d.Data.Datasets, Rows: max(d.Data.Rows, d.Data.OwnRows)}
	if p.form == formFile {
		p.own(d.Data, valueOf(root, "data"))
	}
	for _, v := range s.Variants {
		p.checkForests(v, valueOf(root, "variants", v.Name))
	}
	for _, f := range d.Profiles {
		s.Profiles[f.Name] = Profile{
			Data:    Data{N: f.N, P: f.P, Tables: p.tables(f.Tables), Sets: f.Datasets, Rows: f.Rows},
			Methods: f.Methods, Trees: f.Trees, Repetitions: f.Repetitions, EvaluationRows: f.EvaluationRows,
		}
	}
	for _, group := range d.Expect {
		p.expect(group)
	}
	s.Claims, s.Statements = p.claims(d.Claims, true), p.claims(d.Statements, false)
}
