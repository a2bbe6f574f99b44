package located

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
)

// Value describes the value of a key or list item: its reader, and its valid values.
type Value struct {
	// The valid values in words, "a whole number from 1", and as JSON schema.
	Says   string
	Schema map[string]any
	// Fields are those of a mapping with fixed keys, Item that of each item of a list or of
	// each value under free keys.
	Fields []Field
	Item   *Value
	// Kinds are the alternatives of a value of several kinds.
	Kinds []Value

	read func(r *Reader, n *yaml.Node, what string)
}

// Field is a key of a mapping with its value.
type Field struct {
	Key      string
	Required bool
	Value    Value
	About    string // the purpose of the value
}

// Required returns a field that must be present.
func Required(key string, v Value, about string) Field { return Field{key, true, v, about} }

// Optional returns a field that may be left out.
func Optional(key string, v Value, about string) Field { return Field{key, false, v, about} }

// Of returns a value of a schema, read by a function; what names it in messages.
func Of(says string, schema map[string]any, read func(r *Reader, n *yaml.Node, what string)) Value {
	return Value{Says: says, Schema: schema, read: read}
}

// Then returns the value with f called on each node after reading.
func (v Value) Then(f func(*yaml.Node)) Value {
	read := v.read
	v.read = func(r *Reader, n *yaml.Node, what string) {
		read(r, n, what)
		f(n)
	}
	return v
}

// Text is text, as Reader.Text reads it.
func Text(dst *string) Value {
	return Of("text", map[string]any{"type": []string{"string", "number", "boolean"}}, func(r *Reader, n *yaml.Node, what string) {
		*dst, _ = r.Text(n, what)
	})
}

// longestWord leaves room for a few words in a file name of at most 255 letters.
const longestWord = 64

var wordPattern = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// Word is a word that is valid in file names.
func Word(dst *string) Value {
	return Of("a word of small letters, digits and -", map[string]any{"type": "string", "pattern": wordPattern.String()}, func(r *Reader, n *yaml.Node, what string) {
		*dst = ""
		switch s, ok := r.Text(n, what); {
		case !ok:
		case len(s) > longestWord:
			r.At(n, "%s has %d letters, expected at most %d: it is part of the names of files", what, len(s), longestWord)
		case !wordPattern.MatchString(s):
			r.At(n, "%s is %q, expected a word of small letters, digits and -", what, s)
		default:
			*dst = s
		}
	})
}

// maxCount bounds the counts of a specification so that products of a few do not overflow.
const maxCount = 1_000_000_000

// Count is a whole number from least.
func Count(dst *int, least int) Value {
	return Of(fmt.Sprintf("a whole number from %d", least), map[string]any{"type": "integer", "minimum": least, "maximum": maxCount}, func(r *Reader, n *yaml.Node, what string) {
		*dst = 0
		switch number, err := strconv.Atoi(n.Value); {
		case n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil:
			r.At(n, "%s is %s, expected a whole number of at least %d", what, Describe(n), least)
		case number < least || number > maxCount:
			r.At(n, "%s is %d, expected a whole number from %d to %d", what, number, least, maxCount)
		default:
			*dst = number
		}
	})
}

// Between is a decimal number from low to high.
func Between(dst *float64, low, high float64) Value {
	schema := map[string]any{"type": "number", "exclusiveMinimum": low, "exclusiveMaximum": high}
	return Of(fmt.Sprintf("a number between %v and %v", low, high), schema, func(r *Reader, n *yaml.Node, what string) {
		var ok bool
		if *dst, _, ok = r.Number(n, what); ok && !(*dst > low && *dst < high) {
			r.At(n, "%s is %s, expected a number between %v and %v", what, n.Value, low, high)
		}
	})
}

// fewWords is the largest number of words listed in the description of a Choice.
const fewWords = 15

// Choice is one of the words of a kind.
func Choice[W ~string](dst *W, kind string, words []W) Value {
	plain := nearest.Words(words, func(w W) string { return string(w) })
	says := "one of `" + strings.Join(plain, "`, `") + "`"
	if len(words) > fewWords {
		says = "a " + kind
	}
	return Of(says, map[string]any{"enum": plain}, func(r *Reader, n *yaml.Node, what string) {
		word, _ := r.Choice(n, what, kind, plain)
		*dst = W(word)
	})
}

// Answer is true or false.
func Answer(dst *bool) Value {
	return Of("`true` or `false`", map[string]any{"type": "boolean"}, func(r *Reader, n *yaml.Node, what string) {
		word, _ := r.Choice(n, what, "answer", []string{"true", "false"})
		*dst = word == "true"
	})
}

// Items is a non-empty list; each makes the value of the next item, and name describes an item.
func Items(name, says string, each func() Value) Value {
	item := each()
	v := Of(says, map[string]any{"type": "array", "minItems": 1, "items": item.Schema}, func(r *Reader, n *yaml.Node, what string) {
		r.List(n, what, func(n *yaml.Node) { each().read(r, n, name) })
	})
	v.Item = &item
	return v
}

// Set is a list of distinct items; name describes one, empty if the same as for the list.
func Set[T comparable](dst *[]T, name string, item func(*T) Value) Value {
	one := item(new(T))
	v := Of("a list: "+one.Says, map[string]any{"type": "array", "minItems": 1, "uniqueItems": true, "items": one.Schema}, func(r *Reader, n *yaml.Node, what string) {
		*dst = nil
		r.List(n, what, func(n *yaml.Node) {
			var t T
			faults := len(r.faults)
			item(&t).read(r, n, cmp.Or(name, what))
			if len(r.faults) == faults && Unique(r, n, what, t, *dst) {
				*dst = append(*dst, t)
			}
		})
	})
	v.Item = &one
	return v
}

// Counts is a list of distinct whole numbers from 1.
func Counts(dst *[]int) Value { return Set(dst, "", func(c *int) Value { return Count(c, 1) }) }

// Choices is a list of distinct words of a kind.
func Choices(dst *[]string, kind string, words []string) Value {
	return Set(dst, "a "+kind, func(w *string) Value { return Choice(w, kind, words) })
}

// Map is a mapping with the given fields; name names it in messages.
func Map(name string, fields ...Field) Value {
	properties, required := map[string]any{}, []string{}
	for _, f := range fields {
		schema := maps.Clone(f.Value.Schema)
		schema["description"] = f.About
		properties[f.Key] = schema
		if f.Required {
			required = append(required, f.Key)
		}
	}
	v := Of("a mapping", map[string]any{"type": "object", "additionalProperties": false, "properties": properties, "required": required},
		func(r *Reader, n *yaml.Node, what string) { r.mapping(n, name, fields) })
	v.Fields = fields
	return v
}

// Named is a non-empty mapping from free keys to values like the example; each reads one.
func Named(says string, key, example Value, each func(r *Reader, key, value *yaml.Node)) Value {
	v := Of(says, map[string]any{"type": "object", "minProperties": 1, "propertyNames": key.Schema, "additionalProperties": example.Schema},
		func(r *Reader, n *yaml.Node, what string) {
			if r.Pairs(n, what, func(key, value *yaml.Node) { each(r, key, value) }) && len(n.Content) == 0 {
				r.At(n, "%s is empty, expected at least one", what)
			}
		})
	v.Item = &example
	return v
}

// Read reads a node; what names it in messages.
func (r *Reader) Read(n *yaml.Node, what string, v Value) { v.read(r, n, what) }

// mapping reads a mapping with the given fields; what names it in messages.
func (r *Reader) mapping(node *yaml.Node, what string, fields []Field) {
	keys := nearest.Words(fields, func(f Field) string { return f.Key })
	seen := make(map[string]bool)
	if !r.Pairs(node, what, func(key, value *yaml.Node) {
		i := slices.Index(keys, key.Value)
		if i < 0 {
			r.At(key, "%v in %s", nearest.Unknown("key", key.Value, keys), what)
			seen[nearest.Of(key.Value, keys)] = true // misspelt, reported as one fault
			return
		}
		seen[key.Value] = true
		fields[i].Value.read(r, value, key.Value)
	}) {
		return
	}
	for _, f := range fields {
		if f.Required && !seen[f.Key] {
			r.At(node, "%s has no %q", what, f.Key)
		}
	}
}

// Decimal is a decimal number and its number of decimals.
func Decimal(dst *float64, decimals *int) Value {
	return Of("a decimal number", map[string]any{"type": "number"}, func(r *Reader, n *yaml.Node, what string) {
		*dst, *decimals, _ = r.Number(n, what)
	})
}

// Any is one of several kinds of values, like the examples; of returns the one that applies to a
// node.
func Any(examples []Value, of func(*yaml.Node) Value) Value {
	var says []string
	var schemas []any
	for _, v := range examples {
		says, schemas = append(says, v.Says), append(schemas, v.Schema)
	}
	v := Of(strings.Join(slices.Compact(says), ", or "), map[string]any{"anyOf": schemas}, func(r *Reader, n *yaml.Node, what string) {
		of(n).read(r, n, what)
	})
	v.Kinds = examples
	return v
}
