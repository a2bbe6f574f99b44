package censored

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// draw draws a study of p normal inputs with log times and log censoring times by functions of
// inputs and of normal noise; without the latter for nil.
func draw(n, p int, seed uint64, logT, logC func(x []float64, noise float64) float64) Study {
	src := rng.New(seed).Named("table").Source()
	x, y := mat.NewDense(n, p, nil), mat.NewDense(n, 1, nil)
	study := Study{Task: importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: 2}}
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = src.Normal()
		}
		v, c := math.Exp(logT(row, src.Normal())), math.Inf(1)
		if noise := src.Normal(); logC != nil {
			c = math.Exp(logC(row, noise))
		}
		y.Set(i, 0, min(v, c))
		study.Event = append(study.Event, v <= c)
	}
	return study
}

// shift is a log time that moves with the first input, other one that moves with the second.
func shift(x []float64, noise float64) float64 { return 0.7*x[0] + noise }
func other(x []float64, noise float64) float64 { return 0.7*x[1] + noise + 0.2 }

// small is the default method with few trees.
func small() inference.Stacked {
	s := inference.Standard(40)
	s.Halves.Trees = 30
	return s
}

// measure measures a study.
func measure(t *testing.T, study Study, questions answer.Questions) *Measurement {
	t.Helper()
	m, err := Measure(context.Background(), small(), study, questions)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// literal is the transform written from its definition, with Ĝ and hazards as products and sums
// over all times, for the event or for censoring.
func literal(t *Times, phi *mat.Dense, own, blocking []float64, row int, ofCensoring bool) []float64 {
	times, width := phi.Dims()
	place, last := t.place[row], times-1
	isOwn := t.event[row] != ofCensoring || place == last
	free := func(k int) float64 { // G after time k
		g := 1.0
		for l := range k + 1 {
			g = max(g*(1-blocking[l]), leastFree)
		}
		return g
	}
	mean := func(from int) []float64 { // of φ at times from on
		sum, beyond := make([]float64, width), 1.0
		for k := from; k < times; k++ {
			hazard := own[k]
			if k == last {
				hazard = 1
			}
			for c := range width {
				sum[c] += beyond * hazard * phi.At(k, c)
			}
			beyond *= 1 - hazard
		}
		return sum
	}
	psi := make([]float64, width)
	for k := range times {
		// At the time itself a row with an event is not at risk of being censored, and a censored
		// row is at risk of the event; at the horizon nothing is hidden.
		atRisk := k < place || k == place && (!isOwn || ofCensoring)
		if !atRisk || k == last {
			continue
		}
		hazard := 1 - free(k)/free(k-1)
		jump := -hazard
		if k == place && !isOwn {
			jump++
		}
		from := k + 1
		if ofCensoring {
			from = k
		}
		for c, v := range mean(from) {
			psi[c] += v * jump / free(k)
		}
	}
	if isOwn {
		before := place - 1
		if ofCensoring && place < last {
			before = place
		}
		for c := range width {
			psi[c] += phi.At(place, c) / free(before)
		}
	}
	return psi
}

// TestTransformLiterally compares the transform with its slow twin, with hazards of rows with
// random weights, some of which hide nearly all.
func TestTransformLiterally(t *testing.T) {
	study := draw(60, 2, 1, shift, other)
	for i := range 20 { // ties, of both kinds
		study.Task.Y.Set(i, 0, study.Task.Y.At(20+i, 0))
	}
	times, err := study.Times()
	if err != nil {
		t.Fatal(err)
	}
	_, phi, err := study.embed(context.Background(), times)
	if err != nil {
		t.Fatal(err)
	}
	src := rng.New(2).Source()
	bounded := 0
	for row := range 60 {
		weights, sum := make([]float64, 60), 0.0
		for i := range weights {
			weights[i] = math.Exp(3 * src.Normal())
			sum += weights[i]
		}
		for i := range weights {
			weights[i] /= sum
		}
		h := times.newHazards()
		times.fill(h, weights, 0.95)
		width := phi.RawMatrix().Cols
		transform, event, censoring := times.newTransform(phi), make([]float64, width), make([]float64, width)
		if transform.ofEvent(event, row, h) {
			bounded++
		}
		transform.ofCensoring(censoring, row, h)
		for c, want := range literal(times, phi, h.event, h.censoring, row, false) {
			if math.Abs(event[c]-want) > 1e-9 {
				t.Fatalf("row %d, coordinate %d: %v of the event, expected %v", row, c, event[c], want)
			}
		}
		for c, want := range literal(times, phi, h.censoring, h.event, row, true) {
			if math.Abs(censoring[c]-want) > 1e-9 {
				t.Fatalf("row %d, coordinate %d: %v of censoring, expected %v", row, c, censoring[c], want)
			}
		}
	}
	if bounded == 0 {
		t.Error("no probability was bounded")
	}
}

// TestWeightsAddUp: ψ of the constant 1 is 1, whatever the laws, and the mean of ψ by the law of all
// rows is that of Kaplan and Meier.
func TestWeightsAddUp(t *testing.T) {
	study := draw(150, 2, 3, shift, other)
	times, err := study.Times()
	if err != nil {
		t.Fatal(err)
	}
	ones := mat.NewDense(len(times.distinct), 2, nil)
	for k := range times.distinct {
		ones.SetRow(k, []float64{1, times.distinct[k]})
	}
	marginal := times.marginal()
	learnt, err := study.learn(context.Background(), times, ones, small())
	if err != nil {
		t.Fatal(err)
	}
	transform, mean := times.newTransform(ones), 0.0
	for row := range 150 {
		for _, h := range []hazards{learnt.hazards(0, row), marginal} {
			for _, add := range []func([]float64, int, hazards) bool{transform.ofEvent, transform.ofCensoring} {
				psi := make([]float64, 2)
				if add(psi, row, h); math.Abs(psi[0]-1) > 1e-9 {
					t.Fatalf("row %d: weights add up to %v", row, psi[0])
				}
			}
		}
		psi := make([]float64, 2)
		transform.ofEvent(psi, row, marginal)
		mean += psi[1] / 150
	}
	want, before := 0.0, 1.0
	for k, beyond := range survival(marginal.event) {
		want += (before - beyond) * times.distinct[k]
		before = beyond
	}
	if math.Abs(mean-want) > 1e-9 {
		t.Errorf("mean of ψ %v, of Kaplan and Meier %v", mean, want)
	}
}

// TestUncensored: without censoring ψ is φ to the bit, and answers are those of package answer for
// the times, also where they are cut off at a horizon.
func TestUncensored(t *testing.T) {
	study := draw(120, 2, 4, shift, nil)
	times, err := study.Times()
	if err != nil {
		t.Fatal(err)
	}
	_, phi, err := study.embed(context.Background(), times)
	if err != nil {
		t.Fatal(err)
	}
	psi, bounded, err := times.pseudoResponses(context.Background(), phi, always(times.marginal()), 2)
	if err != nil || bounded > 0 {
		t.Fatal(err, bounded)
	}
	for row, place := range times.place {
		if !slices.Equal(psi.RawRowView(row), phi.RawRowView(place)) {
			t.Fatalf("row %d: ψ is not φ", row)
		}
	}
	for _, horizon := range []float64{0, 2} {
		study.Horizon = horizon
		m := measure(t, study, answer.Questions{})
		task := study.Task
		if horizon > 0 {
			task.Y = m.cut(task.Y)
		}
		want, err := small().Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Result; fmt.Sprint(got.Raw, *got.Inference) != fmt.Sprint(want.Raw, *want.Inference) {
			t.Errorf("horizon %v: other answers than for the times", horizon)
		}
	}
}

// TestForestShare: the share of a forest's law is the slope of pseudo-responses on what its weights
// predict; it is small where nothing moves the time, and large where much does.
func TestForestShare(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		time      func(x []float64, noise float64) float64
		low, high float64
	}{
		"nothing": {func(_ []float64, noise float64) float64 { return noise }, 0, 0.5},
		"much":    {func(x []float64, noise float64) float64 { return 2*x[0] + noise }, 0.9, 0.95},
	} {
		study := draw(300, 3, 11, c.time, other)
		times, err := study.Times()
		if err != nil {
			t.Fatal(err)
		}
		_, phi, err := study.embed(ctx, times)
		if err != nil {
			t.Fatal(err)
		}
		learnt, err := study.learn(ctx, times, phi, small())
		if err != nil {
			t.Fatal(err)
		}
		psi, _, err := times.pseudoResponses(ctx, phi, always(times.marginal()), 1)
		if err != nil {
			t.Fatal(err)
		}
		grown := learnt.eventLaw.forest
		weights, err := grown.Weights(ctx, grown.Columns.OutOfBag(), 1)
		if err != nil {
			t.Fatal(err)
		}
		var predicted mat.Dense
		predicted.Mul(weights, psi)
		product, square := 0.0, 0.0
		for k := range phi.RawMatrix().Cols {
			mean := mat.Sum(predicted.ColView(k)) / 300
			for i := range 300 {
				v := predicted.At(i, k) - mean
				product, square = product+v*psi.At(i, k), square+v*v
			}
		}
		want, got := min(max(product/square, 0), 0.95), learnt.eventLaw.share
		if math.Abs(got-want) > 1e-9 || got < c.low || got > c.high {
			t.Errorf("%s: share %.3f, expected %.3f, from %v to %v", name, got, want, c.low, c.high)
		}
	}
}

// TestWorkers: answers do not depend on the number of workers.
func TestWorkers(t *testing.T) {
	study := draw(120, 2, 5, shift, other)
	numbers := func(workers int) string {
		study.Task.Workers = workers
		m := measure(t, study, answer.Questions{Groups: true})
		return fmt.Sprint(m.Result.Raw, *m.Result.Inference, m.Sets.Raw, m.Bounded, m.Survival([]int32{1, 5, 7, 9}))
	}
	one := numbers(1)
	for _, workers := range []int{2, 7} {
		if numbers(workers) != one {
			t.Errorf("%d workers: other answers than one", workers)
		}
	}
}

// TestErrors: each message of a study that cannot tell.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		message string
		change  func(s *Study)
	}{
		{"censored: 100 times, but 99 rows with an event or censored", func(s *Study) { s.Event = s.Event[1:] }},
		{"censored: 2 responses, expected one, the times", func(s *Study) { s.Task.Y = s.Task.X }},
		{"censored: rows with weights are not supported, expected none", func(s *Study) {
			s.Task.Weights = slices.Repeat([]float64{1}, 100)
			s.Task.Weights[0] = 2
		}},
		{"censored: the time of row 3 is -2, expected a number that is not negative", func(s *Study) { s.Task.Y.Set(2, 0, -2) }},
		{"censored: response 1 in row 1 is NaN, expected a finite number", func(s *Study) { s.Task.Y.Set(0, 0, math.NaN()) }},
		{"censored: no row is at risk at the horizon 1e+06, expected one of at most ", func(s *Study) { s.Horizon = 1e6 }},
		{"censored: the horizon is -1, expected a positive time", func(s *Study) { s.Horizon = -1 }},
		{"censored: fewer than a tenth of the rows have a time above 0, expected more", func(s *Study) { s.Task.Y.Zero() }},
		{"censored: 0 events before the horizon 1e-06, expected at least 20", func(s *Study) { s.Horizon = 1e-6 }},
		{"events before the horizon", func(s *Study) {
			for i := range 80 {
				s.Event[i] = false
			}
		}},
		{"censored: kernel linear compares no distributions of times, expected another", func(s *Study) { s.Task.Kernel = mmd.Linear }},
	} {
		study := draw(100, 2, 6, shift, other)
		c.change(&study)
		if _, err := Ask(context.Background(), small(), study); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%v, expected %s", err, c.message)
		}
	}
	_, err := Measure(context.Background(), small(), draw(100, 2, 6, shift, other), answer.Questions{Rows: true})
	if err == nil || !strings.HasPrefix(err.Error(), "censored: neither aspects") {
		t.Error(err)
	}
}

// TestManyTimes: more times than are told apart count as the next that is, and the horizon stays.
func TestManyTimes(t *testing.T) {
	times, err := draw(3000, 1, 7, shift, func(x []float64, noise float64) float64 { return noise }).Times()
	if err != nil {
		t.Fatal(err)
	}
	if len(times.distinct) != mostTimes+1 || times.Events+times.Censored+times.Reached != 3000 || times.Reached != 300 {
		t.Errorf("%d times; %d, %d, %d rows", len(times.distinct), times.Events, times.Censored, times.Reached)
	}
}

// TestFalling: curves never rise, and keep their mean.
func TestFalling(t *testing.T) {
	values := []float64{1.1, 0.9, 0.95, 0.4, 0.5, 0.3, -0.1}
	falling(values)
	for k, want := range []float64{1, 0.925, 0.925, 0.45, 0.45, 0.3, 0} {
		if math.Abs(values[k]-want) > 1e-12 {
			t.Errorf("value %d: %v, expected %v", k, values[k], want)
		}
	}
}
