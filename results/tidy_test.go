package results

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestWriteCSV(t *testing.T) {
	s := open(t, t.TempDir())
	for _, e := range []struct {
		name string
		cell map[string]string
	}{
		{"first", map[string]string{"method": "retrain", "kernel": "authors", "n": "500", "extra": "a,b"}},
		{"second", map[string]string{"method": "mda", "n": "500"}},
	} {
		id := e.name + "/x/r000"
		r := Record{
			ID: id, Experiment: e.name, Cell: e.cell, Variables: []string{"X1", "X2"},
			Values: map[ValueName][]float64{"raw": {0.1, 1.0 / 3}, "bias": {-2}, "loss": {5, 6}},
		}
		r.configure("k")
		must(t, s.PutExperiment(Experiment{Name: e.name, Cells: []CellInfo{{Slug: "x", Cell: e.cell}}, Units: []Unit{{id, r.Key}}}))
		must(t, s.Put(r, Timing{ID: id}))
	}
	var b strings.Builder
	must(t, s.WriteCSV(&b, "first", "second"))
	want := `experiment,n,method,kernel,extra,repetition,value,index,variable,number
first,500,retrain,authors,"a,b",0,bias,1,,-2
first,500,retrain,authors,"a,b",0,loss,1,,5
first,500,retrain,authors,"a,b",0,loss,2,,6
first,500,retrain,authors,"a,b",0,raw,1,X1,0.1
first,500,retrain,authors,"a,b",0,raw,2,X2,0.3333333333333333
second,500,mda,,,0,bias,1,,-2
second,500,mda,,,0,loss,1,,5
second,500,mda,,,0,loss,2,,6
second,500,mda,,,0,raw,1,X1,0.1
second,500,mda,,,0,raw,2,X2,0.3333333333333333
`
	if b.String() != want {
		t.Errorf("got\n%s\nexpected\n%s", b.String(), want)
	}
	fails(t, s.WriteCSV(&b, "third"), `holds no experiment "third"`)
	fails(t, s.WriteCSV(failingWriter{}, "first"), "no space")
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestCurrentEnvironment(t *testing.T) {
	e, m := CurrentEnvironment(), CurrentMachine()
	if e.Drfvi == "" || e.Go == "" || e.Modules == nil || m.OS == "" || m.Arch == "" {
		t.Errorf("environment %+v on %+v", e, m)
	}
	if !reflect.DeepEqual(e.Machine, Machine{}) {
		t.Errorf("records would differ by machine: %+v", e.Machine)
	}
}

// Records of earlier versions name the machine themselves.
func TestMade(t *testing.T) {
	earlier := Record{Environment: Environment{Machine: Machine{OS: "plan9", Arch: "386"}}}
	timing := Timing{Machine: Machine{OS: "linux", Arch: "arm64"}}
	if got := earlier.Made(timing).Machine; got.OS != "plan9" || got.Arch != "386" {
		t.Errorf("of an earlier record: %+v", got)
	}
	if got := (Record{}).Made(timing).Machine; got.OS != "linux" || got.Arch != "arm64" {
		t.Errorf("of a record without a machine: %+v", got)
	}
}
