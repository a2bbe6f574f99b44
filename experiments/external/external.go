// Package external obtains importances from user programs: a program in any language becomes a
// method like those compiled in. docs/experiments.md describes how to write one.
//
//  1. New and Add make a Method: a name, a version, a command, limits.
//  2. Method.Run writes a table into a scratch folder, starts the command there, sends it
//     a request as JSON on standard input, and reads the answer from standard output.
//  3. Anything but an answer is a Failure with the reason. The program and its process group
//     have ended when Run returns.
//  4. Try runs a method on small tables and reports its faults.
//  5. Method.Draw asks a program for a table instead: a generator of the user's own.
//
// A program runs as the user who started drfvi. Limits and isolation guard against accidents, not
// intent.
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

// protocol is the version of the form of requests and answers.
const protocol = 1

// Default limits of a method.
const (
	standardTimeout = 10 * time.Minute
	standardMemory  = 4000 // MB
)

// Method is a program that estimates importances. Its JSON holds everything that determines its
// values besides table and seed.
type Method struct {
	Name string `json:"-"`
	// Command is the program with its arguments. Names of files are without their folders,
	// which vary between machines.
	Command []string `json:"command"`
	// Files are the files named by the command, in order.
	Files    []File `json:"files,omitempty"`
	Version  string `json:"version"` // the user's
	Protocol int    `json:"protocol"`
	// Timeout is the time limit in seconds; Memory the limit in MB, of each process that the
	// program starts.
	Timeout float64 `json:"timeout_s"`
	Memory  int     `json:"memory_mb"`

	words  []string // of the command, files with their full paths
	folder string   // of the specification
}

// File is a file named by a command.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// Failure is the reason why a program gave no importances.
type Failure struct{ reason string }

func (f *Failure) Error() string { return f.reason }

// failed returns a Failure.
func failed(format string, args ...any) *Failure { return &Failure{fmt.Sprintf(format, args...)} }

// Trace describes a run of a program without affecting its values.
type Trace struct {
	// Stderr is the end of the program's standard error.
	Stderr string
	// Processor is the processor time of the program and of the child processes it waited for.
	Processor time.Duration
	// PeakBytes is the peak resident memory of the largest process, 0 if unknown.
	PeakBytes int64
}

// process is a program to run.
type process struct {
	words          []string
	scratch, stdin string // a folder, and a file in it
	timeout        time.Duration
	memory         int64 // bytes
}

// ended is the outcome of a program's run.
type ended struct {
	stdout []byte
	reason string // of its failure, empty if none
	trace  Trace
}

// Run asks the program for the importance of each input of a table. The error is a *Failure if the
// program is at fault, and ctx's if cancelled; in any case the program and its process group have
// ended.
func (m Method) Run(ctx context.Context, t Table, seed uint64) (a Answer, trace Trace, err error) {
	text, trace, err := m.inScratch(ctx, func(scratch string) (any, error) {
		if err := t.write(filepath.Join(scratch, trainFile)); err != nil {
			return nil, fmt.Errorf("cannot write a table for a method: %w", err)
		}
		return m.request(scratch, t, seed), nil
	})
	if err != nil {
		return Answer{}, trace, err
	}
	a, err = readAnswer(text, t.Inputs)
	return a, trace, err
}

// Draw has the program draw a table of n rows and p inputs by a seed, and returns what it prints.
// The error is as that of Run.
func (m Method) Draw(ctx context.Context, n, p int, seed uint64) (table []byte, trace Trace, err error) {
	return m.inScratch(ctx, func(scratch string) (any, error) {
		return drawing{
			Protocol: protocol, Rows: n, Inputs: p, Seed: seed & largestSeed, Workers: 1,
			Deadline: m.Timeout, Memory: m.Memory, Scratch: scratch,
		}, nil
	})
}

// inScratch runs the program in a scratch folder, with a request that prepare makes, and returns
// its standard output.
func (m Method) inScratch(
	ctx context.Context, prepare func(scratch string) (any, error),
) (text []byte, trace Trace, err error) {
	if err := ctx.Err(); err != nil {
		return nil, Trace{}, err
	}
	scratch, release, err := newScratch(m.Name)
	if err != nil {
		return nil, Trace{}, err
	}
	defer release()
	defer func() {
		if removal := remove(scratch); removal != nil && err == nil {
			err = failed("left a scratch folder that cannot be removed: %v", removal)
		}
	}()
	question, err := prepare(scratch)
	if err != nil {
		return nil, Trace{}, err
	}
	data, err := json.Marshal(question)
	if err != nil {
		return nil, Trace{}, err
	}
	stdin := filepath.Join(scratch, "request.json")
	if err := os.WriteFile(stdin, append(data, '\n'), 0o666); err != nil {
		return nil, Trace{}, fmt.Errorf("cannot write a request for a method: %w", err)
	}
	p := process{words: m.words, scratch: scratch, stdin: stdin, timeout: m.timeout(), memory: int64(m.Memory) * 1e6}
	e, err := p.run(ctx)
	if err != nil {
		return nil, Trace{}, err
	}
	// The folder's name varies.
	e.trace.Stderr = strings.ReplaceAll(e.trace.Stderr, scratch, "SCRATCH")
	if e.reason != "" {
		return nil, e.trace, failed("%s", e.reason+complaint(e.trace.Stderr))
	}
	return e.stdout, e.trace, nil
}

func (m Method) timeout() time.Duration { return time.Duration(m.Timeout * float64(time.Second)) }

// Cost is a tenth of the program's time limit, for lack of a better estimate.
func (m Method) Cost() (work, bytes float64) { return m.Timeout * 1e6, float64(m.Memory) * 1e5 }

// remove removes a folder, even with write-protected folders in it.
func remove(folder string) error {
	if os.RemoveAll(folder) == nil {
		return nil
	}
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil // only a failure to remove it now matters
	})
	return os.RemoveAll(folder)
}

// complaint returns, after a colon, the last line of a text that mentions an error, or else the
// last non-empty line, cut for messages. A line that ends in a colon includes the next one,
// where R breaks its messages.
func complaint(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	place := len(lines) - 1
	for i, line := range lines {
		if strings.Contains(strings.ToLower(line), "error") {
			place = i
		}
	}
	line := strings.TrimSpace(lines[place])
	if strings.HasSuffix(line, ":") && place+1 < len(lines) {
		line += " " + strings.TrimSpace(lines[place+1])
	}
	if line == "" {
		return ""
	}
	letters := []rune(line)
	return ": " + string(letters[:min(len(letters), 200)])
}
