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
func output(env []string, name string, args ...string) ([]byte, error) {
	command := exec.Command(name, args...)
	command.Dir = repository
	command.Env = append(os.Environ(), append([]string{"GOFLAGS=", "GOWORK=off", "GOEXPERIMENT="}, env...)...)
	var faults bytes.Buffer
	command.Stderr = &faults
	out, err := command.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%s: %w\n%s%s", command, err, faults.Bytes(), out)
	}
	return out, err
}

// commitTime is the time that all files bear: that of the commit.
func commitTime() (time.Time, error) {
	out, err := output(nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return time.Time{}, fmt.Errorf("a release is made from a clone of the repository: %w", err)
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

// build returns the program for a platform, and what it is made of.
func build(system, processor string) (file, *debug.BuildInfo, error) {
	folder, err := os.MkdirTemp("", "drfvi-dist-")
	if err != nil {
		return file{}, nil, err
	}
	defer os.RemoveAll(folder)
	name := "drfvi"
	if system == "windows" {
		name += ".exe"
	}
	path := filepath.Join(folder, name)
	// The lowest level of each processor: kernels ask it at run time what else it can.
	env := []string{"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=" + processor, "GOAMD64=v1", "GOARM64=v8.0"}
	if _, err := output(
		env, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o", path, "./cmd/drfvi",
	); err != nil {
		return file{}, nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return file{}, nil, err
	}
	info, err := buildinfo.ReadFile(path)
	return file{name: name, data: data, executable: true}, info, err
}

// documents are the files of the repository that go with the program.
func documents() ([]file, error) {
	var files []file
	for _, name := range []string{"README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff"} {
		data, err := os.ReadFile(filepath.Join(repository, name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, data: data})
	}
	return files, nil
}

// manual returns the manual pages and completions, which a test of the command writes.
func manual(made time.Time) ([]file, error) {
	folder, err := os.MkdirTemp("", "drfvi-manual-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	env := []string{"DRFVI_MANUAL=" + folder, fmt.Sprintf("SOURCE_DATE_EPOCH=%d", made.Unix())}
	if _, err := output(env, "go", "test", "-run", "^TestManual$", "-count=1", "./cmd/drfvi"); err != nil {
		return nil, err
	}
	var files []file
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		files = append(files, file{name: filepath.ToSlash(name), data: data})
		return err
	})
	if err == nil && len(files) == 0 {
		err = errors.New("the manual has no pages: TestManual of cmd/drfvi has written none")
	}
	return files, err
}
