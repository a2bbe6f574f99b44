// Package located reads YAML with the places of errors. A Reader continues after a fault and
// collects all of them, each as "file:line:column: text".
package located

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
)

// Reader turns YAML nodes into values and collects every fault with its place. Methods that return
// ok have recorded a fault if it is false.
type Reader struct {
	File   string // its name, for messages
	faults []fault
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
	line, text := syntaxError(err)
	return nil, fmt.Errorf("%s:%d: not YAML: %s", r.File, line, text)
}

// syntaxError returns the line, from 1, and the message of an error of the YAML parser.
func syntaxError(err error) (line int, text string) {
	text = strings.TrimPrefix(err.Error(), "yaml: ")
	if m := syntaxLine.FindStringSubmatch(err.Error()); m != nil {
		line, _ = strconv.Atoi(m[1]) // the pattern admits only numbers
		text = m[2]
	}
	// The parser counts lines from 1 in errors of its scanner, from 0 in its own, and
	// omits line 0.
	if line == 0 || strings.HasPrefix(text, "did not find expected") {
		line++
	}
	return line, text
}

// ValueOf returns the value of a key of a mapping, or nil.
func ValueOf(n *yaml.Node, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// Pairs calls f for each key and value of a mapping, and reports whether the node is one. Repeated
// keys are faults.
func (r *Reader) Pairs(node *yaml.Node, what string, f func(key, value *yaml.Node)) bool {
	if node.Kind != yaml.MappingNode {
		r.At(node, "%s is %s, expected keys with values", what, Describe(node))
		return false
	}
	first := make(map[string]int)
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
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

// List calls each for the items of a non-empty list.
func (r *Reader) List(node *yaml.Node, what string, each func(item *yaml.Node)) {
	if node.Kind != yaml.SequenceNode {
		r.At(node, "%s is %s, expected a list", what, Describe(node))
		return
	}
	if len(node.Content) == 0 {
		r.At(node, "%s is an empty list, expected at least one item", what)
	}
	for _, item := range node.Content {
		each(item)
	}
}

// Unique records a fault for an item that is already in the list.
func Unique[T comparable](r *Reader, node *yaml.Node, what string, item T, list []T) bool {
	if slices.Contains(list, item) {
		r.At(node, "%s lists %v twice", what, item)
		return false
	}
	return true
}

// Text reads a non-empty string; numbers are taken as written.
func (r *Reader) Text(node *yaml.Node, what string) (string, bool) {
	if node.Kind != yaml.ScalarNode || node.Tag == "!!null" || strings.TrimSpace(node.Value) == "" {
		r.At(node, "%s is %s, expected text", what, Describe(node))
		return "", false
	}
	return strings.TrimSpace(node.Value), true
}

// Choice reads one of the given words.
func (r *Reader) Choice(node *yaml.Node, what, kind string, choices []string) (string, bool) {
	s, ok := r.Text(node, what)
	if ok && !slices.Contains(choices, s) {
		r.At(node, "%v", nearest.Unknown(kind, s, choices))
		return "", false
	}
	return s, ok
}

// Number reads a decimal number and its number of decimals.
func (r *Reader) Number(node *yaml.Node, what string) (value float64, decimals int, ok bool) {
	value, err := strconv.ParseFloat(node.Value, 64)
	if node.Kind != yaml.ScalarNode || !decimalPattern.MatchString(node.Value) || err != nil {
		r.At(node, "%s is %s, expected a decimal number such as 0.68", what, Describe(node))
		return 0, 0, false
	}
	_, fraction, _ := strings.Cut(node.Value, ".")
	return value, len(fraction), true
}

var decimalPattern = regexp.MustCompile(`^-?[0-9]{1,15}(\.[0-9]{1,15})?$`)

// Describe describes a node, for messages.
func Describe(node *yaml.Node) string {
	switch node.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	if node.Tag == "!!null" {
		return "nothing"
	}
	return strconv.Quote(node.Value)
}
