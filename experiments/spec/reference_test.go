package spec

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	registry "drfvi/methods"
	"drfvi/methods/method"
	"drfvi/results"
)

//go:embed keys.txt
var keysText string

// about returns what each key is, by its mapping and name, "document.name".
func about() map[string]string {
	texts := make(map[string]string)
	for line := range strings.Lines(keysText) {
		key, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		texts[key] = text
	}
	return texts
}

var update = flag.Bool("update", false, "write what the parser says into docs/experiments.md")

// TestReference compares the documentation with the parser.
func TestReference(t *testing.T) {
	const file = "../../docs/experiments.md"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const last = "the key is limited to these tasks or\ndata.\n"
	before, keys, ok := strings.Cut(string(data), last)
	want := documented(method.All())
	if *update {
		if err := os.WriteFile(file, []byte(before+last+want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !ok || keys != want {
		t.Error("docs/experiments.md describes the keys in other words than the parser; go test ./experiments/spec -run TestReference -update writes them")
	}
}

// documentedMappings are the mappings of a specification: the title of each in the documentation, its
// name in keys.txt, and its keys.
var documentedMappings = []struct {
	title, name string
	keys        func(p *parser) []key
}{
	{"The specification", "document", (*parser).experiment},
	{"`data`", "Data", (*parser).data},
	{"`tables`", "Tables", func(p *parser) []key { return p.tables(new(Tables)) }},
	{"`methods` of your own", "program", func(*parser) []key { return new(program).keys() }},
	{"`variants`", "Variant", func(p *parser) []key { return p.variant(new(Variant)) }},
	{"`profiles`", "Profile", func(p *parser) []key { return p.profile(new(Profile)) }},
	{"`views`", "View", func(p *parser) []key { return p.view(new(results.View)) }},
	{"`table` of views", "Pivot", func(p *parser) []key { return p.pivot(new(results.Pivot)) }},
	{"`expect`", "expectation", func(p *parser) []key { return p.expectation(new(expectation)) }},
	{"`values` of `expect`", "number", func(p *parser) []key { return p.number(new(number)) }},
	{"`claims` and `statements`", "Claim", func(p *parser) []key { return p.claim(new(Claim)) }},
	{"`long`", "Long", func(p *parser) []key { return p.long(new(Long)) }},
}

// parserOf returns a parser that knows the keys and words of all tasks and forms of data.
func parserOf(methods []method.Facts) *parser {
	p := &parser{spec: Experiment{facts: methods}}
	p.vocabulary(registry.Presets(), results.FigureKinds(""), allCellKeys)
	return p
}

// documented documents the keys of specifications in Markdown: a table for each mapping, from its
// keys.
func documented(methods []method.Facts) string {
	known := about()
	var b strings.Builder
	for _, mapping := range documentedMappings {
		fmt.Fprintf(&b, "\n### %s\n\n| key | value | |\n|---|---|---|\n", mapping.title)
		for _, k := range mapping.keys(parserOf(methods)) {
			name, what := "`"+k.name+"`", known[mapping.name+"."+k.name]
			if k.required {
				name += " (required)"
			}
			if k.forms != nil {
				what += " (`" + strings.Join(k.forms, "`, `") + "`)"
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", name, k.expected, what)
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
	listed := make(map[string]bool)
	for _, mapping := range documentedMappings {
		for _, k := range mapping.keys(parserOf(methods)) {
			if k.kind != "" && !listed[k.kind] {
				fmt.Fprintf(&b, "\nA %s is one of `%s`.\n", k.kind, strings.Join(parserOf(methods).words[k.kind], "`, `"))
			}
			listed[k.kind] = true
		}
	}
	return b.String()
}

// TestEveryKeyIsExplained: each key of each mapping has its line in keys.txt, and no line is of another.
func TestEveryKeyIsExplained(t *testing.T) {
	known, seen := about(), make(map[string]bool)
	for _, mapping := range documentedMappings {
		for _, k := range mapping.keys(parserOf(nil)) {
			name := mapping.name + "." + k.name
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
