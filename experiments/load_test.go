package experiments

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "mine.yaml")
	if err := os.WriteFile(file, []byte(minimal), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := Load(file); err != nil || s.Name != "tiny" || s.File != file {
		t.Errorf("loaded %+v, %v", s, err)
	}
	_, err := Load(filepath.Join(dir, "yours.yaml"))
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "there is no specification file "+dir) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := Load(dir + "/"); err == nil || !strings.Contains(err.Error(), "cannot read the specification") {
		t.Errorf("directory: %v", err)
	}
	t.Chdir(dir)
	if _, err := Load("mine"); err == nil || err.Error() != `unknown experiment "mine", did you mean the file mine.yaml?` {
		t.Errorf("a file without its ending: %v", err)
	}
	_, err = Load("bivarate")
	if err == nil || !strings.Contains(err.Error(), `unknown experiment "bivarate", did you mean "bivariate"? (one of: motivating, univariate, `) ||
		!strings.Contains(err.Error(), "a file of your own needs a name that ends in .yaml") {
		t.Errorf("unknown name: %v", err)
	}
	if s, err := Load("functional"); err != nil || s.Name != "functional" {
		t.Errorf("embedded: %v, %v", s.Name, err)
	}
}
