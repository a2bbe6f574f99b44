package version

import (
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
)

func TestFromInfo(t *testing.T) {
	got := fromInfo(&debug.BuildInfo{
		GoVersion: "go1.26.0",
		Deps: []*debug.Module{
			{Path: "example.org/a", Version: "v1.0.0"},
			{Path: "example.org/b", Version: "v1.0.0", Replace: &debug.Module{Path: "example.org/c", Version: "v2.0.0"}},
		},
		Settings: []debug.BuildSetting{
			{Key: "GOAMD64", Value: "v3"}, {Key: "vcs.modified", Value: "true"}, {Key: "vcs.revision", Value: "abc"},
		},
	})
	want := Build{
		Go: "go1.26.0", Revision: "abc+changes", Level: "GOAMD64=v3",
		Modules: map[string]string{"example.org/a": "v1.0.0", "example.org/c": "v2.0.0"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, expected %+v", got, want)
	}
	if b := fromInfo(&debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.modified", Value: "true"}}}); b.Revision != "" {
		t.Errorf("revision %q without a repository", b.Revision)
	}
}

func TestReadBuild(t *testing.T) {
	if b := ReadBuild(); !strings.HasPrefix(b.Go, "go") && !strings.HasPrefix(b.Go, "devel") || b.Modules == nil {
		t.Errorf("build of the running test: %+v", b)
	}
}

func TestModelName(t *testing.T) {
	text := "processor\t: 0\nmodel name\t: A CPU @ 2 GHz: fast\nprocessor\t: 1\nmodel name\t: other\n"
	if got := modelName(strings.NewReader(text)); got != "A CPU @ 2 GHz: fast" {
		t.Errorf("model name %q", got)
	}
	if got := modelName(strings.NewReader("no such line")); got != "" {
		t.Errorf("model name %q of a text without one", got)
	}
}

func TestTotalMemory(t *testing.T) {
	if got := totalMemory(strings.NewReader("MemFree: 1 kB\nMemTotal:       24000000 kB\n")); got != 24.576 {
		t.Errorf("memory %v GB", got)
	}
	for _, text := range []string{"", "MemTotal: much kB", "MemTotal:"} {
		if got := totalMemory(strings.NewReader(text)); got != 0 {
			t.Errorf("memory %v GB from %q", got, text)
		}
	}
	if !strings.Contains(Host(), " cores") {
		t.Errorf("host %q", Host())
	}
}
