package nearest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Ignored is the place of a key that may be there and says nothing.
var Ignored any

// Object reads an object of JSON into the places of its keys, all of which are known, as
// json.Unmarshal does; what names the object in errors. The error for an unknown key names the
// nearest one, and that for a value of another type says what is expected. A place of type
// *json.Number or *json.RawMessage takes the text of a value as it stands.
func Object(what string, data []byte, places map[string]any) error {
	members, err := membersOf(data)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		place, known := places[key]
		if !known {
			return fmt.Errorf("%s: %w", what, Unknown("key", key, slices.Sorted(maps.Keys(places))))
		}
		if place == Ignored {
			continue
		}
		if free, is := place.(*map[string]json.RawMessage); is && !bytes.Equal(members[key], []byte("null")) {
			if *free, err = membersOf(members[key]); err != nil {
				return fmt.Errorf("%s, %q: %w", what, key, err)
			}
			continue
		}
		if err := json.Unmarshal(members[key], place); err != nil {
			return fmt.Errorf("%s, %q: %w", what, key, fault(members[key], err))
		}
	}
	return nil
}

// membersOf returns the members of an object in JSON, each of which is there once.
func membersOf(data []byte) (map[string]json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil || members == nil {
		return nil, fault(data, err)
	}
	clear(members)
	decoder := json.NewDecoder(bytes.NewReader(data))
	_, _ = decoder.Token() // the brace: the text is known to be an object
	for decoder.More() {
		token, _ := decoder.Token()
		key, _ := token.(string)
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, fault(data, err)
		}
		if _, twice := members[key]; twice {
			return nil, fmt.Errorf("found the key %q twice, expected it once", key)
		}
		members[key] = value
	}
	return members, nil
}

// fault says what is wrong with a text that is not the JSON expected; err is nil for null.
func fault(data []byte, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		return fmt.Errorf("line %d: %w, expected JSON", line, err)
	}
	expected := "an object in braces"
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		if word, known := kinds[kind.Type.Kind().String()]; known {
			expected = word
		}
	} else if err != nil {
		return err
	}
	return fmt.Errorf("found %s, expected %s", shortened(data), expected)
}

// kinds are the words for what a place takes.
var kinds = map[string]string{
	"string": "a text in quotation marks",
	"bool":   "true or false", "slice": "a list in brackets", "struct": "an object in braces",
	"map": "an object in braces", "int": "an integer", "float64": "a number",
}

// shortened is the beginning of a value.
func shortened(data []byte) string {
	const longestShown = 40
	text := []rune(string(bytes.Join(bytes.Fields(data), []byte(" "))))
	if len(text) > longestShown {
		return string(text[:longestShown]) + "…"
	}
	return string(text)
}
