package spec

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
	"drfvi/mmd"
)

// reader checks YAML against the types that it is decoded into. It continues after a fault, and
// collects all of them, each as "file:line: text".
//
// The tag yaml of a field is its key. The tag is of a field has, with semicolons between them:
//
//	required      it must be there; required=a|b in these languages
//	in=a|b        it is there in some languages only; see reader.in
//	one=KIND      its text, or that of each item, is one of reader.words; KIND may end in /detail
//	as=FORM       its text, or that of each item, has one of the forms
//	least=N       the least number, otherwise 1
//	keys=KIND     it is a mapping, whose keys are words of a kind or form
//	each=NAME     what messages call an item
type reader struct {
	file  string
	root  *yaml.Node
	words map[string][]string // by kind
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
	one := fault{node.Line, fmt.Sprintf(format, args...)}
	if !slices.Contains(r.faults, one) { // a fault under both profiles is reported once
		r.faults = append(r.faults, one)
	}
}

// err joins all faults in the order of the file: "file:line: text".
func (r *reader) err() error {
	slices.SortFunc(r.faults, func(a, b fault) int { return cmp.Or(a.line-b.line, strings.Compare(a.text, b.text)) })
	var errs []error
	for _, f := range r.faults {
		errs = append(errs, fmt.Errorf("%s:%d: %s", r.file, f.line, f.text))
	}
	return errors.Join(errs...)
}

// longest is the largest size of a specification in bytes. Embedded ones have some thousand; a
// device has no end.
const longest = 1 << 20

// ReadFile reads the text of a specification.
func ReadFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, longest+1))
	if err == nil && len(data) > longest {
		err = fmt.Errorf("%s has more than %d MiB, expected a YAML file of some thousand bytes", path, longest>>20)
	}
	return data, err
}

// syntaxLine finds the line in an error of the YAML parser.
var syntaxLine = regexp.MustCompile(`^yaml: line (\d+): (.*)$`)

// parse returns a reader of the one document in data.
func parse(file string, data []byte) (reader, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var root, second yaml.Node
	err := decoder.Decode(&root)
	if errors.Is(err, io.EOF) || err == nil && len(root.Content) == 0 {
		return reader{}, fmt.Errorf("%s:1: empty, expected a specification", file)
	}
	if err == nil {
		if err = decoder.Decode(&second); err == nil {
			return reader{}, fmt.Errorf("%s:%d: a second document, expected one specification in a file", file, second.Line)
		}
		if errors.Is(err, io.EOF) {
			return reader{file: file, root: root.Content[0]}, nil
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
	return reader{}, fmt.Errorf("%s:%d: not YAML: %s", file, line, text)
}

// pairs calls f for each key and value of a mapping, until one fails.
func pairs(n *yaml.Node, f func(key, value *yaml.Node) error) error {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if err := f(n.Content[i], n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// valueOf returns the value of a key of a mapping or of an index of a list, nil if there is none.
func valueOf(n *yaml.Node, at any) (value *yaml.Node) {
	if i, is := at.(int); is && n != nil && n.Kind == yaml.SequenceNode && i < len(n.Content) {
		return n.Content[i]
	}
	if n != nil {
		_ = pairs(n, func(key, of *yaml.Node) error {
			if key.Value == at {
				value = of
			}
			return nil
		})
	}
	return value
}

// node returns what is behind keys and indices within each other, or the last that is there.
func (r *reader) node(path ...any) *yaml.Node {
	n := r.root
	for _, at := range path {
		value := valueOf(n, at)
		if value == nil {
			break
		}
		n = value
	}
	return n
}

// decode decodes a node, and reports whether it has no faults; what names it in messages.
func (r *reader) decode(n *yaml.Node, what string, into any) bool {
	before := len(r.faults)
	r.check(n, what, reflect.TypeOf(into).Elem(), rules{})
	if len(r.faults) > before {
		return false
	}
	if err := n.Decode(into); err != nil {
		r.at(n, "%v", err)
		return false
	}
	return true
}

// maxCount bounds counts so that products of a few do not overflow.
const maxCount = 1_000_000_000

// check checks a node against the type and rules of what it is decoded into; what names it in
// messages. Texts become as they are decoded: trimmed, and numbers as written.
func (r *reader) check(n *yaml.Node, what string, t reflect.Type, is rules) {
	switch kind := t.Kind(); {
	case is.keys != "":
		r.named(n, what, t, is)
	case kind == reflect.Slice:
		r.list(n, what, t, is)
	case kind == reflect.String || is.one != "":
		r.text(n, what, is)
	case kind == reflect.Struct:
		r.mapping(n, what, t)
	default:
		v := reflect.New(t)
		least, within, expected := int64(cmp.Or(is.least, 1)), n.Decode(v.Interface()) == nil, "true or false"
		switch kind {
		case reflect.Int:
			expected = fmt.Sprintf("a whole number from %d to %d", least, maxCount)
			within = within && v.Elem().Int() >= least && v.Elem().Int() <= maxCount
		case reflect.Uint64:
			expected = fmt.Sprintf("a whole number from 0 to %d", ^uint64(0))
		case reflect.Float64: // a share
			expected = "a number between 0 and 1"
			within = within && v.Elem().Float() > 0 && v.Elem().Float() < 1
		}
		if !within || n.Tag == "!!null" || n.Tag == "!!float" && kind != reflect.Float64 {
			r.at(n, "%s is %s, expected %s", what, describe(n), expected)
		}
	}
}

// keys calls f for each key and value of a node, which is to be a mapping without repeated keys. Keys
// are text: null is one.
func (r *reader) keys(n *yaml.Node, what string, f func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.at(n, "%s is %s, expected keys with values", what, describe(n))
	}
	first := make(map[string]int)
	_ = pairs(n, func(key, value *yaml.Node) error {
		if line, twice := first[key.Value]; key.Kind != yaml.ScalarNode {
			r.at(key, "%s has %s as a key, expected a word", what, describe(key))
		} else if twice {
			r.at(key, "key %q of %s occurs twice, first in line %d", key.Value, what, line)
		} else {
			first[key.Value], key.Tag = key.Line, "!!str"
			f(key, value)
		}
		return nil
	})
}

// mapping checks a mapping against a struct.
func (r *reader) mapping(n *yaml.Node, what string, t reflect.Type) {
	fields := r.fields(t)
	names := nearest.Words(fields, func(f field) string { return f.key })
	seen := make(map[string]bool)
	r.keys(n, what, func(key, value *yaml.Node) {
		i := slices.Index(names, key.Value)
		if i < 0 {
			r.at(key, "%v in %s", nearest.Unknown("key", key.Value, names), what)
			seen[nearest.Of(key.Value, names)] = true // misspelt, reported as one fault
			return
		}
		seen[key.Value] = true
		r.check(value, key.Value, fields[i].of, fields[i].is)
	})
	for _, f := range fields {
		if f.is.required && !seen[f.key] && n.Kind == yaml.MappingNode {
			r.at(n, "%s has no %q", what, f.key)
		}
	}
}

// named checks a mapping whose keys are the user's: names of items, or words.
func (r *reader) named(n *yaml.Node, what string, t reflect.Type, is rules) {
	rule := rules{as: is.keys}
	if r.words[is.keys] != nil {
		rule = rules{one: is.keys}
	}
	if is.each != "" && n.Kind == yaml.MappingNode && len(n.Content) == 0 {
		r.at(n, "%s is empty, expected at least one", what)
	}
	r.keys(n, what, func(key, value *yaml.Node) {
		role, name := "a key of "+what, key.Value
		if is.each != "" {
			role, name = "a "+is.each+"'s name", fmt.Sprintf("%s %q", is.each, name)
		}
		if r.text(key, role, rule) {
			r.check(value, name, t.Elem(), rules{one: is.one, as: is.as})
		}
	})
}

// list checks a non-empty list, whose words and numbers are distinct.
func (r *reader) list(n *yaml.Node, what string, t reflect.Type, is rules) {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		r.at(n, "%s is %s, expected a list of at least one item", what, describe(n))
		return
	}
	seen := make(map[string]bool)
	for _, item := range n.Content {
		r.check(item, cmp.Or(is.each, what), t.Elem(), is)
		if item.Kind == yaml.ScalarNode && seen[item.Value] && is.as != "free" && is.as != "raw" {
			r.at(item, "%s lists %v twice", what, item.Value)
		}
		seen[item.Value] = true
	}
}

// text checks a text of a kind or form.
func (r *reader) text(n *yaml.Node, what string, is rules) bool {
	text := strings.TrimSpace(n.Value)
	kind, _, _ := strings.Cut(is.one, "/")
	err := error(nil)
	switch {
	case n.Kind == yaml.ScalarNode && is.as == "raw":
		text = n.Value
	case n.Kind != yaml.ScalarNode || n.Tag == "!!null" || text == "":
		err = fmt.Errorf("%s is %s, expected %s", what, describe(n), cmp.Or(forms[is.as].expected, "text"))
	case is.one != "" && !slices.Contains(r.words[is.one], text):
		err = nearest.Unknown(kind, text, r.words[is.one])
	case is.as != "" && !forms[is.as].matches(text):
		err = fmt.Errorf("%s is %s, expected %s", what, describe(n), forms[is.as].expected)
	case is.as == "kernel":
		var kernel mmd.KernelChoice
		if kernel, err = mmd.ParseKernel(text); err == nil && kernel == mmd.Linear {
			err = fmt.Errorf("kernel %q is about means, and experiments are about distributions; expected median, authors or a positive number", text)
		}
	}
	if err != nil {
		r.at(n, "%v", err)
		return false
	}
	n.Value, n.Tag = text, "!!str"
	return true
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
	case n.Tag == "!!int", n.Tag == "!!float":
		return n.Value
	}
	return strconv.Quote(n.Value)
}
