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

	"drfvi/experiments/internal/located"
)

// Read reads the methods among the items of a list, which may also be words:
//
//	methods:
//	  - coupled
//	  - {name: my-loco, command: [Rscript, my-loco.R], version: "1", timeout: 10m, memory: 4GB}
//
// Each mapping is replaced by its name in the list. Files named by a command are relative to the
// folder of the specification. Names in taken are refused.
func Read(r *located.Reader, list *yaml.Node, taken []string) []Method {
	var methods []Method
	var items []*yaml.Node
	for _, item := range list.Content {
		if item.Kind != yaml.MappingNode {
			items = append(items, item)
			continue
		}
		m := Method{Protocol: protocol, Timeout: standardTimeout.Seconds(), Memory: standardMemory, folder: filepath.Dir(r.File)}
		r.Read(item, "a method", m.value())
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
	r := located.Reader{File: file}
	root, err := r.Document(data)
	if err != nil {
		return nil, err
	}
	list := located.ValueOf(root, "methods")
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

// Value describes a method in YAML; see Read.
func Value() located.Value { return new(Method).value() }

func (m *Method) value() located.Value {
	word := located.Of("text", map[string]any{"type": []string{"string", "number", "boolean"}}, func(r *located.Reader, n *yaml.Node, _ string) { m.word(r, n) })
	span := map[string]any{"type": "string", "pattern": "^([0-9.]+(h|m|s))+$"}
	amount := map[string]any{"type": "string", "pattern": memoryPattern.String()}
	return located.Map("a method",
		located.Required("name", located.Word(&m.Name), "the name of the method"),
		located.Required("command", located.Items("a word of the command", "a list of words", func() located.Value { return word }),
			"the program and its arguments; a word that names a file beside the specification stands for that file"),
		located.Required("version", located.Text(&m.Version), "your version of the method; raise it when the method changes but its files do not"),
		located.Optional("timeout", located.Of("a time such as 90s, 10m or 2h", span, func(r *located.Reader, n *yaml.Node, _ string) {
			m.Timeout = timeout(r, n).Seconds()
		}), "the time after which the program is killed; 10m if left out"),
		located.Optional("memory", located.Of("an amount such as 500MB or 4GB", amount, func(r *located.Reader, n *yaml.Node, _ string) {
			m.Memory = megabytes(r, n)
		}), "the memory limit of each of its processes; 4GB if left out"),
	)
}

// word adds a word to the command.
func (m *Method) word(r *located.Reader, n *yaml.Node) {
	if n.Kind != yaml.ScalarNode || n.Value == "" && len(m.words) == 0 {
		r.At(n, "a word of the command is %s, expected text", located.Describe(n))
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

// timeout reads a time from a second to a week.
func timeout(r *located.Reader, n *yaml.Node) time.Duration {
	d, err := time.ParseDuration(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || d < time.Second || d > 7*24*time.Hour {
		r.At(n, "timeout is %s, expected a time from 1s to 168h, such as 90s, 10m or 2h", located.Describe(n))
	}
	return d
}

var memoryPattern = regexp.MustCompile(`^([1-9][0-9]{0,5}) ?(MB|GB)$`)

// megabytes reads an amount of memory.
func megabytes(r *located.Reader, n *yaml.Node) int {
	parts := memoryPattern.FindStringSubmatch(n.Value)
	if n.Kind != yaml.ScalarNode || parts == nil {
		r.At(n, "memory is %s, expected an amount such as 500MB or 4GB", located.Describe(n))
		return 0
	}
	amount, _ := strconv.Atoi(parts[1]) // the pattern admits only numbers
	if parts[2] == "GB" {
		amount *= 1000
	}
	return amount
}
