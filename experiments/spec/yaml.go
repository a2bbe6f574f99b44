package spec

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// reader reads one YAML document. It continues after a fault and collects all of them.
type reader struct {
	file string
	root *yaml.Node
	// words are the words that values are chosen from, by kind.
	words map[string][]string
	// applies reports whether a key that only some tasks or forms of data have is a key of this
	// document. It is nil where all keys are read.
	applies func(forms []string) bool
	faults  []fault
}

// fault is an error at a place of a file.
type fault struct {
	line, column int
	text         string
}

// fail records a fault at a node.
func (r *reader) fail(node *yaml.Node, format string, args ...any) {
	found := fault{node.Line, node.Column, fmt.Sprintf(format, args...)}
	if !slices.Contains(r.faults, found) { // a fault under both profiles is reported once
		r.faults = append(r.faults, found)
	}
}

func (r *reader) failIf(wrong bool, node *yaml.Node, format string, args ...any) {
	if wrong {
		r.fail(node, format, args...)
	}
}

// err joins all faults in the order of the file, each as "file:line:column: text".
func (r *reader) err() error {
	slices.SortFunc(r.faults, func(a, b fault) int {
		return cmp.Or(a.line-b.line, a.column-b.column, strings.Compare(a.text, b.text))
	})
	var errs []error
	for _, f := range r.faults {
		errs = append(errs, fmt.Errorf("%s:%d:%d: %s", r.file, f.line, f.column, f.text))
	}
	return errors.Join(errs...)
}

// maxBytes is the largest size of a specification. Embedded ones have some thousand bytes; a device
// has no end.
const maxBytes = 1 << 20

// ReadFile reads the text of a specification.
func ReadFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxBytes+1))
	if err == nil && len(data) > maxBytes {
		err = fmt.Errorf("%s has more than %d MiB, expected a YAML file of some thousand bytes", path, maxBytes>>20)
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
	if strings.HasPrefix(text, "mapping values are not allowed") {
		text += `; a text with ": " in it stands in quotation marks`
	}
	return reader{}, fmt.Errorf("%s:%d: not YAML: %s", file, line, text)
}

// valueOf returns the value of a key of a mapping or of an index of a list, nil if there is none.
func valueOf(n *yaml.Node, place any) *yaml.Node {
	if n == nil {
		return nil
	}
	if i, is := place.(int); is && n.Kind == yaml.SequenceNode && i < len(n.Content) {
		return n.Content[i]
	}
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == place {
			return n.Content[i+1]
		}
	}
	return nil
}

// node returns what is behind keys and indices within each other, or the last that is there.
func (r *reader) node(path ...any) *yaml.Node {
	n := r.root
	for _, place := range path {
		value := valueOf(n, place)
		if value == nil {
			break
		}
		n = value
	}
	return n
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
