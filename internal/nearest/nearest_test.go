package nearest

import "testing"

func TestOf(t *testing.T) {
	choices := []string{"repetitions", "retrain", "vimp-drf", "mda", "sobol-mda", "sobol-mda-per-output"}
	for word, want := range map[string]string{
		"repetition": "repetitions",
		"retrian":    "retrain",
		"VIMP-DRF":   "vimp-drf",
		"mad":        "mda",
		"zebra":      "",
		"r":          "",
		"rep":        "repetitions",
		"Vi":         "vimp-drf",
		"sobol":      "sobol-mda",
		"retrain":    "retrain",
		"":           "",
	} {
		if got := Of(word, choices); got != want {
			t.Errorf("Of(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestUnknown(t *testing.T) {
	got := Unknown("method", "retrian", []string{"retrain", "mda"}).Error()
	want := `unknown method "retrian", did you mean "retrain"? (one of: retrain, mda)`
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
