package external

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"drfvi/simulate"
)

// Finding is what a trial of a method found: a question and, unless all is well,
// what is wrong.
type Finding struct {
	Question string
	Wrong    string // empty if the answer is yes
}

// trial is a small table on which it is known which input matters.
type trial struct {
	question string
	table    Table
	matters  string // the input that must have the largest value
}

// trialRows is the number of rows of the small tables; trialSeed draws them.
const (
	trialRows = 200
	trialSeed = 1
)

// trials returns the small tables. One input gives the mean of the response of the
// first two. Of the last, X1 shifts one response far and X2 scales the other.
func trials() []trial {
	x, y := drawn("bivariate", 10)
	mean := mat.NewDense(trialRows, 1, nil)
	for i := range trialRows {
		mean.Set(i, 0, float64(3*x.At(i, 2))+float64(0.1*y.At(i, 0)))
	}
	for i := range trialRows {
		y.Set(i, 0, y.At(i, 0)+float64(3*x.At(i, 0)))
	}
	few := x.Slice(0, trialRows, 0, 4).(*mat.Dense)
	return []trial{
		{"Is the input found that a mean depends on?", Table{X: few, Y: mean, Inputs: []string{"X1", "X2", "X3", "X4"}, Targets: []string{"Y1"}}, "X3"},
		{"Does it take names as they are?", Table{X: few, Y: mean, Inputs: []string{"a b", "c,d", "ä", "1.e-2"}, Targets: []string{"y (m/s)"}}, "ä"},
		{"Does it take two responses?", Table{X: x, Y: y, Inputs: names("X", 10), Targets: names("Y", 2)}, "X1"},
	}
}

// drawn returns a table of a scenario.
func drawn(scenario string, p int) (x, y *mat.Dense) {
	s, err := simulate.Named(scenario)
	if err != nil {
		panic("external: " + err.Error())
	}
	return s.Draw(trialRows, p, trialSeed)
}

// names returns numbered names.
func names(of string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("%s%d", of, i+1)
	}
	return all
}

// Try runs the method on small tables and tells what it found, question by
// question, as soon as it is known. The error is ctx's or of the system.
func (m Method) Try(ctx context.Context, tell func(Finding)) error {
	folders := []string{m.folder, "."}
	before := contents(folders)
	var first Answer
	var slowest time.Duration
	left := 0
	for i, t := range trials() {
		begin := time.Now()
		a, trace, err := m.Run(ctx, t.table, trialSeed)
		if fault := notFailure(err); fault != nil {
			return fault
		}
		slowest, left = max(slowest, time.Since(begin)), left+trace.Left
		f := Finding{Question: t.question}
		switch at := slices.Index(t.table.Inputs, t.matters); {
		case err != nil:
			f.Wrong = err.Error()
		case slices.Max(a.Values) != a.Values[at]:
			found := slices.Index(a.Values, slices.Max(a.Values))
			f.Wrong = fmt.Sprintf("%s has the largest value, %.3g, expected %s, which has %.3g", t.table.Inputs[found], a.Values[found], t.matters, a.Values[at])
		}
		tell(f)
		if err != nil && i == 0 {
			return nil // the rest would say the same
		}
		if i == 0 {
			first = a
		}
	}
	f := Finding{Question: "Does the same seed give the same values?"}
	again, _, err := m.Run(ctx, trials()[0].table, trialSeed)
	if fault := notFailure(err); fault != nil {
		return fault
	}
	if err != nil {
		f.Wrong = err.Error()
	} else if !reflect.DeepEqual(first.Values, again.Values) {
		f.Wrong = fmt.Sprintf("the values were %v, then %v; take all random numbers from the request's seed", first.Values, again.Values)
	}
	tell(f)
	f = Finding{Question: "Does it write into its own folder only?"}
	if changed := difference(before, contents(folders)); len(changed) > 0 {
		f.Wrong = "it altered " + strings.Join(changed, ", ")
	}
	tell(f)
	f = Finding{Question: "Does it end all that it starts?"}
	if left > 0 {
		f.Wrong = fmt.Sprintf("%d of its processes were still there at its end", left)
	}
	tell(f)
	f = Finding{Question: "Is it fast enough?"}
	if limit := m.timeout() / 4; slowest > limit {
		f.Wrong = fmt.Sprintf("%d rows took %v, more than a quarter of its timeout, %v", trialRows, slowest.Round(time.Millisecond), m.timeout())
	}
	tell(f)
	return nil
}

// notFailure returns an error that is not the program's.
func notFailure(err error) error {
	if _, ok := err.(*Failure); ok {
		return nil
	}
	return err
}

// contents returns size and time of the files that lie in folders.
func contents(folders []string) map[string]string {
	files := make(map[string]string)
	for _, folder := range folders {
		entries, _ := os.ReadDir(folder) // what cannot be read cannot be compared
		for _, entry := range entries {
			if info, err := entry.Info(); err == nil && entry.Type() != fs.ModeDir {
				files[filepath.Join(folder, entry.Name())] = fmt.Sprint(info.Size(), info.ModTime())
			}
		}
	}
	return files
}

// difference lists the files that are not alike, sorted.
func difference(before, after map[string]string) []string {
	for name, state := range after {
		if before[name] == state {
			delete(before, name)
		} else {
			before[name] = state
		}
	}
	return slices.Sorted(maps.Keys(before))
}
