// Package strict reads YAML into structs: it checks every key, type and word, continues after a
// fault, and collects all of them, each as "file:line:column: text".
//
// The tag yaml of a field is its key. The tag is of a field has, with semicolons between them:
//
//	required      it must be there
//	in=a|b        it is there in some languages only; see Reader.In
//	one=KIND      its text, or that of each item, is one of Reader.Words; KIND may end in /detail
//	as=FORM       its text, or that of each item, has one of Reader.Forms
//	least=N       the least number, otherwise 1
//	keys=KIND     the keys of a mapping, which are words of a kind
//	by=FORM       a mapping from names, of a kind or form, to the items of a list
//	each=NAME     what messages call an item
package strict

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

// Reader turns YAML nodes into values.
type Reader struct {
	File  string              // its name, for messages
	Words map[string][]string // by kind
	Forms map[string]Form
	About map[string]string // what keys are, by the names of types and keys: "View.rows"
	// In reports whether the reader reads one of some languages; nil if it reads all.
	In     func(languages []string) bool
	faults []fault
}

// Form is a form of text: as JSON schema, and how it is read.
type Form struct {
	Schema map[string]any
	Read   func(what, text string) (string, error)
}

// Value is a type that reads itself.
type Value interface {
	ReadYAML(r *Reader, n *yaml.Node, what string)
}

// fault is an error at a place in a file, lines and columns from 1.
type fault struct {
	line, column int
	text         string
}

// At records a fault at a node.
func (r *Reader) At(node *yaml.Node, format string, args ...any) {
	r.faults = append(r.faults, fault{node.Line, node.Column, fmt.Sprintf(format, args...)})
}

// Faulty reports whether a fault was recorded.
func (r *Reader) Faulty() bool { return len(r.faults) > 0 }

// Err joins all faults in the order of the file: "file:line:column: text".
func (r *Reader) Err() error {
	slices.SortFunc(r.faults, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column), cmp.Compare(a.text, b.text))
	})
	var errs []error
	// A fault under both profiles is reported once.
	for _, f := range slices.Compact(r.faults) {
		errs = append(errs, fmt.Errorf("%s:%d:%d: %s", r.File, f.line, f.column, f.text))
	}
	return errors.Join(errs...)
}

// syntaxLine finds the line in an error of the YAML parser, which gives no column.
var syntaxLine = regexp.MustCompile(`^yaml: line (\d+): (.*)$`)

// Document returns the root of the one document in data.
func (r *Reader) Document(data []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var root, second yaml.Node
	err := decoder.Decode(&root)
	if errors.Is(err, io.EOF) || err == nil && len(root.Content) == 0 {
		return nil, fmt.Errorf("%s:1:1: empty, expected a specification", r.File)
	}
	if err == nil {
		if err = decoder.Decode(&second); err == nil {
			return nil, fmt.Errorf("%s:%d:%d: a second document, expected one specification in a file", r.File, second.Line, second.Column)
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
	return nil, fmt.Errorf("%s:%d: not YAML: %s", r.File, line, text)
}

// ValueOf returns the value of a key of a mapping, or nil.
func ValueOf(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// Read reads a node into a pointer; what names it in messages.
func (r *Reader) Read(n *yaml.Node, what string, into any) {
	r.value(n, what, reflect.ValueOf(into).Elem(), rules{})
}

// maxCount bounds counts so that products of a few do not overflow.
const maxCount = 1_000_000_000

// value reads a node into a value.
func (r *Reader) value(n *yaml.Node, what string, v reflect.Value, is rules) {
	if own, ok := v.Addr().Interface().(Value); ok {
		own.ReadYAML(r, n, what)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		r.value(n, what, v.Elem(), is)
	case reflect.Struct:
		r.mapping(n, what, v)
	case reflect.Slice:
		if is.by != "" {
			r.named(n, what, v, is)
		} else {
			r.list(n, what, v, is)
		}
	case reflect.Map:
		r.keyed(n, what, v, is)
	case reflect.Int:
		least := cmp.Or(is.least, 1)
		switch number, err := strconv.Atoi(n.Value); {
		case n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil:
			r.At(n, "%s is %s, expected a whole number of at least %d", what, Describe(n), least)
		case number < least || number > maxCount:
			r.At(n, "%s is %d, expected a whole number from %d to %d", what, number, least, maxCount)
		default:
			v.SetInt(int64(number))
		}
	case reflect.Uint64:
		number, err := strconv.ParseUint(n.Value, 10, 64)
		if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil {
			r.At(n, "%s is %s, expected a whole number from 0 to %d", what, Describe(n), ^uint64(0))
		}
		v.SetUint(number)
	case reflect.Float64: // a share
		number, _, ok := r.Number(n, what)
		if ok && !(number > 0 && number < 1) {
			r.At(n, "%s is %s, expected a number between 0 and 1", what, n.Value)
		}
		v.SetFloat(number)
	case reflect.Bool:
		text, ok := r.Text(n, what)
		if ok && text != "true" && text != "false" {
			r.At(n, "%v", nearest.Unknown("answer", text, []string{"true", "false"}))
		}
		v.SetBool(text == "true")
	case reflect.String:
		text, _ := r.text(n, what, is)
		v.SetString(text)
	default:
		panic("strict: a field of type " + v.Type().String())
	}
}

// text reads text of a kind or form.
func (r *Reader) text(n *yaml.Node, what string, is rules) (string, bool) {
	text, ok := r.Text(n, what)
	if ok && is.one != "" && !slices.Contains(r.Words[is.one], text) {
		r.At(n, "%v", nearest.Unknown(kindOf(is.one), text, r.Words[is.one]))
		return "", false
	}
	if ok && is.as != "" {
		read, err := r.form(is.as).Read(what, text)
		if err != nil {
			r.At(n, "%v", err)
		}
		return read, err == nil
	}
	return text, ok
}

// kindOf is what messages call a kind of words.
func kindOf(list string) string {
	kind, _, _ := strings.Cut(list, "/")
	return kind
}

// Word reads one of the words of a kind.
func (r *Reader) Word(n *yaml.Node, what, kind string) (string, bool) {
	return r.text(n, what, rules{one: kind})
}

// Text reads a non-empty string; numbers are taken as written.
func (r *Reader) Text(n *yaml.Node, what string) (string, bool) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" || strings.TrimSpace(n.Value) == "" {
		r.At(n, "%s is %s, expected text", what, Describe(n))
		return "", false
	}
	return strings.TrimSpace(n.Value), true
}

var decimalPattern = regexp.MustCompile(`^-?[0-9]{1,15}(\.[0-9]{1,15})?$`)

// Number reads a decimal number and its number of decimals.
func (r *Reader) Number(n *yaml.Node, what string) (value float64, decimals int, ok bool) {
	value, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || !decimalPattern.MatchString(n.Value) || err != nil {
		r.At(n, "%s is %s, expected a decimal number such as 0.68", what, Describe(n))
		return 0, 0, false
	}
	_, fraction, _ := strings.Cut(n.Value, ".")
	return value, len(fraction), true
}

// Describe describes a node, for messages.
func Describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case n.Tag == "!!null":
		return "nothing"
	}
	return strconv.Quote(n.Value)
}
