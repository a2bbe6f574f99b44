package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// writeTable writes a table and returns its path.
func writeTable(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// surveyed returns a table of rows in clusters named by text, with weights of which one
// is 0; with every row as often as its weight says if repeated.
func surveyed(repeated bool) string {
	var b strings.Builder
	b.WriteString("school,x,z,w,y\n")
	for i := range 120 {
		x, z, w := (i*37)%101, (i*53)%97, i%4
		times := 1
		if repeated {
			times = w
		}
		for range times {
			fmt.Fprintf(&b, "s%02d,%d,%d,%d,%d\n", i/6, x, z, w, x+(i*71)%60)
		}
	}
	return b.String()
}

// TestSampledTable runs both commands on a table with clusters and weights.
func TestSampledTable(t *testing.T) {
	table := writeTable(t, "survey.csv", surveyed(false))
	common := []string{table, "--targets", "y", "--cluster", "school", "--weights", "w", "--trees", "30", "--preset", "paper", "--min-node-size", "4"}
	_, text, stderr := call(context.Background(), append([]string{"importance", "--method", "coupled", "--verbose"}, common...)...)
	for _, want := range []string{
		"Importance of 2 inputs for y (90 rows)",
		`30 of 120 rows have weight 0 in "w" and are left out`,
		"20 clusters (school), probability weights (w; worth 77 rows of equal weights), 30 trees",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s%s", want, text, stderr)
		}
	}
	for _, command := range [][]string{{"importance"}, {"rfe", "--repeats", "2"}} {
		code, stdout, stderr := call(context.Background(), append(append(command, "--format", "json"), common...)...)
		if code != codeDone {
			t.Fatalf("%s: %s", command[0], stderr)
		}
		var got struct {
			N, P, Clusters   int
			Cluster, Weights string
			Kind             string  `json:"weight_kind"`
			Effective        float64 `json:"effective_rows"`
		}
		if err := json.Unmarshal([]byte(stdout), &got); err != nil {
			t.Fatal(err)
		}
		if got.N != 90 || got.P != 2 || got.Clusters != 20 || got.Cluster != "school" || got.Weights != "w" || got.Kind != "probability" || int(got.Effective) != 77 {
			t.Errorf("%s: %+v", command[0], got)
		}
	}
}

// TestBlock gives the values of a column of clusters with equal values in runs of rows, the
// last of which has the rows that are left.
func TestBlock(t *testing.T) {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSpace(surveyed(false)), "\n") {
		run := "run"
		if i > 0 {
			run = fmt.Sprintf("r%d", min((i-1)/7, 16))
		}
		fmt.Fprintf(&b, "%s,%s\n", line, run)
	}
	table := writeTable(t, "t.csv", b.String())
	common := []string{"importance", table, "--targets", "y", "--weights", "w", "--trees", "20", "--preset", "paper", "--min-node-size", "4"}
	values := func(args ...string) string {
		code, stdout, stderr := call(context.Background(), append(append(common, args...), "--format", "csv")...)
		if code != codeDone {
			t.Fatal(stderr)
		}
		return stdout
	}
	got, want := values("--exclude", "school,run", "--block", "7"), values("--exclude", "school", "--cluster", "run")
	if got != want {
		t.Errorf("runs of rows give\n%sclusters\n%s", got, want)
	}
	var facts struct{ Block, Clusters int }
	_, stdout, _ := call(context.Background(), append(common, "--block", "7", "--format", "json")...)
	if err := json.Unmarshal([]byte(stdout), &facts); err != nil || facts.Block != 7 || facts.Clusters != 17 {
		t.Errorf("%+v, %v", facts, err)
	}
}

// TestDoubts warns of what the rows of a table are: copies, worth little by their weights, an
// input that is found and lacks values, rows that follow each other, few clusters, and more inputs than totals can be told from.
func TestDoubts(t *testing.T) {
	var rows, order, sites strings.Builder
	for i := range 90 {
		x := fmt.Sprint((i * 37) % 101)
		if i%10 == 3 {
			x = "NA"
		}
		fmt.Fprintf(&rows, "%s,%d,%d,%d,%d\n", x, (i*53)%97, 1+i%2*(i%4)*30, i*i%2, (i*37)%101+(i*71)%20)
		fmt.Fprintf(&order, "%d,%d\n", (i*53)%97, 100*(i/10%2)+(i*i*37)%31)
		fmt.Fprintf(&sites, "%d,%d,%d\n", i%6, (i*53)%97, (i*i*37)%31)
	}
	table := "x,z,w,status,days\n" + rows.String()
	var wide strings.Builder
	for i := range 60 {
		fmt.Fprintf(&wide, "%d", (i*37)%31)
		for k := range 31 {
			fmt.Fprintf(&wide, ",%d", (i*i*(k+3)+i*k)%61)
		}
		wide.WriteString("\n")
	}
	many := "y"
	for k := range 31 {
		many += fmt.Sprintf(",x%d", k)
	}
	for _, c := range []struct {
		table, args, want string
	}{
		{table + rows.String(), "--targets days --exclude w,status --missing drop", "rows are in the table 2 times each, more than by chance: copies tell nothing new"},
		{table, "--targets days --exclude status --weights w --missing drop", "of equal weights: where they depend on active inputs, importances are corrected only in part"},
		{table, "--targets days --exclude w,status --missing use", "x is significant and has missing values: other inputs may be significant only because they carry its information where it is missing"},
		{"z,y\n" + order.String(), "--targets y", "apart in the table have residuals alike: if they depend on each other, as in time, p-values and intervals are too small"},
		{many + "\n" + wide.String(), "--targets y", "60 rows are too few for 31 inputs: an input that follows the total of others may be significant in their place; leave some out (--exclude)"},
		{many + "\n" + wide.String(), "--targets y --categorical x0 --exclude x1", "60 rows are too few for 30 inputs (60 columns, one for each level of a category): an input"},
		{"site,z,y\n" + sites.String(), "--targets y --cluster site --method coupled", "there are 6 clusters: errors, intervals and tests of so few are rough"},
	} {
		code, text, stderr := call(context.Background(), append([]string{"importance", writeTable(t, "t.csv", c.table), "--trees", "40", "--preset", "paper", "--min-node-size", "4"}, strings.Fields(c.args)...)...)
		if joined := strings.Join(strings.Fields(text), " "); code != codeDone || !strings.Contains(joined, c.want) {
			t.Errorf("%s: no %q in\n%s%s", c.args, c.want, text, stderr)
		}
	}
}

// TestFrequencyWeights gives the values of the table with its rows repeated: as they are where
// many have a row in common, and as clusters of copies where values are measurements.
func TestFrequencyWeights(t *testing.T) {
	counted := func(repeated bool) string { // cells of a table of counts
		var b strings.Builder
		b.WriteString("x,z,w,y\n")
		for i := range 24 {
			times, w := 1, (i*7)%11
			if repeated {
				times = w
			}
			for range times {
				fmt.Fprintf(&b, "%d,%d,%d,%d\n", i%4, i/4%3, w, i/12)
			}
		}
		return b.String()
	}
	measured := func(repeated bool) string {
		var b strings.Builder
		b.WriteString("x,z,w,id,y\n")
		for i := range 120 {
			times, w := 1, (i*7)%5
			if repeated {
				times = w
			}
			for range times {
				fmt.Fprintf(&b, "%g,%g,%d,r%d,%d\n", math.Sin(float64(i*i)), math.Cos(float64(i*i*i)), w, i, i%7)
			}
		}
		return b.String()
	}
	values := func(table string, args ...string) string {
		code, stdout, stderr := call(context.Background(), append([]string{"importance", writeTable(t, "t.csv", table), "--targets", "y", "--trees", "20", "--format", "csv", "--no-test"}, args...)...)
		if code != codeDone {
			t.Fatal(stderr)
		}
		return stdout
	}
	frequencies := []string{"--weights", "w", "--weight-kind", "frequency"}
	for _, c := range []struct {
		table          func(repeated bool) string
		method         string
		once, repeated []string
	}{
		{counted, "stacked", nil, []string{"--exclude", "w"}},
		{counted, "mda", nil, []string{"--exclude", "w"}},
		{measured, "stacked", []string{"--exclude", "id"}, []string{"--exclude", "w", "--cluster", "id"}},
		{measured, "coupled", []string{"--exclude", "id"}, []string{"--exclude", "w", "--cluster", "id"}},
		{measured, "mda", []string{"--exclude", "id"}, []string{"--exclude", "w,id"}},
	} {
		got := values(c.table(false), slices.Concat(c.once, frequencies, []string{"--method", c.method})...)
		want := values(c.table(true), append(c.repeated, "--method", c.method)...)
		if got != want {
			t.Errorf("%s: frequencies give\n%srepeated rows\n%s", c.method, got, want)
		}
	}
	const together = `those that "w" counts are copies: the copies of a row are kept together, as a cluster`
	for _, c := range []struct {
		table  string
		args   []string
		says   string
		copies bool
	}{
		{measured(false), []string{"--exclude", "id", "--method", "coupled"}, "frequency weights (w; 96 rows of the table, copies together), 20 trees", true},
		{counted(false), []string{"--method", "coupled"}, "frequency weights (w; 21 rows of the table), 20 trees", false},
		{measured(false), []string{"--exclude", "id", "--method", "mda"}, "72 of 96 different rows are in the table several times, more than by chance", false},
		{measured(false), []string{"--exclude", "id"}, "With only 96 distinct rows, effects can be missed", true},
		{measured(false), []string{"--cluster", "id", "--method", "coupled"}, "96 clusters (id), frequency weights (w; 96 rows of the table), 20 trees", false},
	} {
		_, text, _ := call(context.Background(), slices.Concat([]string{"importance", writeTable(t, "t.csv", c.table), "--targets", "y", "--trees", "20", "--verbose"}, frequencies, c.args)...)
		if !strings.Contains(text, c.says) || strings.Contains(text, together) != c.copies || strings.Contains(text, "in other words") {
			t.Errorf("%v: no %q, or copies together or not, in\n%s", c.args, c.says, text)
		}
	}
}

// TestUnequalClusters: one cluster with most rows makes all worth few.
func TestUnequalClusters(t *testing.T) {
	of := func(first, others int) (clusters []int32) {
		for c := range int32(30) {
			size := others
			if c == 0 {
				size = first
			}
			clusters = append(clusters, slices.Repeat([]int32{c}, size)...)
		}
		return clusters
	}
	if got := unequal(of(260, 5)); got == nil || !strings.HasPrefix(got.Error(), "the largest of 30 clusters has 64 % of the rows, so that they are worth 2.4 of equal size: ") {
		t.Error(got)
	}
	if got := unequal(of(10, 5)); got != nil {
		t.Error(got)
	}
	if got := unequal(of(260, 0)); got != nil {
		t.Error(got)
	}
	few := slices.DeleteFunc(of(210, 5), func(c int32) bool { return c >= 19 })
	if got := unequal(few); got == nil || !strings.HasPrefix(got.Error(), "the largest of 19 clusters has 70 % of the rows, so that they are worth 2.0 of equal size: ") {
		t.Error(got)
	}
	if got := unequal(of(1, 1)); got == nil || !strings.HasPrefix(got.Error(), "each of the 30 rows is a cluster of its own, so that none stay together") {
		t.Error(got)
	}
	if got := unequal(slices.DeleteFunc(of(8, 5), func(c int32) bool { return c >= 12 })); got != nil {
		t.Error(got)
	}
}

// TestManyClusters takes identifiers for clusters that would be no input, all different in
// this table, which is then one of rows that are independent.
func TestManyClusters(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,x,z,y\n")
	for i := range 90 {
		fmt.Fprintf(&b, "2024-01-%02d/%d,%d,%d,%d\n", i%30+1, i, (i*37)%101, (i*53)%97, (i*37)%101+(i*71)%60)
	}
	table := writeTable(t, "ids.csv", b.String())
	for _, args := range []string{"--cluster id", "--exclude id"} {
		code, stdout, stderr := call(context.Background(), append([]string{"importance", table, "--targets", "y", "--preset", "paper", "--trees", "30"}, strings.Fields(args)...)...)
		if code != codeDone || strings.Contains(stdout, "90 clusters (id)") != (args == "--cluster id") {
			t.Errorf("%s: exit code %d\n%s%s", args, code, stdout, stderr)
		}
	}
}

// TestSampledTableErrors looks at the message of every fault in the choice of clusters
// and weights.
func TestSampledTableErrors(t *testing.T) {
	table := surveyed(false)
	lines := strings.Split(table, "\n")
	with := func(row int, line string) string {
		changed := append([]string(nil), lines...)
		changed[row] = line
		return strings.Join(changed, "\n")
	}
	few := strings.NewReplacer("s1", "s0").Replace(table)
	for i := 7; i < 10; i++ {
		few = strings.ReplaceAll(few, fmt.Sprintf("s0%d", i), "s00")
	}
	for _, c := range []struct {
		table string
		args  string
		code  int
		want  string
	}{
		{table, "--cluster schol", codeUsage, `t.csv: unknown column "schol", did you mean "school"? (one of: school, x, z, w, y)`},
		{table, "--cluster y", codeFailed, `t.csv: column "y" is a target, expected another one for clusters, weights, a treatment or events`},
		{table, "--weights y", codeFailed, `t.csv: column "y" is a target, expected another one for clusters, weights, a treatment or events`},
		{table, "--cluster w --weights w", codeUsage, `--cluster and --weights are both "w", expected two columns`},
		{table, "--cluster school --block 5", codeUsage, `--cluster and --block both say which rows stay together, expected one: --cluster for those with equal values in "school", --block for consecutive ones`},
		{table, "--block 1", codeUsage, `--block: found "1", expected an integer of at least 2, or "none"`},
		{table, "--block 16", codeFailed, "t.csv: --block 16 makes 7 runs of 120 rows, expected at least 8: --block 15 or less"},
		{table, "--block 500", codeFailed, "t.csv: --block 500 makes 0 runs of 120 rows, expected at least 8: --block 15 or less"},
		{strings.Join(lines[:13], "\n"), "--block 4", codeFailed, "t.csv: --block 4 makes 3 runs of 12 rows, expected at least 8"},
		{table, "--method mda --block 5", codeUsage, "method mda takes all rows for independent and alike, --block needs one of "},
		{table, "--weight-kind frequency", codeUsage, "--weight-kind says what --weights count, expected both"},
		{table, "--weights school", codeFailed, `t.csv: column "school" holds text, expected weights, numbers that are not negative`},
		{with(3, "s00,1,2,-1.5,4"), "--weights w", codeFailed, `t.csv: the weight "w" of row 3 is -1.5, expected a number that is not negative`},
		{with(3, "s00,1,2,1.5,4"), "--weights w --weight-kind frequency", codeFailed, `t.csv: the weight "w" of row 3 is 1.5, expected an integer of equal rows; --weight-kind probability takes others`},
		{with(3, "s00,1,2,1e9,4"), "--weights w --weight-kind frequency", codeFailed, `t.csv: column "w", as frequencies, makes a table of more than 268435456 numbers, expected fewer equal rows, or --weight-kind probability`},
		{with(3, "s00,1,2,,4"), "--weights w", codeFailed, `row 3, column "w": found an empty cell, expected a value`},
		{with(3, ",1,2,3,4"), "--cluster school --missing use", codeFailed, `t.csv: column "school" lacks 1 value, the first in row 3 of the data; expected one in every row, or --missing drop`},
		{"school,x,w,y\na,1,0,2\nb,2,0,3\nb,3,0,5\na,4,0,3\n", "--weights w", codeFailed, `t.csv: column "w" is 0 in every row, expected weights of which some are positive`},
		{table, "--cluster school --group g=school,x", codeUsage, `group "g": unknown input column "school" (one of: x, z, w)`},
		{table, "--cluster school --method mda", codeUsage, "method mda takes all rows for independent and alike, --cluster needs one of retrain, coupled, stacked, loco, projected, projected-unbiased"},
		{table, "--weights w --method vimp-drf", codeUsage, "method vimp-drf takes all rows for independent and alike, --weights needs one of retrain"},
		{few, "--cluster school", codeFailed, "t.csv: importance: 7 clusters are too few to grow forests on some and judge them by the others, expected at least 8; methods coupled, retrain and projected do without"},
	} {
		path := writeTable(t, "t.csv", c.table)
		code, _, stderr := call(context.Background(), append([]string{"importance", path, "--targets", "y", "--trees", "20"}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit code %d, expected %d; %s, expected %s", c.args, code, c.code, stderr, c.want)
		}
	}
}
