package library

import (
	"bytes"
	_ "embed"
	"fmt"
	"sync"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
)

// Format is the format of a data set's file.
type Format string

const (
	FormatARFF  Format = "arff"
	FormatRdata Format = "rdata"
)

// Set describes a public data set.
type Set struct {
	Name    string   `yaml:"name" json:"name"`
	Title   string   `yaml:"title" json:"title"`
	File    string   `yaml:"file" json:"file"`
	Format  Format   `yaml:"format" json:"-"`
	Objects []string `yaml:"objects" json:"-"` // of an .Rdata file, in the order their columns are joined
	// Rows of the file, and those without a missing value; Complete is 0 where
	// that is not known.
	Rows     int `yaml:"rows" json:"n"`
	Complete int `yaml:"complete" json:"complete,omitempty"`
	// Inputs (p) are the first columns, Responses (d) the last.
	Inputs        int      `yaml:"inputs" json:"p"`
	Responses     int      `yaml:"responses" json:"d"`
	ResponseNames []string `yaml:"response_names" json:"response_names,omitempty"` // empty where not known
	Homes         []Home   `yaml:"homes" json:"homes"`                             // in the order they are tried
	Citation      string   `yaml:"citation" json:"citation"`
	Licence       string   `yaml:"licence" json:"licence"`
}

// Home is an address of a data set's file and the identity of its bytes there.
type Home struct {
	URL      string `yaml:"url" json:"url"`
	Identity `yaml:",inline"`
}

//go:embed manifest.yaml
var manifestText []byte

var manifest = sync.OnceValue(func() []Set {
	sets, err := parseManifest(manifestText)
	if err != nil {
		panic("library: embedded manifest: " + err.Error())
	}
	return sets
})

func parseManifest(text []byte) ([]Set, error) {
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	var sets []Set
	if err := d.Decode(&sets); err != nil {
		return nil, err
	}
	return sets, nil
}

// Sets returns the data sets of the paper, in the order of the manifest. The caller
// owns the slice, but not the data that its elements refer to.
func Sets() []Set { return append([]Set(nil), manifest()...) }

// Names returns the names of the data sets of the paper.
func Names() []string { return names(manifest()) }

// Lookup returns the data set of that name.
func Lookup(name string) (Set, error) { return lookup(manifest(), name) }

func names(sets []Set) []string {
	all := make([]string, len(sets))
	for i, s := range sets {
		all[i] = s.Name
	}
	return all
}

func lookup(sets []Set, name string) (Set, error) {
	for _, s := range sets {
		if s.Name == name {
			return s, nil
		}
	}
	return Set{}, fmt.Errorf("datasets: %w", nearest.Unknown("data set", name, names(sets)))
}
