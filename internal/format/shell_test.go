package format

import (
	"os/exec"
	"testing"
)

// TestArgument: what messages propose is one argument, whatever it holds, and runs nothing.
func TestArgument(t *testing.T) {
	for word, want := range map[string]string{
		"x1": "x1", "größe": "größe", "-999": "-999", "a b": "'a b'", "": "''", "it's": `'it'\''s'`, "$(touch pwned)": "'$(touch pwned)'", "a;b": "'a;b'",
		"yield, t/ha": "'yield, t/ha'", "`tick`": "'`tick`'", "x[1]": "'x[1]'", "NO2*": "'NO2*'", "a\x1bb": "WORD", "~": "'~'",
	} {
		got := Argument(word)
		if got != want {
			t.Errorf("%q: got %s, want %s", word, got, want)
		}
		if got == "WORD" {
			continue
		}
		if said, err := exec.Command("sh", "-c", "printf %s "+got).Output(); err == nil && string(said) != word {
			t.Errorf("%q: a shell reads %q", word, said)
		}
	}
	if got, want := Element(`a "b", c`), `'"a ""b"", c"'`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
