// Package shares writes Shapley effects for people and for other programs.
package shares

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/table"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
	"drfvi/importance/shapley"
)

// Variable is the effect of a variable in JSON.
type Variable struct {
	Name     string     `json:"name"`
	Share    float64    `json:"share"`
	Interval [2]float64 `json:"interval"`
	SE       float64    `json:"se"`
	RowsSE   float64    `json:"se_rows"`
	LearnSE  float64    `json:"se_learning"`
	SetsSE   float64    `json:"se_subsets"` // 0 where all subsets are looked at
	Alone    float64    `json:"importance"`
	AloneSE  float64    `json:"importance_se"`
}

// Pair is the value of a pair of variables in JSON.
type Pair struct {
	Names    [2]string  `json:"names"`
	Value    float64    `json:"value"`
	Interval [2]float64 `json:"interval"`
	SE       float64    `json:"se"`
}

func ends(i importance.Interval) [2]float64 { return [2]float64{i.Low, i.High} }

// JSON returns the effects for encoding; no pairs where none are wanted.
func JSON(names []string, r shapley.Result) (variables []Variable, pairs []Pair) {
	for j, s := range r.Shares {
		variables = append(variables, Variable{
			Name: names[j], Share: s.Value, Interval: ends(s.Interval), SE: s.SE,
			RowsSE: s.Rows, LearnSE: s.Learning, SetsSE: s.Sets, Alone: r.Alone[j].Value, AloneSE: r.Alone[j].SE,
		})
	}
	for _, p := range r.Pairs {
		pairs = append(pairs, Pair{[2]string{names[p.J], names[p.K]}, p.Value, ends(p.Interval), p.SE})
	}
	return variables, pairs
}

// CSV writes one row a variable, in column order, or one a pair if there are pairs.
func CSV(w io.Writer, names []string, r shapley.Result) error {
	out := csv.NewWriter(w)
	row := func(texts []string, values ...float64) {
		for _, v := range values {
			texts = append(texts, strconv.FormatFloat(v, 'g', -1, 64))
		}
		_ = out.Write(texts) // Flush tells
	}
	variables, pairs := JSON(names, r)
	if pairs != nil {
		row([]string{"variable", "other", "value", "interval_low", "interval_high", "se"})
		for _, p := range pairs {
			row(p.Names[:], p.Value, p.Interval[0], p.Interval[1], p.SE)
		}
	} else {
		row([]string{"variable", "share", "interval_low", "interval_high", "se", "se_rows", "se_learning", "se_subsets", "importance", "importance_se"})
		for _, v := range variables {
			row([]string{v.Name}, v.Share, v.Interval[0], v.Interval[1], v.SE, v.RowsSE, v.LearnSE, v.SetsSE, v.Alone, v.AloneSE)
		}
	}
	out.Flush()
	return out.Error()
}

// number writes a value.
func number(v float64) string {
	text := strconv.FormatFloat(v, 'f', 3, 64)
	if text == "-0.000" {
		return "0.000"
	}
	return text
}

func interval(e shapley.Effect) string {
	return fmt.Sprintf("%.2f to %.2f", e.Interval.Low, e.Interval.High)
}

// Text shows the effects, the largest first, at most top of them if that is not 0, and
// what the numbers mean; what says what is explained.
func Text(names []string, r shapley.Result, what string, top int, s terminal.Screen) string {
	var b strings.Builder
	order := make([]int, len(names))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(i, k int) int {
		if r.Shares[i].Value > r.Shares[k].Value {
			return -1
		}
		if r.Shares[i].Value < r.Shares[k].Value {
			return 1
		}
		return 0
	})
	first := order[0]
	t := table.Table{Head: []string{"variable", "share", "95 % interval", "importance"}, Left: 1, Bars: true}
	shown := table.Shown(len(names), top)
	for _, j := range order[:shown] {
		t.Rows = append(t.Rows, table.Row{
			Cells: []string{names[j], number(r.Shares[j].Value), interval(r.Shares[j]), number(r.Alone[j].Value)},
			Bar:   r.Shares[j].Value / r.Shares[first].Value,
		})
	}
	t.Write(&b, s)
	if shown < len(names) {
		b.WriteString(s.Remark(table.LeftOut(len(names)-shown, "")))
	}
	if r.Pairs != nil {
		b.WriteByte('\n')
		pairs(names, r.Pairs, top).Write(&b, s)
	}
	b.WriteByte('\n')
	b.WriteString(s.Sentence(fmt.Sprintf("%s for %s means: of what the inputs explain of %s, so much is its part when what several inputs tell is shared out equally. Shares add up to 1.",
		number(r.Shares[first].Value), names[first], what)))
	b.WriteString(s.Sentence("The importance is what is lost without the input: inputs that tell the same have shares, but little importance. An input that does nothing itself gets a share if it moves with one that does (docs/shapley.md)."))
	if r.Pairs != nil {
		b.WriteString(s.Sentence("Pairs: above 0, two inputs tell together what neither tells alone; below 0, they tell the same."))
	}
	return b.String()
}

// pairs shows the values of pairs, those that are largest either way first.
func pairs(names []string, all []shapley.Pair, top int) table.Table {
	t := table.Table{Head: []string{"pair", "value", "95 % interval"}, Left: 1}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b shapley.Pair) int {
		x, y := a.Value*a.Value, b.Value*b.Value
		if x > y {
			return -1
		}
		if x < y {
			return 1
		}
		return 0
	})
	for _, p := range all[:table.Shown(len(all), top)] {
		t.Add(names[p.J]+", "+names[p.K], number(p.Value), interval(p.Effect))
	}
	return t
}
