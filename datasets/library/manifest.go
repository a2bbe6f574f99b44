package library

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
)

// Set describes a public data set.
type Set struct {
	Name    string   `yaml:"name" json:"name"`
	Title   string   `yaml:"title" json:"title"`
	File    string   `yaml:"file" json:"file"`
	Objects []string `yaml:"objects" json:"-"` // of an .Rdata file, in the order their columns are joined; nil of an ARFF file
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

func names(sets []Set) []string { return nearest.Words(sets, func(s Set) string { return s.Name }) }

func lookup(sets []Set, name string) (Set, error) {
	for _, s := range sets {
		if s.Name == name {
			return s, nil
		}
	}
	return Set{}, fmt.Errorf("datasets: %w", nearest.Unknown("data set", name, names(sets)))
}

// Identity identifies the bytes of a file. Fields that are not known are zero; either
// SHA256 or Blob is given.
type Identity struct {
	Size   int64  `yaml:"size" json:"size,omitempty"`
	SHA256 string `yaml:"sha256" json:"sha256,omitempty"` // in hex
	// Blob is the name git gives to the content: in hex, the SHA-1 of
	// "blob <size>", a zero byte, and the bytes.
	Blob string `yaml:"blob" json:"git_blob,omitempty"`
}

// identify returns the identity of data, all of its fields.
func identify(data []byte) Identity {
	whole := sha256.Sum256(data)
	blob := sha1.New()
	fmt.Fprintf(blob, "blob %d\x00", len(data))
	blob.Write(data)
	return Identity{int64(len(data)), hex.EncodeToString(whole[:]), hex.EncodeToString(blob.Sum(nil))}
}

// matches reports whether an identity with all fields is this one.
func (i Identity) matches(full Identity) bool {
	return (i.SHA256 != "" || i.Blob != "") &&
		(i.Size == 0 || i.Size == full.Size) &&
		(i.SHA256 == "" || i.SHA256 == full.SHA256) &&
		(i.Blob == "" || i.Blob == full.Blob)
}

// String returns the known parts: "40203 bytes, SHA-256 8277d909…".
func (i Identity) String() string {
	var known []string
	if i.Size > 0 {
		known = append(known, fmt.Sprintf("%d bytes", i.Size))
	}
	if i.SHA256 != "" {
		known = append(known, "SHA-256 "+i.SHA256)
	} else {
		known = append(known, "git blob "+i.Blob)
	}
	return strings.Join(known, ", ")
}

// mismatch describes the difference between data and expectation.
func mismatch(data []byte, homes []Home) error {
	full := identify(data)
	expected := make([]string, len(homes))
	blob := false
	for k, h := range homes {
		expected[k] = h.Identity.String()
		blob = blob || h.SHA256 == ""
	}
	got := full.String()
	if blob {
		got += ", git blob " + full.Blob
	}
	return fmt.Errorf("found %s, expected %s", got, strings.Join(expected, " or "))
}
