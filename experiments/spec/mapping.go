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

// key is a key that a mapping may have. A mapping is read by the list of its keys, which makes the
// documentation, too:
//
//	required("n", counts(&d.N)),
//	optional("title", text(anyText, &v.Title)),
type key struct {
	name     string
	required bool
	// forms are the tasks and forms of data that have the key; nil for all.
	forms []string
	format
}

// format is what the value of a key has to be.
type format struct {
	// expected describes the value, and kind is that of its words if they are listed elsewhere.
	expected, kind string
	read           func(v value) // a value that is there
}

// required is a key that must be there, and optional one that may be; forms are the tasks and forms
// of data that have the key, all if none is named.
func required(name string, f format, forms ...string) key { return key{name, true, forms, f} }
func optional(name string, f format, forms ...string) key { return key{name, false, forms, f} }

// value is the value of a key, or an item of a list.
type value struct {
	*reader
	what string // the value in messages
	node *yaml.Node
}

// mapping reads a mapping, and reports other keys than these and required ones that are not there.
func (v value) mapping(keys []key) {
	values := make(map[string]*yaml.Node)
	var written []*yaml.Node
	if !v.pairs(v.node, v.what, func(key, value *yaml.Node) {
		values[key.Value], written = value, append(written, key)
	}) {
		return
	}
	keys = slices.DeleteFunc(keys, func(k key) bool { return k.forms != nil && v.applies != nil && !v.applies(k.forms) })
	names := nearest.Words(keys, func(k key) string { return k.name })
	present := make(map[string]bool)
	for _, key := range written {
		present[key.Value] = true
		if !slices.Contains(names, key.Value) {
			v.fail(key, "%v in %s", nearest.Unknown("key", key.Value, names), v.what)
			present[nearest.Of(key.Value, names)] = true // misspelt, which is one fault
		}
	}
	for _, key := range keys {
		if node := values[key.name]; node != nil {
			key.read(value{v.reader, key.name, node})
		} else if key.required && !present[key.name] {
			v.fail(v.node, "%s has no %q", v.what, key.name)
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

// nested is a mapping with keys of its own.
func nested(keys []key) format {
	return format{"a mapping", "", func(v value) { v.mapping(keys) }}
}

// mappings is a list of mappings, each of which becomes an element of a list; item is what messages
// call one.
func mappings[T any](item string, keys func(*T) []key, into *[]T) format {
	return format{"a list of mappings", "", func(v value) {
		v.list(item, true, func(item value) {
			var element T
			item.mapping(keys(&element))
			*into = append(*into, element)
		})
	}}
}

// entries is a mapping whose keys are names of a form. entryName, if not empty, is what messages
// call an entry, of which there must be one.
func entries(entryName string, names form, read func(name string, entry value)) format {
	return format{"a mapping", "", func(v value) {
		v.failIf(entryName != "" && v.node.Kind == yaml.MappingNode && len(v.node.Content) == 0, v.node,
			"%s is empty, expected at least one", v.what)
		v.pairs(v.node, v.what, func(node, entry *yaml.Node) {
			role, what := "a key of "+v.what, node.Value
			if entryName != "" {
				role, what = "a "+entryName+"'s name", fmt.Sprintf("%s %q", entryName, node.Value)
			}
			if text, valid := (value{v.reader, role, node}).text(names); valid {
				read(text, value{v.reader, what, entry})
			}
		})
	}}
}

// put sets an entry of a map, which is nil as long as it has none.
func put[T any](entries *map[string]T, name string, entry T) {
	if *entries == nil {
		*entries = make(map[string]T)
	}
	(*entries)[name] = entry
}

// cell has keys of cells with their values.
func (r *reader) cell(into *map[string]string) format {
	f := entries("", r.choice("key"), func(name string, entry value) { (*into)[name], _ = entry.text(anyText) })
	return format{f.expected, "", func(v value) {
		*into = make(map[string]string)
		f.read(v)
	}}
}

// list reads the items of a list that is not empty; item is what messages call one.
func (v value) list(item string, repeats bool, read func(item value)) {
	if v.node.Kind != yaml.SequenceNode || len(v.node.Content) == 0 {
		v.fail(v.node, "%s is %s, expected a list of at least one item", v.what, describe(v.node))
		return
	}
	known := make(map[string]bool)
	for _, n := range v.node.Content {
		if n.IsZero() {
			continue // a method with faults, which have been reported
		}
		read(value{v.reader, item, n})
		text := strings.TrimSpace(n.Value)
		v.failIf(n.Kind == yaml.ScalarNode && known[text] && !repeats, n, "%s lists %v twice", v.what, text)
		known[text] = true
	}
}

// texts is a list of texts of a form.
func texts(item string, f form, into *[]string) format {
	return format{"a list: " + f.expected, f.kind, func(v value) {
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
	}}
}

// text is a text of a form. Its variable keeps its value if the key is not there.
func text[T ~string](f form, into *T) format {
	return format{f.expected, f.kind, func(v value) {
		found, _ := v.text(f)
		*into = T(found)
	}}
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
	v.failIf(err != nil, v.node, "%v", err)
	return found, err == nil
}

// maxCount bounds counts so that products of a few do not overflow.
const maxCount = 1_000_000_000

// count is an integer of at least least.
func count(least int, into *int) format {
	return format{fmt.Sprintf("an integer from %d", least), "", func(v value) {
		if n, err := strconv.Atoi(v.digits()); err != nil || n < least || n > maxCount {
			v.expectedNumber(uint64(least), maxCount)
		} else {
			*into = n
		}
	}}
}

// counts is a list of integers from 1.
func counts(into *[]int) format {
	return format{"a list: an integer from 1", "", func(v value) {
		v.list(v.what, false, func(item value) {
			n := 0
			count(1, &n).read(item)
			*into = append(*into, n)
		})
	}}
}

// seed is a seed of random numbers.
func seed(into *uint64) format {
	return format{"an integer from 0", "", func(v value) {
		if n, err := strconv.ParseUint(v.digits(), 10, 64); err != nil {
			v.expectedNumber(0, math.MaxUint64)
		} else {
			*into = n
		}
	}}
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

// fraction is a number between 0 and 1.
func fraction(into *float64) format {
	const expected = "a number between 0 and 1"
	return format{expected, "", func(v value) {
		v.failIf(v.node.Tag == "!!null" || v.node.Decode(into) != nil || *into <= 0 || *into >= 1, v.node,
			"%s is %s, expected %s", v.what, describe(v.node), expected)
	}}
}

// truth is true or false.
func truth(into *bool) format {
	return format{"`true` or `false`", "", func(v value) {
		v.failIf(v.node.Tag == "!!null" || v.node.Decode(into) != nil, v.node,
			"%s is %s, expected true or false", v.what, describe(v.node))
	}}
}
