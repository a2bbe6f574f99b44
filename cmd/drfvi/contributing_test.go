package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"drfvi/experiments"
	"drfvi/reports"
)

// TestContributedClaim adds the claim of CONTRIBUTING.md to a specification and judges it with the
// committed records, as drfvi verify would.
func TestContributedClaim(t *testing.T) {
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)```yaml\nclaims:\n(  - text: .*?)```").FindStringSubmatch(string(text))
	if example == nil {
		t.Fatal("CONTRIBUTING.md has no example of a claim")
	}
	spec, err := os.ReadFile("../../experiments/specs/bivariate.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "bivariate.yaml")
	with := strings.Replace(string(spec), "\nclaims:\n", "\nclaims:\n"+example[1], 1)
	if err := os.WriteFile(file, []byte(with), 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := experiments.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	described, err := experiments.Describe(e, paperProfile)
	if err != nil {
		t.Fatal(err)
	}
	s, err := openResults("../../results/paper")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.restrict([]string{"bivariate"}); err != nil {
		t.Fatal(err)
	}
	s.stored[0].Claims = described.Claims
	o, err := reports.Verify(s)
	if err != nil {
		t.Fatal(err)
	}
	if first := o.Claims[0]; !strings.HasPrefix(first.Text(), "X1 is more than thrice") || first.Outcome() != "holds" {
		t.Errorf("the first claim is %q, which %s; expected that of CONTRIBUTING.md, which holds", first.Text(), first.Outcome())
	}
}
