package catalogue

import "testing"

// TestWords checks that whatever has a name has a description.
func TestWords(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]wordEntry{c.Presets, c.Kernels} {
		for _, w := range words {
			if w.Description == "" {
				t.Errorf("%s has no description", w.Name)
			}
		}
	}
	if len(c.Experiments) == 0 || len(c.Scenarios) == 0 || len(c.Methods) == 0 {
		t.Errorf("an empty list: %+v", c)
	}
}
