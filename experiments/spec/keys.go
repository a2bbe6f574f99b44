package spec

import (
	"gopkg.in/yaml.v3"

	"drfvi/methods"
	"drfvi/results"
)

// experiment has the keys of a specification.
func (p *parser) experiment() []key {
	s := &p.spec
	return []key{
		required("name", text(word, &s.Name)),
		required("title", text(anyText, &s.Title)),
		optional("source", text(anyText, &s.Source)),
		optional("order", count(1, &s.Order)),
		optional("suite", text(p.choice("suite"), &s.Suite)),
		required("seed", seed(&s.Seed)),
		optional("task", text(p.choice("task"), &s.Task)),
		required("repetitions", count(1, &s.Repetitions)),
		required("trees", count(1, &s.Trees)),
		required("data", nested(p.data())),
		required("methods", texts("a method", p.choice("method"), &s.Methods)),
		required("variants", entries("variant", word, func(name string, entry value) {
			v := Variant{Name: name}
			entry.mapping(p.variant(&v))
			s.Variants = append(s.Variants, v)
		})),
		optional("only", entries("", p.choice("method"), func(name string, entry value) {
			var sets []string
			texts(name, p.choice("data set"), &sets).read(entry)
			put(&s.Only, name, sets)
		}), "elimination"),
		optional("long", mappings("a set of long cells", p.long, &s.Long), "elimination"),
		optional("evaluation_rows", count(1, &s.EvaluationRows), "importance", "ablation"),
		optional("fourier", count(1, &s.Fourier), "importance"),
		optional("population_draws", count(2, &s.PopulationDraws), "scenario", "tables"),
		optional("figure", text(p.choice("figure"), &s.Figure)),
		optional("views", mappings("a view", p.view, &s.Views)),
		optional("relevant", texts("a variable", sentences, &s.Relevant), "importance"),
		optional("ordering", texts("a variable", sentences, &s.Ordering), "importance"),
		optional("top", count(1, &s.Top), "importance"),
		required("description", text(anyText, &s.Description)),
		optional("notes", texts("a note", sentences, &s.Notes)),
		optional("profiles", entries("profile", p.choice("profile"), func(name string, entry value) {
			var replacement Profile
			entry.mapping(p.profile(&replacement))
			put(&s.Profiles, name, replacement)
		})),
		optional("claims", mappings("a claim", p.claim, &s.Claims)),
		optional("statements", mappings("a claim", p.claim, &s.Statements)),
		optional(
			"expect", mappings("a group of expected numbers", p.expectation, &p.expectations), "importance", "elimination",
		),
	}
}

func (p *parser) long(l *Long) []key {
	return []key{
		required("methods", texts("a method", p.choice("method"), &l.Methods)),
		required("datasets", texts("a data set", p.choice("data set"), &l.Sets)),
		required("variants", texts("a variant", word, &l.Variants)),
		optional("repetitions", count(1, &l.Repetitions)),
	}
}

// data has the keys of the source of the tables.
func (p *parser) data() []key {
	d := &p.spec.Data
	return []key{
		required("scenario", text(p.choice("scenario"), &d.Scenario), "scenario"),
		required("program", texts("a word of the program", commandWord, &p.generator.Command), "program"),
		p.generator.timeout("program"),
		p.generator.memory("program"),
		required("n", counts(&d.N), "scenario", "program"),
		required("p", counts(&d.P), "scenario", "program"),
		required("tables", mappings("a part of the tables", p.tables, &d.Tables), "tables"),
		required("file", text(anyText, &d.File), "file"),
		required("targets", texts("a column", anyText, &d.Targets), "file", "program"),
		optional("exclude", texts("a column", anyText, &d.Exclude), "file"),
		optional("categorical", texts("a column", anyText, &d.Categorical), "file"),
		optional("missing", text(p.choice("policy"), &d.Missing), "file"),
		required("datasets", texts("a data set", p.choice("data set"), &d.Sets), "datasets"),
		{"rows", p.form == formSets, []string{"file", "datasets"}, p.sizes(&d.Rows, &d.Sizes)},
	}
}

// tables has the keys of a part of the tables.
func (p *parser) tables(t *Tables) []key {
	return []key{
		optional("scenario", text(p.choice("scenario"), &t.Scenario)),
		optional("plasmode", text(p.choice("data set"), &t.Plasmode)),
		optional("dataset", text(p.choice("data set"), &t.Dataset)),
		optional("null", text(anyText, &t.Null)),
		optional("p", counts(&t.P)),
		required("n", counts(&t.N)),
		optional("repetitions", count(1, &t.Repetitions)),
		optional("methods", texts("a method", p.choice("method"), &t.Methods)),
	}
}

func (p *parser) variant(v *Variant) []key {
	return []key{
		required("presets", texts("a preset", p.choice("preset"), &v.Presets)),
		required("kernels", texts("a kernel", kernel, &v.Kernels)),
		optional("methods", texts("a method", p.choice("method"), &v.Methods)),
		optional("repetitions", count(1, &v.Repetitions)),
		optional("sample_exponent", fraction(&v.SampleExponent), "importance"),
		optional("take", entries("", p.choice("choice"), func(choice string, entry value) {
			preset := ""
			text(p.choice("preset/forest"), &preset).read(entry)
			v.Take = append(v.Take, methods.Take{Choice: choice, Preset: preset})
		})),
		optional("frozen_sets", count(1, &v.FrozenSets)),
		optional("title", text(anyText, &v.Title)),
		optional("about", text(anyText, &v.About)),
	}
}

// profile has the keys of what a profile replaces.
func (p *parser) profile(r *Profile) []key {
	return []key{
		optional("methods", texts("a method", p.choice("method"), &r.Methods)),
		optional("trees", count(1, &r.Trees)),
		optional("repetitions", count(1, &r.Repetitions)),
		optional("evaluation_rows", count(1, &r.EvaluationRows), "importance", "ablation"),
		optional("n", counts(&r.N), "scenario", "program"),
		optional("p", counts(&r.P), "scenario", "program"),
		optional("tables", mappings("a part of the tables", p.tables, &r.Tables), "tables"),
		optional("datasets", texts("a data set", p.choice("data set"), &r.Sets), "datasets"),
		optional("rows", p.sizes(&r.Rows, &r.Sizes), "file", "datasets"),
	}
}

// sizes is a number of rows or, for importances in a user's table, a list of several.
func (p *parser) sizes(largest *int, sizes *[]int) format {
	single := count(leastRows, largest)
	if p.form != formFile || p.spec.Task != Importance {
		return single
	}
	return format{single.expected, "", func(v value) {
		if v.node.Kind != yaml.SequenceNode {
			single.read(v)
			return
		}
		v.list(v.what, false, func(item value) {
			size := 0
			count(leastRows, &size).read(item)
			*sizes, *largest = append(*sizes, size), max(*largest, size)
		})
	}}
}

func (p *parser) claim(c *Claim) []key {
	cells := p.choice("number of cells")
	return []key{
		required("text", text(anyText, &c.Text)),
		required("cell", p.cell(&c.Cell)),
		required("holds", text(anyText, &c.Holds)),
		optional("source", text(anyText, &c.Source)),
		optional("instead", p.cell(&c.Instead)),
		optional("cells", format{cells.expected, cells.kind, func(v value) {
			found, _ := v.text(cells)
			c.Most = found == "most"
		}}),
		optional("profiles", texts("a profile", p.choice("profile"), &c.Profiles)),
	}
}

// expectation has the keys of a group of printed numbers.
func (p *parser) expectation(e *expectation) []key {
	return []key{
		required("source", text(anyText, &e.Source)),
		required("cell", p.cell(&e.Cell)),
		optional("instead", p.cell(&e.Instead)),
		optional("repetitions", count(1, &e.Repetitions)),
		optional("note", text(anyText, &e.Note)),
		required("values", mappings("an expected number", p.number, &e.Values)),
	}
}

func (p *parser) number(n *number) []key {
	return []key{
		optional("variable", text(anyText, &n.Variable)),
		optional("quantity", text(anyText, &n.Quantity)),
		optional("statistic", text(anyText, &n.Statistic)),
		optional("value", text(decimalNumber, &n.Value)),
		optional("below", text(decimalNumber, &n.Below)),
		optional("se", text(decimalNumber, &n.SE)),
		optional("note", text(anyText, &n.Note)),
	}
}

// view has the keys of a part of the report: a named figure or a table.
func (p *parser) view(v *results.View) []key {
	return []key{
		optional("name", text(word, &v.Name)),
		optional("figure", text(p.choice("named figure"), &v.Figure)),
		optional("table", nested(p.pivot(&v.Table))),
		optional("title", text(anyText, &v.Title)),
		optional("text", text(anyText, &v.Text)),
		optional("number", text(anyText, &v.Number)),
		optional("select", p.cell(&v.Select)),
		optional("front", truth(&v.Front)),
		optional("aside", truth(&v.Aside)),
	}
}

// pivot has the keys of the table of a view.
func (p *parser) pivot(t *results.Pivot) []key {
	return []key{
		required("rows", texts("a key", p.choice("key/dimension"), &t.Rows)),
		optional("columns", texts("a key", p.choice("key/dimension"), &t.Columns)),
		required("values", texts("a value", p.choice("measure"), &t.Values)),
		optional("relevant", truth(&t.Relevant)),
		optional("sorted", truth(&t.Sorted)),
	}
}
