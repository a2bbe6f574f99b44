// Package experiments runs the paper's experiments. From a specification to numbers:
//
//  1. Load reads a spec.Experiment: a table or figure of the paper as a grid of cells times
//     repetitions. The embedded ones are in the folder specs; any other file works too.
//  2. A profile shrinks or completes it: Experiment.At("quick").
//  3. Every pair of a cell and a repetition is a unit of work with a key, the hash of
//     everything that determines its values. NewPlan lists the units.
//  4. Run computes, concurrently, the units whose keys are not yet in the results.Store, and
//     stores each when finished. Stopping loses only the units in flight. Units without
//     available data are not run, which the experiment records.
package experiments

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"drfvi/experiments/spec"
	"drfvi/internal/nearest"
	"drfvi/methods/method"
)

//go:embed specs/*.yaml
var embedded embed.FS

// Embedded returns the specifications embedded in the program, by Order.
func Embedded() ([]spec.Experiment, error) {
	specs, err := readEmbedded()
	return slices.Clone(specs), err
}

// readEmbedded reads the embedded specifications once.
var readEmbedded = sync.OnceValues(func() ([]spec.Experiment, error) {
	entries, err := embedded.ReadDir("specs")
	if err != nil {
		return nil, err
	}
	var specs []spec.Experiment
	for _, entry := range entries {
		file := path.Join("specs", entry.Name())
		data, err := embedded.ReadFile(file)
		if err != nil {
			return nil, err
		}
		s, err := Parse(file, data)
		if err != nil {
			return nil, err
		}
		specs = append(specs, s)
	}
	slices.SortFunc(specs, func(a, b spec.Experiment) int { return a.Order - b.Order })
	return specs, nil
})

// Parse reads a specification that may name any method; see spec.Parse.
func Parse(file string, data []byte) (spec.Experiment, error) {
	return spec.Parse(file, data, Facts())
}

// Facts returns the facts of the methods that a specification may name.
func Facts() []method.Facts {
	facts := make([]method.Facts, len(registered))
	for i, m := range registered {
		facts[i] = m.Facts
	}
	return facts
}

// UnknownError reports that no embedded specification has the given name.
type UnknownError struct{ error }

// IsFile reports whether Load reads a file: anything that contains a slash or ends in .yaml or
// .yml.
func IsFile(nameOrFile string) bool {
	return strings.ContainsAny(nameOrFile, `/\`) || strings.HasSuffix(nameOrFile, ".yaml") ||
		strings.HasSuffix(nameOrFile, ".yml")
}

// Load returns an embedded specification by name, or one from a file; see IsFile. The error is an
// UnknownError for an unknown name.
func Load(nameOrFile string) (spec.Experiment, error) {
	if IsFile(nameOrFile) {
		data, err := spec.ReadFile(nameOrFile)
		if errors.Is(err, fs.ErrNotExist) {
			return spec.Experiment{}, fmt.Errorf("there is no specification file %s: %w", nameOrFile, fs.ErrNotExist)
		}
		if err != nil {
			return spec.Experiment{}, fmt.Errorf("cannot read the specification: %w", err)
		}
		return Parse(nameOrFile, data)
	}
	specs, err := Embedded()
	if err != nil {
		return spec.Experiment{}, err
	}
	if index := slices.IndexFunc(specs, func(s spec.Experiment) bool { return s.Name == nameOrFile }); index >= 0 {
		return specs[index], nil
	}
	if _, err := os.Stat(nameOrFile + ".yaml"); err == nil {
		return spec.Experiment{}, UnknownError{
			fmt.Errorf("unknown experiment %q, did you mean the file %s.yaml?", nameOrFile, nameOrFile),
		}
	}
	names := nearest.Words(specs, func(s spec.Experiment) string { return s.Name })
	return spec.Experiment{}, UnknownError{
		fmt.Errorf(
			"%w; a file of your own needs a name that ends in .yaml",
			nearest.Unknown("experiment", nameOrFile, names),
		),
	}
}
