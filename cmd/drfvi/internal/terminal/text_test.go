package terminal

import (
	"strings"
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1234 * time.Microsecond:                      "1ms",
		12345 * time.Millisecond:                     "12.3s",
		260 * time.Second:                            "4m20s",
		3*time.Hour + 5*time.Minute + 10*time.Second: "3h5m",
		26 * time.Hour:                               "26h0m",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%v is written %s, expected %s", d, got, want)
		}
	}
}

// TestMessage: lines have the program's name, and long ones their beginning and end.
func TestMessage(t *testing.T) {
	var b strings.Builder
	if Message(&b, "one\ntwo\n"); b.String() != "drfvi: one\ndrfvi: two\n" {
		t.Errorf("%q", b.String())
	}
	b.Reset()
	for _, name := range []string{strings.Repeat("long name ", 1<<20), strings.Repeat(`\"`, 1<<20)} {
		Message(&b, `t.csv: columns "`+name+`" and "b" are one, expected "`+name+`"`)
	}
	for line := range strings.Lines(b.String()) {
		if len(line) > 400 || !strings.Contains(line, `…`) || !strings.Contains(line, `" and "b" are one, expected "`) {
			t.Errorf("%d bytes: %.400q", len(line), line)
		}
	}
	b.Reset()
	Message(&b, "t.csv: found "+strings.Repeat("é", 1<<20)+"; expected less")
	if got := b.String(); len(got) > 9000 || !strings.HasPrefix(got, "drfvi: t.csv: found éé") || !strings.HasSuffix(got, "éé; expected less\n") {
		t.Errorf("%d bytes: %.40q … %.40q", len(got), got, got[len(got)-40:])
	}
}
