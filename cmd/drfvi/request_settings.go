package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/datasets"
	"drfvi/internal/nearest"
)

// set gives a command the settings of a request by the flags that the command line has, so that
// both are checked alike. Names of columns are taken as they are.
func (a *asked) set(target *cobra.Command) error {
	written := make(map[string]string) // the key of the request for each flag
	for key, present := range map[string]bool{"new": a.newTable != nil, "group": a.groups != nil, "law": a.laws != nil} {
		if present {
			written[key] = "request, " + key
		}
	}
	for _, key := range slices.Sorted(maps.Keys(a.settings)) {
		name, place := flagName(key), fmt.Sprintf("setting %q", key)
		if other, twice := written[name]; twice {
			return flags.UsageError(fmt.Errorf("%s says the same as %s, expected one of them", place, other))
		}
		written[name] = place
		if err := setFlag(target, key, a.settings[key]); err != nil {
			return err
		}
	}
	if a.newTable != nil {
		if err := setFlag(target, "new", text(a.newTable.shown(askedNewName))); err != nil {
			return err
		}
		if a.newTable.rows != nil {
			target.Flags().Lookup("new").Annotations = nil // a name is no file
		}
	}
	var groups, laws []string
	for _, g := range a.groups {
		groups = append(groups, datasets.Quoted(g.name)+"="+datasets.Quoted(g.columns...))
	}
	for _, l := range a.laws {
		laws = append(
			laws,
			strings.Join(append([]string{l.input + "=" + l.law}, collect(l.parameters, json.Number.String)...), ":"),
		)
	}
	if err := setList(target, "group", groups); err != nil {
		return err
	}
	if err := setList(target, "law", laws); err != nil {
		return err
	}
	return target.Flags().Set("format", "json")
}

// text is a text as JSON.
func text(value string) json.RawMessage {
	written, _ := json.Marshal(value) // a string has no fault
	return written
}

// flagName is the name of the flag that a setting sets.
func flagName(key string) string { return strings.ReplaceAll(key, "_", "-") }

// setFlag gives a flag the value of a setting: null for its default, a list for several.
func setFlag(target *cobra.Command, key string, value json.RawMessage) error {
	name := flagName(key)
	flag := target.Flags().Lookup(name)
	if flag == nil || name == "format" || name == "help" {
		return flags.UsageError(unknownSetting(target, key))
	}
	if bytes.Equal(value, []byte("null")) {
		return nil
	}
	values, list := []json.RawMessage{value}, bytes.HasPrefix(value, []byte("["))
	if list {
		if err := json.Unmarshal(value, &values); err != nil {
			return err // it has been read as JSON before
		}
	}
	var words []string
	for _, v := range values {
		word, err := scalarOf(v)
		if err != nil {
			return flags.UsageError(fmt.Errorf("setting %q: %w", key, err))
		}
		words = append(words, word)
	}
	if _, several := flag.Value.(pflag.SliceValue); several {
		return setList(target, name, words)
	}
	if len(words) != 1 {
		return flags.UsageError(fmt.Errorf("setting %q: found %d values, expected one", key, len(words)))
	}
	if err := target.Flags().Set(name, words[0]); err != nil {
		return flagError(target, err)
	}
	return nil
}

// unknownSetting says what may have been meant by a setting that a command does not have.
func unknownSetting(target *cobra.Command, key string) error {
	if name := synonym(target, key); name != "" {
		return fmt.Errorf(
			"%s: unknown setting %q, did you mean %q? (its name here)", target.Name(), key,
			strings.ReplaceAll(name, "-", "_"),
		)
	}
	var names []string
	target.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "format" && f.Name != "help" {
			names = append(names, strings.ReplaceAll(f.Name, "-", "_"))
		}
	})
	return fmt.Errorf("%s: %w", target.Name(), nearest.Unknown("setting", key, names))
}

// setList gives a flag that takes several values these, as they are; none leaves it as it is.
func setList(target *cobra.Command, name string, words []string) error {
	if len(words) == 0 {
		return nil
	}
	flag := target.Flags().Lookup(name)
	if flag == nil {
		return flags.UsageError(unknownSetting(target, name))
	}
	if err := target.Flags().Set(name, "-"); err != nil { // notes that it is given
		return flagError(target, err)
	}
	return flag.Value.(pflag.SliceValue).Replace(words)
}

// scalarOf returns a text, a number or a truth value as a word of a command line.
func scalarOf(value json.RawMessage) (string, error) {
	switch value[0] {
	case '"':
		var word string
		err := json.Unmarshal(value, &word)
		return word, err
	case '{', '[', 'n':
		return "", fmt.Errorf("found %s, expected a text, a number, true or false", value)
	}
	return string(value), nil
}
