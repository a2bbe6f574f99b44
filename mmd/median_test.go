package mmd

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// literalDistances returns all ‖Yi − Yj‖, i<j, sorted.
func literalDistances(y *mat.Dense) []float64 {
	n, d := y.Dims()
	var all []float64
	for i := range n {
		for j := range i {
			sum := 0.0
			for k := range d {
				sum += math.Pow(y.At(i, k)-y.At(j, k), 2)
			}
			all = append(all, math.Sqrt(sum))
		}
	}
	slices.Sort(all)
	return all
}

func TestMediansEqualLiteralTwins(t *testing.T) {
	src := rng.New(1).Source()
	for _, n := range []int{2, 3, 4, 5, 50, 51, 333} {
		for _, d := range []int{1, 3} {
			y := mat.NewDense(n, d, nil)
			for i := range n {
				for k := range d {
					y.Set(i, k, src.Normal())
				}
			}
			if n == 50 { // many ties, and an order that a sample might fall for
				for i := range n {
					y.Set(i, 0, float64(i%2))
				}
			}
			all := literalDistances(y)
			low, high := all[(len(all)-1)/2], all[len(all)/2]
			if got, want := MedianDistance(y), (low+high)/2; math.Abs(got-want) > 1e-14*want {
				t.Errorf("n = %d, d = %d: median distance %v, want %v", n, d, got, want)
			}
			if got, want := MedianHeuristic(y), (math.Sqrt(low/2)+math.Sqrt(high/2))/2; math.Abs(got-want) > 1e-14*want {
				t.Errorf("n = %d, d = %d: median heuristic %v, want %v", n, d, got, want)
			}
		}
	}
	for _, zeros := range []int{60, 85, 99} { // responses most of which are equal
		for _, d := range []int{1, 2} {
			y := mat.NewDense(100, d, nil)
			for i := zeros; i < 100; i++ {
				y.Set(i, d-1, float64(1+src.IntN(6)))
			}
			all := literalDistances(y)
			if zeros > 60 {
				all = slices.DeleteFunc(all, func(v float64) bool { return v == 0 })
			}
			if Tied(y) != (zeros > 60) {
				t.Errorf("%d of 100 are 0: tied %v", zeros, Tied(y))
			}
			low, high := all[(len(all)-1)/2], all[len(all)/2]
			if got, want := MedianDistance(y), (low+high)/2; got != want || want == 0 {
				t.Errorf("%d of 100 are 0: median distance %v, want %v", zeros, got, want)
			}
		}
	}
	if Tied(mat.NewDense(5, 2, nil)) || MedianDistance(mat.NewDense(5, 2, nil)) != 0 {
		t.Error("constant responses have a scale")
	}
	if got := MedianDistance(mat.NewDense(1, 1, nil)); got != 0 {
		t.Errorf("one row: %v, want 0", got)
	}
}

// TestMedianOutsideBracket has clusters that make the sampled quantiles equal,
// on one side of the median: the second pass must find it.
func TestMedianOutsideBracket(t *testing.T) {
	y := mat.NewDense(400, 1, nil)
	for i := range 400 {
		y.Set(i, 0, float64(i/200*1000)+float64(i%200)*1e-3)
	}
	all := literalDistances(y)
	want := (all[(len(all)-1)/2] + all[len(all)/2]) / 2
	if got := MedianDistance(y); math.Abs(got-want) > 1e-12*want {
		t.Errorf("median distance %v, want %v", got, want)
	}
}

// TestMedianOfManyRows checks that more than 5000 rows are represented by some
// of them: close to the median of all, and the same each time.
func TestMedianOfManyRows(t *testing.T) {
	src := rng.New(2).Source()
	y := mat.NewDense(20000, 1, nil)
	for i := range 20000 {
		y.Set(i, 0, src.Normal())
	}
	// |N(0,1) − N(0,1)| has median √2·0.674490; with 5000 rows the standard
	// error of the sample median is below 0.01.
	got := MedianDistance(y)
	if want := math.Sqrt2 * 0.6744897501960817; math.Abs(got-want) > 0.04 {
		t.Errorf("median distance %v, want %v within 0.04", got, want)
	}
	if again := MedianDistance(y); again != got {
		t.Errorf("median distance %v, then %v", got, again)
	}
}

func TestKernelChoice(t *testing.T) {
	y := mat.NewDense(3, 1, []float64{0, 1, 3}) // distances 1, 2, 3
	for choice, want := range map[KernelChoice]float64{Authors: 1, Median: 1.0 / 8, Gamma(0.25): 0.25} {
		k, err := choice.Resolve(y)
		if err != nil || math.Abs(k.Gamma-want) > 1e-15 {
			t.Errorf("%s: gamma %v and error %v, want %v", choice, k.Gamma, err, want)
		}
	}
	for word, want := range map[string]string{
		"autors": `unknown kernel "autors", did you mean "authors"? (one of: authors, linear, median), or a positive number`,
		"-1":     `kernel "-1": expected a positive finite number`,
		"+Inf":   `kernel "+Inf": expected a positive finite number`,
		"NaN":    `kernel "NaN": expected a positive finite number`,
	} {
		if _, err := ParseKernel(word); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", word, err, want)
		}
		choice := KernelChoice(Heuristic(word))
		if gamma, err := strconv.ParseFloat(word, 64); err == nil {
			choice = Gamma(gamma)
		}
		if _, err := choice.Resolve(y); err == nil || err.Error() != want {
			t.Errorf("%T(%s): error %v, want %s", choice, word, err, want)
		}
	}
	for _, word := range []string{"median", "authors", "0.5", "0.50", "5e-1", ".5", "0x1p-1"} {
		if choice, err := ParseKernel(word); err != nil || choice.String() != word {
			t.Errorf("kernel %s: read as %v, with error %v", word, choice, err)
		} else if k, err := choice.Resolve(y); err != nil || strings.ContainsAny(word, "5p") && k.Gamma != 0.5 {
			t.Errorf("kernel %s: gamma %v and error %v", word, k.Gamma, err)
		}
	}
	if got := Gamma(0.5).String(); got != "0.5" {
		t.Errorf("Gamma(0.5) is named %s", got)
	}
	if k, err := Median.Resolve(mat.NewDense(5, 1, []float64{1, 1, 1, 1, 3})); err != nil || k.Gamma != 1.0/8 {
		t.Errorf("responses most of which are equal: kernel %v and error %v, want gamma 1/8", k, err)
	}
	for _, choice := range []KernelChoice{Median, Authors} {
		want := fmt.Sprintf("kernel %q: all responses are equal, which gives no scale; expected responses that vary", choice)
		if _, err := choice.Resolve(mat.NewDense(5, 1, nil)); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestNth compares with sorting, for values with and without ties.
func TestNth(t *testing.T) {
	src := rng.New(9).Source()
	for _, n := range []int{1, 2, 3, 10, 1000} {
		for _, different := range []int{1, 2, 5, 1 << 30} {
			values := make([]float64, n)
			for i := range values {
				values[i] = float64(src.IntN(different))
			}
			sorted := slices.Sorted(slices.Values(values))
			for _, k := range []int{0, n / 3, n / 2, n - 1} {
				if got := nth(values, k); got != sorted[k] {
					t.Fatalf("%d values, %d kinds, place %d: %v, sorted %v", n, different, k, got, sorted[k])
				}
				if slices.Max(values[:k+1]) != sorted[k] || slices.Min(values[k:]) != sorted[k] {
					t.Fatalf("%d values, %d kinds: place %d does not divide them", n, different, k)
				}
			}
		}
	}
}

// TestVaries compares with the median distance: a single row that differs makes the median over
// pairs that differ positive.
func TestVaries(t *testing.T) {
	for _, n := range []int{1, 2, 50, medianRows} {
		y := mat.NewDense(n, 2, nil)
		for _, different := range []int{-1, 0, n - 1} {
			y.Zero()
			if different >= 0 {
				y.Set(different, 1, 3)
			}
			if got, want := Varies(y), MedianDistance(y) > 0; got != want || want != (n > 1 && different >= 0) {
				t.Errorf("%d rows, of which row %d differs: varies is %v, the median distance positive %v", n, different, got, want)
			}
		}
	}
}

// TestMedianOfARareValue has one row of many that differs, which the random rows that stand for the table do
// not hold: its distance from the others is the scale all the same.
func TestMedianOfARareValue(t *testing.T) {
	const n = medianRows + 1000
	y := mat.NewDense(n, 1, nil)
	for _, different := range []int{0, 1234, n - 1} {
		y.Zero()
		y.Set(different, 0, 3)
		if all, few := MedianDistance(y), MedianDistanceOf(y, 100); all != 3 || few != 3 || !Varies(y) || !Tied(y) {
			t.Errorf("row %d of %d is 3, the others 0: median distances %v and %v of 100 rows, expected 3; varies %v, tied %v", different, n, all, few, Varies(y), Tied(y))
		}
	}
}
