package spec

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
)

// mapping is a mapping of a specification that is being read. A function that reads one asks for
// each key that it may have, and passes the value on to what reads it:
//
//	m.required("n").counts(&d.N)
//	text(m.optional("title"), anyText, &v.Title)
//
// Without values it only lists the keys, for the documentation.
type mapping struct {
	*reader
	node   *yaml.Node
	values map[string]*yaml.Node
	keys   []*key
}

// key is a key that a mapping may have.
type key struct {
	name     string
	required bool
	// forms are the tasks and forms of data that have the key; nil for all.
	forms []string
	// expected describes the value, and kind is that of its words if they are listed elsewhere.
	expected, kind string
}

// value is the value of a key, or an item of a list. Its node is nil if the key is not there.
type value struct {
	*reader
	what string // the value in messages
	node *yaml.Node
	key  *key
}

// required returns the value of a key that must be there, and optional of one that may be;
// forms are the tasks and forms of data that have the key, all if none is named.
func (m *mapping) required(name string, forms ...string) value { return m.value(name, true, forms) }
func (m *mapping) optional(name string, forms ...string) value { return m.value(name, false, forms) }

func (m *mapping) value(name string, required bool, forms []string) value {
	v := value{m.reader, name, nil, &key{name: name, required: required, forms: forms}}
	if len(forms) == 0 || m.applies == nil || m.applies(forms) {
		m.keys, v.node = append(m.keys, v.key), m.values[name]
	}
	return v
}

// mapping reads a mapping, and reports keys that read does not ask for and required ones that are
// not there; what names the mapping in messages.
func (r *reader) mapping(node *yaml.Node, what string, read func(m *mapping)) {
	m := &mapping{reader: r, node: node, values: make(map[string]*yaml.Node)}
	var written []*yaml.Node
	if !r.pairs(node, what, func(key, value *yaml.Node) {
		m.values[key.Value], written = value, append(written, key)
	}) {
		return
	}
	read(m)
	names := nearest.Words(m.keys, func(k *key) string { return k.name })
	present := make(map[string]bool)
	for _, key := range written {
		present[key.Value] = true
		if !slices.Contains(names, key.Value) {
			r.fail(key, "%v in %s", nearest.Unknown("key", key.Value, names), what)
			present[nearest.Of(key.Value, names)] = true // misspelt, which is one fault
		}
	}
	for _, key := range m.keys {
		if key.required && !present[key.name] {
			r.fail(node, "%s has no %q", what, key.name)
		}
	}
}

// pairs calls read for each key and value of a mapping without repeated keys, and reports
// whether the node is a mapping. Keys are text: null is one.
func (r *reader) pairs(n *yaml.Node, what string, read func(key, value *yaml.Node)) bool {
	if n.Kind != yaml.MappingNode {
		r.fail(n, "%s is %s, expected keys with values", what, describe(n))
		return false
	}
	first := make(map[string]int)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if line, twice := first[key.Value]; key.Kind != yaml.ScalarNode {
			r.fail(key, "%s has %s as a key, expected a word", what, describe(key))
		} else if twice {
			r.fail(key, "key %q of %s occurs twice, first in line %d", key.Value, what, line)
		} else {
			first[key.Value], key.Tag = key.Line, "!!str"
			read(key, n.Content[i+1])
		}
	}
	return true
}

// expect notes what the value is, and reports whether it is there.
func (v value) expect(expected string) bool {
	v.key.expected = expected
	return v.node != nil
}

// mapping reads a mapping.
func (v value) mapping(read func(m *mapping)) {
	if v.expect("a mapping") {
		v.reader.mapping(v.node, v.what, read)
	}
}

// entries reads a mapping whose keys are names of a form; each, if not empty, is what messages
// call an entry, of which there must be one.
func (v value) entries(entryName string, names form, read func(name string, entry value)) {
	if !v.expect("a mapping") {
		return
	}
	if entryName != "" && v.node.Kind == yaml.MappingNode && len(v.node.Content) == 0 {
		v.fail(v.node, "%s is empty, expected at least one", v.what)
	}
	v.pairs(v.node, v.what, func(node, entry *yaml.Node) {
		role, what := "a key of "+v.what, node.Value
		if entryName != "" {
			role, what = "a "+entryName+"'s name", fmt.Sprintf("%s %q", entryName, node.Value)
		}
		name := value{v.reader, role, node, new(key)}
		if text, valid := name.text(names); valid {
			read(text, value{v.reader, what, entry, new(key)})
		}
	})
}

// cell reads keys of cells with their values.
func (v value) cell(into *map[string]string) {
	if v.expect("a mapping") {
		*into = make(map[string]string)
	}
	v.entries("", v.choice("key"), func(name string, entry value) {
		(*into)[name], _ = entry.text(anyText)
	})
}

// list reads the items of a list that is not empty; item is what messages call one.
func (v value) list(item string, repeats bool, read func(item value)) {
	if v.node == nil {
		return
	}
	if v.node.Kind != yaml.SequenceNode || len(v.node.Content) == 0 {
		v.fail(v.node, "%s is %s, expected a list of at least one item", v.what, describe(v.node))
		return
	}
	known := make(map[string]bool)
	for _, n := range v.node.Content {
		if n.IsZero() {
			continue // a method with faults, which have been reported
		}
		read(value{v.reader, item, n, new(key)})
		text := strings.TrimSpace(n.Value)
		if n.Kind == yaml.ScalarNode && known[text] && !repeats {
			v.fail(n, "%s lists %v twice", v.what, text)
		}
		known[text] = true
	}
}

// mappings reads a list of mappings.
func (v value) mappings(item string, read func(m *mapping)) {
	v.expect("a list of mappings")
	v.list(item, true, func(item value) { item.mapping(read) })
}

// texts reads a list of texts of a form.
func (v value) texts(item string, f form, into *[]string) {
	v.key.kind = f.kind
	v.expect("a list: " + f.expected)
	written := make(map[string]string) // the text as it was written first
	v.list(item, f.repeats, func(item value) {
		found, _ := item.text(f)
		*into = append(*into, found)
		if f.same == nil {
			return
		}
		if first, twice := written[f.same(found)]; twice && first != found {
			v.fail(item.node, "%s lists %s twice, as %s too", v.what, first, found)
		}
		written[f.same(found)] = found
	})
}

// text reads a text of a form into a variable, which keeps its value if the key is not there.
func text[T ~string](v value, f form, into *T) {
	v.key.kind = f.kind
	if v.expect(f.expected) {
		found, _ := v.text(f)
		*into = T(found)
	}
}

// text returns the text of a scalar, without space around it, and whether it has the form.
func (v value) text(f form) (found string, valid bool) {
	found = strings.TrimSpace(v.node.Value)
	err := error(nil)
	switch {
	case f.verbatim && v.node.Kind == yaml.ScalarNode:
		found = v.node.Value
	case v.node.Kind != yaml.ScalarNode || v.node.Tag == "!!null" || found == "":
		expected := f.expected
		if f.check != nil {
			expected = "text"
		}
		err = fmt.Errorf("%s is %s, expected %s", v.what, describe(v.node), expected)
	case !f.matches(found):
		err = fmt.Errorf("%s is %s, expected %s", v.what, describe(v.node), f.expected)
	case f.check != nil:
		err = f.check(found)
	}
	if err != nil {
		v.fail(v.node, "%v", err)
	}
	return found, err == nil
}

// maxCount bounds counts so that products of a few do not overflow.
const maxCount = 1_000_000_000

// count reads an integer of at least least.
func (v value) count(least int, into *int) {
	if !v.expect(fmt.Sprintf("an integer from %d", least)) {
		return
	}
	n, err := strconv.Atoi(v.digits())
	if err != nil || n < least || n > maxCount {
		v.expectedNumber(uint64(least), maxCount)
		return
	}
	*into = n
}

// counts reads a list of integers from 1.
func (v value) counts(into *[]int) {
	v.expect("a list: an integer from 1")
	v.list(v.what, false, func(item value) {
		n := 0
		item.count(1, &n)
		*into = append(*into, n)
	})
}

// seed reads a seed of random numbers.
func (v value) seed(into *uint64) {
	if !v.expect("an integer from 0") {
		return
	}
	n, err := strconv.ParseUint(v.digits(), 10, 64)
	if err != nil {
		v.expectedNumber(0, math.MaxUint64)
		return
	}
	*into = n
}

// wholeNumber is a number as people write it. YAML also reads 010 as 8, and 0x10 and 1_6 as 16.
var wholeNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)

// digits returns an integer as it is written, empty if the value is none.
func (v value) digits() string {
	if v.node.Tag != "!!int" && v.node.Tag != "!!float" || !wholeNumber.MatchString(v.node.Value) {
		return ""
	}
	return v.node.Value
}

// expectedNumber reports a value that is no integer in a range.
func (v value) expectedNumber(least, largest uint64) {
	note := ""
	if v.node.Tag == "!!int" && v.digits() == "" {
		note = ", in digits without a zero in front"
	}
	v.fail(v.node, "%s is %s, expected an integer from %d to %d%s", v.what, describe(v.node), least, largest, note)
}

// share reads a number between 0 and 1.
func (v value) share(into *float64) {
	const expected = "a number between 0 and 1"
	if !v.expect(expected) {
		return
	}
	if v.node.Tag == "!!null" || v.node.Decode(into) != nil || *into <= 0 || *into >= 1 {
		v.fail(v.node, "%s is %s, expected %s", v.what, describe(v.node), expected)
	}
}

// truth reads true or false.
func (v value) truth(into *bool) {
	if v.expect("`true` or `false`") && (v.node.Tag == "!!null" || v.node.Decode(into) != nil) {
		v.fail(v.node, "%s is %s, expected true or false", v.what, describe(v.node))
	}
}
