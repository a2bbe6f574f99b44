package strict

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
)

// rules are those of a field.
type rules struct {
	required                bool
	one, as, keys, by, each string
	least                   int
}

// Field is a field of a struct with its key and rules.
type Field struct {
	Key      string
	Required bool
	Type     reflect.Type
	In       []string // the languages that have it, nil for all
	index    []int
	is       rules
}

// Fields returns the fields of a struct that the reader reads.
func (r *Reader) Fields(t reflect.Type) []Field {
	var all []Field
	for _, f := range reflect.VisibleFields(t) {
		key := f.Tag.Get("yaml")
		if key == "" || key == "-" {
			continue
		}
		field, read := Field{Key: key, Type: f.Type, index: f.Index}, true
		for _, rule := range strings.Split(f.Tag.Get("is"), ";") {
			name, value, _ := strings.Cut(rule, "=")
			switch name {
			case "required":
				field.is.required = true
			case "in":
				field.In = strings.Split(value, "|")
				read = r.In == nil || r.In(field.In)
			case "one":
				field.is.one = value
			case "as":
				field.is.as = value
			case "keys":
				field.is.keys = value
			case "by":
				field.is.by = value
			case "each":
				field.is.each = value
			case "least":
				field.is.least, _ = strconv.Atoi(value)
			case "":
			default:
				panic("strict: a field with the rule " + rule)
			}
		}
		if field.Required = field.is.required; read {
			all = append(all, field)
		}
	}
	return all
}

// Pairs calls f for each key and value of a mapping, and reports whether the node is one. Repeated
// keys are faults.
func (r *Reader) Pairs(n *yaml.Node, what string, f func(key, value *yaml.Node)) bool {
	if n.Kind != yaml.MappingNode {
		r.At(n, "%s is %s, expected keys with values", what, Describe(n))
		return false
	}
	first := make(map[string]int)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			r.At(key, "%s has %s as a key, expected a word", what, Describe(key))
			continue
		}
		if line, twice := first[key.Value]; twice {
			r.At(key, "key %q of %s occurs twice, first in line %d", key.Value, what, line)
			continue
		}
		first[key.Value] = key.Line
		f(key, value)
	}
	return true
}

// mapping reads a mapping into a struct, with its node into the field Node if it has one.
func (r *Reader) mapping(n *yaml.Node, what string, v reflect.Value) {
	fields := r.Fields(v.Type())
	keys := nearest.Words(fields, func(f Field) string { return f.Key })
	seen := make(map[string]bool)
	if node := v.FieldByName("Node"); node.IsValid() && node.IsNil() {
		node.Set(reflect.ValueOf(n))
	}
	if !r.Pairs(n, what, func(key, value *yaml.Node) {
		i := slices.Index(keys, key.Value)
		if i < 0 {
			r.At(key, "%v in %s", nearest.Unknown("key", key.Value, keys), what)
			seen[nearest.Of(key.Value, keys)] = true // misspelt, reported as one fault
			return
		}
		seen[key.Value] = true
		of := key.Value
		if fields[i].Type.Kind() == reflect.Struct {
			of = cmp.Or(fields[i].is.each, of)
		}
		r.value(value, of, v.FieldByIndex(fields[i].index), fields[i].is)
	}) {
		return
	}
	for _, f := range fields {
		if f.Required && !seen[f.Key] {
			r.At(n, "%s has no %q", what, f.Key)
		}
	}
}

// list reads a non-empty list, whose words and numbers are distinct.
func (r *Reader) list(n *yaml.Node, what string, v reflect.Value, is rules) {
	if n.Kind != yaml.SequenceNode {
		r.At(n, "%s is %s, expected a list", what, Describe(n))
		return
	}
	if len(n.Content) == 0 {
		r.At(n, "%s is an empty list, expected at least one item", what)
	}
	for _, item := range n.Content {
		faults, one := len(r.faults), reflect.New(v.Type().Elem()).Elem()
		r.value(item, cmp.Or(is.each, what), one, is)
		if len(r.faults) > faults && one.Kind() != reflect.Struct {
			continue
		}
		if kind := one.Kind(); kind == reflect.String && is.as != "free" || kind == reflect.Int {
			twice := false
			for i := range v.Len() {
				twice = twice || v.Index(i).Equal(one)
			}
			if twice {
				r.At(item, "%s lists %v twice", what, one.Interface())
				continue
			}
		}
		v.Set(reflect.Append(v, one))
	}
}

// named reads a mapping from names into a list of structs with the fields Name and Node, that of the
// name.
func (r *Reader) named(n *yaml.Node, what string, v reflect.Value, is rules) {
	if !r.Pairs(n, what, func(key, value *yaml.Node) {
		rule := rules{one: is.by}
		if r.Words[is.by] == nil {
			rule = rules{as: is.by}
		}
		name, ok := r.text(key, "a "+is.each+"'s name", rule)
		if !ok {
			return
		}
		one := reflect.New(v.Type().Elem()).Elem()
		one.FieldByName("Name").SetString(name)
		one.FieldByName("Node").Set(reflect.ValueOf(key))
		r.value(value, fmt.Sprintf("%s %q", is.each, name), one, rules{})
		v.Set(reflect.Append(v, one))
	}) {
		return
	}
	if len(n.Content) == 0 {
		r.At(n, "%s is empty, expected at least one", what)
	}
}

// keyed reads a mapping from words of a kind.
func (r *Reader) keyed(n *yaml.Node, what string, v reflect.Value, is rules) {
	v.Set(reflect.MakeMap(v.Type()))
	r.Pairs(n, what, func(key, value *yaml.Node) {
		if words := r.Words[is.keys]; !slices.Contains(words, key.Value) {
			err := nearest.Unknown(kindOf(is.keys), key.Value, words)
			if is.keys == "key" {
				err = fmt.Errorf("%w in %s", err, what)
			}
			r.At(key, "%v", err)
			return
		}
		faults, one := len(r.faults), reflect.New(v.Type().Elem()).Elem()
		r.value(value, key.Value, one, rules{one: is.one, as: is.as})
		if len(r.faults) == faults {
			v.SetMapIndex(reflect.ValueOf(key.Value), one)
		}
	})
}
