package spec

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/external"
)

// program is a method of the user's own.
type program struct {
	Name    string
	Command []string
	Version string
	Timeout string
	Memory  string
}

// commandWord is taken as it is written.
var commandWord = form{expected: "text", repeats: true, verbatim: true}

// keys has the keys of a method of the user's own.
func (p *program) keys() []key {
	return []key{
		required("name", text(word, &p.Name)),
		required("command", texts("a word of the command", commandWord, &p.Command)),
		required("version", text(anyText, &p.Version)),
		p.timeout(),
		p.memory(),
	}
}

// timeout and memory are the keys of the limits of a program; forms are as those of optional.
func (p *program) timeout(forms ...string) key {
	return optional("timeout", text(duration, &p.Timeout), forms...)
}

func (p *program) memory(forms ...string) key {
	return optional("memory", text(amount, &p.Memory), forms...)
}

// method returns the program, whose files are relative to the folder of the specification;
// words is the place of its command.
func (r *reader) method(p program, words *yaml.Node) external.Method {
	m := external.New(filepath.Dir(r.file), p.Name, p.Version)
	if d, err := time.ParseDuration(p.Timeout); err == nil {
		m.Timeout = d.Seconds()
	}
	if parts := amount.pattern.FindStringSubmatch(p.Memory); parts != nil {
		m.Memory, _ = strconv.Atoi(parts[1]) // the pattern admits only numbers
		if parts[2] == "GB" {
			m.Memory *= 1000
		}
	}
	for k, word := range p.Command {
		if err := m.Add(word); err != nil {
			r.fail(valueOf(words, k), "%v", err)
		}
	}
	return m
}

// programs reads the methods of the user's own among the items of a list, which may also be words:
//
//	methods:
//	  - coupled
//	  - {name: my-loco, command: [Rscript, my-loco.R], version: "1", timeout: 10m, memory: 4GB}
//
// Each mapping is replaced by its name in the list. Files named by a command are relative to the
// folder of the specification. Names in taken are refused.
func (r *reader) programs(list *yaml.Node, reserved []string) (methods []external.Method) {
	for i, item := range list.Content {
		if item.Kind != yaml.MappingNode {
			continue
		}
		var w program
		list.Content[i] = new(yaml.Node) // until it is without faults
		before := len(r.faults)
		if (value{r, "a method", item}).mapping(w.keys()); len(r.faults) > before {
			continue
		}
		if slices.Contains(reserved, w.Name) {
			r.fail(item, "method %q is one of drfvi's own, expected another name", w.Name)
		}
		m := r.method(w, valueOf(item, "command"))
		methods = append(methods, m)
		list.Content[i] = &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: m.Name, Line: item.Line, Column: item.Column}
	}
	return methods
}

// Methods reads the methods of the user's own in a file: a specification, or a single method.
// Names in taken are refused.
func Methods(file string, reserved []string) ([]external.Method, error) {
	data, err := ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read the methods: %w", err)
	}
	r, err := parse(file, data)
	if err != nil {
		return nil, err
	}
	list := valueOf(r.root, "methods")
	if list == nil {
		list = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{r.root}}
	}
	methods := r.programs(list, reserved)
	if err := r.err(); err != nil {
		return nil, err
	}
	if len(methods) == 0 {
		return nil, fmt.Errorf("%s has no methods of your own, expected a mapping with a \"command\", or a list "+
			"\"methods\" with some", file)
	}
	return methods, nil
}
