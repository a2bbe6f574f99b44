package experiments

import (
	"slices"
	"sync"

	public "drfvi/datasets/library"
	"drfvi/experiments/spec"
	"drfvi/importance"
	"drfvi/simulate"
)

// library opens the tables of eliminations by name: data sets from files, each
// read once, and simulated ones.
type library struct {
	files *public.Library // nil if no specification needs files

	mutex sync.Mutex // guards the fields below
	read  map[string]func() (*public.Dataset, error)
	known map[populationOf]func() population

	designs map[spec.Real]namedDesign
}

// newLibrary returns the library for specifications, with the files in a
// folder; see public.New.
func newLibrary(folder string, specs []spec.Experiment) (*library, error) {
	l := &library{read: make(map[string]func() (*public.Dataset, error)), known: make(map[populationOf]func() population), designs: make(map[spec.Real]namedDesign)}
	for _, s := range specs {
		sets := s.Data.Sets
		for _, part := range s.Data.Tables {
			sets = append(slices.Clip(sets), part.Real.Set)
		}
		for _, set := range sets {
			if _, err := public.Lookup(set); err == nil && l.files == nil {
				if l.files, err = public.New(folder); err != nil {
					return nil, err
				}
			}
		}
	}
	return l, nil
}

// opened is a whole table to eliminate from.
type opened struct {
	importance.Sample
	groups   [][]int  // columns of each input, nil if all have one
	names    []string // of the inputs
	targets  []string // names of the responses; nil for Y1, Y2, …
	sha256   string   // of the file, empty without one
	warnings []string // of reading it
}

// open returns the data set of that name, a simulated one drawn by the seed.
func (l *library) open(name string, seed uint64) (opened, error) {
	if _, err := public.Lookup(name); err != nil {
		s, err := simulate.Named(name)
		if err != nil {
			return opened{}, err
		}
		x, y := s.Draw(s.DefaultN, s.DefaultP, seed)
		return opened{Sample: importance.Sample{X: x, Y: y}, names: inputNames(s.DefaultP)}, nil
	}
	l.mutex.Lock()
	read, ok := l.read[name]
	if !ok {
		read = sync.OnceValues(func() (*public.Dataset, error) { return l.files.Load(name) })
		l.read[name] = read
	}
	l.mutex.Unlock()
	d, err := read()
	if err != nil {
		return opened{}, err
	}
	return opened{Sample: importance.Sample{X: d.X, Y: d.Y}, names: d.XNames, sha256: d.SHA256}, nil
}
