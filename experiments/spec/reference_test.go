package spec

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"drfvi/internal/method"
)

var update = flag.Bool("update", false, "write what the parser says into docs/specs.md")

// TestReference compares the documentation with the parser.
func TestReference(t *testing.T) {
	const file = "../../docs/specs.md"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const last = "without one it is for all.\n"
	before, keys, ok := strings.Cut(string(data), last)
	want := Reference(method.All())
	if *update {
		if err := os.WriteFile(file, []byte(before+last+want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !ok || keys != want {
		t.Error("docs/specs.md says other things of keys than the parser; go test ./experiments/spec -run TestReference -update writes them")
	}
}

// schema compiles the schema of specifications.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := Schema(methods())
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
