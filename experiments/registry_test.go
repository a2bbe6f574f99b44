package experiments

import (
	"slices"
	"testing"

	"drfvi/internal/method"
)

// Every method has a row in package method, and every row a method.
func TestRegistryHasTheRows(t *testing.T) {
	var registered, rows []string
	for _, m := range registry {
		if m.versions["fake"] == "" {
			registered = append(registered, m.Name)
		}
	}
	for _, f := range method.All() {
		rows = append(rows, f.Name)
	}
	if !slices.Equal(registered, rows) {
		t.Errorf("registered are %q, package method has %q", registered, rows)
	}
}

// Whoever asks for the methods gets a copy.
func TestMethodsAreCopies(t *testing.T) {
	Methods()[0].Name = "another"
	if m, err := MethodNamed("retrain"); err != nil || m.Name != registry[0].Name {
		t.Errorf("the registry was altered: %v", err)
	}
}
