package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"drfvi/results"
)

// writeOrchard writes a table with levels, an identifier and a missing value into the
// folder, and goes there.
func writeOrchard(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString("tree,rain,soil,wind,yield,sugar\n")
	for i := range 160 {
		rain := fmt.Sprint(float64(i*i%89) / 7)
		if i == 4 {
			rain = ""
		}
		fmt.Fprintf(&b, "t%d,%s,%s,%d,%d,%v\n", i, rain, []string{"clay", "sand", "loam"}[i%3], i*7%23, i*i%89+9*(i%3), float64(i%11)/3)
	}
	if err := os.WriteFile("orchard.csv", []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// ofThePaper are words that say nothing true of a user's experiment.
var ofThePaper = regexp.MustCompile(`(?i)\b(the papers?|published|printed|ours|textbook|reproduc\w*)\b`)

// TestNew writes specifications to begin from, runs them as they are, and reads the
// reports.
func TestNew(t *testing.T) {
	writeOrchard(t)
	own := []string{"orchard.csv", "--exclude", "tree", "--missing", "drop", "--targets"}
	for i, args := range [][]string{
		{}, append(own, "yield,sugar"), append(own, "yield"),
		{"--task", "elimination"}, append(own, "yield", "--task", "elimination"),
		{"--task", "ablation"}, {"orchard.csv", "--exclude", "tree,soil", "--missing", "drop", "--targets", "yield", "--task", "ablation"},
	} {
		code, text, stderr := call(context.Background(), append([]string{"new"}, args...)...)
		if code != codeDone {
			t.Fatalf("new %q: exit code %d: %s", args, code, stderr)
		}
		if warned := strings.Contains(strings.Join(strings.Fields(stderr), " "), `warning: the table: target "yield" accounts for more than 99 % of the squared distances`); warned != slices.Contains(args, "yield,sugar") {
			t.Errorf("new %q warns of a dominant target: %v: %s", args, warned, stderr)
		}
		file, to := fmt.Sprintf("s%d.yaml", i), fmt.Sprintf("to%d", i)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"run", file, "--profile", "quick", "--out", to}, {"report", "--results", to, "--to", to + "r"}} {
			if code, _, stderr := call(context.Background(), args...); code != codeDone || strings.Contains(stderr, "printed numbers") {
				t.Fatalf("%q of new %q: exit code %d: %s", args, args, code, stderr)
			}
		}
		report, err := os.ReadFile(filepath.Join(to+"r", "report.html"))
		if err != nil {
			t.Fatal(err)
		}
		if word := ofThePaper.FindString(string(report)); word != "" {
			t.Errorf("the report of new %q says %q", args, word)
		}
		if len(args) > 4 && !strings.Contains(string(report), "The table has 159 rows") {
			t.Errorf("the report of new %q does not say what the table is", args)
		}
		if code, _, stderr := call(context.Background(), "verify", "--results", to); i == 0 && (code != codeMissing || !strings.Contains(stderr, `has no claims to judge: a specification lists them under "claims"`)) {
			t.Errorf("verify without claims: exit code %d: %s", code, stderr)
		}
		if _, err := os.Stat(filepath.Join(to+"r", "reproduction.png")); err == nil {
			t.Errorf("the report of new %q has a picture of published numbers", args)
		}
	}
}

// TestNewOfAFewRows: forests of preset paper could not split.
func TestNewOfAFewRows(t *testing.T) {
	file := writeTable(t, "few.csv", "a,b,y\n1,2,3\n4,1,2\n3,5,1\n0,0,2\n5,2,4\n2,3,1\n9,5,2\n2,2,1\n5,1,9\n1,3,2\n6,2,5\n7,3,2\n8,0,6\n4,4,1\n3,2,7\n2,6,3\n5,5,4\n")
	t.Chdir(t.TempDir())
	code, text, stderr := call(context.Background(), "new", file, "--targets", "y")
	if err := os.WriteFile("few.yaml", []byte(text), 0o600); err != nil || code != codeDone {
		t.Fatalf("exit code %d: %s, %v", code, stderr, err)
	}
	if code, _, stderr := call(context.Background(), "run", "few.yaml", "--profile", "quick", "--out", "few"); code != codeDone {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr := call(context.Background(), "new", file, "--targets", "y", "--task", "elimination"); code != codeFailed ||
		!strings.Contains(stderr, `method "coupled", preset paper: forest: 8 rows are too few to split even once`) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestNewFaults(t *testing.T) {
	writeOrchard(t)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"orchard.csv"}, codeUsage, "new needs the targets of orchard.csv: --targets NAME,NAME; drfvi describe orchard.csv lists its columns"},
		{[]string{"--targets", "y"}, codeUsage, "--targets are columns of a table, expected its FILE"},
		{[]string{"orchard.csv", "--targets", "yeld", "--exclude", "tree", "--missing", "drop"}, codeUsage, `unknown target "yeld", did you mean "yield"?`},
		{[]string{"orchad.csv", "--targets", "yield"}, codeFailed, "cannot read the table: stat orchad.csv"},
		{[]string{"orchard.csv", "--targets", "yield", "--task", "eliminate"}, codeUsage, `unknown task "eliminate", did you mean "elimination"?`},
		{[]string{"orchard.csv", "--targets", "yield", "--exclude", "tree", "--missing", "drop", "--task", "ablation"}, codeFailed, "an ablation needs inputs that are single columns"},
	} {
		if code, stdout, stderr := call(context.Background(), append([]string{"new"}, c.args...)...); code != c.code || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("new %q: exit code %d, %q, expected %d, %q", c.args, code, stderr, c.code, c.want)
		}
	}
}

// TestGeneratorsDocument saves the program and the specification that docs/experiments.md prints, and does
// what it says.
func TestGeneratorsDocument(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	text := section(t, "docs/experiments.md", "Generators of your own")
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"gen.py": blocks(text, "python")[0], "law.yaml": strings.NewReplacer("repetitions: 20", "repetitions: 1", "trees: 500", "trees: 10").Replace(blocks(text, "yaml")[0]),
	} {
		if err := os.WriteFile(name, []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(blocks(text, "sh")[0]) {
		if code, _, stderr := call(context.Background(), strings.Fields(line)[1:]...); code != codeDone {
			t.Fatalf("%s: exit code %d: %s", line, code, stderr)
		}
	}
}

// TestClaimsDocument: each claim that docs/experiments.md prints is read as it stands.
func TestClaimsDocument(t *testing.T) {
	claims := regexp.MustCompile("(?m)^\\| `([^`]*[<>=][^`]*)` \\| ").FindAllStringSubmatch(section(t, "docs/experiments.md", "Specifications"), -1)
	if len(claims) < 7 {
		t.Fatalf("docs/experiments.md has %d claims", len(claims))
	}
	for _, claim := range claims {
		var read struct{ Holds string }
		if err := yaml.Unmarshal([]byte("holds: "+claim[1]+"\n"), &read); err != nil {
			t.Errorf("%s: %v", claim[1], err)
		}
		if _, err := (results.Claim{Holds: read.Holds}).Expression(); err != nil {
			t.Errorf("%s: %v", claim[1], err)
		}
	}
}

// TestSpecsDocument runs the specification that docs/experiments.md prints, with the claims.
func TestSpecsDocument(t *testing.T) {
	found := blocks(section(t, "docs/experiments.md", "Specifications"), "yaml")
	writeOrchard(t)
	if len(found) != 2 {
		t.Fatalf("docs/experiments.md has %d blocks, expected a specification and claims", len(found))
	}
	text := strings.NewReplacer("repetitions: 20", "repetitions: 3", "trees: 500", "trees: 20").Replace(found[0]) + "\n" + strings.NewReplacer("(sun)", "(rain)").Replace(found[1])
	if err := os.WriteFile("orchard.yaml", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := call(context.Background(), "run", "orchard.yaml", "--out", "out"); code != codeDone {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if code, stdout, stderr := call(context.Background(), "verify", "--results", "out"); code != codeDone || !strings.Contains(stdout, "1 claim: 1 holds") {
		t.Errorf("verify: exit code %d: %s\n%s", code, stderr, stdout)
	}
}
