// Package shares writes Shapley effects for people and for other programs.
package shares

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/encode"
	"drfvi/cmd/drfvi/internal/estimate"
	"drfvi/cmd/drfvi/internal/sampling"
	"drfvi/cmd/drfvi/internal/table"
	"drfvi/importance/shapley"
	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/rank"
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

// Sharing is a finished sharing out of what the inputs explain.
type Sharing struct {
	About *estimate.Estimate
	shapley.Result
}

// JSON is the form of a sharing for other programs.
type JSON struct {
	estimate.Source
	Kernel string `json:"kernel"`
	estimate.Forests
	sampling.Sampled
	Trees             int        `json:"trees"`       // of each forest
	SampleSize        int        `json:"sample_size"` // rows drawn for a tree
	Seed              uint64     `json:"seed"`
	Gamma             float64    `json:"gamma"`
	Exact             bool       `json:"exact"` // whether all subsets were looked at
	Subsets           int        `json:"subsets"`
	Explained         float64    `json:"explained_share"`
	ExplainedInterval [2]float64 `json:"explained_share_interval"`
	Variables         []Variable `json:"variables"`
	Pairs             []Pair     `json:"pairs,omitempty"` // if they are wanted
	ElapsedSeconds    float64    `json:"elapsed_seconds"`
	Warnings          []string   `json:"warnings"`
}

// JSON returns the effects for other programs.
func (r *Sharing) JSON() any {
	e := r.About
	return JSON{
		Source: e.Source(), Kernel: e.Kernel, Forests: e.Forests(), Sampled: e.Rows, Trees: e.Trees, SampleSize: e.SampleSize, Seed: e.Seed,
		Gamma: r.Gamma, Exact: r.Exact, Subsets: r.Sets, Explained: r.Explained.Value, ExplainedInterval: encode.Ends(r.Explained.Interval),
		Variables: r.variables(), Pairs: r.pairs(), ElapsedSeconds: e.Elapsed.Seconds(), Warnings: e.Doubts(e.Warnings),
	}
}

func (r *Sharing) variables() []Variable {
	var all []Variable
	for j, s := range r.Shares {
		all = append(all, Variable{
			Name: r.About.Variables[j], Share: s.Value, Interval: encode.Ends(s.Interval), SE: s.SE,
			RowsSE: s.Rows, LearnSE: s.Learning, SetsSE: s.Sets, Alone: r.Alone[j].Value, AloneSE: r.Alone[j].SE,
		})
	}
	return all
}

func (r *Sharing) pairs() []Pair {
	var all []Pair
	for _, p := range r.Pairs {
		all = append(all, Pair{[2]string{r.About.Variables[p.J], r.About.Variables[p.K]}, p.Value, encode.Ends(p.Interval), p.SE})
	}
	return all
}

// CSV writes one row a variable, in column order, or one a pair if there are pairs.
func (r *Sharing) CSV(w io.Writer) error {
	if pairs := r.pairs(); pairs != nil {
		out := encode.NewCSV(w, "variable", "other", "value", "interval_low", "interval_high", "se")
		for _, p := range pairs {
			out.Row(p.Names[:], p.Value, p.Interval, p.SE)
		}
		return out.End()
	}
	out := encode.NewCSV(w, "variable", "share", "interval_low", "interval_high", "se", "se_rows", "se_learning", "se_subsets", "importance", "importance_se")
	for _, v := range r.variables() {
		out.Row(v.Name, v.Share, v.Interval, v.SE, v.RowsSE, v.LearnSE, v.SetsSE, v.Alone, v.AloneSE)
	}
	return out.End()
}

// number writes a value.
func number(v float64) string { return format.Fixed(v, 3) }

func interval(e shapley.Effect) string {
	return fmt.Sprintf("%.2f to %.2f", e.Interval.Low, e.Interval.High)
}

// Text shows the effects, the largest first, and what the numbers mean.
func (r *Sharing) Text(v estimate.View) string {
	e, names := r.About, r.About.Variables
	sets := format.Plural(r.Sets, "random subset")
	if r.Exact {
		sets = "all subsets"
	}
	var b strings.Builder
	b.WriteString(v.Remark(fmt.Sprintf("Shares of %s in the distribution of %s (%s, %s)", format.Plural(len(names), "input"), e.TargetNames(), format.Plural(e.N, "row"), sets)))
	b.WriteString(v.Sentence(e.Explained()) + "\n")
	var values []float64
	for _, s := range r.Shares {
		values = append(values, s.Value)
	}
	order := rank.Descending(values)
	first := order[0]
	t := table.Table{Head: []string{"variable", "share", "95 % interval", "importance"}, Left: 1, Bars: true}
	shown := table.Shown(len(names), v.Top)
	for _, j := range order[:shown] {
		t.Rows = append(t.Rows, table.Row{
			Cells: []string{names[j], number(r.Shares[j].Value), interval(r.Shares[j]), number(r.Alone[j].Value)},
			Bar:   r.Shares[j].Value / r.Shares[first].Value,
		})
	}
	t.Write(&b, v.Screen)
	if shown < len(names) {
		b.WriteString(v.Remark(table.LeftOut(len(names)-shown, "")))
	}
	if r.Pairs != nil {
		b.WriteByte('\n')
		r.pairTable(v.Top).Write(&b, v.Screen)
	}
	b.WriteByte('\n')
	b.WriteString(v.Sentence(fmt.Sprintf("%s for %s means: of what the inputs explain of the %s, so much is its part when the information that several inputs carry is divided equally among them. Shares add up to 1.",
		number(r.Shares[first].Value), names[first], e.Distribution())))
	b.WriteString(v.Sentence("The importance is what is lost without the input: inputs that carry the same information have shares, but little importance. It is from halves of the rows, on which forests learn less, and so may differ from that of drfvi importance. An input that does nothing itself gets a share if it moves with one that does (docs/shapley.md)."))
	if r.Pairs != nil {
		b.WriteString(v.Sentence("Pairs: above 0, two inputs tell together what neither tells alone (synergy); below 0, they carry the same information (redundancy)."))
	}
	return b.String() + e.Remarks(v)
}

// pairTable shows the values of pairs, those that are largest either way first.
func (r *Sharing) pairTable(top int) table.Table {
	t := table.Table{Head: []string{"pair", "value", "95 % interval"}, Left: 1}
	all := slices.Clone(r.Pairs)
	slices.SortStableFunc(all, func(a, b shapley.Pair) int { return cmp.Compare(math.Abs(b.Value), math.Abs(a.Value)) })
	for _, p := range all[:table.Shown(len(all), top)] {
		t.Add(r.About.Variables[p.J]+", "+r.About.Variables[p.K], number(p.Value), interval(p.Effect))
	}
	return t
}

// Picture shows the shares as bars.
func (r *Sharing) Picture() chart.Picture {
	b := chart.BarChart{
		Title: "Shares of " + r.About.TargetNames(), Axis: "share of what the inputs explain",
		Names: r.About.Variables, IntervalName: "95 % interval", Method: "stacked",
	}
	for _, e := range r.Shares {
		b.Values, b.Intervals = append(b.Values, max(e.Value, 0)), append(b.Intervals, chart.Interval(e.Interval))
	}
	return b
}
