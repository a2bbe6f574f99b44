package censored

import (
	"context"
	"math"
	"testing"

	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// TestLevels: inputs that move only the time of censoring, and strongly, are seldom found, and the
// input that moves the time of the event nearly always. At the level 0.05 more than 8 of 60
// p-values are small with probability 0.002.
func TestLevels(t *testing.T) {
	tables := 30
	if testing.Short() {
		tables = 6
	}
	small, found := 0, 0
	for seed := range tables {
		study := draw(300, 4, uint64(100+seed), shift, func(x []float64, noise float64) float64 {
			return 0.2 + x[1] - 0.8*x[2] + 0.5*x[1]*x[2] + noise
		})
		p := measure(t, study, answer.Questions{}).Result.Inference.P
		for _, null := range p[1:3] {
			if null <= importance.Level {
				small++
			}
		}
		if p[0] <= importance.Level {
			found++
		}
	}
	if small > 2+tables/5 || found < tables-1 {
		t.Errorf("%d tables: %d of %d null p-values are small, the time's input is found in %d", tables, small, 2*tables, found)
	}
}

// TestCrossing: an input that moves the spread of log times alone, so that hazards cross, is found.
func TestCrossing(t *testing.T) {
	tables := 10
	if testing.Short() {
		tables = 3
	}
	found := 0
	for seed := range tables {
		study := draw(400, 2, uint64(200+seed), func(x []float64, noise float64) float64 {
			return (0.4 + 0.6*elementary.Erfc(x[0]/math.Sqrt2)) * noise
		}, func(x []float64, noise float64) float64 { return 0.4 + 0.5*x[1] + noise })
		if measure(t, study, answer.Questions{}).Result.Inference.P[0] <= importance.Level {
			found++
		}
	}
	if found < tables-1 {
		t.Errorf("crossing hazards are found in %d of %d tables", found, tables)
	}
}

// TestSurvival: the curve of rows whose censoring depends on the other input is that of the times
// before they were censored, which Kaplan and Meier's is not.
func TestSurvival(t *testing.T) {
	const n = 2000
	study := draw(n, 2, 8, func(x []float64, noise float64) float64 { return x[0] + 0.5*noise },
		func(x []float64, noise float64) float64 { return 1.2*x[0] + 0.3*noise + 0.2 })
	m := measure(t, study, answer.Questions{})
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	curve, product := m.Survival(rows), survival(m.marginal().event)
	worst, naive := 0.0, 0.0
	for c, at := range curve.Times {
		truth := elementary.Erfc(elementary.Log(at)/math.Sqrt(2.5)) / 2
		worst = max(worst, math.Abs(curve.Values[c]-truth))
		for k, v := range m.distinct {
			if v == at {
				naive = max(naive, math.Abs(product[k]-truth))
			}
		}
	}
	t.Logf("largest error %.3f, of Kaplan and Meier %.3f", worst, naive)
	if worst > 0.06 || naive < 2*worst {
		t.Errorf("largest error %.3f, of Kaplan and Meier %.3f", worst, naive)
	}
}

// TestShares: importances and the explained share are near those of the same times without
// censoring.
func TestShares(t *testing.T) {
	effect := func(x []float64, noise float64) float64 { return 0.8*x[0] - 0.5*x[1] + noise }
	hidden := draw(800, 3, 9, effect, func(x []float64, noise float64) float64 { return 0.5*x[2] + noise + 0.8 })
	shown := draw(800, 3, 9, effect, nil)
	m := measure(t, hidden, answer.Questions{})
	shown.Horizon = m.Horizon
	whole := measure(t, shown, answer.Questions{})
	share, want := m.Result.Inference.Explained, whole.Result.Inference.Explained
	t.Logf("%.3f of %.3f; importances %.3f, %.3f; %d censored", share.Value, want.Value, m.Result.Raw, whole.Result.Raw, m.Censored)
	if math.Abs(share.Value-want.Value) > 0.06 || math.Abs(share.Total-want.Total) > 0.03 {
		t.Errorf("explained %.3f of %.3f, without censoring %.3f of %.3f", share.Value, share.Total, want.Value, want.Total)
	}
	for j, raw := range m.Result.Raw {
		if math.Abs(raw-whole.Result.Raw[j]) > 0.1 {
			t.Errorf("importance of x%d is %.3f, without censoring %.3f", j+1, raw, whole.Result.Raw[j])
		}
	}
}

// TestClusters: answers for rows in clusters, which share an effect on their time that is none of
// their inputs.
func TestClusters(t *testing.T) {
	src := rng.New(10).Source()
	effects := make([]float64, 60)
	for c := range effects {
		effects[c] = src.Normal()
	}
	row := 0
	study := draw(240, 2, 10, func(x []float64, noise float64) float64 {
		row++
		return x[0] + effects[(row-1)/4] + noise
	}, func(_ []float64, noise float64) float64 { return noise + 1 })
	for i := range 240 {
		study.Task.Clusters = append(study.Task.Clusters, int32(i/4))
	}
	answers, err := Ask(context.Background(), small(), study)
	if err != nil {
		t.Fatal(err)
	}
	if !answers.Inputs[0].Significant || answers.Inputs[1].Adjusted < 0.01 {
		t.Errorf("p = %.2g and %.2g", answers.Inputs[0].Adjusted, answers.Inputs[1].Adjusted)
	}
}
