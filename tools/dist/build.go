package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// output runs a command in the repository and returns what it prints. Of the environment
// that could change what is built, only env counts.
func output(env []string, name string, args ...string) []byte {
	command := exec.Command(name, args...)
	command.Dir = repository
	command.Env = append(os.Environ(), append([]string{"GOFLAGS=", "GOWORK=off", "GOEXPERIMENT="}, env...)...)
	var faults bytes.Buffer
	command.Stderr = &faults
	out, err := command.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%s: %w\n%s%s", command, err, faults.Bytes(), out)
	}
	return must(out, err)
}

// commitTime is the time that all files bear: that of the commit.
func commitTime() time.Time {
	out := output(nil, "git", "log", "-1", "--format=%ct")
	return time.Unix(must(strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)), 0).UTC()
}

// build returns the program for a platform, and what it is made of.
func build(system, processor string) (file, *debug.BuildInfo) {
	folder := must(os.MkdirTemp("", "drfvi-dist-"))
	defer os.RemoveAll(folder)
	name := "drfvi"
	if system == "windows" {
		name += ".exe"
	}
	path := filepath.Join(folder, name)
	// The lowest level of each processor: kernels ask it at run time what else it can.
	env := []string{"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=" + processor, "GOAMD64=v1", "GOARM64=v8.0"}
	output(env, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o", path, "./cmd/drfvi")
	return file{name: name, data: must(os.ReadFile(path)), executable: true}, must(buildinfo.ReadFile(path))
}

// documents are the files of the repository that go with the program.
func documents() (files []file) {
	for _, name := range []string{"README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff"} {
		files = append(files, file{name: name, data: must(os.ReadFile(filepath.Join(repository, name)))})
	}
	return files
}

// manual returns the manual pages and completions, which a test of the command writes.
func manual(made time.Time) (files []file) {
	folder := must(os.MkdirTemp("", "drfvi-manual-"))
	defer os.RemoveAll(folder)
	env := []string{"DRFVI_MANUAL=" + folder, fmt.Sprintf("SOURCE_DATE_EPOCH=%d", made.Unix())}
	output(env, "go", "test", "-run", "^TestManual$", "-count=1", "./cmd/drfvi")
	check(filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name := must(filepath.Rel(folder, path))
		files = append(files, file{name: filepath.ToSlash(name), data: must(os.ReadFile(path))})
		return nil
	}))
	if len(files) == 0 {
		check(errors.New("the manual has no pages: TestManual of cmd/drfvi has written none"))
	}
	return files
}
