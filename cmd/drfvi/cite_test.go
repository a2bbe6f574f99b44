package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"drfvi/internal/version"
)

// paper is what CITATION.cff and codemeta.json say of the method's paper.
const (
	paperTitle = "MMD-based Variable Importance for Distributional Random Forest"
	paperYear  = 2024
)

// TestCitation checks the fields that the Citation File Format 1.2.0 requires, and that no
// other is there: files with unknown fields are invalid.
func TestCitation(t *testing.T) {
	type person struct {
		Name   string `yaml:"name"`
		Given  string `yaml:"given-names"`
		Family string `yaml:"family-names"`
	}
	type reference struct {
		Type       string   `yaml:"type"`
		Title      string   `yaml:"title"`
		Year       int      `yaml:"year"`
		Authors    []person `yaml:"authors"`
		Journal    string   `yaml:"journal"`
		Volume     int      `yaml:"volume"`
		Collection string   `yaml:"collection-title"`
		Conference person   `yaml:"conference"`
	}
	var c struct {
		Format     string      `yaml:"cff-version"`
		Message    string      `yaml:"message"`
		Type       string      `yaml:"type"`
		Title      string      `yaml:"title"`
		Abstract   string      `yaml:"abstract"`
		Version    string      `yaml:"version"`
		Released   string      `yaml:"date-released"`
		Licence    string      `yaml:"license"`
		Authors    []person    `yaml:"authors"`
		Keywords   []string    `yaml:"keywords"`
		Preferred  reference   `yaml:"preferred-citation"`
		References []reference `yaml:"references"`
	}
	strict := yaml.NewDecoder(strings.NewReader(readText(t, "CITATION.cff")))
	strict.KnownFields(true)
	if err := strict.Decode(&c); err != nil {
		t.Fatal(err)
	}
	if c.Format != "1.2.0" || c.Message == "" || c.Title != "drfvi" || len(c.Authors) == 0 || c.Type != "software" {
		t.Errorf("cff-version, message, title, authors or type is missing or wrong: %+v", c)
	}
	if c.Version != version.Program {
		t.Errorf("version %s, the program is %s", c.Version, version.Program)
	}
	for _, r := range append(c.References, c.Preferred) {
		if r.Type != "article" && r.Type != "conference-paper" || r.Title == "" || len(r.Authors) == 0 {
			t.Errorf("type, title or authors is missing or wrong: %+v", r)
		}
		for _, a := range r.Authors {
			if a.Given == "" || a.Family == "" {
				t.Errorf("%q: author %+v", r.Title, a)
			}
		}
	}
	if p := c.Preferred; p.Title != paperTitle || p.Year != paperYear || len(p.Authors) != 3 || p.Conference.Name == "" {
		t.Errorf("the preferred citation is %+v", p)
	}
}

// TestClientVersions checks that the packages for R and Python have the program's version.
func TestClientVersions(t *testing.T) {
	for name, line := range map[string]string{
		"clients/r/DESCRIPTION":            "\nVersion: " + version.Program + "\n",
		"clients/python/pyproject.toml":    "\nversion = \"" + version.Program + "\"\n",
		"clients/python/drfvi/__init__.py": "\n__version__ = \"" + version.Program + "\"\n",
	} {
		if !strings.Contains(readText(t, name), line) {
			t.Errorf("%s does not have the line %s", name, line)
		}
	}
}

// TestCodemeta checks what readers of codemeta.json look for.
func TestCodemeta(t *testing.T) {
	var c struct {
		Context     string   `json:"@context"`
		Type        string   `json:"@type"`
		Name        string   `json:"name"`
		Version     string   `json:"version"`
		Licence     string   `json:"license"`
		Description string   `json:"description"`
		Keywords    []string `json:"keywords"`
		Readme      string   `json:"readme"`
		Changes     string   `json:"releaseNotes"`
		Author      []struct {
			Type string `json:"@type"`
			Name string `json:"name"`
		} `json:"author"`
		Paper struct {
			Name string `json:"name"`
			Date string `json:"datePublished"`
		} `json:"referencePublication"`
	}
	if err := json.Unmarshal([]byte(readText(t, "codemeta.json")), &c); err != nil {
		t.Fatal(err)
	}
	if c.Context != "https://w3id.org/codemeta/3.0" || c.Type != "SoftwareSourceCode" || c.Name != "drfvi" || len(c.Author) == 0 || c.Author[0].Name == "" {
		t.Errorf("context, type, name or author is missing or wrong: %+v", c)
	}
	if c.Version != version.Program {
		t.Errorf("version %s, the program is %s", c.Version, version.Program)
	}
	var citation struct {
		Abstract string   `yaml:"abstract"`
		Licence  string   `yaml:"license"`
		Keywords []string `yaml:"keywords"`
	}
	if err := yaml.Unmarshal([]byte(readText(t, "CITATION.cff")), &citation); err != nil {
		t.Fatal(err)
	}
	if c.Description != citation.Abstract || !slices.Equal(c.Keywords, citation.Keywords) || !strings.HasSuffix(c.Licence, "/"+citation.Licence) {
		t.Errorf("description, keywords or licence differ: %+v, CITATION.cff has %+v", c, citation)
	}
	for _, name := range []string{c.Readme, c.Changes} {
		readText(t, name)
	}
	if c.Licence != "https://spdx.org/licenses/BSD-3-Clause" || c.Paper.Name != paperTitle || c.Paper.Date != "2024" {
		t.Errorf("licence or paper is wrong: %+v", c)
	}
}
