package spec

import (
	"encoding/json"
	"reflect"
	"slices"

	"drfvi/experiments/internal/located"
	"drfvi/methods/method"
)

// language is a task with a kind of data, and the keys of its specifications.
type language struct {
	task   Task
	form   dataForm
	fields []located.Field
}

// languages returns all tasks with all kinds of data that they take.
func languages(methods []method.Facts) []language {
	all := []language{
		{task: Importance, form: formScenario}, {task: Importance, form: formTables}, {task: Importance, form: formFile},
		{task: Elimination, form: formSets}, {task: Elimination, form: formFile},
		{task: Ablation, form: formSets}, {task: Ablation, form: formFile},
	}
	for i := range all {
		p := newParser(methods)
		p.spec.Task, p.form = all[i].task, all[i].form
		all[i].fields = p.fields()
	}
	return all
}

// Schema returns the JSON schema, for editors, of specifications that may name the given methods.
// It accepts every specification that Parse accepts; Parse checks more.
func Schema(methods []method.Facts) ([]byte, error) {
	all := languages(methods)
	kinds := make(map[string][]any)
	properties := make(map[string]any)
	var required []string
	for _, l := range all {
		schema := located.Map("", l.fields...).Schema["properties"].(map[string]any)
		for _, f := range l.fields {
			if !slices.ContainsFunc(kinds[f.Key], func(other any) bool { return reflect.DeepEqual(other, schema[f.Key]) }) {
				kinds[f.Key] = append(kinds[f.Key], schema[f.Key])
			}
			if properties[f.Key] = kinds[f.Key][0]; len(kinds[f.Key]) > 1 {
				properties[f.Key] = map[string]any{"description": f.About, "anyOf": kinds[f.Key]}
			}
			if f.Required && !slices.Contains(required, f.Key) { // no key is required in only some
				required = append(required, f.Key)
			}
		}
	}
	return json.MarshalIndent(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A specification of an experiment for drfvi run",
		"type": "object", "additionalProperties": false, "properties": properties, "required": required,
	}, "", " ")
}
