package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/baselines"
	"drfvi/datasets"
	"drfvi/datasets/library"
	"drfvi/experiments"
	"drfvi/experiments/spec"
	"drfvi/forest"
	"drfvi/forest/modelfile"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/importance/sensitivity"
	"drfvi/importance/shapley"
	"drfvi/internal/mention"
	"drfvi/internal/rng"
	"drfvi/methods"
	"drfvi/mmd"
	"drfvi/reports"
	"drfvi/results"
	"drfvi/simulate"
)

// The errors and warnings of the library, as a Go program that prints them has them, are plain words: the
// marks around settings are for the command alone, which puts its flags there.
func TestLibrarySaysPlainly(t *testing.T) {
	ctx, folder, src := context.Background(), t.TempDir(), rng.New(1).Named("plain").Source()
	x, y := mat.NewDense(200, 2, nil), mat.NewDense(200, 1, nil)
	for i := range 200 {
		x.SetRow(i, []float64{src.Float64(), src.Float64()})
		y.Set(i, 0, math.Floor(1.2*x.At(i, 0)))
		if i > 100 {
			x.SetRow(i, x.RawRowView(i-100))
			y.Set(i, 0, y.At(i-100, 0))
		}
	}
	tied := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	tooFew := tied
	tooFew.X, tooFew.Y = mat.NewDense(2, 1, []float64{1, 2}), mat.NewDense(2, 1, []float64{1, 2})
	parse := func(text string, o datasets.Options) (*datasets.Table, error) {
		return datasets.Parse(strings.NewReader(text), "t.csv", o)
	}
	refuse := datasets.Options{Missing: datasets.MissingRefuse}
	sites := "lat,lon,y\n"
	for i := range 320 {
		sites += fmt.Sprintf("%d,%d,%.3f\n", i/8%7*13+i/56, i/8*37%41, src.Float64())
	}
	doubtful := "id,code,far,text,on,a_1,a_2,a_3,y\n"
	for i := range 60 {
		doubtful += fmt.Sprintf("%d,%03d,%d,\"1,%d\",%t,%d,%d,%d,%d\n", i+1, i%7, []int{-999, i % 5}[min(i%9, 1)], i%9, i%2 == 0, (i%4)/3, (i+1)%4/3, (i+2)%4/3, i*i%17)
	}
	// Each returns errors and warnings of calls with bad or doubtful input.
	calls := map[string]func() []error{
		"datasets": func() (all []error) {
			for _, text := range []string{"a,b\n1,2\n3,six\n", "a,b\n1,2\n3,\n", "a,b\n1\n", "a,b\n1,,2,5\n", "a,b\n1,2024-01-01\n2,2024-01-02\n3,2024-01-03\n", "a,b\n1,inf\n2,1\n"} {
				_, err := parse(text, refuse)
				all = append(all, err)
			}
			for _, text := range []string{"a,b\n1;2\n", "a,b\n1,NA\n2,3\n4,5\n"} {
				if table, err := parse(text, datasets.Options{Missing: datasets.MissingDrop}); err != nil {
					all = append(all, err)
				} else {
					all = append(all, table.Warnings...)
				}
			}
			for _, text := range []string{sites, doubtful} {
				table, err := parse(text, refuse)
				if err != nil {
					all = append(all, err)
					continue
				}
				p, err := table.SplitLevels([]string{"y"}, nil)
				if err != nil {
					all = append(all, err)
					continue
				}
				all = append(append(all, p.Warnings...), datasets.Dependent(p, []string{"profile"}))
			}
			for _, text := range []string{sites, doubtful, "a,b\n1,2\n3,six\n"} {
				d, err := datasets.DescribeFrom(strings.NewReader(text), "t.csv", refuse)
				if err != nil {
					return append(all, err)
				}
				all = append(all, d.Warnings...)
				for _, c := range d.Columns {
					all = append(append(all, c.Warnings...), c.Refused)
				}
			}
			return all
		},
		"library": func() []error {
			of, err := library.New(folder)
			if err != nil {
				return []error{err}
			}
			_, err = of.Load("air")
			return []error{err}
		},
		"forest": func() []error {
			_, err := forest.Preset("no preset", 10)
			_, damaged := modelfile.Decode([]byte("no model"))
			return []error{err, damaged}
		},
		"importance": func() []error {
			_, few := inference.Standard(40).Estimate(ctx, tooFew)
			r, err := inference.Standard(40).Estimate(ctx, tied)
			_, small := sensitivity.Analysis{Config: inference.Config(40)}.Estimate(ctx, tooFew)
			_, shares := shapley.Estimator{Config: inference.Config(40)}.Estimate(ctx, tooFew)
			return append(r.Warnings, few, err, small, shares, importance.Repeated(x, y, nil))
		},
		"baselines": func() []error {
			r, err := baselines.HSIC{}.Estimate(ctx, tied)
			_, few := baselines.HSIC{}.Estimate(ctx, importance.Task{X: x, Y: y, Workers: 1})
			return append(r.Warnings, err, few)
		},
		"methods": func() []error {
			_, err := methods.Named("no method")
			return []error{err, methods.TooLargeError{Needed: 2e9, Allowed: 1e9}}
		},
		"simulate": func() []error {
			_, err := simulate.Named("no scenario")
			return []error{err}
		},
		"results": func() []error {
			_, err := results.Open(filepath.Join(folder, "none"))
			_, claim := results.ParseExpression("importance(")
			return []error{err, claim}
		},
		"experiments": func() []error {
			table := filepath.Join(folder, "t.csv")
			if err := os.WriteFile(table, []byte("a,b\n1,2\n3,six\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			_, own := experiments.Parse(filepath.Join(folder, "own.yaml"), []byte("name: own\nseed: 1\ndata: {file: t.csv, targets: [b]}\nmethods: [stacked]\n"))
			_, open := spec.Open(table, "t.csv", spec.OwnOptions{Targets: []string{"b"}})
			tiny, err := experiments.Load("univariate")
			if err != nil {
				t.Fatal(err)
			}
			large := experiments.Run(ctx, []spec.Experiment{tiny}, experiments.Options{Profile: "quick", Out: filepath.Join(folder, "out"), Workers: 1, Memory: 1})
			return []error{own, open, large}
		},
		"reports": func() []error {
			store, err := results.Open(folder)
			if err != nil {
				return []error{err}
			}
			taken := filepath.Join(folder, "taken")
			if err := os.WriteFile(taken, nil, 0o666); err != nil {
				t.Fatal(err)
			}
			_, err = reports.Write(ctx, taken, store) // a file
			return []error{err}
		},
	}
	var mentions []string
	for name, call := range calls {
		some := 0
		for _, err := range call() {
			if err == nil {
				continue
			}
			some++
			for _, said := range []string{err.Error(), fmt.Sprintf("%v", err), fmt.Sprintf("%s", err), fmt.Sprintf("%q", err)} {
				if at := strings.IndexFunc(said, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' }); at >= 0 || strings.Contains(said, `\x1`) {
					t.Errorf("%s: a mark in %q", name, said)
				}
			}
			if mention.Marked(err) != err.Error() {
				mentions = append(mentions, err.Error())
			}
		}
		if some == 0 {
			t.Errorf("%s: nothing went wrong", name)
		}
	}
	if len(mentions) < 20 {
		t.Errorf("%d messages mention settings, expected at least 20: %q", len(mentions), mentions)
	}
}
