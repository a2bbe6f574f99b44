package verdict

import (
	"testing"

	"drfvi/results"
)

// Every kind of claim has one way to be judged.
func TestJudges(t *testing.T) {
	for _, form := range results.ClaimForms() {
		kind, known := judges[form.Kind]
		if !known || (kind.pairs == nil) == (kind.band == nil) || (kind.scope == everySize) != form.EverySize {
			t.Errorf("kind %q is judged by %+v", form.Kind, kind)
		}
	}
	if len(judges) != len(results.ClaimForms()) {
		t.Errorf("%d judges of %d kinds of claims", len(judges), len(results.ClaimForms()))
	}
}
