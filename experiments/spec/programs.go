package spec

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"time"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/external"
)

// written is a method of the user's own in YAML.
type written struct {
	Name    string      `yaml:"name" is:"required;as=word"`
	Command commandLine `yaml:"command" is:"required"`
	Version string      `yaml:"version" is:"required"`
	Timeout string      `yaml:"timeout" is:"as=time"`
	Memory  string      `yaml:"memory" is:"as=amount"`
}

// commandLine are the words of a command, which may be empty and alike.
type commandLine []*yaml.Node

// readYAML reads words as they are.
func (c *commandLine) readYAML(r *reader, n *yaml.Node, what string) {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		r.at(n, "%s is %s, expected a list of at least one item", what, describe(n))
		return
	}
	for _, word := range n.Content {
		if word.Kind != yaml.ScalarNode {
			r.at(word, "a word of the command is %s, expected text", describe(word))
			continue
		}
		*c = append(*c, word)
	}
}

func (commandLine) schema() map[string]any {
	return map[string]any{"type": "array", "minItems": 1, "items": forms["free"].schema}
}

// ownMethods reads the methods among the items of a list, which may also be words:
//
//	methods:
//	  - coupled
//	  - {name: my-loco, command: [Rscript, my-loco.R], version: "1", timeout: 10m, memory: 4GB}
//
// Each mapping is replaced by its name in the list. Files named by a command are relative to the
// folder of the specification. Names in taken are refused.
func (r *reader) ownMethods(list *yaml.Node, taken []string) []external.Method {
	var methods []external.Method
	var items []*yaml.Node
	for _, item := range list.Content {
		if item.Kind != yaml.MappingNode {
			items = append(items, item)
			continue
		}
		m := r.ownMethod(item)
		if slices.Contains(taken, m.Name) {
			r.at(item, "method %q is one of drfvi's own, expected another name", m.Name)
		} else if m.Name != "" { // empty if unreadable
			methods = append(methods, m)
			items = append(items, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: m.Name, Line: item.Line})
		}
	}
	list.Content = items
	return methods
}

// ownMethod reads a method.
func (r *reader) ownMethod(n *yaml.Node) external.Method {
	var w written
	r.read(n, "a method", reflect.ValueOf(&w).Elem(), rules{})
	m := external.New(filepath.Dir(r.file), w.Name, w.Version)
	if d, err := time.ParseDuration(w.Timeout); err == nil {
		m.Timeout = d.Seconds()
	}
	if parts := memoryPattern.FindStringSubmatch(w.Memory); parts != nil {
		m.Memory, _ = strconv.Atoi(parts[1]) // the pattern admits only numbers
		if parts[2] == "GB" {
			m.Memory *= 1000
		}
	}
	for _, word := range w.Command {
		if err := m.Add(word.Value); err != nil {
			r.at(word, "%v", err)
		}
	}
	return m
}

// longestList is the largest size of a list of methods, in bytes.
const longestList = 1 << 20

// Methods reads the methods of the user's own in a file: a specification, or a single method. Names in
// taken are refused.
func Methods(file string, taken []string) ([]external.Method, error) {
	opened, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read the methods: %w", err)
	}
	defer opened.Close()
	data, err := io.ReadAll(io.LimitReader(opened, longestList+1))
	if err == nil && len(data) > longestList {
		err = errors.New("the file has more than 1 MiB, expected a list of methods")
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the methods: %s: %w", file, err)
	}
	r := reader{file: file}
	root, err := r.document(data)
	if err != nil {
		return nil, err
	}
	list := valueOf(root, "methods")
	if list == nil {
		list = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{root}}
	}
	methods := r.ownMethods(list, taken)
	if err := r.err(); err != nil {
		return nil, err
	}
	if len(methods) == 0 {
		return nil, fmt.Errorf("%s has no methods of your own, expected a mapping with a \"command\", or a list \"methods\" with some", file)
	}
	return methods, nil
}
