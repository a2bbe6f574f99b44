package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const output = `goos: linux
goarch: amd64
pkg: drfvi/importance
cpu: Some CPU
BenchmarkEstimate/coupled/n=3000/p=10-2 	 1	 3 ns/op
BenchmarkScaling/fit/n=500/p=20/N=200/d=2-2         	      16	  90000000 ns/op	   3000000 peak-B	 1400000 B/op	    1245 allocs/op
BenchmarkScaling/fit/n=500/p=20/N=200/d=2-2         	      16	  70000000 ns/op	   3000000 peak-B	 1400000 B/op	    1245 allocs/op
BenchmarkScaling/fit/n=500/p=20/N=200/d=2-2         	      16	  71000000 ns/op	   5000000 peak-B	 1400000 B/op	    1245 allocs/op
BenchmarkScaling/coupled/n=500/p=20/N=200/d=2-2     	       3	 460000000 ns/op	  12000000 peak-B	 9900000 B/op	    8463 allocs/op
BenchmarkScaling/fit/n=1000/p=20/N=200/d=2-2        	       8	 150000000 ns/op	   4000000 peak-B	 2800000 B/op	    1245 allocs/op
BenchmarkScaling/fit/n=250/p=20/N=200/d=2-2         	       8	  50000000 ns/op	   2000000 peak-B	  800000 B/op	    1245 allocs/op
BenchmarkScaling/fit/n=500/p=40/N=200/d=2-2         	       8	 140000000 ns/op	   3500000 peak-B	 1500000 B/op	    1245 allocs/op
PASS
ok  	drfvi/importance	69.990s
`

func TestScaling(t *testing.T) {
	folder := t.TempDir()
	var stderr bytes.Buffer
	if code := run([]string{"--to", folder}, strings.NewReader(output), &stderr); code != 0 || stderr.Len() > 0 {
		t.Fatalf("exit code %d, %s", code, &stderr)
	}
	if picture, err := os.ReadFile(filepath.Join(folder, "scaling.png")); err != nil || !bytes.HasPrefix(picture, []byte("\x89PNG")) {
		t.Errorf("the picture: %v", err)
	}
	const want = `method,n,p,trees,d,seconds,peak_bytes,allocated_bytes,cores,cpu
fit,500,20,200,2,0.071,3e+06,1.4e+06,2,Some CPU
coupled,500,20,200,2,0.46,1.2e+07,9.9e+06,2,Some CPU
fit,1000,20,200,2,0.15,4e+06,2.8e+06,2,Some CPU
fit,250,20,200,2,0.05,2e+06,800000,2,Some CPU
fit,500,40,200,2,0.14,3.5e+06,1.5e+06,2,Some CPU
`
	if table, err := os.ReadFile(filepath.Join(folder, "scaling.csv")); err != nil || string(table) != want {
		t.Errorf("the numbers\n%s%v\nexpected\n%s", table, err, want)
	}
}

func TestChart(t *testing.T) {
	m, err := parse(strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	c := m.chart()
	if want := "Time and memory on 2 cores (Some CPU). Where not on the axis: n = 500, p = 20, N = 200, d = 2"; c.Title != want {
		t.Errorf("title %q", c.Title)
	}
	if len(c.Rows) != 2 || len(c.Rows[0]) != 4 {
		t.Fatalf("%d rows of %d panels", len(c.Rows), len(c.Rows[0]))
	}
	var shown []string
	for i, panel := range c.Rows[0] {
		if panel.X != axes[i].name || panel.Y != "seconds" || c.Rows[1][i].Y != "MB at the peak" {
			t.Errorf("panel %d: %s against %s", i, panel.Y, panel.X)
		}
		for _, line := range panel.Lines {
			shown = append(shown, line.Name+strings.Repeat(".", len(line.X)))
		}
	}
	if got, want := strings.Join(shown, " "), "fit... coupled. fit.. coupled. fit. coupled. fit. coupled."; got != want {
		t.Errorf("lines with their points: %s, expected %s", got, want)
	}
	if line := c.Rows[0][0].Lines[0]; line.X[0] != 250 || line.X[2] != 1000 || line.Y[1] != 0.071 {
		t.Errorf("times of fits: %+v", line)
	}
	if line := c.Rows[1][0].Lines[0]; line.Y[0] != 2 {
		t.Errorf("memory of fits: %+v", line)
	}
}

func TestBadInput(t *testing.T) {
	const line = "BenchmarkScaling/fit/n=500/p=20/N=200/d=2-2 16 9 ns/op 3 peak-B 1 B/op"
	for name, c := range map[string]struct{ text, want string }{
		"empty":       {"", "found no result of BenchmarkScaling, expected what go test -bench prints of it"},
		"name":        {strings.Replace(line, "/d=2", "", 1), `line 1: found "BenchmarkScaling/fit/n=500/p=20/N=200-2", expected a name like BenchmarkScaling/fit/n=500/p=20/N=200/d=2-2`},
		"size":        {strings.Replace(line, "n=500", "n=0", 1), "line 1: BenchmarkScaling/fit/n=0/p=20/N=200/d=2-2: n is 0, expected a positive whole number"},
		"cores":       {strings.Replace(line, "d=2-2", "d=2-99999999999999999999", 1), "found 99999999999999999999 cores, expected a whole number"},
		"no memory":   {strings.Replace(line, "B/op", "", 1), "line 1: BenchmarkScaling/fit/n=500/p=20/N=200/d=2-2: found no B/op, expected it (is -benchmem set?)"},
		"number":      {strings.Replace(line, "9 ns/op", "nine ns/op", 1), `found "nine" ns/op, expected a positive number`},
		"no time":     {strings.Replace(line, "9 ns/op", "0 ns/op", 1), `found "0" ns/op, expected a positive number`},
		"failed":      {line + "\n--- FAIL: BenchmarkScaling/fit\n", `line 2: the benchmark failed: "--- FAIL: BenchmarkScaling/fit"`},
		"failed test": {line + "\nFAIL\tdrfvi/importance\t1s\n", "line 2: the benchmark failed"},
	} {
		var stderr bytes.Buffer
		folder := t.TempDir()
		if code := run([]string{"--to", folder}, strings.NewReader(c.text), &stderr); code != 1 || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%s: exit code %d, message %q, expected %q", name, code, &stderr, c.want)
		}
		if files, err := os.ReadDir(folder); err != nil || len(files) > 0 {
			t.Errorf("%s: files %v are written, %v", name, files, err)
		}
	}
	for _, args := range [][]string{{"file.txt"}, {"--too", "x"}} {
		var stderr bytes.Buffer
		if code := run(args, strings.NewReader(output), &stderr); code != 2 || stderr.Len() == 0 {
			t.Errorf("%q: exit code %d, message %q", args, code, &stderr)
		}
	}
	var stderr bytes.Buffer
	if code := run([]string{"--to", filepath.Join(t.TempDir(), "nowhere")}, strings.NewReader(output), &stderr); code != 1 || !strings.Contains(stderr.String(), "nowhere") {
		t.Errorf("a folder that does not exist: exit code %d, message %q", code, &stderr)
	}
}
