package experiments

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"drfvi/internal/nearest"
)

//go:embed specs/*.yaml
var embedded embed.FS

// Embedded returns the specifications that come with the program, by Order.
func Embedded() ([]Spec, error) {
	specs, err := readEmbedded()
	return slices.Clone(specs), err
}

// readEmbedded returns the specifications that come with the program, read once.
var readEmbedded = sync.OnceValues(func() ([]Spec, error) {
	entries, err := embedded.ReadDir("specs")
	if err != nil {
		return nil, err
	}
	var specs []Spec
	for _, entry := range entries {
		s, err := loadEmbedded(strings.TrimSuffix(entry.Name(), ".yaml"))
		if err != nil {
			return nil, err
		}
		specs = append(specs, s)
	}
	slices.SortFunc(specs, func(a, b Spec) int { return a.Order - b.Order })
	return specs, nil
})

func loadEmbedded(name string) (Spec, error) {
	file := path.Join("specs", name+".yaml")
	data, err := embedded.ReadFile(file)
	if err != nil {
		return Spec{}, err
	}
	return Parse(file, data)
}

// UnknownError says that no embedded specification has the name asked for.
type UnknownError struct{ error }

// Load returns an embedded specification by its name, or one from a file:
// whatever contains a slash or ends in .yaml or .yml names a file. The error is
// an UnknownError if a name is none of an embedded specification.
func Load(nameOrFile string) (Spec, error) {
	if strings.ContainsAny(nameOrFile, `/\`) || strings.HasSuffix(nameOrFile, ".yaml") || strings.HasSuffix(nameOrFile, ".yml") {
		data, err := readSpec(nameOrFile)
		if errors.Is(err, fs.ErrNotExist) {
			return Spec{}, fmt.Errorf("there is no specification file %s: %w", nameOrFile, fs.ErrNotExist)
		}
		if err != nil {
			return Spec{}, fmt.Errorf("cannot read the specification: %w", err)
		}
		return Parse(nameOrFile, data)
	}
	specs, err := Embedded()
	if err != nil {
		return Spec{}, err
	}
	names := make([]string, len(specs))
	for i, s := range specs {
		if s.Name == nameOrFile {
			return s, nil
		}
		names[i] = s.Name
	}
	return Spec{}, UnknownError{fmt.Errorf("%w; a file of your own needs a name that ends in .yaml", nearest.Unknown("experiment", nameOrFile, names))}
}

// maxSpecBytes bounds a specification. Those that come with the program have some
// thousand bytes; a device has no end.
const maxSpecBytes = 1 << 20

// readSpec reads a specification.
func readSpec(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxSpecBytes+1))
	if err == nil && len(data) > maxSpecBytes {
		err = fmt.Errorf("%s has more than %d MiB, expected a YAML file of some thousand bytes", path, maxSpecBytes>>20)
	}
	return data, err
}
