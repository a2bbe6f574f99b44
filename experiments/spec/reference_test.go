package spec

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

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

// documented documents the keys of specifications in Markdown: a table for each mapping, from the
// types that the parser reads.
func documented(methods []method.Facts) string {
	p, known := everything(methods), about()
	var b strings.Builder
	for _, mapping := range []struct {
		title string
		of    reflect.Type
	}{
		{"The specification", reflect.TypeFor[document]()}, {"`data`", reflect.TypeFor[Data]()}, {"`tables`", reflect.TypeFor[Tables]()},
		{"`methods` of your own", reflect.TypeFor[program]()}, {"`variants`", reflect.TypeFor[Variant]()}, {"`profiles`", reflect.TypeFor[Profile]()},
		{"`views`", reflect.TypeFor[results.View]()}, {"`table` of views", reflect.TypeFor[results.Pivot]()},
		{"`expect`", reflect.TypeFor[expectation]()}, {"`values` of `expect`", reflect.TypeFor[number]()}, {"`claims` and `statements`", reflect.TypeFor[Claim]()}, {"`long`", reflect.TypeFor[Long]()},
	} {
		fmt.Fprintf(&b, "\n### %s\n\n| key | value | |\n|---|---|---|\n", mapping.title)
		for _, f := range p.fields(mapping.of) {
			key, what := "`"+f.key+"`", known[mapping.of.Name()+"."+f.key]
			if f.is.required {
				key += " (required)"
			}
			if f.in != nil {
				what += " (`" + strings.Join(f.in, "`, `") + "`)"
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", key, says(p.schema(f.of, f.is)), what)
		}
	}
	b.WriteString("\nThe keys of `cell`, `instead` and `select` are `variant`, `method`, `preset`, `kernel`, and `n` and `p`, or `data` of eliminations and ablations, and `scenario` of `tables`. Figures are:\n\n")
	for _, name := range TaskNames() {
		fmt.Fprintf(&b, "- `%s`: `%s`\n", name, strings.Join(words(results.FigureKinds(name)), "`, `"))
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
	}{{"scenario", simulate.Names()}, {"method", names}, {"data set", setNames()}, {"named figure", results.Figures()}, {"value of a table", results.Measures()}} {
		fmt.Fprintf(&b, "\nA %s is one of `%s`.\n", l.kind, strings.Join(l.words, "`, `"))
	}
	return b.String()
}

// says says in words what a schema accepts.
func says(schema map[string]any) string {
	switch schema["type"] {
	case "array":
		if items := schema["items"].(map[string]any); items["type"] != "object" {
			return "a list: " + says(items)
		}
		return "a list of mappings"
	case "object":
		return "a mapping"
	case "integer":
		return fmt.Sprintf("a whole number from %v", schema["minimum"])
	case "number":
		return "a number between 0 and 1"
	case "boolean":
		return "`true` or `false`"
	}
	if words, ok := schema["enum"].([]string); ok && len(words) <= 15 {
		return "one of `" + strings.Join(words, "`, `") + "`"
	} else if ok {
		return "a word, see below"
	}
	if expected, ok := schema["description"].(string); ok {
		return expected
	}
	return "text"
}

// TestEveryKeyIsExplained: each key of each mapping has its line in keys.txt, and no line is of another.
func TestEveryKeyIsExplained(t *testing.T) {
	known, seen := about(), make(map[string]bool)
	for _, of := range []reflect.Type{
		reflect.TypeFor[document](), reflect.TypeFor[Data](), reflect.TypeFor[Tables](), reflect.TypeFor[program](), reflect.TypeFor[Variant](), reflect.TypeFor[Profile](),
		reflect.TypeFor[results.View](), reflect.TypeFor[results.Pivot](), reflect.TypeFor[expectation](), reflect.TypeFor[number](), reflect.TypeFor[Claim](), reflect.TypeFor[Long](),
	} {
		for _, f := range new(reader).fields(of) {
			name := of.Name() + "." + f.key
			if known[name] == "" {
				t.Errorf("%s is not explained", name)
			}
			seen[name] = true
		}
	}
	for name := range known {
		if !seen[name] {
			t.Errorf("%s is no key", name)
		}
	}
}
