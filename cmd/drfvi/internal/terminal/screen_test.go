package terminal

import (
	"bytes"
	"testing"
)

func TestColours(t *testing.T) {
	for _, c := range []struct {
		environment map[string]string
		system      string
		want        bool
	}{
		{nil, "linux", true},
		{map[string]string{"NO_COLOR": "1"}, "linux", false},
		{map[string]string{"NO_COLOR": ""}, "linux", true},
		{map[string]string{"TERM": "dumb"}, "linux", false},
		{nil, "windows", false},
		{map[string]string{"WT_SESSION": "x"}, "windows", true},
	} {
		if got := colours(func(name string) string { return c.environment[name] }, c.system); got != c.want {
			t.Errorf("%v on %s: colours %v, expected %v", c.environment, c.system, got, c.want)
		}
	}
}

// TestPlain checks that what is no terminal gets neither colours nor its width.
func TestPlain(t *testing.T) {
	t.Setenv("COLUMNS", "40")
	s := ScreenOf(new(bytes.Buffer))
	if s != Plain() {
		t.Errorf("screen %+v", s)
	}
	const text = "a text of more letters than the eighty that a line has, which is to stay one line for those who search"
	if got := s.Strong("x") + s.Warning(text); got != "xwarning: "+text+"\n" {
		t.Errorf("got %q", got)
	}
}

func TestLive(t *testing.T) {
	s := Screen{Width: 40, Live: true, Colours: true}
	const want = "\x1b[33mwarning:\x1b[0m thirteen rows dropped for\n  missing values, first row 3\n"
	if got := s.Warning("thirteen rows dropped for missing values, first row 3"); got != want {
		t.Errorf("got %q, expected %q", got, want)
	}
	if got := s.Sentence("one two three four five six seven eight nine"); got != "one two three four five six seven eight\nnine\n" {
		t.Errorf("got %q", got)
	}
}
