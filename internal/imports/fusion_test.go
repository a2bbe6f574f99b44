package imports

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// values are the packages from which the values of results come.
var values = []string{
	"./internal/elementary", "./internal/linalg", "./internal/process", "./forest/design", "./internal/rank", "./internal/rng", "./internal/simd", "./mmd", "./forest/...", "./simulate",
	"./importance", "./importance/aspects", "./importance/hierarchy", "./importance/inference/...", "./importance/internal/...", "./importance/shapley", "./importance/sensitivity", "./baselines", "./experiments/...", "./datasets/...",
}

// TestNothingFused compiles what values come from for arm64, whose compiler fuses
// products with sums wherever it may, and looks for such instructions where the source
// has no math.FMA: values would differ by processor. A conversion, float64(x*y) + z,
// keeps a product apart.
func TestNothingFused(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for another processor")
	}
	build := exec.Command("go", append([]string{"build", "-gcflags=-S"}, values...)...)
	build.Dir = filepath.Join("..", "..")
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	listing, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v:\n%s", err, listing)
	}
	if !strings.Contains(string(listing), "FMULD") {
		t.Fatal("no products in the listing")
	}
	fused := regexp.MustCompile(`\(([^ ()]+\.go):(\d+)\)\s+(FN?M(ADD|SUB)[DS])`)
	told := map[string]bool{}
	for _, m := range fused.FindAllStringSubmatch(string(listing), -1) {
		place := m[1] + ":" + m[2]
		if told[place] {
			continue
		}
		told[place] = true
		if strings.Contains(m[1], "gonum.org/") {
			continue // TestValuesKeepApart says which of its functions may be called
		}
		if source := line(t, m[1], m[2]); !strings.Contains(source, "math.FMA(") {
			t.Errorf("%s is fused (%s): %s", place, m[3], strings.TrimSpace(source))
		}
	}
}

// line returns a line of a file, named by its path or, as in builds with -trimpath, by its
// module's; the path of a file that is not there.
func line(t *testing.T, path, number string) string {
	t.Helper()
	if inside, is := strings.CutPrefix(path, "drfvi/"); is {
		path = filepath.Join("..", "..", inside)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return path
	}
	lines := strings.Split(string(text), "\n")
	n, err := strconv.Atoi(number)
	if err != nil || n > len(lines) {
		t.Fatalf("%s has no line %s", path, number)
	}
	return lines[n-1]
}

// apart are functions of math and gonum whose values are not the same on every
// processor; internal/elementary and internal/linalg have them.
var apart = regexp.MustCompile(`\bmath\.(Exp|Exp2|Expm1|Log|Log2|Log10|Log1p|Sin|Cos|Tan|Sincos|Sinh|Cosh|Tanh|Asin|Acos|Atan|Atan2|Asinh|Acosh|Atanh|Hypot|Cbrt|Gamma|Lgamma|Erf|Erfc|Erfinv|Erfcinv)\(` +
	`|\bfloats\.(Dot|Sum|Norm|Distance|AddScaled|AddScaledTo|CumSum|LogSumExp)\(|\bstat\.[A-Z]|\bdistuv\.|\bquad\.|\.MulVec\(|\.Product\(|\bmat\.(Dot|Norm|Inner|Cholesky|QR|LU|SVD|EigenSym)\b`)

// published holds values of published designs that were computed before; they may
// differ in the last place on processors without gonum's kernels in assembly.
var published = []string{"population_normal.go"}

// TestValuesKeepApart looks for such functions in the source of the packages that
// values come from.
func TestValuesKeepApart(t *testing.T) {
	for _, pattern := range values {
		folder := filepath.Join("..", "..", strings.TrimSuffix(pattern, "/..."))
		err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if path != folder && !strings.HasSuffix(pattern, "/...") {
					return filepath.SkipDir
				}
				return nil
			}
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "kernels_amd64.go") || slices.Contains(published, d.Name()) {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for i, source := range strings.Split(string(text), "\n") {
				code, _, _ := strings.Cut(source, "//")
				if m := apart.FindString(code); m != "" {
					t.Errorf("%s:%d: %s…: take it from internal/elementary or internal/linalg", path, i+1, m)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
