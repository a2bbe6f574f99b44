package methods

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// small are settings under which every method takes a fraction of a second.
var small = Settings{Preset: "paper", Trees: 40, Halves: &inference.Halves{Splits: 1, Trees: 20, Tests: true}}

// draw returns a table of 120 rows of three inputs of which the first moves the response.
func draw(seed uint64) (x, y *mat.Dense) {
	src := rng.New(seed).Named("methods").Source()
	x, y = mat.NewDense(120, 3, nil), mat.NewDense(120, 1, nil)
	for i := range 120 {
		for j := range 3 {
			x.Set(i, j, src.Normal())
		}
		y.Set(i, 0, 2*x.At(i, 0)+0.5*src.Normal())
	}
	return x, y
}

// estimate runs a method on the columns of a table.
func estimate(t *testing.T, m Method, x, y *mat.Dense, columns []int, workers int) importance.Result {
	t.Helper()
	e, err := m.New(small)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := x.Dims()
	chosen := mat.NewDense(n, len(columns), nil)
	for k, j := range columns {
		chosen.SetCol(k, mat.Col(nil, j, x))
	}
	r, err := e.Estimate(context.Background(), importance.Task{X: chosen, Y: y, Kernel: mmd.Median, Seed: 3, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	lawtest.Sound(t, r, len(columns))
	return r
}

// comparable returns a result in which what there is no test of, NaN, equals itself.
func comparable(r importance.Result) importance.Result {
	if r.Inference != nil && math.IsNaN(r.Inference.Explained.P) {
		in := *r.Inference
		in.Explained.P, r.Inference = -1, &in
	}
	return r
}

// TestLaws holds every registered method to the laws that hold for all of them: finite
// values, the same for any number of workers, the input that acts first wherever its
// column stands, and no less than its part where there are two copies of it.
func TestLaws(t *testing.T) {
	x, y := draw(1)
	for _, m := range All() {
		t.Run(m.Name, func(t *testing.T) {
			plain := estimate(t, m, x, y, []int{0, 1, 2}, 1)
			for _, workers := range []int{2, 7} {
				if r := estimate(t, m, x, y, []int{0, 1, 2}, workers); !reflect.DeepEqual(comparable(r), comparable(plain)) {
					t.Errorf("%d workers give\n%+v, one gives\n%+v", workers, r, plain)
				}
			}
			leads := func(r importance.Result, k int, what string) {
				t.Helper()
				for j, v := range r.Raw {
					if j != k && v >= r.Raw[k] {
						t.Errorf("%s: %.4g for the input that acts, %.4g for one that does not", what, r.Raw[k], v)
					}
				}
			}
			leads(plain, 0, "as drawn")
			leads(estimate(t, m, x, y, []int{1, 2, 0}, 2), 2, "columns permuted")
			copies := estimate(t, m, x, y, []int{0, 0, 1}, 2)
			dropping := m.Shares
			if dropping && max(copies.Raw[0], copies.Raw[1]) > plain.Raw[0]/2 {
				t.Errorf("copies of an input have %.4g and %.4g, alone it has %.4g: each can stand in for the other", copies.Raw[0], copies.Raw[1], plain.Raw[0])
			}
			if !dropping && copies.Raw[0]+copies.Raw[1] <= copies.Raw[2] {
				t.Errorf("copies of the input that acts have %.4g and %.4g, one that does not %.4g", copies.Raw[0], copies.Raw[1], copies.Raw[2])
			}
		})
	}
}

// TestCoverages: what intervals a method gives are of the coverage that is wanted, and
// nothing but they depends on it.
func TestCoverages(t *testing.T) {
	x, y := draw(1)
	for _, m := range All() {
		t.Run(m.Name, func(t *testing.T) {
			e, err := m.New(small)
			if err != nil {
				t.Fatal(err)
			}
			intervals := func(wanted importance.Coverage) (all []importance.Interval, raw []float64) {
				r, err := e.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Coverage: wanted, Seed: 3, Workers: 2})
				if err != nil {
					t.Fatal(err)
				}
				if r.Explained != nil {
					all = append(all, r.Explained.Interval)
				}
				if r.Inference != nil {
					all = append(append(all, r.Inference.Explained.Interval), r.Inference.Intervals...)
				}
				return all, r.Raw
			}
			half, raw := intervals(0.5)
			usual, others := intervals(0)
			if !slices.Equal(raw, others) || len(half) != len(usual) {
				t.Fatalf("importances %v with %d intervals, of usual coverage %v with %d", raw, len(half), others, len(usual))
			}
			for k, i := range half {
				if u := usual[k]; i.Coverage != 0.5 || u.Coverage != importance.UsualCoverage || i.Low < u.Low || i.High > u.High {
					t.Errorf("interval %+v, of usual coverage %+v", i, u)
				}
			}
		})
	}
}

// TestOwnColourAndMark: methods that can share a picture differ in colour or mark. Those of
// a single response never share one with those of each response alone.
func TestOwnColourAndMark(t *testing.T) {
	seen := make(map[string]string)
	for _, m := range All() {
		key := fmt.Sprintf("%06x %d %v", m.Colour, m.Mark, m.Univariate)
		if other := seen[key]; other != "" {
			t.Errorf("%s has the colour and mark of %s", m.Name, other)
		}
		seen[key] = m.Name
	}
}

// TestDefinedAndHeld: docs/definitions.md names for every method where it is defined, and
// the test that holds its values to this definition, term by term or by reference values;
// document and test are there.
func TestDefinedAndHeld(t *testing.T) {
	const document = "docs/definitions.md"
	text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(document)))
	if err != nil {
		t.Fatal(err)
	}
	rows := make(map[string][]string)
	for _, row := range regexp.MustCompile("(?m)^\\| ((?:`[a-z-]+`(?:, )?)+) \\| ([^|]+) \\| `([a-z/]+)\\.(Test[A-Za-z]+)` \\|$").FindAllStringSubmatch(string(text), -1) {
		for _, name := range strings.Split(row[1], ", ") {
			rows[strings.Trim(name, "`")] = row[2:]
		}
	}
	for _, m := range All() {
		row := rows[m.Name]
		if row == nil {
			t.Errorf("%s: no row of %s says where method %s is defined and which test holds it", document, document, m.Name)
			continue
		}
		if link := regexp.MustCompile(`\]\(([a-z]+\.md)`).FindStringSubmatch(row[0]); link != nil {
			defined, err := os.ReadFile(filepath.Join("..", "docs", link[1]))
			if err != nil || !regexp.MustCompile(`\b`+m.Name+`\b`).Match(defined) {
				t.Errorf("docs/%s does not speak of `%s`: %v", link[1], m.Name, err)
			}
		} else if strings.Count(string(text), "`"+m.Name+"`") < 2 {
			t.Errorf("%s does not define `%s`", document, m.Name)
		}
		files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(row[1]), "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found = found || strings.Contains(string(source), "func "+row[2]+"(")
		}
		if !found {
			t.Errorf("%s: there is no test %s in %s, which is to hold method %s", document, row[2], row[1], m.Name)
		}
	}
}
