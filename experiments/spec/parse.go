package spec

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"

	"drfvi/methods/method"
	"drfvi/results"
)

// parser reads a specification.
type parser struct {
	reader
	spec Experiment
	// form is the form of the data, on which keys depend.
	form dataForm
	// generator is the program that draws the tables, as written.
	generator program
	// expectations are the printed numbers as written; expected are the places of Experiment.Expect.
	expectations []expectation
	expected     []*yaml.Node
}

// Parse reads a specification that may name the given methods; file is its name for messages. The
// error joins faults, each as "file:line:column: text": first those of form, without these those of
// the values by themselves, and without these those of the grid.
func Parse(file string, data []byte, methods []method.Facts) (Experiment, error) {
	r, err := parse(file, data)
	if err != nil {
		return Experiment{}, err
	}
	p := &parser{reader: r, spec: Experiment{File: file, SHA256: fmt.Sprintf("%x", sha256.Sum256(data)), facts: methods}}
	for _, step := range []func(){p.read, p.complete, p.checkGrid} {
		if step(); len(p.faults) > 0 {
			return Experiment{}, p.err()
		}
	}
	return p.spec, nil
}

// read reads the specification as it is written. Task, data and programs come first, because other
// keys depend on them.
func (p *parser) read() {
	written := Importance
	if task := valueOf(p.root, "task"); task != nil && slices.Contains(TaskNames(), task.Value) {
		written = Task(task.Value)
	}
	p.spec.Task, p.form = written, formOf(written, valueOf(p.root, "data"))
	p.speak()
	if list := valueOf(p.root, "methods"); list != nil && list.Kind == yaml.SequenceNode {
		p.spec.Programs = p.programs(list, p.words["method"])
		for _, program := range p.spec.Programs {
			p.spec.facts = append(slices.Clip(p.spec.facts), method.Of(program.Name))
		}
		p.speak() // with their names
	}
	p.spec.Suite, p.spec.Figure = SuitePaper, results.FigureKinds(string(p.spec.Task))[0]
	value{&p.reader, "the specification", p.root}.mapping(p.experiment())
	if len(p.faults) > 0 {
		return
	}
	for i, group := range p.expectations {
		for k, n := range group.Values {
			p.expect(group, n, p.node("expect", i, "values", k))
		}
	}
}

// complete makes the values of those written.
func (p *parser) complete() {
	s := &p.spec
	s.Relevant, s.Ordering = p.inputs("relevant", s.Relevant), p.inputs("ordering", s.Ordering)
	p.resolve(s.Data.Tables, "data", "tables")
	for _, profile := range ProfileNames() {
		p.resolve(s.Profiles[profile].Tables, "profiles", profile, "tables")
	}
	for _, v := range s.Variants {
		p.checkForests(v, p.node("variants", v.Name))
	}
	for i, v := range s.Views {
		if (v.Figure != "") == v.IsTable() {
			p.fail(p.node("views", i), "a view has both a figure and a table, or neither, expected one of them")
		}
	}
	for key, claims := range map[string][]Claim{"claims": s.Claims, "statements": s.Statements} {
		for i := range claims {
			c := &claims[i]
			c.Profiles = or(c.Profiles, []string{paperProfile})
			p.checkExpression(p.node(key, i, "holds"), c.Claim)
		}
	}
	if p.form == formProgram {
		p.generator.Name = string(formProgram)
		generator := p.method(p.generator, p.node("data", "program"))
		s.Data.Generator = &generator
	}
	if len(p.faults) == 0 && p.form == formFile {
		p.open()
	}
}

// inputs returns the inputs of a list that may have ranges such as X4..X10.
func (p *parser) inputs(key string, written []string) (inputs []string) {
	for i, text := range written {
		for _, input := range results.Inputs(text) {
			if slices.Contains(inputs, input) {
				p.fail(p.node(key, i), "%s lists %v twice", key, input)
			}
			inputs = append(inputs, input)
		}
	}
	return inputs
}
