// Package external obtains importances from programs of the user. A program in any
// language is a method like those compiled in; docs/methods.md explains how to write
// one.
//
//  1. Read finds the methods in YAML: a name, a command, a version, limits.
//  2. Method.Run writes a table into a scratch folder, starts the command there,
//     gives it a request as JSON on standard input, and reads the answer from
//     standard output.
//  3. Anything but an answer is a Failure that explains the fault. The program and
//     all that it started have ended when Run returns.
//  4. Try runs a method on small tables and reports its faults.
//
// A program runs as the user who started drfvi. Limits and isolation guard against
// its accidents, not against intent.
package external

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Version is raised when the same answer no longer gives the same record.
const Version = "1"

// protocol is the number of the protocol: of the form of requests and answers.
const protocol = 1

// Limits of a method that has none of its own, in its specification.
const (
	standardTimeout = 10 * time.Minute
	standardMemory  = 4000 // MB
)

// Method is a program that estimates importances. Its JSON holds all that its values
// depend on, besides table and seed.
type Method struct {
	Name string `json:"-"`
	// Command is the program with its arguments. Words that name files do so
	// without their folders, which are not the same everywhere.
	Command []string `json:"command"`
	// Files are the files that the command names, in its order.
	Files    []File `json:"files,omitempty"`
	Version  string `json:"version"` // the user's
	Protocol int    `json:"protocol"`
	// Timeout is the time after which the program is ended, in seconds; Memory its
	// limit in MB, including all that it starts.
	Timeout float64 `json:"timeout_s"`
	Memory  int     `json:"memory_mb"`

	words  []string // of the command, files with their full paths
	folder string   // of the specification
}

// File is a file that a command names.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// Failure says why a program gave no importances.
type Failure struct{ reason string }

func (f *Failure) Error() string { return f.reason }

// failed returns a Failure.
func failed(format string, args ...any) *Failure { return &Failure{fmt.Sprintf(format, args...)} }

// Trace describes a run of a program. Its values do not depend on it.
type Trace struct {
	// Stderr is the end of the program's standard error.
	Stderr string
	// Processor is the processor time of the program and of the processes that it
	// started and waited for.
	Processor time.Duration
	// PeakBytes is the largest resident memory seen, 0 where nothing is known.
	PeakBytes int64
	// Left is the number of processes that were still there after the program's
	// end, and were ended.
	Left int
}

// Run asks the program for the importance of every input of a table. The error is a
// *Failure if the program is at fault, and ctx's when that is cancelled; the program
// and all that it started are ended first in any case.
func (m Method) Run(ctx context.Context, t Table, seed uint64) (a Answer, trace Trace, err error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, Trace{}, err
	}
	scratch, err := os.MkdirTemp("", "drfvi-"+m.Name+"-")
	if err != nil {
		return Answer{}, Trace{}, fmt.Errorf("cannot make a scratch folder: %w", err)
	}
	defer func() {
		if removal := remove(scratch); removal != nil && err == nil {
			err = failed("left a scratch folder that cannot be removed: %v", removal)
		}
	}()
	request, err := m.prepare(scratch, t, seed)
	if err != nil {
		return Answer{}, Trace{}, err
	}
	p := process{words: m.words, scratch: scratch, stdin: request, timeout: m.timeout(), memory: int64(m.Memory) * 1e6}
	e, err := p.run(ctx)
	if err != nil {
		return Answer{}, Trace{}, err
	}
	// The folder has another name each time.
	e.trace.Stderr = strings.ReplaceAll(e.trace.Stderr, scratch, "SCRATCH")
	if e.reason != "" {
		return Answer{}, e.trace, failed("%s", e.reason+complaint(e.trace.Stderr))
	}
	a, err = readAnswer(e.stdout, t.Inputs)
	return a, e.trace, err
}

// prepare writes the table and the request into the scratch folder, and returns
// the name of the file with the request.
func (m Method) prepare(scratch string, t Table, seed uint64) (string, error) {
	if err := t.write(filepath.Join(scratch, trainFile)); err != nil {
		return "", fmt.Errorf("cannot write a table for a method: %w", err)
	}
	data, err := json.Marshal(m.request(scratch, t, seed))
	if err != nil {
		return "", err
	}
	name := filepath.Join(scratch, "request.json")
	if err := os.WriteFile(name, append(data, '\n'), 0o666); err != nil {
		return "", fmt.Errorf("cannot write a request for a method: %w", err)
	}
	return name, nil
}

func (m Method) timeout() time.Duration { return time.Duration(m.Timeout * float64(time.Second)) }

// Cost is a tenth of the program's time limit, for lack of a better estimate.
func (m Method) Cost() (nanoseconds, bytes float64) { return m.Timeout * 1e8, float64(m.Memory) * 1e5 }

// remove removes a folder, also if folders in it may not be written to.
func remove(folder string) error {
	if os.RemoveAll(folder) == nil {
		return nil
	}
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil // it only matters whether it can be removed now
	})
	return os.RemoveAll(folder)
}

// complaint returns, after a colon, the last line of a text that speaks of an error,
// or the last of all that is not empty, cut to a length for messages. A line that ends
// in a colon has the next one with it: R breaks its messages so.
func complaint(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	at := len(lines) - 1
	for i, line := range lines {
		if strings.Contains(strings.ToLower(line), "error") {
			at = i
		}
	}
	line := strings.TrimSpace(lines[at])
	if strings.HasSuffix(line, ":") && at+1 < len(lines) {
		line += " " + strings.TrimSpace(lines[at+1])
	}
	if line == "" {
		return ""
	}
	letters := []rune(line)
	return ": " + string(letters[:min(len(letters), 200)])
}
