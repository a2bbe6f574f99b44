package experiments

import (
	"cmp"
	"errors"
	"slices"
	"sync"

	"drfvi/datasets"
	public "drfvi/datasets/library"
	"drfvi/experiments/external"
	"drfvi/experiments/spec"
	"drfvi/importance"
	"drfvi/results"
	"drfvi/simulate"
)

// source gives a job on a data set, or on a scenario in its place, its rows: random halves of at
// most a number of them, one to grow forests on and one to measure losses on.
type source struct {
	library   *library
	set       string
	rows      int
	userTable *spec.Own       // the user's table, nil for a data set
	whole     importance.Size // of the data set
	data      setInputs
	missing   string
}

// setInputs determines the rows used from a data set.
type setInputs struct {
	Set string `json:"set"`
	// Equation is that of a simulated set; for a file, its checksum.
	Equation string `json:"equation,omitempty"`
	SHA256   string `json:"sha256,omitempty"`
	ownInputs
	// Rows is the largest number of rows used, half of them for training.
	Rows int    `json:"rows"`
	Seed uint64 `json:"seed"`
}

// ownInputs determines the numbers of a user's table.
type ownInputs struct {
	Own *spec.OwnOptions `json:"own,omitempty"`
	// Levels reports that categorical inputs are levels, not indicators.
	Levels bool `json:"levels,omitempty"`
}

// lossKernel is the kernel of the losses in words; see mmd.LossKernel.
const lossKernel = "gamma = 1/mh(Y)^2 on the training responses"

// inputs records the rows, and the data for the losses of forests grown on them.
func (s source) inputs(u *unit) {
	u.missing = s.missing
	data := s.data
	data.Seed, data.Levels = u.dataSeed, s.userTable != nil && u.takesLevels()
	u.inputs.Data, u.inputs.LossKernel = data, lossKernel
	u.inputs.Versions["importance"] = importance.Version
	if data.Equation != "" {
		u.inputs.Versions["simulate"] = simulate.Version
	} else {
		u.inputs.Versions["datasets"] = datasets.Version
	}
}

// open returns all rows, for a simulated data set those drawn by the seed.
func (s source) open(u unit, seed uint64) (opened, error) {
	if s.userTable == nil {
		return s.library.open(s.set, seed)
	}
	table := s.userTable.Problem
	return u.suited(opened{
		Sample: importance.Sample{
			X: table.X, Y: table.Y, Levels: table.Levels,
		}, names: s.userTable.Problem.VariableNames(), targets: table.YNames,
		sha256: s.userTable.Options.SHA256, warnings: table.Warnings,
	}), nil
}

// source returns the source of at most the given number of rows of one of the experiment's data
// sets.
func (l *library) source(e spec.Experiment, name string, rows int) (source, error) {
	s := source{library: l, set: name, rows: rows, data: setInputs{Set: name, Rows: rows}}
	if userTable := e.Data.Own; userTable != nil {
		_, responses := userTable.Problem.Y.Dims()
		s.userTable, s.data.Own = userTable, &userTable.Options
		s.whole = importance.Size{Rows: userTable.Rows(), Inputs: len(userTable.Problem.Variables), Responses: responses}
		return s, nil
	}
	set, err := public.Lookup(name)
	if err != nil {
		scenario, err := simulate.Named(name)
		s.whole = importance.Size{Rows: scenario.DefaultN, Inputs: scenario.DefaultP, Responses: scenario.Outputs}
		s.data.Equation = scenario.Equation
		return s, err
	}
	s.whole = importance.Size{Rows: cmp.Or(set.Complete, set.Rows), Inputs: set.Inputs, Responses: set.Responses}
	s.data.SHA256 = set.SHA256
	_, err = l.files.Find(name)
	switch {
	case errors.Is(err, public.ErrMissing):
		s.missing = "data missing"
	case errors.Is(err, public.ErrWrong):
		s.missing = "data wrong"
	case err != nil:
		return source{}, err
	}
	return s, nil
}

// library opens tables by name: data sets from files, each read once, and
// simulated ones.
type library struct {
	files   *public.Library // nil if no specification needs files
	read    kept[string, opened]
	known   kept[populationOf, map[results.ValueName][]float64]
	designs kept[spec.Real, *plasmode]
}

// kept keeps what was made for a key.
type kept[K comparable, V any] struct{ made sync.Map }

// get returns what create returns, called once for each key: others that need it wait, as long as
// they would take themselves.
func (k *kept[K, V]) get(key K, create func() (V, error)) (V, error) {
	once, _ := k.made.LoadOrStore(key, sync.OnceValues(create))
	return once.(func() (V, error))()
}

// newLibrary returns the library for specifications, with the files in a folder; see
// library.New of datasets.
func newLibrary(folder string, specs []spec.Experiment) (*library, error) {
	l := &library{}
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

// opened is a table, with what is known of its columns and its file.
type opened struct {
	importance.Sample
	groups   [][]int  // columns of each input, nil if one each
	names    []string // of the inputs
	targets  []string // names of the responses; nil for Y1, Y2, …
	sha256   string   // of the file, empty if none
	warnings []error  // from reading it
}

// open returns the named data set, a simulated one drawn by the seed.
func (l *library) open(name string, seed uint64) (opened, error) {
	if _, err := public.Lookup(name); err != nil {
		s, err := simulate.Named(name)
		if err != nil {
			return opened{}, err
		}
		x, y := s.Draw(s.DefaultN, s.DefaultP, seed)
		return opened{Sample: importance.Sample{X: x, Y: y}, names: external.Names("X", s.DefaultP)}, nil
	}
	return l.read.get(name, func() (opened, error) {
		d, err := l.files.Load(name)
		if err != nil {
			return opened{}, err
		}
		return opened{Sample: importance.Sample{X: d.X, Y: d.Y}, names: d.XNames, sha256: d.Set.SHA256}, nil
	})
}
