package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

func TestReferenceFromVariable(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("DRFVI_REFERENCE", dir)
	if err := os.WriteFile(filepath.Join(dir, "one.json"), []byte(`{"n": 3}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := string(Reference(t, "one.json")); got != `{"n": 3}` {
		t.Errorf("Reference = %s", got)
	}
	var value struct{ N int }
	Load(t, "one.json", &value)
	if value.N != 3 {
		t.Errorf("Load gave %+v", value)
	}
}

func TestDataFromVariable(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("DRFVI_DATA", dir)
	want := filepath.Join(dir, "enb.arff")
	if err := os.WriteFile(want, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := Data(t, "enb.arff"); got != want {
		t.Errorf("Data = %s, want %s", got, want)
	}
}

// What the folder of the variable does not hold is the committed one, unpacked.
func TestCommitted(t *testing.T) {
	t.Setenv("DRFVI_REFERENCE", t.TempDir())
	for _, name := range []string{"golden_trees.json", "golden_forests.json", "golden_sobol_mda.json"} {
		var cases []struct{ ID int }
		if Load(t, name, &cases); len(cases) == 0 {
			t.Errorf("%s holds no case", name)
		}
	}
	if len(Reference(t, "paper_tables.yaml")) == 0 {
		t.Error("paper_tables.yaml is empty")
	}
}

// recorder is a test that notes why it is skipped.
type recorder struct {
	testing.TB
	reason string
}

func (r *recorder) Skipf(format string, args ...any) {
	r.reason = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// A data set that is missing skips the test that asks for it: neither a failure
// nor a value.
func TestMissingDataSkips(t *testing.T) {
	t.Setenv("DRFVI_DATA", t.TempDir())
	asking := &recorder{TB: t}
	var asked sync.WaitGroup
	asked.Go(func() {
		Data(asking, "absent.arff")
		t.Error("went on without the file")
	})
	asked.Wait()
	if want := "data set missing: no absent.arff in the folder of DRFVI_DATA"; asking.reason != want {
		t.Errorf("skipped because of %q, expected %q", asking.reason, want)
	}
}

// Without the variable the folder is beside the module, wherever in it the
// test's package is.
func TestModuleRoot(t *testing.T) {
	root := moduleRoot(t)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(here, "..", "..", ".."); root != want {
		t.Errorf("moduleRoot = %s, want %s", root, want)
	}
}
