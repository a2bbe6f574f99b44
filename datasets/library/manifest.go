package library

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"sync"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
)

// Set describes a public data set.
type Set struct {
	Name  string `yaml:"name" json:"name"`
	Title string `yaml:"title" json:"title"`
	File  string `yaml:"file" json:"file"`
	// of an .Rdata file, in the order their columns are joined; nil of an ARFF file
	Objects []string `yaml:"objects" json:"-"`
	// Rows of the file, and those without a missing value; Complete is 0 where
	// that is not known.
	Rows     int `yaml:"rows" json:"n"`
	Complete int `yaml:"complete" json:"complete,omitempty"`
	// Inputs (p) are the first columns, Responses (d) the last.
	Inputs        int      `yaml:"inputs" json:"p"`
	Responses     int      `yaml:"responses" json:"d"`
	ResponseNames []string `yaml:"response_names" json:"response_names,omitempty"` // empty where not known
	// URL is where the file can be fetched. It has so many bytes, whose SHA-256 is given in hex.
	URL      string `yaml:"url" json:"url"`
	Size     int64  `yaml:"size" json:"size"`
	SHA256   string `yaml:"sha256" json:"sha256"`
	Citation string `yaml:"citation" json:"citation"`
	Licence  string `yaml:"licence" json:"licence"`
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

func names(sets []Set) []string { return nearest.Words(sets, func(s Set) string { return s.Name }) }

func lookup(sets []Set, name string) (Set, error) {
	for _, s := range sets {
		if s.Name == name {
			return s, nil
		}
	}
	return Set{}, fmt.Errorf("datasets: %w", nearest.Unknown("data set", name, names(sets)))
}

// check returns ErrWrong unless the bytes are those of the set's file.
func (s Set) check(data []byte) error {
	if int64(len(data)) > s.Size {
		return fmt.Errorf("%w: found more than %d bytes, expected so many", ErrWrong, s.Size)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(data)); sum != s.SHA256 {
		return fmt.Errorf(
			"%w: found %d bytes, SHA-256 %s, expected %d bytes, SHA-256 %s", ErrWrong, len(data), sum, s.Size,
			s.SHA256,
		)
	}
	return nil
}
