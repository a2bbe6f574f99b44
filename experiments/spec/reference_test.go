package spec

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/methods/method"
	"drfvi/results"
	"drfvi/simulate"
)

var update = flag.Bool("update", false, "write what the parser says into docs/experiments.md")

// TestReference compares the documentation with the parser.
func TestReference(t *testing.T) {
	const file = "../../docs/experiments.md"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const last = "without one it is for all.\n"
	before, keys, ok := strings.Cut(string(data), last)
	want := documented(method.All())
	if *update {
		if err := os.WriteFile(file, []byte(before+last+want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !ok || keys != want {
		t.Error("docs/experiments.md says other things of keys than the parser; go test ./experiments/spec -run TestReference -update writes them")
	}
}

// schema compiles the schema of specifications.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := Schema(testMethods())
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("specification.json", document); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("specification.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// judged returns what the schema says of a specification.
func judged(t *testing.T, s *jsonschema.Schema, text string) error {
	t.Helper()
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(text), &root); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(plain(t, root.Content[0]))
	if err != nil {
		t.Fatal(err)
	}
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(instance)
}

// plain returns what a node is in JSON, where keys are text: "null" is one.
func plain(t *testing.T, n *yaml.Node) (v any) {
	t.Helper()
	switch n.Kind {
	case yaml.MappingNode:
		all := make(map[string]any)
		for i := 0; i < len(n.Content); i += 2 {
			all[n.Content[i].Value] = plain(t, n.Content[i+1])
		}
		return all
	case yaml.SequenceNode:
		all := make([]any, len(n.Content))
		for i, item := range n.Content {
			all[i] = plain(t, item)
		}
		return all
	}
	if err := n.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestSchemaAcceptsSpecifications: what the parser accepts the schema does.
func TestSchemaAcceptsSpecifications(t *testing.T) {
	s := schema(t)
	files, err := filepath.Glob("../specs/*.yaml")
	if err != nil || len(files) < 14 {
		t.Fatalf("%d specifications, %v", len(files), err)
	}
	texts := map[string]string{"full": full, "eliminating": eliminating, "ablating": ablating, "parted": parted, "stating": minimal + stating, "own": ownText}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(data)
	}
	for name, text := range texts {
		if err := judged(t, s, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSchemaRefuses: of faults of form, the schema finds what the parser does.
func TestSchemaRefuses(t *testing.T) {
	s := schema(t)
	for _, c := range [][2]string{
		{"trees: 4", "tres: 4"}, {"trees: 4", "trees: four"}, {"trees: 4", "trees: 0"}, {"seed: 7\n", ""}, {"n: [20, 30]", "n: 20"}, {"n: [20, 30]", "n: [20, 20]"},
		{"name: tiny", "name: Tiny/1"}, {"scenario: univariate", "scenario: univarate"}, {"fake, fake-preset", "fake, fake-pre-set"},
		{"presets: [drf-1.1.0]", "presets: [drf-1.1.1]"}, {"kernels: [authors]", "kernels: [author]"}, {"kernels: [authors]", "kernels: [-1]"},
		{", kernels: [authors]", ""}, {"order: 1", "order: 1\nfigure: bar"}, {"order: 1", "order: 1\nprofiles: {quick: {tres: 1}}"},
	} {
		text := replaced(t, minimal, c[0], c[1])
		if _, err := read(t, text); err == nil {
			t.Errorf("%q is no fault to the parser", c[1])
		}
		if judged(t, s, text) == nil {
			t.Errorf("%q is no fault to the schema", c[1])
		}
	}
}

// documented documents the keys of specifications in Markdown: a table for each
// mapping, from what the parser reads.
func documented(methods []method.Facts) string {
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
	b.WriteString("\n### Statistics of claims\n\n| statistic | options | |\n|---|---|---|\n")
	for _, f := range results.StatisticForms() {
		options := f.Options
		if f.Inputs {
			options = append([]string{"inputs"}, options...)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s (`%s`) |\n", f.Name, strings.Join(options, ", "), f.About, f.Task)
	}
	b.WriteString("\n### Words\n\n`drfvi list`, and `drfvi data list` for data sets, say what each of these is.\n")
	var names []string
	for _, m := range methods {
		names = append(names, m.Name)
	}
	for _, l := range []struct {
		kind  string
		words []string
	}{{"scenario", simulate.Names()}, {"method", names}, {"data set", setNames()}} {
		fmt.Fprintf(&b, "\nA %s is one of `%s`.\n", l.kind, strings.Join(l.words, "`, `"))
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
