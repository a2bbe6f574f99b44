package experiments

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"drfvi/experiments/spec"
	"drfvi/results"
	"drfvi/results/compare"
)

// Renewal says that a run computes finished units again, since their settings changed: the version
// of an algorithm or of a user's method, or its program. The finished records stay in the store
// until the experiment is complete and none of these units fails.
type Renewal struct {
	Experiment string
	Units      int    // finished ones, with values
	Reason     string // what changed, of the first
}

// ReplacedError reports that a run would replace finished records of an experiment of the same
// name.
type ReplacedError struct{ error }

// checkStore returns what a run would compute again. It returns an error if what the run does not
// read itself was altered in the store, or if it would replace records of another experiment.
func checkStore(store *results.Store, batches []batch) ([]Renewal, error) {
	names := make([]string, len(batches))
	for i, b := range batches {
		names[i] = b.experiment.Name
	}
	if err := store.Check(names...); err != nil {
		return nil, err
	}
	var renewals []Renewal
	for _, b := range batches {
		renewal, err := b.checkStored(store)
		if err != nil {
			return nil, err
		}
		if renewal.Units > 0 {
			renewals = append(renewals, renewal)
		}
	}
	return renewals, nil
}

// checkStored returns what a run of the batch would compute again. It returns an error if the store
// holds records of that name that the run may not replace: under another profile, or of a user's
// specification with other settings, or of another content of the table. Records of the same
// specification and of drfvi's own experiments are replaced where a description says that they are.
func (b batch) checkStored(store *results.Store) (Renewal, error) {
	renewal := Renewal{Experiment: b.experiment.Name}
	stored, err := store.Experiment(b.experiment.Name)
	described := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return renewal, err
	}
	if described && stored.Profile != b.experiment.Profile {
		return renewal, fmt.Errorf("%s holds experiment %q under profile %q, which a run under profile %q would "+
			"replace; give another directory",
			store.Dir(), stored.Name, stored.Profile, b.experiment.Profile)
	}
	others, err := store.Others(b.experiment)
	if err != nil {
		return renewal, err
	}
	sameSpecification := b.userTable == nil && !b.generated && stored.Specification == b.experiment.Specification
	replaceable := described && (sameSpecification || b.embedded())
	planned := make(map[string]unit)
	for _, u := range b.units {
		planned[u.id()] = u
	}
	refused, difference := 0, ""
	for _, record := range others {
		u, wanted := planned[record.ID]
		change := b.changeOf(record, u, wanted)
		switch {
		case change.foreign && !replaceable:
			refused++
			difference = cmp.Or(difference, change.words)
		case wanted && record.Failure == "":
			renewal.Units++
			renewal.Reason = cmp.Or(renewal.Reason, change.words)
		}
	}
	if refused == 0 {
		return renewal, nil
	}
	title := ""
	if described {
		title = fmt.Sprintf(" (%q)", stored.Title)
	}
	return renewal, ReplacedError{fmt.Errorf("%s holds %d finished units of another experiment %q%s, which "+
		"that of %s (%q) would replace: %s; give it another name, or another directory, or remove %s.* there",
		store.Dir(), refused, b.experiment.Name, title, b.file, b.experiment.Title, difference, b.experiment.Name)}
}

// change is what a unit's settings differ in from those of a finished record.
type change struct {
	words   string
	foreign bool // that the record is of another experiment
}

// renewed are the settings whose change is meant to have units computed again: versions of
// algorithms and of the user's methods, and the files of these.
var renewed = regexp.MustCompile(`^(versions\.|estimator\.(version$|files\.))`)

// changeOf returns what the unit of a record is asked for with now, if it is at all.
func (b batch) changeOf(record results.Record, u unit, wanted bool) change {
	switch {
	case b.userTable != nil && !bytes.Contains(record.Config, []byte(b.userTable.Options.SHA256)):
		return change{"the content of " + b.userTable.File + " is another", true}
	case !wanted:
		return change{"it has no unit " + record.ID, true}
	}
	settings := compare.Settings(record.Config, u.config)
	for _, setting := range settings {
		if renewed.MatchString(setting.Path) {
			continue
		}
		if setting.Path == "seed" || setting.Path == "data.seed" { // that of the unit, of which nobody has heard
			return change{"its seed is another", true}
		}
		return change{fmt.Sprintf("%s is %s there, %s here", setting.Path, setting.A, setting.B), true}
	}
	return change{renewedWords(settings[0], u), false}
}

// renewedWords says which version or file of a unit's method changed.
func renewedWords(setting compare.Setting, u unit) string {
	method := u.cell.Method.Name
	name, isVersion := strings.CutPrefix(setting.Path, "versions.")
	switch {
	case isVersion:
		return fmt.Sprintf("the version of %s is %s there, %s here", name, setting.A, setting.B)
	case setting.Path == "estimator.version":
		return fmt.Sprintf("method %s has version %s there, %s here", method, setting.A, setting.B)
	}
	return fmt.Sprintf("%s of method %s changed", programFile(setting.Path, u.config), method)
}

// programFile returns the name of the file that a setting such as "estimator.files.1.sha256" is of.
func programFile(path string, config json.RawMessage) string {
	var c struct {
		Estimator struct {
			Files []struct{ Name string }
		}
	}
	parts := strings.Split(path, ".")
	number, err := strconv.Atoi(parts[2])
	if err != nil || json.Unmarshal(config, &c) != nil || number > len(c.Estimator.Files) {
		return "a file"
	}
	return c.Estimator.Files[number-1].Name
}

// embedded reports whether the experiment is one of drfvi's own.
func (b batch) embedded() bool {
	specs, err := Embedded()
	return err == nil && slices.ContainsFunc(
		specs, func(s spec.Experiment) bool { return s.SHA256 == b.experiment.Specification },
	)
}

// recorded returns the units of the experiment that are in the store and not to be tried again, by
// ID. Their values are the reasons of their failures, empty if they have none.
func recorded(store *results.Store, e results.Experiment, o Options) (map[string]string, error) {
	stored, err := store.Finished(e)
	if err != nil {
		return nil, err
	}
	done := make(map[string]string, len(stored.Records))
	for _, r := range stored.Records {
		if r.Failure == "" || !o.RetryFailed {
			done[r.ID] = r.Failure
		}
	}
	return done, nil
}
