// Package mention names settings in messages. A library does not know what a setting is called
// where its messages are read: a flag of a command, a key of a specification, an argument of R.
// So messages mention settings, and Words puts in their names:
//
//	ifMissing := mention.Clause("; %v if that is missing", mention.NA.Each(cell))
//	err := mention.Errorf("found %q, expected a number%s", cell, ifMissing)
//	text := mention.Words(mention.Marked(err), flag)
//
// Between marks that nobody sees a message has the names below, and Marked returns it so. What
// errors and warnings, which are errors too, say by themselves is plain: names as they are
// here, and name=value.
package mention

import (
	"fmt"
	"slices"
	"strings"
)

// Name is that of a setting. Formatted by %v it is a mention without a value.
type Name string

// The settings that messages mention.
const (
	Aggregation    Name = "aggregation"
	Along          Name = "along"
	At             Name = "at"
	Block          Name = "block"
	Categorical    Name = "categorical"
	Cluster        Name = "cluster"
	Conformal      Name = "conformal"
	DataDir        Name = "data-dir"
	Date           Name = "date"
	Decimal        Name = "decimal"
	Effect         Name = "effect"
	Evaluate       Name = "evaluate"
	Event          Name = "event"
	Exact          Name = "exact"
	Exclude        Name = "exclude"
	Figures        Name = "figures"
	Format         Name = "format"
	Group          Name = "group"
	Help           Name = "help"
	Horizon        Name = "horizon"
	Interactions   Name = "interactions"
	Kernel         Name = "kernel"
	Law            Name = "law"
	Memory         Name = "memory"
	Method         Name = "method"
	Missing        Name = "missing"
	Model          Name = "model"
	NA             Name = "na"
	New            Name = "new"
	Object         Name = "object"
	Ordered        Name = "ordered"
	Out            Name = "out"
	OutOfBag       Name = "out-of-bag"
	Preset         Name = "preset"
	Propensity     Name = "propensity"
	Quantiles      Name = "quantiles"
	Read           Name = "read"
	Replace        Name = "replace"
	SampleFraction Name = "sample-fraction"
	SampleSize     Name = "sample-size"
	Scale          Name = "scale"
	Schema         Name = "schema"
	Separator      Name = "separator"
	SkipFirst      Name = "skip-first"
	SkipLast       Name = "skip-last"
	Subsets        Name = "subsets"
	Targets        Name = "targets"
	TargetsFrom    Name = "targets-from"
	Time           Name = "time"
	Treatment      Name = "treatment"
	Trees          Name = "trees"
	Unseen         Name = "unseen"
	WeightKind     Name = "weight-kind"
	Weights        Name = "weights"
	WeightsTo      Name = "weights-to"
	X              Name = "x"
	Y              Name = "y"
)

// Marks around a mention, behind each element of a list in one, and around a clause. Texts from
// outside have none of them: messages quote these, and values lose them.
const (
	around = "\x1d"
	behind = "\x1f"
	clause = "\x1e"
)

func (n Name) String() string { return around + string(n) + around }

// To mentions the setting with a value.
func (n Name) To(value any) string {
	return around + string(n) + " " + unmarked.Replace(fmt.Sprint(value)) + around
}

// Each mentions a setting that takes a list, with elements of it.
func (n Name) Each(values ...string) string {
	var b strings.Builder
	for k, value := range values {
		if k > 0 {
			b.WriteByte(',')
		}
		b.WriteString(unmarked.Replace(value) + behind)
	}
	return around + string(n) + " " + b.String() + around
}

var unmarked = strings.NewReplacer(around, "�", behind, "�", clause, "�")

// Clause is a part of a message that is left out where a setting in it has no name.
func Clause(format string, args ...any) string { return clause + fmt.Sprintf(format, args...) + clause }

// Setting is one in a message.
type Setting struct {
	Name   Name
	Value  string   // "" for none
	Values []string // elements of a list, nil for none
}

// Part is a piece of a message: a text, or a mention.
type Part struct {
	Text    string
	Setting *Setting
}

// Parts returns the pieces of a message, without the clauses that mention unknown settings.
func Parts(message string, known func(Setting) bool) []Part {
	var kept []Part
	for k, text := range strings.Split(message, clause) {
		parts, use := partsOf(text), true
		for _, p := range parts {
			use = use && (k%2 == 0 || p.Setting == nil || known(*p.Setting))
		}
		if use {
			kept = append(kept, parts...)
		}
	}
	return kept
}

// partsOf returns the pieces of a text without clauses.
func partsOf(text string) []Part {
	var parts []Part
	for k, piece := range strings.Split(text, around) {
		switch name, value, _ := strings.Cut(piece, " "); {
		case k%2 == 0 && piece != "":
			parts = append(parts, Part{Text: piece})
		case k%2 == 1 && strings.HasSuffix(value, behind):
			parts = append(
				parts,
				Part{Setting: &Setting{Name: Name(name), Values: strings.Split(strings.TrimSuffix(value, behind), behind+",")}},
			)
		case k%2 == 1:
			parts = append(parts, Part{Setting: &Setting{Name: Name(name), Value: value}})
		}
	}
	return parts
}

// Words returns a message in which a function words the mentions, without the clauses for which
// it has no word. Elsewhere the setting's own name stands where there is no word.
func Words(message string, word func(Setting) (string, bool)) string {
	var b strings.Builder
	for _, p := range Parts(message, func(m Setting) bool { _, is := word(m); return is }) {
		if p.Setting == nil {
			b.WriteString(p.Text)
		} else if text, is := word(*p.Setting); is {
			b.WriteString(text)
		} else {
			b.WriteString(string(p.Setting.Name))
		}
	}
	return b.String()
}

// plain returns a message with the names of this package, as name=value.
func plain(message string) string {
	return Words(message, func(m Setting) (string, bool) {
		if value := m.Value + strings.Join(m.Values, ","); value != "" {
			return string(m.Name) + "=" + value, true
		}
		return string(m.Name), true
	})
}

// Without returns a message without the clauses that mention settings of which something holds,
// the others as they are.
func Without(message string, unwanted func(Name) bool) string {
	var b strings.Builder
	for k, text := range strings.Split(message, clause) {
		mark := ""
		if k%2 == 1 {
			mark = clause
		}
		if mark != "" && mentions(text, unwanted) {
			continue
		}
		b.WriteString(mark + text + mark)
	}
	return b.String()
}

// mentions reports whether a text mentions a setting of which something holds.
func mentions(text string, holds func(Name) bool) bool {
	return slices.ContainsFunc(partsOf(text), func(p Part) bool { return p.Setting != nil && holds(p.Setting.Name) })
}
