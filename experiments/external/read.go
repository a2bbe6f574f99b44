package external

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/strict"
)

// Read reads the methods among the items of a list, which may also be words:
//
//	methods:
//	  - coupled
//	  - {name: my-loco, command: [Rscript, my-loco.R], version: "1", timeout: 10m, memory: 4GB}
//
// Each mapping is replaced by its name in the list. Files named by a command are relative to the
// folder of the specification. Names in taken are refused.
func Read(r *strict.Reader, list *yaml.Node, taken []string) []Method {
	var methods []Method
	var items []*yaml.Node
	for _, item := range list.Content {
		if item.Kind != yaml.MappingNode {
			items = append(items, item)
			continue
		}
		m := readMethod(r, item)
		if slices.Contains(taken, m.Name) {
			r.At(item, "method %q is one of drfvi's own, expected another name", m.Name)
		} else if m.Name != "" { // empty if unreadable
			methods = append(methods, m)
			items = append(items, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: m.Name, Line: item.Line, Column: item.Column})
		}
	}
	list.Content = items
	return methods
}

// longestList is the largest size of a list of methods, in bytes.
const longestList = 1 << 20

// Load reads the methods of a file: a specification, or a single method. Names in taken are
// refused.
func Load(file string, taken []string) ([]Method, error) {
	opened, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read the methods: %w", err)
	}
	defer opened.Close()
	data, err := io.ReadAll(io.LimitReader(opened, longestList+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read the methods: %w", err)
	}
	if len(data) > longestList {
		return nil, fmt.Errorf("%s has more than %d MiB, expected a list of methods", file, longestList>>20)
	}
	r := strict.Reader{File: file, Forms: Forms}
	root, err := r.Document(data)
	if err != nil {
		return nil, err
	}
	list := strict.ValueOf(root, "methods")
	if list == nil {
		list = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{root}}
	}
	methods := Read(&r, list, taken)
	if err := r.Err(); err != nil {
		return nil, err
	}
	if len(methods) == 0 {
		return nil, fmt.Errorf("%s has no methods of your own, expected a mapping with a \"command\", or a list \"methods\" with some", file)
	}
	return methods, nil
}

// Written is a method in YAML.
type Written struct {
	Name    string     `yaml:"name" is:"required;as=word"`
	Command []argument `yaml:"command" is:"required;each=a word of the command"`
	Version string     `yaml:"version" is:"required"`
	Timeout string     `yaml:"timeout" is:"as=time"`
	Memory  string     `yaml:"memory" is:"as=amount"`
}

// argument is a word of a command, which may be empty.
type argument struct{ node *yaml.Node }

// ReadYAML reads a word as it is.
func (a *argument) ReadYAML(r *strict.Reader, n *yaml.Node, what string) {
	if a.node = n; n.Kind != yaml.ScalarNode {
		r.At(n, "%s is %s, expected text", what, strict.Describe(n))
	}
}

// Forms are the forms of the keys of methods.
var Forms = map[string]strict.Form{
	"time": {
		Schema: map[string]any{"type": "string", "pattern": "^([0-9.]+(h|m|s))+$"},
		Read: func(what, text string) (string, error) {
			if d, err := time.ParseDuration(text); err != nil || d < time.Second || d > 7*24*time.Hour {
				return "", fmt.Errorf("%s is %q, expected a time from 1s to 168h, such as 90s, 10m or 2h", what, text)
			}
			return text, nil
		},
	},
	"amount": {
		Schema: map[string]any{"type": "string", "pattern": memoryPattern.String()},
		Read: func(what, text string) (string, error) {
			if !memoryPattern.MatchString(text) {
				return "", fmt.Errorf("%s is %q, expected an amount such as 500MB or 4GB", what, text)
			}
			return text, nil
		},
	},
}

var memoryPattern = regexp.MustCompile(`^([1-9][0-9]{0,5}) ?(MB|GB)$`)

// readMethod reads a method.
func readMethod(r *strict.Reader, n *yaml.Node) Method {
	var w Written
	r.Read(n, "a method", &w)
	m := Method{Name: w.Name, Version: w.Version, Protocol: protocol, Timeout: standardTimeout.Seconds(), Memory: standardMemory, folder: filepath.Dir(r.File)}
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
		if word.node.Kind == yaml.ScalarNode {
			m.word(r, word.node)
		}
	}
	return m
}

// word adds a word to the command.
func (m *Method) word(r *strict.Reader, n *yaml.Node) {
	if n.Value == "" && len(m.words) == 0 {
		r.At(n, "a word of the command is %s, expected text", strict.Describe(n))
		return
	}
	word, path := n.Value, n.Value
	if !filepath.IsAbs(path) {
		path = filepath.Join(m.folder, path)
	}
	info, err := os.Stat(path)
	program := len(m.words) == 0
	switch {
	case program && !strings.ContainsRune(word, '/'), n.Value == "": // found on the path
		err = os.ErrNotExist
	case program && (err != nil || info.IsDir()):
		r.At(n, "there is no program %s", path)
	}
	if err != nil {
		m.Command, m.words = append(m.Command, word), append(m.words, word)
		return
	}
	if path, err = filepath.Abs(path); err == nil && info.Mode().IsRegular() {
		var sum string
		sum, err = hash(path)
		m.Files = append(m.Files, File{filepath.Base(path), sum})
	}
	if err != nil {
		r.At(n, "cannot read the command's file: %v", err)
	}
	m.Command, m.words = append(m.Command, filepath.Base(path)), append(m.words, path)
}

// hash returns the SHA-256 of a file.
func hash(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return fmt.Sprintf("%x", sum.Sum(nil)), err
}
