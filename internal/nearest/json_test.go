package nearest

import (
	"strings"
	"testing"
)

func TestObject(t *testing.T) {
	var name string
	var list []string
	places := map[string]any{"name": &name, "list": &list, "title": Ignored}
	if err := Object("a thing", []byte(`{"name": "x", "list": ["u"], "title": 3}`), places); err != nil || name != "x" || list[0] != "u" {
		t.Errorf("found %q, %q, %v", name, list, err)
	}
	for text, fault := range map[string]string{
		`{"nam": 1}`:           `a thing: unknown key "nam", did you mean "name"? (one of: list, name, title)`,
		`{"list": "u"}`:        `a thing, "list": found "u", expected a list in brackets`,
		`{"name": {"a": [1]}}`: `a thing, "name": found {"a": [1]}, expected a text in quotation marks`,
		`[1]`:                  "a thing: found [1], expected an object in braces",
		`null`:                 "a thing: found null, expected an object in braces",
		"{\n\"name\" 1}":       "a thing: line 2: invalid character '1' after object key, expected JSON",
	} {
		if err := Object("a thing", []byte(text), places); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: found %v, expected %s", text, err, fault)
		}
	}
}
