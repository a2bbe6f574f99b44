package spec

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"drfvi/mmd"
)

// rules are those of a field.
type rules struct {
	required                bool
	one, as, keys, by, each string
	least                   int
}

// field is a field of a struct with its key and rules.
type field struct {
	key   string
	in    []string // the languages that have it, nil for all
	of    reflect.Type
	index []int
	is    rules
}

// fields returns the fields of a struct that the reader reads.
func (r *reader) fields(t reflect.Type) []field {
	var all []field
	for _, f := range reflect.VisibleFields(t) {
		key := f.Tag.Get("yaml")
		if key == "" || key == "-" {
			continue
		}
		one := field{key: key, of: f.Type, index: f.Index}
		texts := map[string]*string{"one": &one.is.one, "as": &one.is.as, "keys": &one.is.keys, "by": &one.is.by, "each": &one.is.each}
		for _, rule := range strings.Split(f.Tag.Get("is"), ";") {
			switch name, value, _ := strings.Cut(rule, "="); name {
			case "":
			case "required":
				one.is.required = true
			case "in":
				one.in = strings.Split(value, "|")
			case "least":
				one.is.least, _ = strconv.Atoi(value)
			default:
				*texts[name] = value
			}
		}
		if one.in == nil || r.in == nil || r.in(one.in) {
			all = append(all, one)
		}
	}
	return all
}

// form is a form of text: as JSON schema, and how it is read.
type form struct {
	schema map[string]any
	read   func(what, text string) (string, error)
}

// patterned is a form of texts of which something holds.
func patterned(pattern, expected string, holds func(text string) bool) form {
	return form{map[string]any{"type": "string", "pattern": pattern}, func(what, text string) (string, error) {
		if !holds(text) {
			return "", fmt.Errorf("%s is %q, expected %s", what, text, expected)
		}
		return text, nil
	}}
}

var (
	wordPattern   = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	memoryPattern = regexp.MustCompile(`^([1-9][0-9]{0,5}) ?(MB|GB)$`)
)

// longestWord leaves room for a few words in a file name of at most 255 letters.
const longestWord = 64

// forms are those of fields: a word that is valid in file names, text that a list may repeat, a kernel
// known to mmd.ParseKernel, and limits of methods of the user's own.
var forms = map[string]form{
	"free": {map[string]any{"type": []string{"string", "number", "boolean"}}, func(_, text string) (string, error) { return text, nil }},
	"word": patterned(wordPattern.String(), fmt.Sprintf("a word of at most %d small letters, digits and -", longestWord), func(text string) bool {
		return len(text) <= longestWord && wordPattern.MatchString(text)
	}),
	"kernel": {
		map[string]any{"anyOf": []any{map[string]any{"enum": []string{string(mmd.Median), string(mmd.Authors)}}, map[string]any{"type": "number", "exclusiveMinimum": 0}}},
		func(_, text string) (string, error) {
			choice, err := mmd.ParseKernel(text)
			if err != nil {
				return "", err
			}
			return choice.String(), nil
		},
	},
	"time": patterned("^([0-9.]+(h|m|s))+$", "a time from 1s to 168h, such as 90s, 10m or 2h", func(text string) bool {
		d, err := time.ParseDuration(text)
		return err == nil && d >= time.Second && d <= 7*24*time.Hour
	}),
	"amount": patterned(memoryPattern.String(), "an amount such as 500MB or 4GB", memoryPattern.MatchString),
}
