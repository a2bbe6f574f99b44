package version

import (
	"os"
	"path/filepath"
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
	file := filepath.Join(t.TempDir(), "cpuinfo")
	if got := cpuOf(file); got != "unknown" {
		t.Errorf("model name %q without a file", got)
	}
	for text, want := range map[string]string{
		"processor\t: 0\nmodel name\t: A CPU @ 2 GHz: fast\nprocessor\t: 1\nmodel name\t: other\n": "A CPU @ 2 GHz: fast",
		"no such line":    "unknown",
		"model name\t:\n": "unknown",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := cpuOf(file); got != want {
			t.Errorf("model name %q, expected %q", got, want)
		}
	}
}

func TestMemory(t *testing.T) {
	const total = 24000000 * 1024
	for _, c := range []struct {
		files map[string]string
		want  float64
	}{
		{nil, 0},
		{map[string]string{"proc/meminfo": "MemFree: 1 kB\nMemTotal:       24000000 kB\n"}, total},
		{map[string]string{"proc/meminfo": "MemTotal: much kB"}, 0},
		{map[string]string{"proc/meminfo": "MemTotal:"}, 0},
		{map[string]string{"proc/meminfo": "MemTotal: 24000000 kB\n", "proc/self/cgroup": "0::/slurm/job_1/step_0\n",
			"sys/fs/cgroup/slurm/job_1/memory.max": "8000000000\n", "sys/fs/cgroup/slurm/job_1/step_0/memory.max": "max\n"}, 8e9},
		{map[string]string{"proc/meminfo": "MemTotal: 24000000 kB\n", "proc/self/cgroup": "5:cpu,memory:/docker/x\n3:freezer:/\n",
			"sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes": "1000000000\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 1e9},
	} {
		root := t.TempDir()
		for name, text := range c.files {
			path := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got := memoryBelow(root); got != c.want {
			t.Errorf("memory %v of %v, expected %v", got, c.files, c.want)
		}
	}
	if !strings.Contains(Host(), " cores") {
		t.Errorf("host %q", Host())
	}
}
