package spec

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"drfvi/experiments/internal/located"
	"drfvi/internal/method"
)

// language is a task with a kind of data, and the keys that a specification of them
// has.
type language struct {
	task   Task
	form   dataForm
	fields []located.Field
}

// languages lists all tasks with all kinds of data that they take.
func languages(methods []method.Facts) []language {
	var all []language
	for task, forms := range map[Task][]dataForm{
		Importance:  {formScenario, formTables, formFile},
		Elimination: {formSets, formFile},
		Ablation:    {formSets, formFile},
	} {
		for _, form := range forms {
			p := newParser(methods)
			p.spec.Task, p.form = task, form
			all = append(all, language{task, form, p.fields()})
		}
	}
	order := TaskNames()
	slices.SortStableFunc(all, func(a, b language) int {
		return slices.Index(order, string(a.task)) - slices.Index(order, string(b.task))
	})
	return all
}

// Schema returns the JSON schema of specifications that may name the methods given,
// for editors. It accepts every specification that Parse does; Parse knows more.
func Schema(methods []method.Facts) ([]byte, error) {
	all := languages(methods)
	kinds := make(map[string][]any)
	properties := make(map[string]any)
	var required []string
	for _, l := range all {
		schema := located.Map("", l.fields...).Schema()["properties"].(map[string]any)
		for _, f := range l.fields {
			if !contains(kinds[f.Key], schema[f.Key]) {
				kinds[f.Key] = append(kinds[f.Key], schema[f.Key])
			}
			if properties[f.Key] = kinds[f.Key][0]; len(kinds[f.Key]) > 1 {
				properties[f.Key] = map[string]any{"description": f.About, "anyOf": kinds[f.Key]}
			}
			if f.Required && !slices.Contains(required, f.Key) { // no key is required of some only
				required = append(required, f.Key)
			}
		}
	}
	return json.MarshalIndent(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A specification of an experiment for drfvi run",
		"type": "object", "additionalProperties": false, "properties": properties, "required": required,
	}, "", " ")
}

// contains tells whether a schema is among others.
func contains(schemas []any, schema any) bool {
	text := func(v any) string {
		data, err := json.Marshal(v)
		if err != nil {
			panic("spec: a schema that has no JSON: " + err.Error())
		}
		return string(data)
	}
	return slices.ContainsFunc(schemas, func(other any) bool { return text(other) == text(schema) })
}

// Reference documents the keys of specifications in Markdown: a table for each
// mapping, from what the parser reads.
func Reference(methods []method.Facts) string {
	r := &reference{}
	all := languages(methods)
	for _, l := range all {
		r.add("", "", l, l.fields)
	}
	var b strings.Builder
	for _, s := range r.sections {
		fmt.Fprintf(&b, "\n### %s\n\n| key | value | |\n|---|---|---|\n", s.title)
		for _, row := range s.rows {
			key := "`" + row.field.Key + "`"
			if row.field.Required {
				key += " (required)"
			}
			about := row.field.About
			if of := among(row.of, s.of); of != "" {
				about += " (" + of + ")"
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", key, row.field.Value.Says, about)
		}
	}
	return b.String()
}

// reference collects what is documented.
type reference struct{ sections []*section }

// section is a mapping, which occurs in some languages.
type section struct {
	path, title string
	of          []language
	rows        []*row
}

// row is a key of a mapping, which some of its languages have.
type row struct {
	field located.Field
	of    []language
}

// add notes the fields of a mapping in a language, and those of mappings in it. Paths
// are keys with dots between them; of says which of several kinds the mapping is.
func (r *reference) add(path, of string, l language, fields []located.Field) {
	s := r.section(path, of)
	s.of = with(s.of, l)
	for _, f := range fields {
		k := slices.IndexFunc(s.rows, func(o *row) bool {
			return o.field.Key == f.Key && o.field.Value.Says == f.Value.Says && o.field.About == f.About && o.field.Required == f.Required
		})
		if k < 0 { // beside those of the same key
			for k = len(s.rows); k > 0 && s.rows[k-1].field.Key != f.Key && slices.ContainsFunc(s.rows, func(o *row) bool { return o.field.Key == f.Key }); k-- {
			}
			s.rows = slices.Insert(s.rows, k, &row{field: f})
		}
		s.rows[k].of = with(s.rows[k].of, l)
	}
	for _, f := range fields {
		r.descend(strings.TrimPrefix(path+"."+f.Key, "."), l, f.Value)
	}
}

// section returns the section of a mapping, which stands beside others of its path.
func (r *reference) section(path, of string) *section {
	title := "The specification"
	if path != "" {
		title = "`" + path + "`"
	}
	if of != "" {
		title += " with `" + of + "`"
	}
	at := len(r.sections)
	for i, s := range r.sections {
		if s.title == title {
			return s
		}
		if s.path == path {
			at = i + 1
		}
	}
	s := &section{title: title, path: path}
	r.sections = slices.Insert(r.sections, at, s)
	return s
}

// with returns the list with a language, which it has once.
func with(list []language, l language) []language {
	if slices.ContainsFunc(list, func(o language) bool { return o.task == l.task && o.form == l.form }) {
		return list
	}
	return append(list, l)
}

// descend notes the mappings that a value is or holds.
func (r *reference) descend(path string, l language, v located.Value) {
	switch {
	case path == "profiles.tables":
		path = "data.tables"
	case strings.HasSuffix(path, ".cell"), strings.HasSuffix(path, ".than"):
		path = "cell"
	}
	of := ""
	if path == "data" {
		of = string(l.form)
	}
	if v.Fields != nil {
		r.add(path, of, l, v.Fields)
	}
	if v.Item != nil {
		r.descend(path, l, *v.Item)
	}
	for _, kind := range v.Kinds {
		if kind.Fields != nil {
			r.add(path, kind.Fields[0].Key, l, kind.Fields)
		}
	}
}

// among says which languages of all those are, empty if all.
func among(some, all []language) string {
	var words []string
	for _, name := range TaskNames() {
		task := func(l language) bool { return string(l.task) == name }
		mine, every := filter(some, task), filter(all, task)
		switch {
		case len(mine) == 0:
		case len(mine) == len(every):
			words = append(words, "`"+name+"`")
		default:
			for _, l := range mine {
				words = append(words, fmt.Sprintf("`%s` with `%s`", name, l.form))
			}
		}
	}
	if len(some) == len(all) {
		return ""
	}
	return strings.Join(words, ", ")
}

func filter(list []language, is func(language) bool) []language {
	return slices.DeleteFunc(slices.Clone(list), func(l language) bool { return !is(l) })
}
