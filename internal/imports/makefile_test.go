package imports

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestMakefile: what the head of the Makefile offers has a rule with a recipe.
func TestMakefile(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	offered := regexp.MustCompile(`(?m)^#   make ([a-z-]+) `).FindAllSubmatch(text, -1)
	if len(offered) < 10 {
		t.Fatalf("the head offers %d targets", len(offered))
	}
	for _, target := range offered {
		if !regexp.MustCompile(`(?m)^` + string(target[1]) + `:.*\n\t`).Match(text) {
			t.Errorf("make %s is offered and has no recipe", target[1])
		}
	}
}
