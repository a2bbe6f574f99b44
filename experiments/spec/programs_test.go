package spec

import (
	"strings"
	"testing"
)

// Programs stand where methods may stand, and nowhere else.
func TestProgramFaults(t *testing.T) {
	for text, want := range map[string]string{
		replaced(t, minimal, "[fake, fake-preset, fake-plain]", "[{name: fake, command: [sh], version: 1}]"):                                              `tiny.yaml:12:11: method "fake" is one of drfvi's own, expected another name`,
		replaced(t, minimal, "[fake, fake-preset, fake-plain]", "[fake, {name: mine, command: [sh]}]"):                                                    `tiny.yaml:12:17: a method has no "version"`,
		replaced(t, minimal, "[fake, fake-preset, fake-plain]", "[{name: mine, command: [sh], version: 1}, mine]"):                                        `methods lists mine twice`,
		replaced(t, minimal, "kernels: [authors]", "kernels: [authors], methods: [{name: mine, command: [sh], version: 1}]"):                              `a method is a mapping, expected text`,
		replaced(t, minimal, "[fake, fake-preset, fake-plain]", "[{name: mine, command: [sh], version: 1}]", "[authors]}", "[authors], methods: [mime]}"): `unknown method "mime", did you mean "mine"?`,
		strings.Replace(eliminating, "methods: [", "methods: [{name: mine, command: [sh], version: 1}, ", 1):                                              `variables cannot be eliminated by method "mine"`,
	} {
		if _, err := Parse("tiny.yaml", []byte(text), testMethods()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %s", err, want)
		}
	}
}
