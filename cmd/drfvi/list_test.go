package main

import "testing"

// TestListed checks that there is something of every kind, and that whatever has a name
// has a description.
func TestListed(t *testing.T) {
	for i, k := range listed() {
		if k.key != kindNames[i] {
			t.Errorf("kind %d is %s, its name %s", i, k.key, kindNames[i])
		}
		if len(k.things) == 0 {
			t.Errorf("there are no %s", k.key)
		}
		for _, thing := range k.things {
			if thing.description == "" {
				t.Errorf("%s has no description", thing.name())
			}
		}
	}
}
