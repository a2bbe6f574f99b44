package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"drfvi/internal/version"
)

// paper is what CITATION.cff and codemeta.json say of the method's paper.
const (
	paperTitle = "MMD-based Variable Importance for Distributional Random Forest"
	paperYear  = 2024
)

// A citation is what CITATION.cff and codemeta.json must agree on, and what the program knows.
type citation struct {
	Abstract  string   `yaml:"abstract"`
	Licence   string   `yaml:"license"`
	Keywords  []string `yaml:"keywords"`
	Preferred struct {
		Title   string `yaml:"title"`
		Year    int    `yaml:"year"`
		Authors []any  `yaml:"authors"`
	} `yaml:"preferred-citation"`
}

// TestCitation checks CITATION.cff against a schema of the Citation File Format, and against the
// published one where CFF_SCHEMA names its file; what is missing or odd is refused.
func TestCitation(t *testing.T) {
	text := readText(t, "CITATION.cff")
	schemas := []*jsonschema.Schema{compiled(t, "cff-1.2.0.json")}
	if published := os.Getenv("CFF_SCHEMA"); published != "" {
		s, err := jsonschema.NewCompiler().Compile(published)
		if err != nil {
			t.Fatal(err)
		}
		schemas = append(schemas, s)
	}
	for _, schema := range schemas {
		judge := func(text string) error {
			var document any
			if err := yaml.Unmarshal([]byte(text), &document); err != nil {
				t.Fatal(err)
			}
			return schema.Validate(document)
		}
		if err := judge(text); err != nil {
			t.Error(err)
		}
		for _, change := range [][2]string{
			{"cff-version: 1.2.0", "cff-version: 2.0.0"}, {"message:", "massage:"}, {"type: software", "type: program"}, {"type: conference-paper", "type: talk"},
			{"\n    - given-names: Clément\n      family-names: Bénard", "\n    - first: Clément"}, {"BSD-3-Clause", "BSD"}, {"year: 2024", "year: [2024]"}, {"authors:\n  - name: the drfvi developers\n", "authors: []\n"},
		} {
			altered := strings.Replace(text, change[0], change[1], 1)
			if altered == text || judge(altered) == nil {
				t.Errorf("%s passes for %s", change[1], change[0])
			}
		}
	}
	var c citation
	if err := yaml.Unmarshal([]byte(text), &c); err != nil {
		t.Fatal(err)
	}
	if p := c.Preferred; p.Title != paperTitle || p.Year != paperYear || len(p.Authors) != 3 {
		t.Errorf("the preferred citation is %+v", p)
	}
}

// TestVersion checks that all files that tell the version tell the program's, and those that tell
// its date the one of CHANGELOG.md. With -update it writes both where they differ.
func TestVersion(t *testing.T) {
	const changes = "CHANGELOG.md"
	released := regexp.MustCompile(`(?m)^## (\S+), ([0-9]{4}-[0-9]{2}-[0-9]{2})$`).FindStringSubmatch(readText(t, changes))
	if released == nil || released[1] != version.Program {
		t.Fatalf("%s: the first version with a date is %q, the program is %s", changes, released, version.Program)
	}
	if _, err := time.Parse(time.DateOnly, released[2]); err != nil {
		t.Fatalf("%s: %v", changes, err)
	}
	for _, place := range []struct{ file, before, value, after string }{
		{"CITATION.cff", "\nversion: ", version.Program, "\n"},
		{"CITATION.cff", "\ndate-released: \"", released[2], "\"\n"},
		{"codemeta.json", "\n  \"version\": \"", version.Program, "\",\n"},
		{"codemeta.json", "\n  \"datePublished\": \"", released[2], "\",\n"},
		{".zenodo.json", "\n  \"version\": \"", version.Program, "\",\n"},
		{"clients/r/DESCRIPTION", "\nVersion: ", version.Program, "\n"},
		{"clients/python/drfvi/__init__.py", "\n__version__ = \"", version.Program, "\"\n"},
	} {
		text := readText(t, place.file)
		head, rest, ok := strings.Cut(text, place.before)
		found, tail, closed := strings.Cut(rest, place.after)
		switch {
		case !ok || !closed:
			t.Errorf("%s has no line with %q", place.file, place.before)
		case found == place.value:
		case *update:
			text = head + place.before + place.value + place.after + tail
			if err := os.WriteFile(filepath.Join(root, place.file), []byte(text), 0o644); err != nil {
				t.Error(err)
			}
		default:
			t.Errorf("%s has %q after %q, expected %q (go test ./cmd/drfvi -run TestVersion -update writes it)", place.file, found, place.before, place.value)
		}
	}
}

// TestCodemeta checks that codemeta.json has terms of its context only, and says what CITATION.cff
// does.
func TestCodemeta(t *testing.T) {
	text := readText(t, "codemeta.json")
	schema := compiled(t, "codemeta-3.0.json")
	judge := func(text string) error {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(document)
	}
	if err := judge(text); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{"codemeta/3.0", "codemeta/2.0"}, {"SoftwareSourceCode", "Software"}, {"runtimePlatform", "platform"}, {"givenName", "firstName"},
		{"https://spdx.org/licenses/", ""}, {`"Organization"`, `"Team"`},
	} {
		altered := strings.Replace(text, change[0], change[1], 1)
		if altered == text || judge(altered) == nil {
			t.Errorf("%s passes for %s", change[1], change[0])
		}
	}
	var m struct {
		Licence     string   `json:"license"`
		Description string   `json:"description"`
		Keywords    []string `json:"keywords"`
		Readme      string   `json:"readme"`
		Changes     string   `json:"releaseNotes"`
		Paper       struct {
			Name string `json:"name"`
			Date string `json:"datePublished"`
		} `json:"referencePublication"`
	}
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	var c citation
	if err := yaml.Unmarshal([]byte(readText(t, "CITATION.cff")), &c); err != nil {
		t.Fatal(err)
	}
	if m.Description != c.Abstract || !slices.Equal(m.Keywords, c.Keywords) || m.Licence != "https://spdx.org/licenses/"+c.Licence {
		t.Errorf("description, keywords or licence differ: %+v, CITATION.cff has %+v", m, c)
	}
	for _, name := range []string{m.Readme, m.Changes} {
		readText(t, name)
	}
	if m.Paper.Name != paperTitle || m.Paper.Date != "2024" {
		t.Errorf("the paper is wrong: %+v", m)
	}
}

// compiled compiles a schema of testdata; formats are asserted.
func compiled(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(readText(t, filepath.Join("cmd/drfvi/testdata/schemas", name))))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(name, document); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
