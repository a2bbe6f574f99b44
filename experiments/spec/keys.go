package spec

import (
	"gopkg.in/yaml.v3"

	"drfvi/methods"
	"drfvi/results"
)

// experiment reads the keys of a specification.
func (p *parser) experiment(m *mapping) {
	s := &p.spec
	text(m.required("name"), word, &s.Name)
	text(m.required("title"), anyText, &s.Title)
	text(m.optional("source"), anyText, &s.Source)
	m.optional("order").count(1, &s.Order)
	text(m.optional("suite"), p.choice("suite"), &s.Suite)
	m.required("seed").seed(&s.Seed)
	text(m.optional("task"), p.choice("task"), &s.Task)
	m.required("repetitions").count(1, &s.Repetitions)
	m.required("trees").count(1, &s.Trees)
	m.required("data").mapping(p.data)
	m.required("methods").texts("a method", p.choice("method"), &s.Methods)
	m.required("variants").entries("variant", word, func(name string, entry value) {
		v := Variant{Name: name}
		entry.mapping(func(m *mapping) { p.variant(m, &v) })
		s.Variants = append(s.Variants, v)
	})
	p.limits(m)
	m.optional("evaluation_rows", "importance", "ablation").count(1, &s.EvaluationRows)
	m.optional("fourier", "importance").count(1, &s.Fourier)
	m.optional("population_draws", "scenario", "tables").count(2, &s.PopulationDraws)
	text(m.optional("figure"), p.choice("figure"), &s.Figure)
	m.optional("views").mappings("a view", p.view)
	m.optional("relevant", "importance").texts("a variable", sentences, &s.Relevant)
	m.optional("ordering", "importance").texts("a variable", sentences, &s.Ordering)
	m.optional("top", "importance").count(1, &s.Top)
	text(m.required("description"), anyText, &s.Description)
	m.optional("notes").texts("a note", sentences, &s.Notes)
	m.optional("profiles").entries("profile", p.choice("profile"), func(name string, entry value) {
		replacement := Profile{}
		entry.mapping(func(m *mapping) { p.profile(m, &replacement) })
		if s.Profiles == nil {
			s.Profiles = make(map[string]Profile)
		}
		s.Profiles[name] = replacement
	})
	m.optional("claims").mappings("a claim", func(m *mapping) { s.Claims = append(s.Claims, p.claim(m)) })
	m.optional("statements").mappings("a claim", func(m *mapping) { s.Statements = append(s.Statements, p.claim(m)) })
	m.optional("expect", "importance", "elimination").mappings("a group of expected numbers", p.expectation)
}

// limits reads the cells of an elimination that are left out, and those of them that take hours.
func (p *parser) limits(m *mapping) {
	s := &p.spec
	m.optional("only", "elimination").entries("", p.choice("method"), func(name string, entry value) {
		var sets []string
		entry.texts(name, p.choice("data set"), &sets)
		if s.Only == nil {
			s.Only = make(map[string][]string)
		}
		s.Only[name] = sets
	})
	m.optional("long", "elimination").mappings(
		"a set of long cells", func(m *mapping) { s.Long = append(s.Long, p.long(m)) },
	)
}

func (p *parser) long(m *mapping) (l Long) {
	m.required("methods").texts("a method", p.choice("method"), &l.Methods)
	m.required("datasets").texts("a data set", p.choice("data set"), &l.Sets)
	m.required("variants").texts("a variant", word, &l.Variants)
	m.optional("repetitions").count(1, &l.Repetitions)
	return l
}

// data reads the source of the tables.
func (p *parser) data(m *mapping) {
	d := &p.spec.Data
	text(m.required("scenario", "scenario"), p.choice("scenario"), &d.Scenario)
	m.required("program", "program").texts("a word of the program", commandWord, &p.generator.Command)
	p.generator.limits(m, "program")
	m.required("n", "scenario", "program").counts(&d.N)
	m.required("p", "scenario", "program").counts(&d.P)
	m.required("tables", "tables").mappings(
		"a part of the tables", func(m *mapping) { d.Tables = append(d.Tables, p.tables(m)) },
	)
	text(m.required("file", "file"), anyText, &d.File)
	m.required("targets", "file", "program").texts("a column", anyText, &d.Targets)
	m.optional("exclude", "file").texts("a column", anyText, &d.Exclude)
	m.optional("categorical", "file").texts("a column", anyText, &d.Categorical)
	text(m.optional("missing", "file"), p.choice("policy"), &d.Missing)
	m.required("datasets", "datasets").texts("a data set", p.choice("data set"), &d.Sets)
	p.sizes(m.value("rows", p.form == formSets, []string{"file", "datasets"}), &d.Rows, &d.Sizes)
}

// tables reads a part of the tables.
func (p *parser) tables(m *mapping) (t Tables) {
	text(m.optional("scenario"), p.choice("scenario"), &t.Scenario)
	text(m.optional("plasmode"), p.choice("data set"), &t.Plasmode)
	text(m.optional("dataset"), p.choice("data set"), &t.Dataset)
	text(m.optional("null"), anyText, &t.Null)
	m.optional("p").counts(&t.P)
	m.required("n").counts(&t.N)
	m.optional("repetitions").count(1, &t.Repetitions)
	m.optional("methods").texts("a method", p.choice("method"), &t.Methods)
	return t
}

func (p *parser) variant(m *mapping, v *Variant) {
	m.required("presets").texts("a preset", p.choice("preset"), &v.Presets)
	m.required("kernels").texts("a kernel", kernel, &v.Kernels)
	m.optional("methods").texts("a method", p.choice("method"), &v.Methods)
	m.optional("repetitions").count(1, &v.Repetitions)
	m.optional("sample_exponent", "importance").share(&v.SampleExponent)
	m.optional("take").entries("", p.choice("choice"), func(choice string, entry value) {
		preset := ""
		text(entry, p.choice("preset/forest"), &preset)
		v.Take = append(v.Take, methods.Take{Choice: choice, Preset: preset})
	})
	m.optional("frozen_sets").count(1, &v.FrozenSets)
	text(m.optional("title"), anyText, &v.Title)
	text(m.optional("about"), anyText, &v.About)
}

// profile reads what a profile replaces.
func (p *parser) profile(m *mapping, r *Profile) {
	m.optional("methods").texts("a method", p.choice("method"), &r.Methods)
	m.optional("trees").count(1, &r.Trees)
	m.optional("repetitions").count(1, &r.Repetitions)
	m.optional("evaluation_rows", "importance", "ablation").count(1, &r.EvaluationRows)
	m.optional("n", "scenario", "program").counts(&r.N)
	m.optional("p", "scenario", "program").counts(&r.P)
	m.optional("tables", "tables").mappings(
		"a part of the tables", func(m *mapping) { r.Tables = append(r.Tables, p.tables(m)) },
	)
	m.optional("datasets", "datasets").texts("a data set", p.choice("data set"), &r.Sets)
	p.sizes(m.optional("rows", "file", "datasets"), &r.Rows, &r.Sizes)
}

// sizes reads a number of rows or, for importances in a user's table, a list of several.
func (p *parser) sizes(v value, largest *int, sizes *[]int) {
	if v.node == nil || v.node.Kind != yaml.SequenceNode || p.form != formFile || p.spec.Task != Importance {
		v.count(leastRows, largest)
		return
	}
	v.list(v.what, false, func(item value) {
		size := 0
		item.count(leastRows, &size)
		*sizes, *largest = append(*sizes, size), max(*largest, size)
	})
}

func (p *parser) claim(m *mapping) (c Claim) {
	text(m.required("text"), anyText, &c.Text)
	m.required("cell").cell(&c.Cell)
	text(m.required("holds"), anyText, &c.Holds)
	text(m.optional("source"), anyText, &c.Source)
	m.optional("instead").cell(&c.Instead)
	cells := ""
	text(m.optional("cells"), p.choice("number of cells"), &cells)
	c.Most = cells == "most"
	m.optional("profiles").texts("a profile", p.choice("profile"), &c.Profiles)
	return c
}

// expectation reads a group of printed numbers.
func (p *parser) expectation(m *mapping) {
	var e expectation
	text(m.required("source"), anyText, &e.Source)
	m.required("cell").cell(&e.Cell)
	m.optional("instead").cell(&e.Instead)
	m.optional("repetitions").count(1, &e.Repetitions)
	text(m.optional("note"), anyText, &e.Note)
	m.required("values").mappings("an expected number", func(m *mapping) { e.Values = append(e.Values, p.number(m)) })
	p.expectations = append(p.expectations, e)
}

func (p *parser) number(m *mapping) number {
	n := number{node: m.node}
	text(m.optional("variable"), anyText, &n.Variable)
	text(m.optional("quantity"), anyText, &n.Quantity)
	text(m.optional("statistic"), anyText, &n.Statistic)
	text(m.optional("value"), decimalNumber, &n.Value)
	text(m.optional("below"), decimalNumber, &n.Below)
	text(m.optional("se"), decimalNumber, &n.SE)
	text(m.optional("note"), anyText, &n.Note)
	return n
}

// view reads a part of the report: a named figure or a table.
func (p *parser) view(m *mapping) {
	var v results.View
	text(m.optional("name"), word, &v.Name)
	text(m.optional("figure"), p.choice("named figure"), &v.Figure)
	m.optional("table").mapping(func(m *mapping) { v.Table = p.pivot(m) })
	text(m.optional("title"), anyText, &v.Title)
	text(m.optional("text"), anyText, &v.Text)
	text(m.optional("number"), anyText, &v.Number)
	m.optional("select").cell(&v.Select)
	m.optional("front").truth(&v.Front)
	m.optional("aside").truth(&v.Aside)
	p.spec.Views = append(p.spec.Views, v)
}

// pivot reads the table of a view.
func (p *parser) pivot(m *mapping) (t results.Pivot) {
	m.required("rows").texts("a key", p.choice("key/dimension"), &t.Rows)
	m.optional("columns").texts("a key", p.choice("key/dimension"), &t.Columns)
	m.required("values").texts("a value", p.choice("measure"), &t.Values)
	m.optional("relevant").truth(&t.Relevant)
	m.optional("sorted").truth(&t.Sorted)
	return t
}
