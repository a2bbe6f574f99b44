// Package cluster runs experiments on many machines, through Slurm or any other scheduler.
//
//  1. Submit packs the remaining units into chunks by their forecast, writes them into a
//     round below the results, and sends an array of jobs for each size of memory.
//  2. Work computes one chunk. Workers share the store without locks, and each writes a
//     journal with a heartbeat.
//  3. Look determines the state of every unit from the store, the journals and the
//     scheduler, in this order of trust.
//  4. Finish, the last job of a round, merges, and resends the units worth another attempt.
//
// The folder of the results contains
//
//	cluster/001/round.json       the request of the first round
//	cluster/001/1.chunks         the chunks of its first array, one per line, from line 1
//	cluster/001/1.sh, last.sh    the scripts for sbatch
//	cluster/001/1.job            Slurm's job of an array
//	cluster/001/cancelled        present if the round was cancelled
//	cluster/001/log/1-7.log      the output of Slurm and of the worker on chunk 7
//	cluster/001/journal/1-7.…    a file for each attempt at chunk 7
package cluster

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"drfvi/experiments"
	"drfvi/experiments/cluster/journal"
	"drfvi/experiments/cluster/slurm"
	"drfvi/experiments/spec"
	"drfvi/internal/durable"
	"drfvi/results"
)

// StandardHeartbeat is the interval of a worker's heartbeat.
const StandardHeartbeat = 30 * time.Second

// Settings are the user's requests to the scheduler. They are stored with a round for its last
// job to send another one like it.
type Settings struct {
	Chunk     time.Duration `json:"chunk"`     // of work, by the forecast
	Cores     int           `json:"cores"`     // of a job; also units at once
	Heartbeat time.Duration `json:"heartbeat"` // interval
	MaxJobs   int           `json:"max_jobs,omitempty"`
	Partition string        `json:"partition,omitempty"`
	Account   string        `json:"account,omitempty"`
	QOS       string        `json:"qos,omitempty"`
	Sbatch    []string      `json:"sbatch,omitempty"` // further options, "KEY=VALUE" or "KEY"
	Report    string        `json:"report"`           // folder of the report
	Program   string        `json:"program"`          // path of drfvi
	// NoSend leaves the jobs to the user, for another scheduler.
	NoSend bool `json:"no_send,omitempty"`
}

// Round is the request of one submission.
type Round struct {
	Number      int      `json:"round"`
	Experiments []string `json:"experiments"` // names, or full paths of specifications
	Profile     string   `json:"profile"`
	Data        string   `json:"data,omitempty"` // folder of data sets
	RetryFailed bool     `json:"retry_failed,omitempty"`
	Long        bool     `json:"long,omitempty"`
	Version     string   `json:"version"` // of the program
	Settings    Settings `json:"settings"`
	Exclude     []string `json:"exclude,omitempty"` // nodes that failed
	Units       int      `json:"units"`             // of its experiments, including those done before
	Arrays      []Array  `json:"arrays"`

	Out string `json:"-"` // folder of the results
}

// Array is a number of chunks sent as one array of jobs.
type Array struct {
	Name    string        `json:"name"`
	Chunks  int           `json:"chunks"`
	Memory  int64         `json:"memory"` // bytes
	Time    time.Duration `json:"time"`
	Planned time.Duration `json:"planned"` // total work, by the forecast

	Work []Chunk `json:"-"` // the chunks, in files of their own; nil of a round that was read
}

// Chunk is the work of one job.
type Chunk struct {
	Units   []results.Unit `json:"units"` // longest first
	Seconds float64        `json:"seconds"`
}

// folder contains the rounds.
func folder(out string) string { return filepath.Join(out, "cluster") }

func (r Round) path(parts ...string) string {
	return filepath.Join(append([]string{folder(r.Out), fmt.Sprintf("%03d", r.Number)}, parts...)...)
}

// ChunkFile is the path of the chunks of an array.
func (r Round) ChunkFile(a Array) string { return r.path(a.Name + ".chunks") }

// chunkName names a chunk in its journals and its log.
func chunkName(array string, index int) string { return fmt.Sprintf("%s-%d", array, index) }

// jobName is unique among all folders of results, so that jobs can be identified by it.
func (r Round) jobName(array string) string {
	sum := sha256.Sum256([]byte(r.Out))
	base := strings.Map(func(letter rune) rune {
		if letter < 0x80 && (unicode.IsLetter(letter) || unicode.IsDigit(letter) || strings.ContainsRune("._-", letter)) {
			return letter
		}
		return '-'
	}, filepath.Base(r.Out))
	return fmt.Sprintf("drfvi-%s-%x-%03d-%s", base, sum[:3], r.Number, array)
}

func (r Round) cancelled() bool {
	_, err := os.Stat(r.path("cancelled"))
	return err == nil
}

// options are the options for package experiments.
func (r Round) options() experiments.Options {
	return experiments.Options{Profile: r.Profile, Out: r.Out, Data: r.Data, Workers: r.Settings.Cores, RetryFailed: r.RetryFailed, Long: r.Long}
}

// specs loads the specifications of the round.
func (r Round) specs() ([]spec.Experiment, error) {
	var all []spec.Experiment
	for _, name := range r.Experiments {
		s, err := experiments.Load(name)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// program is the version of the program that runs.
func program() string {
	e := results.CurrentEnvironment()
	return strings.TrimSpace(e.Drfvi + " " + e.Revision)
}

// write writes the round with the chunks of each array, round.json last: without it there is no
// round.
func (r Round) write() error {
	if err := os.MkdirAll(folder(r.Out), 0o777); err != nil {
		return err
	}
	// Two concurrent submissions would send the same units.
	if err := os.Mkdir(r.path(), 0o777); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s was made a moment ago by another submission; see drfvi status", r.path())
	} else if err != nil {
		return err
	}
	for _, name := range []string{"log", "journal"} {
		if err := os.Mkdir(r.path(name), 0o777); err != nil {
			return err
		}
	}
	for _, a := range r.Arrays {
		var lines bytes.Buffer
		encoder := json.NewEncoder(&lines)
		for _, c := range a.Work {
			if err := encoder.Encode(c); err != nil {
				return err
			}
		}
		if err := durable.WriteFile(r.ChunkFile(a), lines.Bytes()); err != nil {
			return err
		}
		if err := durable.WriteFile(r.path(a.Name+".sh"), []byte(r.Script(a))); err != nil {
			return err
		}
	}
	data, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return durable.WriteFile(r.path("round.json"), append(data, '\n'))
}

// readRound reads a round, without its chunks.
func readRound(out string, number int) (Round, error) {
	r := Round{Number: number, Out: out}
	data, err := os.ReadFile(r.path("round.json"))
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("%s: %w", r.path("round.json"), err)
	}
	return r, nil
}

// Rounds returns the rounds of a folder of results, oldest first, without incompletely written
// ones, of which nothing was sent.
func Rounds(out string) ([]Round, error) {
	out, err := filepath.Abs(out)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(folder(out))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []Round
	for _, entry := range entries {
		number, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		r, err := readRound(out, number)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b Round) int { return cmp.Compare(a.Number, b.Number) })
	return all, nil
}

// errLost is wrapped by the error of readChunks if the file is missing or altered. Its units can
// be sent again.
var errLost = errors.New("lost; drfvi submit sends its units again")

// readChunks reads the chunks of an array; the chunk with index i is at i − 1.
func readChunks(path string) ([]Chunk, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the file of chunks %s is %w", path, errLost)
	}
	if err != nil {
		return nil, err
	}
	var all []Chunk
	for line := range bytes.Lines(data) {
		var c Chunk
		if err := json.Unmarshal(line, &c); err != nil {
			return nil, fmt.Errorf("%s:%d: not a chunk as drfvi submit writes them: %w: %w", path, len(all)+1, err, errLost)
		}
		all = append(all, c)
	}
	return all, nil
}

// chunks reads all chunks of an array of the round.
func (r Round) chunks(a Array) ([]Chunk, error) {
	all, err := readChunks(r.ChunkFile(a))
	if err == nil && len(all) != a.Chunks {
		err = fmt.Errorf("%s has %d chunks, expected %d: %w", r.ChunkFile(a), len(all), a.Chunks, errLost)
	}
	return all, err
}

// IndexFromEnvironment returns the index that a scheduler gives to a job of an array, and the
// environment variable that holds it.
func IndexFromEnvironment(getenv func(string) string) (index int, variable string, err error) {
	for _, variable := range []string{"SLURM_ARRAY_TASK_ID", "SGE_TASK_ID", "PBS_ARRAY_INDEX", "LSB_JOBINDEX", "JOB_COMPLETION_INDEX"} {
		value := getenv(variable)
		// The values of SGE and LSF for jobs outside arrays.
		if value == "" || value == "undefined" || variable == "LSB_JOBINDEX" && value == "0" {
			continue
		}
		index, err := strconv.Atoi(value)
		if variable == "JOB_COMPLETION_INDEX" {
			index++ // Kubernetes counts from 0
		}
		if err != nil || index < 1 {
			return 0, variable, fmt.Errorf("%s is %q, expected the number of a chunk", variable, value)
		}
		return index, variable, nil
	}
	return 0, "", errors.New("no chunk is named, expected FILE:INDEX, or a variable of the scheduler such as SLURM_ARRAY_TASK_ID")
}

// sentChunk is a chunk of a round with what happened to it.
type sentChunk struct {
	Chunk
	name     string            // in its journals and its log: "1-7"
	queued   slurm.Task        // in queues
	task     slurm.Task        // elsewhere; without a job if none was sent
	attempts []journal.Attempt // oldest first
	log      string            // the file with the output of Slurm and of the workers
}

// sentChunks returns the chunks of the round, and the errors of lost files of chunks.
func (r Round) sentChunks() (all []sentChunk, lost []error, err error) {
	journals, err := journal.Read(r.path("journal"), r.Settings.Heartbeat)
	if err != nil {
		return nil, nil, err
	}
	attempts := make(map[string][]journal.Attempt)
	for _, a := range journals {
		attempts[a.Chunk] = append(attempts[a.Chunk], a)
	}
	for _, array := range r.Arrays {
		chunks, err := r.chunks(array)
		if errors.Is(err, errLost) {
			lost = append(lost, err)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		queued, job := r.jobName(array.Name), r.job(array.Name)
		for i, c := range chunks {
			name := chunkName(array.Name, i+1)
			all = append(all, sentChunk{c, name, slurm.Task{Job: queued, Index: i + 1}, slurm.Task{Job: job, Index: i + 1}, attempts[name], r.path("log", name+".log")})
		}
	}
	return all, lost, nil
}

// job returns Slurm's job of an array, empty if unknown.
func (r Round) job(array string) string {
	text, _ := os.ReadFile(r.path(array + ".job"))
	return strings.TrimSpace(string(text))
}

// sent returns the jobs of all rounds.
func sent(rounds []Round) []string {
	var jobs []string
	for _, r := range rounds {
		for _, a := range r.Arrays {
			if job := r.job(a.Name); job != "" {
				jobs = append(jobs, job)
			}
		}
	}
	return jobs
}
