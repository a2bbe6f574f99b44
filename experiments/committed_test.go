package experiments

import (
	"cmp"
	"flag"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"drfvi/importance"
	"drfvi/results"
)

var update = flag.Bool("update", false, "write the descriptions of committed records anew")

// committedRun is the run of the paper that is part of the repository.
const committedRun = "../results/paper"

// TestCommittedSums checks to the bit that the losses of the committed eliminations sum
// up to what the records say.
func TestCommittedSums(t *testing.T) {
	store, err := results.Open(committedRun)
	if err != nil {
		t.Fatal(err)
	}
	records, err := store.Records("rfe")
	if err != nil {
		t.Fatal(err)
	}
	many := 0
	for _, r := range records {
		path := importance.Path{Loss: r.Values[results.ValueLoss]}
		if got, want := path.Cumulative(results.CumulativeVariables), r.Values[results.ValueCumulative][0]; got != want {
			t.Errorf("%s: losses sum up to %v, the record says %v", r.ID, got, want)
		}
		if len(path.Loss) > results.CumulativeVariables {
			many++
		}
	}
	if many == 0 {
		t.Error("no record has more losses than are summed up")
	}
}

// TestCommittedRunIsCurrent checks that the committed run of the paper was made
// with the settings, seeds and algorithm versions of this program: that running
// the paper profile again would compute nothing. If a change of values is
// meant, run it again; if a change of the form of keys is not, keep them.
func TestCommittedRunIsCurrent(t *testing.T) {
	store, err := results.Open(committedRun)
	if err != nil {
		t.Fatal(err)
	}
	experiments, err := store.Experiments()
	if err != nil {
		t.Fatal(err)
	}
	if len(experiments) == 0 {
		t.Fatal("the committed run holds no experiment")
	}
	specs := embeddedSpecs(t)
	for _, stored := range experiments {
		experiment, ok := specs[stored.Name]
		if !ok {
			t.Errorf("%s: a committed experiment without a specification", stored.Name)
			continue
		}
		described, err := Describe(experiment, "paper")
		if err != nil {
			t.Fatal(err)
		}
		records, err := store.Records(stored.Name)
		if err != nil {
			t.Fatal(err)
		}
		keys := make(map[string]string)
		for _, r := range records {
			keys[r.ID] = r.Key
		}
		stale := 0
		for _, u := range described.Units {
			if key, ok := keys[u.ID]; ok && key != u.Key {
				stale++
			}
		}
		if stale > 0 {
			t.Errorf("%s: %d of %d records have other keys than the program would give them now", stored.Name, stale, len(records))
		}
	}
}

// TestCommittedDescriptions checks that the descriptions beside committed records, with claims,
// printed numbers and texts, are those of the specifications, which reports do not read. Those of
// records that wait to be computed again may differ.
func TestCommittedDescriptions(t *testing.T) {
	specs := embeddedSpecs(t)
	for _, folder := range []string{"paper", "evidence"} {
		store, err := results.Open(filepath.Join("../results", folder))
		if err != nil {
			t.Fatal(err)
		}
		experiments, err := store.Experiments()
		if err != nil {
			t.Fatal(err)
		}
		for _, stored := range experiments {
			described, err := Describe(specs[stored.Name], stored.Profile)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(described.Units, stored.Units) {
				t.Logf("%s: the records are of other settings", stored.Name)
				continue
			}
			for i := range described.Cells {
				described.Cells[i].NotRun = stored.Cells[i].NotRun
			}
			if *update {
				if err := store.PutExperiment(described); err != nil {
					t.Fatal(err)
				}
			} else if !reflect.DeepEqual(described, stored) {
				t.Errorf("%s: another description than that of the specification; go test ./experiments -run %s -update writes it", stored.Name, t.Name())
			}
		}
	}
}

// TestKeyIsPinned holds the form of keys: changing it without need makes every
// finished run worthless.
func TestKeyIsPinned(t *testing.T) {
	e, err := Describe(embeddedSpecs(t)["bivariate"], "paper")
	if err != nil {
		t.Fatal(err)
	}
	const want = "3fd99b337aa4c6610247d649a90fb60a2d2061f874e9d96c49fbf41ae43f712c"
	if got := e.Units[0].Key; got != want {
		t.Errorf("%s has key %s, want %s", e.Units[0].ID, got, want)
	}
}

// TestGoldenCommittedRun compares means of the committed run with those of the
// reference in docs/paper.md: drf 1.1.0 and the authors' scripts, 10 repetitions
// of Tables 3 and 5 and 6 of the data set enb, whose sum has a standard error of
// 0.066. Where none was kept ours stands in.
func TestGoldenCommittedRun(t *testing.T) {
	store, err := results.Open(committedRun)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		experiment, method, data string
		value                    results.ValueName
		at                       int
		mean, se                 float64
	}{
		{"bivariate", "retrain", "", "raw", 0, 0.655, 0},
		{"bivariate", "retrain", "", "raw", 1, 0.429, 0},
		{"functional", "retrain", "", "raw", 0, 0.335, 0},
		{"functional", "retrain", "", "raw", 1, 0.677, 0},
		{"functional", "vimp-drf", "", "raw", 0, 0.22, 0},
		{"functional", "vimp-drf", "", "raw", 1, 0.63, 0},
		{"rfe", "retrain", "enb", "cumulative", 0, -3.440, 0.066},
		{"rfe", "coupled", "enb", "cumulative", 0, -3.440, 0.066},
	} {
		records, err := store.Records(want.experiment)
		if err != nil {
			t.Fatal(err)
		}
		var values []float64
		for _, r := range records {
			if r.Cell["variant"] == "published" && r.Cell["method"] == want.method && r.Cell["data"] == want.data {
				values = append(values, r.Values[want.value][want.at])
			}
		}
		mean, sd := stat.MeanStdDev(values, nil)
		se := sd / math.Sqrt(float64(len(values)))
		if bound := 3 * math.Hypot(se, cmp.Or(want.se, se)); !(math.Abs(mean-want.mean) <= bound) {
			t.Errorf("%s %s: %s, %s of variable %d has mean %.4f over %d repetitions, the reference %v: more than %.4f away",
				want.experiment, want.data, want.method, want.value, want.at+1, mean, len(values), want.mean, bound)
		}
	}
}
