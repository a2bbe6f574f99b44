package spec

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
)

// reader reads YAML into structs: it checks every key, type and word, continues after a fault, and
// collects all of them, each as "file:line: text".
//
// The tag yaml of a field is its key. The tag is of a field has, with semicolons between them:
//
//	required      it must be there
//	in=a|b        it is there in some languages only; see reader.in
//	one=KIND      its text, or that of each item, is one of reader.words; KIND may end in /detail
//	as=FORM       its text, or that of each item, has one of the forms
//	least=N       the least number, otherwise 1
//	keys=KIND     the keys of a mapping, which are words of a kind
//	by=FORM       a mapping from names, of a kind or form, to the items of a list, which have the
//	              field Name, and may have Node, that of the name
//	each=NAME     what messages call an item
type reader struct {
	file  string
	words map[string][]string // by kind
	about map[string]string   // what keys are, by the names of types and keys: "View.rows"
	// in reports whether the reader reads one of some languages; nil if it reads all.
	in     func(languages []string) bool
	faults []fault
}

// fault is an error in a line of a file.
type fault struct {
	line int
	text string
}

// at records a fault at a node.
func (r *reader) at(node *yaml.Node, format string, args ...any) {
	r.faults = append(r.faults, fault{node.Line, fmt.Sprintf(format, args...)})
}

// err joins all faults in the order of the file: "file:line: text".
func (r *reader) err() error {
	slices.SortStableFunc(r.faults, func(a, b fault) int { return cmp.Compare(a.line, b.line) })
	var errs []error
	for i, f := range r.faults {
		if !slices.Contains(r.faults[:i], f) { // a fault under both profiles is reported once
			errs = append(errs, fmt.Errorf("%s:%d: %s", r.file, f.line, f.text))
		}
	}
	return errors.Join(errs...)
}

// syntaxLine finds the line in an error of the YAML parser.
var syntaxLine = regexp.MustCompile(`^yaml: line (\d+): (.*)$`)

// document returns the root of the one document in data.
func (r *reader) document(data []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var root, second yaml.Node
	err := decoder.Decode(&root)
	if errors.Is(err, io.EOF) || err == nil && len(root.Content) == 0 {
		return nil, fmt.Errorf("%s:1: empty, expected a specification", r.file)
	}
	if err == nil {
		if err = decoder.Decode(&second); err == nil {
			return nil, fmt.Errorf("%s:%d: a second document, expected one specification in a file", r.file, second.Line)
		}
		if errors.Is(err, io.EOF) {
			return root.Content[0], nil
		}
	}
	line, text := 0, strings.TrimPrefix(err.Error(), "yaml: ")
	if m := syntaxLine.FindStringSubmatch(err.Error()); m != nil {
		line, _ = strconv.Atoi(m[1]) // the pattern admits only numbers
		text = m[2]
	}
	// The parser counts lines from 1 in errors of its scanner, from 0 in its own, and
	// omits line 0.
	if line == 0 || strings.HasPrefix(text, "did not find expected") {
		line++
	}
	return nil, fmt.Errorf("%s:%d: not YAML: %s", r.file, line, text)
}

// valueOf returns the value behind keys of mappings within each other, or nil.
func valueOf(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		if n == nil || n.Kind != yaml.MappingNode {
			return nil
		}
		i := 0
		for i < len(n.Content) && n.Content[i].Value != key {
			i += 2
		}
		if i >= len(n.Content) {
			return nil
		}
		n = n.Content[i+1]
	}
	return n
}

// maxCount bounds counts so that products of a few do not overflow.
const maxCount = 1_000_000_000

// selfReading is a type that reads itself.
type selfReading interface {
	readYAML(r *reader, n *yaml.Node, what string)
	schema() map[string]any // JSON schema
}

// read reads a node into a value; what names it in messages.
func (r *reader) read(n *yaml.Node, what string, v reflect.Value, is rules) {
	if own, ok := v.Addr().Interface().(selfReading); ok {
		own.readYAML(r, n, what)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		r.read(n, what, v.Elem(), is)
	case reflect.Struct:
		r.mapping(n, what, v)
	case reflect.Slice:
		if is.by != "" {
			r.named(n, what, v, is)
		} else {
			r.list(n, what, v, is)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		r.pairs(n, what, func(key, value *yaml.Node) {
			faults, one := len(r.faults), reflect.New(v.Type().Elem()).Elem()
			if word, ok := r.text(key, "a key of "+what, rules{one: is.keys}); ok {
				r.read(value, word, one, rules{one: is.one, as: is.as})
			}
			if len(r.faults) == faults {
				v.SetMapIndex(reflect.ValueOf(key.Value), one)
			}
		})
	case reflect.String:
		text, _ := r.text(n, what, is)
		v.SetString(text)
	default:
		least := cmp.Or(is.least, 1)
		expected, within := "true or false", true
		err := n.Decode(v.Addr().Interface())
		switch v.Kind() {
		case reflect.Int:
			expected, within = fmt.Sprintf("a whole number from %d to %d", least, maxCount), int(v.Int()) >= least && v.Int() <= maxCount
		case reflect.Uint64:
			expected = fmt.Sprintf("a whole number from 0 to %d", ^uint64(0))
		case reflect.Float64: // a share
			expected, within = "a number between 0 and 1", v.Float() > 0 && v.Float() < 1
		}
		if err != nil || !within || n.Tag == "!!null" || n.Tag == "!!float" && v.Kind() != reflect.Float64 {
			r.at(n, "%s is %s, expected %s", what, describe(n), expected)
		}
	}
}

// pairs calls f for each key and value of a mapping, and reports whether the node is one. Repeated
// keys are faults.
func (r *reader) pairs(n *yaml.Node, what string, f func(key, value *yaml.Node)) bool {
	if n.Kind != yaml.MappingNode {
		r.at(n, "%s is %s, expected keys with values", what, describe(n))
		return false
	}
	first := make(map[string]int)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if line, twice := first[key.Value]; key.Kind != yaml.ScalarNode {
			r.at(key, "%s has %s as a key, expected a word", what, describe(key))
		} else if twice {
			r.at(key, "key %q of %s occurs twice, first in line %d", key.Value, what, line)
		} else {
			first[key.Value] = key.Line
			f(key, n.Content[i+1])
		}
	}
	return true
}

// mapping reads a mapping into a struct, with its node into the field Node if it has one.
func (r *reader) mapping(n *yaml.Node, what string, v reflect.Value) {
	fields := r.fields(v.Type())
	keys := nearest.Words(fields, func(f field) string { return f.key })
	seen := make(map[string]bool)
	if node := v.FieldByName("Node"); node.IsValid() && node.IsNil() {
		node.Set(reflect.ValueOf(n))
	}
	if !r.pairs(n, what, func(key, value *yaml.Node) {
		i := slices.Index(keys, key.Value)
		if i < 0 {
			r.at(key, "%v in %s", nearest.Unknown("key", key.Value, keys), what)
			seen[nearest.Of(key.Value, keys)] = true // misspelt, reported as one fault
			return
		}
		seen[key.Value] = true
		r.read(value, key.Value, v.FieldByIndex(fields[i].index), fields[i].is)
	}) {
		return
	}
	for _, f := range fields {
		if f.is.required && !seen[f.key] {
			r.at(n, "%s has no %q", what, f.key)
		}
	}
}

// list reads a non-empty list, whose words and numbers are distinct.
func (r *reader) list(n *yaml.Node, what string, v reflect.Value, is rules) {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		r.at(n, "%s is %s, expected a list of at least one item", what, describe(n))
	}
	for _, item := range n.Content {
		faults, one := len(r.faults), reflect.New(v.Type().Elem()).Elem()
		if n.Kind == yaml.SequenceNode {
			r.read(item, cmp.Or(is.each, what), one, is)
		}
		if kind := one.Kind(); kind == reflect.String && is.as != "free" || kind == reflect.Int {
			for i := range v.Len() {
				if len(r.faults) == faults && v.Index(i).Equal(one) {
					r.at(item, "%s lists %v twice", what, one.Interface())
				}
			}
		}
		if len(r.faults) == faults || one.Kind() == reflect.Struct {
			v.Set(reflect.Append(v, one))
		}
	}
}

// named reads a mapping from names into a list of structs with the field Name.
func (r *reader) named(n *yaml.Node, what string, v reflect.Value, is rules) {
	rule := rules{one: is.by}
	if r.words[is.by] == nil {
		rule = rules{as: is.by}
	}
	if r.pairs(n, what, func(key, value *yaml.Node) {
		name, ok := r.text(key, "a "+is.each+"'s name", rule)
		if !ok {
			return
		}
		one := reflect.New(v.Type().Elem()).Elem()
		one.FieldByName("Name").SetString(name)
		if node := one.FieldByName("Node"); node.IsValid() {
			node.Set(reflect.ValueOf(key))
		}
		r.read(value, fmt.Sprintf("%s %q", is.each, name), one, rules{})
		v.Set(reflect.Append(v, one))
	}) && len(n.Content) == 0 {
		r.at(n, "%s is empty, expected at least one", what)
	}
}

// text reads non-empty text of a kind or form; numbers are taken as written.
func (r *reader) text(n *yaml.Node, what string, is rules) (string, bool) {
	text := strings.TrimSpace(n.Value)
	kind, _, _ := strings.Cut(is.one, "/")
	err := error(nil)
	switch {
	case n.Kind != yaml.ScalarNode || n.Tag == "!!null" || text == "":
		err = fmt.Errorf("%s is %s, expected text", what, describe(n))
	case is.one != "" && !slices.Contains(r.words[is.one], text):
		err = nearest.Unknown(kind, text, r.words[is.one])
	case is.as != "":
		text, err = forms[is.as].read(what, text)
	}
	if err != nil {
		r.at(n, "%v", err)
		return "", false
	}
	return text, true
}

// describe describes a node, for messages.
func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode && len(n.Content) == 0:
		return "an empty list"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case n.Tag == "!!null":
		return "nothing"
	}
	if n.Tag == "!!int" || n.Tag == "!!float" {
		return n.Value
	}
	return strconv.Quote(n.Value)
}
