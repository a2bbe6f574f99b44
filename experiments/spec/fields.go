package spec

import (
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// rules are those of a field, as in its tag; see reader.
type rules struct {
	required            bool
	one, as, keys, each string
	least               int
}

// field is a field of a struct with its key and rules.
type field struct {
	key string
	in  []string // the languages that have it, nil for all
	of  reflect.Type
	is  rules
}

// fields returns the fields of a struct that the reader reads.
func (r *reader) fields(t reflect.Type) []field {
	var all []field
	for _, f := range reflect.VisibleFields(t) {
		key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if key == "" || key == "-" {
			continue
		}
		one := field{key: key, of: f.Type}
		texts := map[string]*string{"one": &one.is.one, "as": &one.is.as, "keys": &one.is.keys, "each": &one.is.each}
		for _, rule := range strings.Split(f.Tag.Get("is"), ";") {
			switch name, value, _ := strings.Cut(rule, "="); name {
			case "":
			case "required":
				one.is.required = value == "" || r.in != nil && r.in(strings.Split(value, "|"))
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

// form is a form of texts: a pattern, nil for any, and more that holds of them, nil for nothing.
type form struct {
	pattern  *regexp.Regexp
	expected string
	holds    func(text string) bool
}

// forms are those of fields: text that a list may repeat, the same as it is written, a word that is
// valid in file names, a decimal number, limits of methods of the user's own, and a kernel, which has
// no pattern.
var forms = map[string]form{
	"free": {},
	"raw":  {},
	"word": {regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`), "a word of at most 64 small letters, digits and -", func(text string) bool {
		return len(text) <= 64 // room for a few words in a file name of at most 255 letters
	}},
	"decimal": {regexp.MustCompile(`^-?[0-9]{1,15}(\.[0-9]{1,15})?$`), "a decimal number such as 0.68", nil},
	"time": {regexp.MustCompile(`^([0-9.]+(h|m|s))+$`), "a time from 1s to 168h, such as 90s, 10m or 2h", func(text string) bool {
		d, err := time.ParseDuration(text)
		return err == nil && d >= time.Second && d <= 7*24*time.Hour
	}},
	"amount": {regexp.MustCompile(`^([1-9][0-9]{0,5}) ?(MB|GB)$`), "an amount such as 500MB or 4GB", nil},
	"kernel": {},
}

// matches reports whether a text has the form.
func (f form) matches(text string) bool {
	return (f.pattern == nil || f.pattern.MatchString(text)) && (f.holds == nil || f.holds(text))
}
