package experiments

import (
	"cmp"
	"errors"

	"drfvi/datasets"
	public "drfvi/datasets/library"
	"drfvi/importance"
	"drfvi/simulate"
)

// source is where a job on a data set, or a scenario in the place of one, has its
// rows from: random halves of at most a number of them, one to grow forests on and
// one to measure losses on.
type source struct {
	library *library
	set     string
	rows    int
	whole   importance.Size // of the data set
	data    setInputs
	missing string
}

// setInputs is what determines the rows that are used of a data set.
type setInputs struct {
	Set string `json:"set"`
	// Equation of a simulated set; of a file, what the manifest says of the
	// bytes: either hash.
	Equation string `json:"equation,omitempty"`
	SHA256   string `json:"sha256,omitempty"`
	Blob     string `json:"git_blob,omitempty"`
	// Rows is the largest number of rows used, half of them for training.
	Rows int    `json:"rows"`
	Seed uint64 `json:"seed"`
}

// lossKernel is the kernel of the losses in words; see mmd.LossKernel.
const lossKernel = "gamma = 1/mh(Y)^2 on the training responses"

// inputs notes the rows, and what measures the losses of forests grown on them.
func (s source) inputs(u *unit) {
	data := s.data
	data.Seed = u.dataSeed
	u.inputs.Data, u.inputs.LossKernel = data, lossKernel
	u.inputs.Versions["importance"] = importance.Version
	if data.Equation != "" {
		u.inputs.Versions["simulate"] = simulate.Version
	} else {
		u.inputs.Versions["datasets"] = datasets.Version
	}
}

func (s source) absent() string { return s.missing }

// source returns the source of at most the given number of rows of a data set.
func (l *library) source(name string, rows int) (source, error) {
	s := source{library: l, set: name, rows: rows, data: setInputs{Set: name, Rows: rows}}
	set, err := public.Lookup(name)
	if err != nil {
		scenario, err := simulate.Named(name)
		s.whole, s.data.Equation = importance.Size{Rows: scenario.DefaultN, Inputs: scenario.DefaultP, Responses: scenario.Outputs}, scenario.Equation
		return s, err
	}
	s.whole = importance.Size{Rows: cmp.Or(set.Complete, set.Rows), Inputs: set.Inputs, Responses: set.Responses}
	identity, err := l.files.Identify(name)
	s.data.SHA256 = identity.SHA256
	if s.data.SHA256 == "" {
		s.data.Blob = identity.Blob
	}
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
