package strict

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"regexp"
)

// longestWord leaves room for a few words in a file name of at most 255 letters.
const longestWord = 64

var wordPattern = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// own are the forms of every reader: a word that is valid in file names, and text that a list may
// repeat.
var own = map[string]Form{
	"free": {map[string]any{"type": []string{"string", "number", "boolean"}}, func(_, text string) (string, error) { return text, nil }},
	"word": {map[string]any{"type": "string", "pattern": wordPattern.String()}, func(what, text string) (string, error) {
		if len(text) > longestWord {
			return "", fmt.Errorf("%s has %d letters, expected at most %d: it is part of the names of files", what, len(text), longestWord)
		}
		if !wordPattern.MatchString(text) {
			return "", fmt.Errorf("%s is %q, expected a word of small letters, digits and -", what, text)
		}
		return text, nil
	}},
}

// form returns a form by its name.
func (r *Reader) form(name string) Form {
	if f, ok := r.Forms[name]; ok {
		return f
	}
	f, ok := own[name]
	if !ok {
		panic("strict: there is no form " + name)
	}
	return f
}

// Schema returns the JSON schema of a field.
func (f Field) Schema(r *Reader) map[string]any { return r.schema(f.Type, f.is) }

// Schema returns the JSON schema of a type.
func (r *Reader) Schema(t reflect.Type) map[string]any { return r.schema(t, rules{}) }

func (r *Reader) schema(t reflect.Type, is rules) map[string]any {
	words := func(list string) map[string]any {
		if r.Words[list] == nil {
			return r.form(list).Schema
		}
		return map[string]any{"enum": r.Words[list]}
	}
	switch kind := t.Kind(); {
	case kind == reflect.Pointer:
		return r.schema(t.Elem(), is)
	case reflect.PointerTo(t).Implements(reflect.TypeFor[Value]()):
		return map[string]any{"type": []string{"number", "object", "string"}}
	case kind == reflect.Slice && is.by != "":
		return map[string]any{"type": "object", "minProperties": 1, "propertyNames": words(is.by), "additionalProperties": r.schema(t.Elem(), rules{})}
	case kind == reflect.Slice:
		kind := t.Elem().Kind()
		return map[string]any{"type": "array", "minItems": 1, "uniqueItems": kind != reflect.Struct && is.as != "free", "items": r.schema(t.Elem(), is)}
	case kind == reflect.Map:
		return map[string]any{"type": "object", "propertyNames": words(is.keys), "additionalProperties": r.schema(t.Elem(), rules{one: is.one, as: is.as})}
	case kind == reflect.Int:
		return map[string]any{"type": "integer", "minimum": cmp.Or(is.least, 1), "maximum": maxCount}
	case kind == reflect.Uint64:
		return map[string]any{"type": "integer", "minimum": 0}
	case kind == reflect.Float64:
		return map[string]any{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}
	case kind == reflect.Bool:
		return map[string]any{"type": "boolean"}
	case kind == reflect.String && (is.one != "" || is.as != ""):
		return words(cmp.Or(is.one, is.as))
	case kind == reflect.String:
		return own["free"].Schema
	}
	if fields := r.Fields(t); len(fields) > 0 {
		properties, required := map[string]any{}, []string{}
		for _, f := range fields {
			properties[f.Key] = r.schema(f.Type, f.is)
			if about := r.About[t.Name()+"."+f.Key]; about != "" {
				described := maps.Clone(properties[f.Key].(map[string]any))
				described["description"] = about
				properties[f.Key] = described
			}
			if f.Required {
				required = append(required, f.Key)
			}
		}
		return map[string]any{"type": "object", "additionalProperties": false, "properties": properties, "required": required}
	}
	panic("strict: a field of type " + t.String())
}
