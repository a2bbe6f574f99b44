package results

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// word is the form of a part of an ID, safe in file names.
var word = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`)

// repetition is the last part of an ID.
var repetition = regexp.MustCompile(`^r[0-9]{3,}$`)

// checkName returns an error unless name is a valid name of an experiment.
func checkName(name string) error {
	if !word.MatchString(name) {
		return fmt.Errorf("results: experiment name %q, expected letters, digits and any of . _ + -", name)
	}
	return nil
}

// checkID returns an error unless id has the form of a record's ID.
func checkID(id, experiment string) error {
	parts := strings.Split(id, "/")
	if len(parts) != 3 || parts[0] != experiment || !word.MatchString(parts[1]) || !repetition.MatchString(parts[2]) {
		return fmt.Errorf("record id %q, expected %q", id, experiment+"/<cell>/r<repetition>")
	}
	return nil
}

// check returns an error unless the experiment can be stored.
func (e Experiment) check() error {
	if err := checkName(e.Name); err != nil {
		return err
	}
	if len(e.Units) == 0 {
		return fmt.Errorf("experiment %q lists no units", e.Name)
	}
	cells := make(map[string]bool, len(e.Cells))
	for _, c := range e.Cells {
		if !word.MatchString(c.Slug) {
			return fmt.Errorf("experiment %q: cell name %q, expected letters, digits and any of . _ + -", e.Name, c.Slug)
		}
		cells[c.Slug] = true
	}
	for _, unit := range e.Units {
		if err := checkID(unit.ID, e.Name); err != nil {
			return err
		}
		if slug := strings.Split(unit.ID, "/")[1]; !cells[slug] {
			return fmt.Errorf("experiment %q lists unit %q, but no cell %q", e.Name, unit.ID, slug)
		}
	}
	return e.checkWords()
}

// checkWords returns an error unless figure, claims and published numbers are of known kinds.
func (e Experiment) checkWords() error {
	if err := e.Figure.Check(); err != nil {
		return fmt.Errorf("experiment %q: %w", e.Name, err)
	}
	for _, claim := range slices.Concat(e.Claims, e.Statements) {
		if _, err := claim.Expression(); err != nil {
			return fmt.Errorf("experiment %q: claim %q: %w", e.Name, claim.Text, err)
		}
	}
	for i, number := range e.Expected {
		err := number.Statistic.Check()
		if err == nil && number.Quantity != "" {
			_, err = number.Quantity.Shape()
		}
		if err != nil {
			return fmt.Errorf("experiment %q: expected number %d: %w", e.Name, i+1, err)
		}
	}
	return nil
}

// checkRecord returns an error unless the record is one of the experiment.
func (e Experiment) checkRecord(r Record) error {
	if r.Experiment != e.Name {
		return fmt.Errorf("record %q is of experiment %q, expected %q", r.ID, r.Experiment, e.Name)
	}
	return r.Check()
}

// Check returns an error unless the record can be stored: a valid ID, a key that is the hash
// of its settings, and values of known names, within their limits and complete.
func (r Record) Check() error {
	if err := checkID(r.ID, r.Experiment); err != nil {
		return err
	}
	if want := fmt.Sprintf("r%03d", r.Repetition); !strings.HasSuffix(r.ID, "/"+want) {
		return fmt.Errorf("record %q is of repetition %d, expected the one that its id says", r.ID, r.Repetition)
	}
	if sum := digest(r.Config); r.Key != sum {
		return fmt.Errorf("record %q has key %.12q, expected %.12q, the checksum of its config", r.ID, r.Key, sum)
	}
	if r.Failure != "" && len(r.Values) > 0 {
		return fmt.Errorf("record %q has values, although it says that there are none: %s", r.ID, r.Failure)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Values)) {
		if err := r.checkValue(name); err != nil {
			return fmt.Errorf("record %q: %w", r.ID, err)
		}
	}
	return nil
}

// checkValue returns an error unless the value's name, its number of entries and each entry
// are valid.
func (r Record) checkValue(name ValueName) error {
	shape, err := name.Shape()
	if err != nil {
		return err
	}
	values := r.Values[name]
	for i, v := range values {
		expected := name.refuses(v)
		if expected == "" {
			continue
		}
		subject := fmt.Sprintf("entry %d", i+1)
		if shape == PerVariable && i < len(r.Variables) {
			subject = r.Variables[i]
		}
		return fmt.Errorf("value %q of %s is %v, expected %s", name, subject, v, expected)
	}
	if found := len(values); shape == Single && found != 1 {
		return fmt.Errorf("value %q has %d entries, expected one", name, found)
	} else if shape != Single && found != len(r.Variables) {
		return fmt.Errorf("value %q has %d entries, expected one for each of the %d variables", name, found, len(r.Variables))
	}
	return nil
}
