package spec

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"

	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/mmd"
	"drfvi/results"
)

// everything returns a parser that knows the keys and words of all languages.
func everything(facts []method.Facts) *parser {
	p := &parser{spec: Experiment{facts: facts}}
	p.vocabulary(methods.Presets(), results.FigureKinds(""), allCellKeys)
	return p
}

// Schema returns the JSON schema, for editors, of specifications that may name the given methods.
// It accepts every specification that Parse accepts; Parse checks more.
func Schema(facts []method.Facts) ([]byte, error) {
	p := everything(facts)
	whole := p.schema(reflect.TypeFor[document](), rules{})
	list := whole["properties"].(map[string]any)["methods"].(map[string]any)
	list["items"] = map[string]any{"anyOf": []any{list["items"], p.schema(reflect.TypeFor[program](), rules{})}}
	whole["$schema"], whole["title"] = "https://json-schema.org/draft/2020-12/schema", "A specification of an experiment for drfvi run"
	return json.MarshalIndent(whole, "", " ")
}

// schema returns the JSON schema of what is decoded into a type.
func (r *reader) schema(t reflect.Type, is rules) map[string]any {
	switch kind := t.Kind(); {
	case is.keys != "":
		return map[string]any{"type": "object", "propertyNames": r.textSchema(is.keys), "additionalProperties": r.schema(t.Elem(), rules{one: is.one, as: is.as})}
	case kind == reflect.Slice:
		distinct := t.Elem().Kind() != reflect.Struct && is.as != "free" && is.as != "raw"
		return map[string]any{"type": "array", "minItems": 1, "uniqueItems": distinct, "items": r.schema(t.Elem(), is)}
	case kind == reflect.String || is.one != "":
		return r.textSchema(cmp.Or(is.one, is.as, "free"))
	case kind == reflect.Int:
		return map[string]any{"type": "integer", "minimum": cmp.Or(is.least, 1), "maximum": maxCount}
	case kind == reflect.Uint64:
		return map[string]any{"type": "integer", "minimum": 0}
	case kind == reflect.Float64:
		return map[string]any{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}
	case kind == reflect.Bool:
		return map[string]any{"type": "boolean"}
	}
	properties, required, keys := map[string]any{}, []string{}, about()
	for _, f := range r.fields(t) {
		of := maps.Clone(r.schema(f.of, f.is))
		if about := keys[t.Name()+"."+f.key]; about != "" {
			of["description"] = about
		}
		if properties[f.key] = of; f.is.required && f.in == nil {
			required = append(required, f.key)
		}
	}
	return map[string]any{"type": "object", "additionalProperties": false, "properties": properties, "required": required}
}

// textSchema returns the JSON schema of texts of a kind or form.
func (r *reader) textSchema(of string) map[string]any {
	texts := []string{"string", "number", "boolean"}
	switch form := forms[of]; {
	case r.words[of] != nil:
		return map[string]any{"enum": r.words[of]}
	case of == "kernel":
		return map[string]any{"anyOf": []any{map[string]any{"enum": []mmd.Heuristic{mmd.Median, mmd.Authors}}, map[string]any{"type": "number", "exclusiveMinimum": 0}}}
	case form.pattern != nil:
		return map[string]any{"type": texts, "pattern": form.pattern.String(), "description": form.expected}
	}
	return map[string]any{"type": texts}
}
