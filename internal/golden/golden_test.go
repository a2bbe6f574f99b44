package golden

import (
	"os"
	"path/filepath"
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

// A missing file skips the test that asks for it: neither a failure nor a
// value.
func TestMissingSkips(t *testing.T) {
	t.Setenv("DRFVI_REFERENCE", t.TempDir())
	var asked *testing.T
	t.Run("asking", func(t *testing.T) {
		asked = t
		Reference(t, "absent.json")
		t.Error("went on without the file")
	})
	if !asked.Skipped() {
		t.Error("the test was not skipped")
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
	if want := filepath.Dir(filepath.Dir(here)); root != want {
		t.Errorf("moduleRoot = %s, want %s", root, want)
	}
}
