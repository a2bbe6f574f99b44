package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"drfvi/cmd/drfvi/internal/terminal"
)

// Object is a JSON object whose keys keep their order.
type Object []Field

// Field is a key of an object, a string, and its value.
type Field [2]any

// Add returns the object with a further key, without it for nil.
func (o Object) Add(key string, value any) Object {
	if value == nil {
		return o
	}
	return append(o, Field{key, value})
}

// With returns the object with the keys of another one behind its own.
func (o Object) With(other Object) Object { return append(o, other...) }

// Get returns the value of a key, nil without it.
func (o Object) Get(key string) any {
	for _, f := range o {
		if f[0] == key {
			return f[1]
		}
	}
	return nil
}

// Without returns the object without a key.
func (o Object) Without(key string) Object {
	return slices.DeleteFunc(slices.Clone(o), func(f Field) bool { return f[0] == key })
}

// Pick returns the object with some of its keys, in this order.
func (o Object) Pick(keys ...string) Object {
	var picked Object
	for _, key := range keys {
		picked = picked.Add(key, o.Get(key))
	}
	return picked
}

// MarshalJSON implements json.Marshaler.
func (o Object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, f := range o {
		if i > 0 {
			b = append(b, ',')
		}
		for k, part := range f {
			text, err := encoded(part)
			if err != nil {
				return nil, err
			}
			if k == 1 {
				b = append(b, ':')
			}
			b = append(b, text...)
		}
	}
	return append(b, '}'), nil
}

// encoded is a value as JSON without escapes of HTML, as WriteJSON has it.
func encoded(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return b.Bytes(), err
}

// Nonzero returns a value that is not the zero of its type; nil for that.
func Nonzero[T comparable](value T) any {
	if value == *new(T) {
		return nil
	}
	return value
}

// Known returns a number; nil for NaN.
func Known(v float64) any {
	if math.IsNaN(v) {
		return nil
	}
	return v
}

// Some returns a list; nil for an empty one.
func Some[T any](list []T) any {
	if len(list) == 0 {
		return nil
	}
	return list
}

// List returns a list that other programs see as one even if it is empty.
func List(texts []string) []string { return append([]string{}, texts...) }

// Said are warnings for other programs, in which settings are flags.
type Said []string

// words are the texts with flags; none is an empty list.
func (s Said) words() []string {
	words := []string{}
	for _, text := range s {
		words = append(words, terminal.Worded(text))
	}
	return words
}

// MarshalJSON implements json.Marshaler.
func (s Said) MarshalJSON() ([]byte, error) { return encoded(s.words()) }

// WriteJSON writes a value as indented JSON.
func WriteJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}
