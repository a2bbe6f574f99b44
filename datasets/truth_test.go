package datasets

import (
	"testing"

	"github.com/go-gota/gota/series"
)

// TestTruths compares the words for truth values with those of which it is inferred
// that a column holds truth values.
func TestTruths(t *testing.T) {
	for _, word := range []string{"true", "True", "TRUE", "t", "T", "1", "false", "False", "f", "F", "0", "yes", "no", "2", "tru"} {
		want, err := series.New([]string{word}, series.Bool, "").Bool()
		is, isNot := anyCase(word, truths), anyCase(word, falsehoods)
		if is != (err == nil && want[0]) || isNot != (err == nil && !want[0]) {
			t.Errorf("%q is true %v, false %v; inferred from %v, %v", word, is, isNot, want, err)
		}
	}
}
