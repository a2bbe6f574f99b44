package spec

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"drfvi/methods/method"
)

// languages returns a parser for every task with every kind of data that it takes.
func languages(methods []method.Facts) (all []*parser) {
	for _, l := range []struct {
		task  Task
		forms []dataForm
	}{{Importance, []dataForm{formScenario, formTables, formFile}}, {Elimination, []dataForm{formSets, formFile}}, {Ablation, []dataForm{formSets, formFile}}} {
		for _, form := range l.forms {
			p := newParser(methods)
			p.spec.Task, p.form, p.about = l.task, form, about()
			p.language()
			all = append(all, p)
		}
	}
	return all
}

// Schema returns the JSON schema, for editors, of specifications that may name the given methods.
// It accepts every specification that Parse accepts; Parse checks more.
func Schema(methods []method.Facts) ([]byte, error) {
	kinds := make(map[string][]any)
	properties := make(map[string]any)
	var required any
	for _, p := range languages(methods) {
		whole := p.schema(reflect.TypeFor[document](), rules{})
		required = whole["required"] // no key is required in only some
		for key, schema := range whole["properties"].(map[string]any) {
			of := schema.(map[string]any)
			if key == "methods" {
				of["items"] = map[string]any{"anyOf": []any{of["items"], p.schema(reflect.TypeFor[written](), rules{})}}
			}
			if !slices.ContainsFunc(kinds[key], func(other any) bool { return reflect.DeepEqual(other, schema) }) {
				kinds[key] = append(kinds[key], schema)
			}
			if properties[key] = schema; len(kinds[key]) > 1 {
				properties[key] = map[string]any{"description": of["description"], "anyOf": kinds[key]}
			}
		}
	}
	return json.MarshalIndent(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A specification of an experiment for drfvi run",
		"type": "object", "additionalProperties": false, "properties": properties, "required": required,
	}, "", " ")
}

// schema returns the JSON schema of a type.
func (r *reader) schema(t reflect.Type, is rules) map[string]any {
	words := func(list string) map[string]any {
		if r.words[list] == nil {
			return forms[list].schema
		}
		return map[string]any{"enum": r.words[list]}
	}
	if own, ok := reflect.New(t).Interface().(selfReading); ok {
		return own.schema()
	}
	switch kind := t.Kind(); {
	case kind == reflect.Pointer:
		return r.schema(t.Elem(), is)
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
	case kind == reflect.String:
		return words(cmp.Or(is.one, is.as, "free"))
	}
	properties, required := map[string]any{}, []string{}
	for _, f := range r.fields(t) {
		of := r.schema(f.of, f.is)
		if about := r.about[t.Name()+"."+f.key]; about != "" {
			of = maps.Clone(of)
			of["description"] = about
		}
		if properties[f.key] = of; f.is.required {
			required = append(required, f.key)
		}
	}
	return map[string]any{"type": "object", "additionalProperties": false, "properties": properties, "required": required}
}
