package spec

import (
	"encoding/json"
	"reflect"
	"slices"

	"drfvi/experiments/external"
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
			p.spec.Task, p.form, p.About = l.task, form, about()
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
		whole := p.Schema(reflect.TypeFor[document]())
		required = whole["required"] // no key is required in only some
		for key, schema := range whole["properties"].(map[string]any) {
			of := schema.(map[string]any)
			if key == "methods" {
				of["items"] = map[string]any{"anyOf": []any{of["items"], p.Schema(reflect.TypeFor[external.Written]())}}
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
