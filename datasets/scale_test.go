package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"drfvi/internal/linalg"
)

func TestScaleSD(t *testing.T) {
	values := []float64{1000, 3000, 5000, 1000}
	got := ScaleSD.Of(values)
	if math.Abs(stat.StdDev(got, nil)-1) > 1e-15 || math.Abs(got[1]/got[0]-3) > 1e-15 || values[0] != 1000 {
		t.Errorf("%v scaled to %v", values, got)
	}
	for _, unit := range []float64{1e155, 1e300, 1e-155, 1e-305} { // squares are out of range
		far := []float64{float64(1000 * unit), float64(3000 * unit), float64(5000 * unit), float64(1000 * unit)}
		if again := ScaleSD.Of(far); !floats.EqualApprox(again, got, 1e-13) {
			t.Errorf("%v scaled to %v, want %v", far, again, got)
		}
	}
	for _, equal := range [][]float64{{0.1, 0.1, 0.1}, {-7}} {
		if got := ScaleSD.Of(equal); !slices.Equal(got, equal) {
			t.Errorf("%v, which are equal, scaled to %v", equal, got)
		}
	}
}

func TestScaleRank(t *testing.T) {
	// Of four: a quarter's middle is Φ⁻¹(1/8), the two in the middle tie.
	const lowest = -1.1503493803760079
	raw := []float64{lowest, 0, -lowest, 0}
	want := slices.Clone(raw)
	floats.Scale(1/stat.StdDev(raw, nil), want)
	for _, values := range [][]float64{{-3, 7, 1e6, 7}, {1, 2, 3, 2}} {
		if got := ScaleRank.Of(values); !floats.EqualApprox(got, want, 1e-14) {
			t.Errorf("%v scaled to %v, want %v", values, got, want)
		}
	}
	if got := ScaleRank.Of([]float64{5, 5}); got[0] != 0 || got[1] != 0 {
		t.Errorf("equal values scaled to %v", got)
	}
}

func TestScaleNone(t *testing.T) {
	values := []float64{3, 1, 2}
	for _, s := range []Scale{ScaleNone, ""} {
		if got := s.Of(values); &got[0] != &values[0] {
			t.Errorf("scale %q changes values", s)
		}
	}
}

func TestDominated(t *testing.T) {
	type column [2]float64 // of two rows
	small, large, both := []column{{0, 1}}, []column{{0, 4}}, []column{{0, 3}, {0, 1}}
	of := func(a, b float64) []column { return []column{{a, b}} }
	for _, test := range []struct {
		targets [][]column
		want    string
	}{
		{[][]column{small, large}, `"y1" accounts for 94 %`},
		{[][]column{of(0, 1), of(0, 2.5)}, `"y1" accounts for 86 %`},
		{[][]column{of(0, 1), of(0, 2.3)}, ""},
		{[][]column{small, small, both}, ""},
		{[][]column{small, {{0, 4}, {0, 4}}}, `"y1" accounts for 97 %`}, // variances add up
		{[][]column{large}, ""},
		{[][]column{of(1, 1), of(2, 2)}, ""},
		{[][]column{small, of(0, 1e9)}, "for more than 99 %"},
		{[][]column{of(0, 4e200), of(0, 1e200)}, `"y0" accounts for 94 %`},
		{[][]column{of(0, 1e-200), of(0, 4e-200)}, "for 94 %"},
	} {
		p := Problem{}
		var columns [][]float64
		for k, target := range test.targets {
			p.Targets = append(p.Targets, Target{Name: fmt.Sprint("y", k)})
			for _, c := range target {
				p.Targets[k].Columns = append(p.Targets[k].Columns, len(columns))
				columns = append(columns, c[:])
			}
		}
		p.Y = linalg.FromColumns(columns)
		if got := p.Dominated(); (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%v: %q, want %q", test.targets, got, test.want)
		}
	}
}

// TestOneOutOfRange: a response far from all others that is out of range is told of as such.
func TestOneOutOfRange(t *testing.T) {
	_, err := parse(t, "x,y\n1,1\n2,3\n3,1e300\n4,2\n").Split([]string{"y"}, nil)
	wantError(t, err, `t.csv: target "y" is 1e+300 in row 3, far from all other values: na=1e+300 if that stands for a missing value in all columns, schema if in this one only; expected responses between 2^-300 and 2^300 (about 5e-91 to 2e90)`)
}

// TestOutOfRange: responses whose squares are out of the range of numbers are refused, unless they are scaled.
func TestOutOfRange(t *testing.T) {
	for _, far := range []string{"1e91", "1e-91"} {
		table := parse(t, "x,y\n1,"+far+"\n2,0\n3,"+far+"\n")
		_, err := table.Split([]string{"y"}, nil)
		wantError(t, err, "t.csv: the largest response is "+strings.Replace(far, "e91", "e+91", 1)+`, of "y" in row 1, expected one between 2^-300 and 2^300 (about 5e-91 to 2e90): give it in another unit, or scale=sd`)
		table.Scale = ScaleSD
		if _, err := table.Split([]string{"y"}, nil); err != nil {
			t.Error(err)
		}
	}
}
