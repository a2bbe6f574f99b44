package mention

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

// What an error says is plain, however it is wrapped, and what it mentions is not lost.
func TestErrors(t *testing.T) {
	inner := Errorf("found %q%s", "x", Clause("; %v if that is missing", NA.Each("x")))
	outer := Errorf("row 2: %w, or leave it out with %v", inner, Exclude)
	for want, err := range map[string]error{
		`found "x"; na=x if that is missing`:                                                        inner,
		`t.csv: found "x"; na=x if that is missing`:                                                 fmt.Errorf("t.csv: %w", inner),
		`t.csv: row 2: found "x"; na=x if that is missing, or leave it out with exclude`:            fmt.Errorf("t.csv: %w", outer),
		"found \"x\"; na=x if that is missing\nEOF":                                                 errors.Join(inner, io.EOF),
		`one: found "x"; na=x if that is missing, two: found "x"; na=x if that is missing, and EOF`: fmt.Errorf("one: %w, two: %w, and %w", inner, inner, io.EOF),
	} {
		if err.Error() != want || plain(Marked(err)) != want || Marked(err) == want {
			t.Errorf("got %q, as mentioned %q, want %q", err, Marked(err), want)
		}
	}
	if err := Errorf("%v: %w", Out, io.EOF); !errors.Is(err, io.EOF) || Marked(io.EOF) != "EOF" {
		t.Errorf("%v wraps nothing", err)
	}
}
