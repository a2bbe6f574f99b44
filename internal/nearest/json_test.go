package nearest

import (
	"encoding/json"
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

func TestObjectKeysTwice(t *testing.T) {
	var a string
	var settings map[string]json.RawMessage
	places := map[string]any{"a": &a, "settings": &settings}
	for text, want := range map[string]string{
		`{"a": "x", "a": "y"}`:                        `thing: found the key "a" twice, expected it once`,
		`{"settings": {"trees": 1, "\u0074rees": 2}}`: `thing, "settings": found the key "trees" twice, expected it once`,
	} {
		if err := Object("thing", []byte(text), places); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
	if err := Object("thing", []byte(`{"a": "x", "settings": {"a": 1}}`), places); err != nil || a != "x" || string(settings["a"]) != "1" {
		t.Errorf("%q, %q, error %v", a, settings, err)
	}
	if err := Object("thing", []byte(`{"settings": null}`), places); err != nil {
		t.Error(err)
	}
}
