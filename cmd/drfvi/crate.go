package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/experiments"
	"drfvi/internal/durable"
	"drfvi/internal/format"
	"drfvi/results"
)

// What a crate is called and conforms to.
const (
	crateFile    = "ro-crate-metadata.json"
	crateSpec    = "https://w3id.org/ro/crate/1.1"
	crateProfile = "https://w3id.org/ro/wfrun/process/0.5"
	crateTime    = "2006-01-02T15:04:05-07:00" // with its offset for UTC too
)

// crateFiles are patterns of the names of the files in a crate.
var crateFiles = []string{crateFile, "*.experiment.json", "*.jsonl.zst", "*.yaml"}

// An entity is an object of a crate's graph.
type entity map[string]any

// crate is an RO-Crate that is being made: entities by their identifiers, of which some are files,
// and others the runs that made them, which ended last at some time.
type crate struct {
	to          *flags.Output
	entities    map[string]entity
	files, runs []entity
	last        time.Time
}

// add adds an entity unless it is there, and returns a reference to it.
func (c *crate) add(id string, e entity) entity {
	if c.entities[id] == nil {
		e["@id"] = id
		c.entities[id] = e
	}
	return entity{"@id": id}
}

// addFile writes a file and adds it.
func (c *crate) addFile(name, encoding, what string, data []byte) (entity, error) {
	e := c.add(name, entity{
		"@type": "File", "name": what, "encodingFormat": encoding,
		"contentSize": fmt.Sprint(len(data)), "sha256": fmt.Sprintf("%x", sha256.Sum256(data)),
	})
	c.files = append(c.files, e)
	return e, durable.WriteFile(c.to.In(name), data)
}

// addLicense adds the licence of the crate's files, which RO-Crate asks for: what is known of it.
func (c *crate) addLicense(license string) entity {
	e := entity{"@type": "CreativeWork", "name": license}
	switch {
	case license == "":
		e["name"], e["description"] = "none stated", "Nothing is said of how these results may be used: ask who computed them."
		return c.add("#license", e)
	case strings.HasPrefix(license, "https://"), strings.HasPrefix(license, "http://"):
		return c.add(license, e)
	case !strings.ContainsFunc(license, func(r rune) bool {
		return r != '-' && r != '.' && r != '+' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}):
		return c.add("https://spdx.org/licenses/"+license, e)
	default:
		e["name"], e["description"] = "licence of these results", license
		return c.add("#license", e)
	}
}

// exportCrate writes the stored experiments as an RO-Crate of the profile Process Run Crate.
// They have to be complete: files of those that are not would change.
func (s source) exportCrate(to *flags.Output, license string) error {
	if err := s.unfinished(); err != nil {
		return err
	}
	if len(s.stored) == 0 {
		return noResults(s.Dir())
	}
	c := &crate{to: to, entities: make(map[string]entity)}
	if err := durable.MakeDir(to.Path()); err != nil {
		return err
	}
	for _, e := range s.stored {
		if err := c.addExperiment(s, e); err != nil {
			return err
		}
	}
	c.add("./", entity{
		"@type": "Dataset", "name": "Results of drfvi: " + strings.Join(experimentsOf(s.stored), ", "), "datePublished": c.last.Format(time.DateOnly),
		"description": "Records of experiments with drfvi, with their specifications, the data they are of by hash, the programs and the times.",
		"conformsTo":  c.add(crateProfile, entity{"@type": "CreativeWork", "name": "Process Run Crate", "version": "0.5"}),
		"hasPart":     c.files, "mentions": c.runs, "license": c.addLicense(license),
	})
	c.add(crateFile, entity{"@type": "CreativeWork", "about": entity{"@id": "./"}, "conformsTo": entity{"@id": crateSpec}})
	graph := collect(slices.Sorted(maps.Keys(c.entities)), func(id string) entity { return c.entities[id] })
	text, err := json.MarshalIndent(entity{"@context": []string{crateSpec + "/context", "https://w3id.org/ro/terms/workflow-run/context"}, "@graph": graph}, "", "  ")
	if err != nil {
		return err
	}
	return durable.WriteFile(to.In(crateFile), append(text, '\n'))
}

// addExperiment adds the files of an experiment, and the runs that made them.
func (c *crate) addExperiment(s source, e results.Experiment) error {
	var made, used []entity
	for _, file := range [][3]string{
		{".experiment.json", "application/json", "description of "},
		{".jsonl.zst", "application/zstd", "records of "},
		{".timings.jsonl.zst", "application/zstd", "times of "},
	} {
		data, err := os.ReadFile(filepath.Join(s.Dir(), e.Name+file[0]))
		if err != nil {
			return err
		}
		f, err := c.addFile(e.Name+file[0], file[1], file[2]+e.Name, data)
		if err != nil {
			return err
		}
		made = append(made, f)
	}
	switch text, err := experiments.Text(e.Name); {
	case err == nil && fmt.Sprintf("%x", sha256.Sum256(text)) == e.Specification:
		f, err := c.addFile(e.Name+".yaml", "application/yaml", "specification of "+e.Name, text)
		if err != nil {
			return err
		}
		used = append(used, f)
	case e.Specification != "": // of the user's, or of another version: known by its hash
		used = append(used, c.add("#specification-"+e.Name, entity{"@type": "CreativeWork", "name": "specification of " + e.Name, "sha256": e.Specification}))
	}
	records, err := s.Records(e.Name)
	if err != nil {
		return err
	}
	timings, err := s.Timings(e.Name)
	if err != nil {
		return err
	}
	runs, err := executions(e, records, timings)
	for i, key := range slices.Sorted(maps.Keys(runs)) {
		c.addRun(fmt.Sprintf("#run-%s-%d", e.Name, i+1), e, runs[key], used, made)
	}
	return err
}

// An executed is what one program on one kind of machine has computed of an experiment.
type executed struct {
	environment results.Environment
	data        map[string]string // names of data sets by the SHA-256 of their files
	records     int
	failed      int
	seconds     float64
	begin, end  time.Time
}

// executions returns what each program on each kind of machine has computed of an experiment.
func executions(e results.Experiment, records []results.Record, timings []results.Timing) (map[string]*executed, error) {
	times := make(map[string]results.Timing)
	for _, t := range timings {
		times[t.ID] = t
	}
	runs := make(map[string]*executed)
	for _, r := range records {
		t, ok := times[r.ID]
		made := r.Made(t)
		key := strings.Join([]string{programID(made), made.OS, made.Arch, made.CPU}, "-")
		if runs[key] == nil {
			runs[key] = &executed{environment: made, data: make(map[string]string)}
		}
		run := runs[key]
		var config struct {
			Data struct{ Set, SHA256 string }
		}
		if err := json.Unmarshal(r.Config, &config); err != nil {
			return nil, fmt.Errorf("the settings of record %s: %w", r.ID, err)
		}
		if d := config.Data; d.SHA256 != "" {
			run.data[d.SHA256] = cmp.Or(d.Set, "table of "+e.Name)
		}
		run.records++
		if r.Failure != "" {
			run.failed++
		}
		if !ok {
			continue
		}
		end, err := time.Parse(time.RFC3339, t.Finished)
		if err != nil {
			return nil, fmt.Errorf("the time of record %s: %w", r.ID, err)
		}
		begin := end.Add(-time.Duration(t.Seconds * float64(time.Second))).Truncate(time.Second)
		if run.begin.IsZero() || begin.Before(run.begin) {
			run.begin = begin
		}
		if end.After(run.end) {
			run.end = end
		}
		run.seconds += t.Seconds
	}
	return runs, nil
}

// addRun adds a run as an action, with the program and the data it read.
func (c *crate) addRun(id string, e results.Experiment, run *executed, used, made []entity) {
	env, objects := run.environment, slices.Clone(used)
	for _, hash := range slices.Sorted(maps.Keys(run.data)) {
		objects = append(objects, c.add("#data-"+hash, entity{"@type": "CreativeWork", "name": run.data[hash], "sha256": hash}))
	}
	modules := collect(slices.Sorted(maps.Keys(env.Modules)), func(name string) string { return name + "@" + env.Modules[name] })
	program := c.add(programID(env), entity{
		"@type": "SoftwareApplication", "name": "drfvi", "softwareVersion": strings.TrimSuffix(env.Drfvi+" "+env.Revision, " "),
		"softwareRequirements": append([]string{env.Go}, modules...),
	})
	what := fmt.Sprintf("drfvi run %s: %s", e.Name, format.Plural(run.records, "record"))
	c.runs = append(c.runs, c.add(id, entity{
		"@type": "CreateAction", "name": what, "instrument": program, "object": objects, "result": made,
		"startTime": run.begin.Format(crateTime), "endTime": run.end.Format(crateTime),
		"actionStatus": "http://schema.org/CompletedActionStatus",
		"description": fmt.Sprintf("%s, profile %s, %s/%s, %s, %.0f s of computing, %s without values", what, cmp.Or(e.Profile, "none"),
			env.OS, env.Arch, cmp.Or(env.CPU, "unknown processor"), run.seconds, format.Plural(run.failed, "record")),
	}))
	if run.end.After(c.last) {
		c.last = run.end
	}
}

// programID identifies a program in a crate.
func programID(e results.Environment) string {
	return "#drfvi-" + e.Drfvi + "-" + strings.NewReplacer("+", "-", " ", "-").Replace(cmp.Or(e.Revision, "unknown"))
}
