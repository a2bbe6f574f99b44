package inference

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

func autoLoco(fixed forest.Override) Auto {
	return Auto{Trees: 60, Trial: 100, Fixed: fixed, New: func(c forest.Config) importance.Estimator { return Loco{Config: c} }}
}

func chosen(t *testing.T, a Auto, x, y *mat.Dense, workers int) importance.Chosen {
	t.Helper()
	c, err := a.Choose(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 3, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// linear draws a response that follows two of three inputs, scaled by signal.
func linear(n int, signal float64) (x, y *mat.Dense) {
	src := rng.New(6).Named("linear").Source()
	x, y = mat.NewDense(n, 3, nil), mat.NewDense(n, 1, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return src.Normal() }, x)
	for i := range n {
		y.Set(i, 0, signal*(2*x.At(i, 0)+x.At(i, 1))+0.3*src.Normal())
	}
	return x, y
}

// TestAutoSuitsTheData has a signal that small leaves follow better, and noise, for
// which the first configuration is taken, the smoothest.
func TestAutoSuitsTheData(t *testing.T) {
	x, y := linear(400, 1)
	fits := chosen(t, autoLoco(forest.Override{}), x, y, 2)
	if fits.Config.MinNodeSize != 5 || fits.Config.SampleFraction < 0.5 || fits.Config.Trees != 60 {
		t.Errorf("of a clear signal, %+v is chosen", fits.Config)
	}
	if !(fits.Explained > fits.Paper+0.05 && fits.Paper > 0) {
		t.Errorf("the chosen forest explains %v, that of preset paper %v", fits.Explained, fits.Paper)
	}
	_, noise := linear(400, 0)
	a := autoLoco(forest.Override{})
	smooth := chosen(t, a, x, noise, 2)
	want := a.grid()[0]
	if want.Trees = 60; smooth.Config != want {
		t.Errorf("of noise, %+v is chosen, want the smoothest", smooth.Config)
	}
}

func TestAutoIsDeterministic(t *testing.T) {
	x, y := linear(200, 0.3)
	a := autoLoco(forest.Override{})
	first := chosen(t, a, x, y, 1)
	for _, workers := range []int{2, 7} {
		if again := chosen(t, a, x, y, workers); again != first {
			t.Errorf("%d workers choose %+v, one %+v", workers, again, first)
		}
	}
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 3, Workers: 2}
	r, err := a.Estimate(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	direct, err := Loco{Config: first.Config}.Estimate(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	if *r.Chosen != first || !reflect.DeepEqual(r.Raw, direct.Raw) {
		t.Errorf("importances %v under %+v, %v directly", r.Raw, *r.Chosen, direct.Raw)
	}
}

func TestAutoKeepsWhatIsFixed(t *testing.T) {
	x, y := linear(300, 1)
	honest, node, fraction, all, alpha := true, 20, 0.4, forest.MTryAll, 0.1
	free := chosen(t, autoLoco(forest.Override{}), x, y, 2)
	some := autoLoco(forest.Override{Honesty: &honest, MinNodeSize: &node})
	c := chosen(t, some, x, y, 2)
	if !c.Config.Honesty || c.Config.MinNodeSize != 20 {
		t.Errorf("%+v is chosen, where honesty and a minimum node size of 20 are fixed", c.Config)
	}
	if c.Paper != free.Paper || c.Paper == 0 {
		t.Errorf("preset paper explains %v beside fixed choices, %v otherwise", c.Paper, free.Paper)
	}
	every := autoLoco(forest.Override{Honesty: &honest, MinNodeSize: &node, SampleFraction: &fraction, MTry: &all, Alpha: &alpha})
	if c = chosen(t, every, x, y, 2); c.Config != every.Fixed.Apply(paper(60)) {
		t.Errorf("%+v is chosen where everything is fixed", c.Config)
	}
	for k, a := range []Auto{autoLoco(forest.Override{}), some, every} {
		if got, want := len(a.grid()), []int{18, 3, 1}[k]; got != want {
			t.Errorf("%d configurations, want %d", got, want)
		}
	}
}

func TestAutoRefuses(t *testing.T) {
	x, y := linear(200, 1)
	none := 0
	few, fewY := linear(5, 1)
	for name, test := range map[string]struct {
		auto Auto
		x, y *mat.Dense
		want string
	}{
		"few rows": {autoLoco(forest.Override{}), few, fewY, "importance: preset auto can grow no forest: forest: 5 rows are too few to split even once"},
		"fixed":    {autoLoco(forest.Override{MinNodeSize: &none}), x, y, "importance: preset auto can grow no forest: forest: minimum node size is 0"},
	} {
		_, err := test.auto.Choose(context.Background(), importance.Task{X: test.x, Y: test.y, Kernel: mmd.Median, Workers: 1})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", name, err, test.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := autoLoco(forest.Override{}).Estimate(ctx, importance.Task{X: x, Y: y, Kernel: mmd.Median, Workers: 1}); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestCheckFit warns of forests that fit much less than others would, and of trees that
// cannot split, and of nothing else.
func TestCheckFit(t *testing.T) {
	x, y := linear(300, 1)
	auto := autoLoco(forest.Override{})
	config := func(node int, fraction float64, honest bool) forest.Config {
		c := paper(60)
		c.MinNodeSize, c.SampleFraction, c.Honesty = node, fraction, honest
		return c
	}
	for _, test := range []struct {
		c    forest.Config
		want string
	}{
		{config(5, 0.8, false), ""},
		{config(40, 0.8, true), "these forests explain"},
		{config(200, 0.5, true), "trees on 300 rows cannot split twice with a minimum node size of 200: it is lowered to 36, and more for halves of the rows"},
	} {
		warning, err := auto.CheckFit(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}, test.c)
		if err != nil || !strings.HasPrefix(warning, test.want) || (warning == "") != (test.want == "") {
			t.Errorf("minimum node size %d: warning %q, want %q (%v)", test.c.MinNodeSize, warning, test.want, err)
		}
	}
}

// TestCheckFitOfLargeTables: checking costs no more than what auto would take of a large
// table.
func TestCheckFitOfLargeTables(t *testing.T) {
	free := Auto{Trial: 150}
	if a := free.on(LargeTable, LargeTable); !reflect.DeepEqual(a, free) {
		t.Errorf("a table of %d rows is bounded: %+v", LargeTable, a)
	}
	for _, c := range (Auto{Trial: 150}).on(LargeTable+1, LargeTable+1).grid() {
		if drawn := c.DrawnRows(LargeTable + 1); c.Trees != 50 || drawn > 4000 {
			t.Errorf("%d trees of %d rows", c.Trees, drawn)
		}
	}
}
