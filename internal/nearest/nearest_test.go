package nearest

import (
	"strings"
	"testing"
)

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

// TestLong: words of any length are compared soon, and shown short.
func TestLong(t *testing.T) {
	long := strings.Repeat("q", 1<<24)
	for _, err := range []error{Unknown("column", long, []string{"a", long + "r"}), Unknown("column", "z", []string{long, "b"})} {
		if text := err.Error(); len(text) > 600 || !strings.Contains(text, "qq…") {
			t.Errorf("%d bytes: %.200s", len(text), text)
		}
	}
}
