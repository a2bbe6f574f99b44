package experiments

import (
	"testing"

	"drfvi/results"
)

// TestCommittedRunIsCurrent checks that the committed run of the paper was made
// with the settings, seeds and algorithm versions of this program: that running
// the paper profile again would compute nothing. If a change of values is
// meant, run it again; if a change of the form of keys is not, keep them.
func TestCommittedRunIsCurrent(t *testing.T) {
	const folder = "../results/paper"
	store, err := results.Open(folder)
	if err != nil {
		t.Skipf("no committed run: %v", err)
	}
	experiments, err := store.Experiments()
	if err != nil {
		t.Fatal(err)
	}
	if len(experiments) == 0 {
		t.Skip("no committed run")
	}
	specs := embeddedSpecs(t)
	for _, stored := range experiments {
		spec, ok := specs[stored.Name]
		if !ok {
			t.Errorf("%s: a committed experiment without a specification", stored.Name)
			continue
		}
		described, err := Describe(spec, "paper")
		if err != nil {
			t.Fatal(err)
		}
		records, err := store.Records(stored.Name)
		if err != nil {
			t.Fatal(err)
		}
		keys := make(map[string]string)
		for _, r := range records {
			keys[r.ID] = r.Key
		}
		stale := 0
		for _, u := range described.Units {
			if key, ok := keys[u.ID]; ok && key != u.Key {
				stale++
			}
		}
		if stale > 0 {
			t.Errorf("%s: %d of %d records have other keys than the program would give them now", stored.Name, stale, len(records))
		}
	}
}

// TestKeyIsPinned holds the form of keys: changing it without need makes every
// finished run worthless.
func TestKeyIsPinned(t *testing.T) {
	e, err := Describe(embeddedSpecs(t)["bivariate"], "paper")
	if err != nil {
		t.Fatal(err)
	}
	const want = "3fd99b337aa4c6610247d649a90fb60a2d2061f874e9d96c49fbf41ae43f712c"
	if got := e.Units[0].Key; got != want {
		t.Errorf("%s has key %s, want %s", e.Units[0].ID, got, want)
	}
}
