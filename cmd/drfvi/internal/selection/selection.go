// Package selection holds what an elimination of inputs of a user's table has found, and
// writes it for people and for other programs.
package selection

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/encode"
	"drfvi/cmd/drfvi/internal/estimate"
	"drfvi/cmd/drfvi/internal/sampling"
	"drfvi/cmd/drfvi/internal/table"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/importance"
	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// Selection is a finished selection of inputs. The sample size and the number of rows
// evaluated of About are those of the flags, 0 for the usual ones, and γ is the loss's.
type Selection struct {
	importance.Selection
	About         *estimate.Estimate // settings and names, without values
	Rows, Repeats int
}

// JSON is the form of a selection for other programs.
type JSON struct {
	estimate.Source
	Method    string  `json:"method"`
	Kernel    string  `json:"kernel"`
	LossGamma float64 `json:"loss_gamma"`
	estimate.Forests
	Rows    int `json:"rows"`
	Repeats int `json:"repeats"`
	sampling.Sampled
	Trees          int        `json:"trees"`
	SampleSize     int        `json:"sample_size,omitempty"`    // if not the preset's
	EvaluatedRows  int        `json:"evaluated_rows,omitempty"` // if not all
	Aggregation    string     `json:"aggregation,omitempty"`    // of methods with a kernel
	Seed           uint64     `json:"seed"`
	Scale          string     `json:"scale"` // of numeric targets
	Best           int        `json:"best"`
	Keep           int        `json:"keep"`
	Kept           []string   `json:"kept"`
	Variables      []rankJSON `json:"variables"`
	Path           []stepJSON `json:"path"`
	Work           float64    `json:"forests"`
	ElapsedSeconds float64    `json:"elapsed_seconds"`
	Warnings       []string   `json:"warnings"`
}

// rankJSON is a variable of a selection, in the order in which they are kept.
type rankJSON struct {
	Name         string  `json:"name"`
	Rank         int     `json:"rank"` // number of variables left when it went, on all rows
	Importance   float64 `json:"importance_when_eliminated"`
	Kept         bool    `json:"kept"`
	KeptInHalves int     `json:"kept_in_halves"`
}

// stepJSON is the mean loss with a number of inputs, from none on.
type stepJSON struct {
	Variables int     `json:"variables"`
	Loss      float64 `json:"loss"`
	SE        float64 `json:"se"`
	Above     float64 `json:"above_best"`
	AboveSE   float64 `json:"above_best_se"` // of the difference
}

// kept returns the names of the variables to keep.
func (s *Selection) kept() []string {
	names := []string{}
	for _, j := range s.Kept() {
		names = append(names, s.About.Variables[j])
	}
	return names
}

// ranks returns the variables in the order in which they are kept.
func (s *Selection) ranks() []rankJSON {
	agreement := s.Agreement()
	all := make([]rankJSON, len(s.About.Variables))
	for step, j := range s.All.Eliminated {
		rank := len(all) - step
		all[rank-1] = rankJSON{s.About.Variables[j], rank, s.All.Values[step], rank <= s.Keep, agreement[j]}
	}
	return all
}

// JSON returns the selection for other programs.
func (s *Selection) JSON() any {
	e := s.About
	j := JSON{
		Source: e.Source(), Method: e.Method.Name, Kernel: e.Kernel, LossGamma: e.Result.Gamma, Forests: e.Forests(),
		Rows: s.Rows, Repeats: s.Repeats, Sampled: e.Rows, Trees: e.Trees, SampleSize: e.SampleSize, Seed: e.Seed, Scale: e.Scale,
		Best: s.Best, Keep: s.Keep, Kept: s.kept(), Variables: s.ranks(),
		Work: s.forests(), ElapsedSeconds: e.Elapsed.Seconds(), Warnings: e.Doubts(e.Warnings),
	}
	if e.Method.UsesKernel {
		j.EvaluatedRows, j.Aggregation = e.Evaluated, cmp.Or(e.Aggregation, "exact")
	}
	for k, loss := range s.Loss {
		j.Path = append(j.Path, stepJSON{k, loss, s.SE[k], s.Above[k], s.AboveSE[k]})
	}
	return j
}

// CSV writes a row for no input at all, and one an input in the order in which they
// are kept; the loss is that of forests on as many inputs as the rank says.
func (s *Selection) CSV(w io.Writer) error {
	out := encode.NewCSV(w, "rank", "variable", "loss", "se", "above_best", "above_best_se", "kept", "kept_in_halves", "importance_when_eliminated")
	losses := func(k int) []float64 { return []float64{s.Loss[k], s.SE[k], s.Above[k], s.AboveSE[k]} }
	out.Row(0, "", losses(0), "", "", "")
	for _, v := range s.ranks() {
		out.Row(v.Rank, v.Name, losses(v.Rank), v.Kept, v.KeptInHalves, v.Importance)
	}
	return out.End()
}

// Text returns the selection as a table for reading, the variable kept longest
// first.
func (s *Selection) Text(v estimate.View) string {
	var b strings.Builder
	e, p := s.About, len(s.About.Variables)
	b.WriteString(v.Remark(fmt.Sprintf("%s (%s)", e.Title("Elimination"), format.Plural(e.N, "row"))))
	if doubt := e.Outdone(); doubt != "" {
		b.WriteString(v.Warning(doubt))
	}
	b.WriteString("\n" + v.Remark(s.verdict()) + "\n")
	shown := table.Shown(p, v.Top)
	if v.Top == 0 {
		shown = max(shown, s.Keep, s.Best)
	}
	s.table(shown).Write(&b, v.Screen)
	if p > shown {
		b.WriteString(v.Remark(table.LeftOut(p-shown, "")))
	}
	b.WriteByte('\n')
	b.WriteString(v.Sentence(fmt.Sprintf("Row k has the mean loss of forests on k inputs, on %s that they have not seen; (none) is the loss of predicting without any input. The inputs down to row k are those left by an elimination on %s. \"above best\" is the difference from the smallest loss, with the standard error of this difference: \"keep\" marks the smallest number of inputs that is within one of them, or none where all that inputs gain may be chance. \"in halves\" counts in how many halves an input was among that many left.",
		s.testedOn(), s.rowsText())))
	computed := estimate.Computed(s.All.Aggregation, s.forests()) + "; losses by " + s.Halves[0].LossAggregation
	return b.String() + e.Warned(v) + v.Remark(s.settings()) + e.Made(v, computed)
}

// settings lists what the selection depends on and what it took.
func (s *Selection) settings() string {
	e := s.About
	parts := []string{"method " + e.Method.Name}
	if e.Preset != estimate.None {
		parts = append(parts, "preset "+e.Preset)
	}
	parts = append(parts, fmt.Sprintf("kernel %s (γ = %.4g for the loss)", e.Kernel, e.Result.Gamma))
	parts = append(append(parts, e.Rows.Words()...), s.forestsText(), fmt.Sprintf("seed %d", e.Seed))
	if e.Scale != string(datasets.ScaleNone) {
		parts = append(parts, "scale "+e.Scale)
	}
	return strings.Join(append(parts, terminal.Duration(e.Elapsed)), ", ")
}

// table shows the first so many variables, after a row without any.
func (s *Selection) table(shown int) table.Table {
	t := table.Table{Head: []string{"", "k", "variable", "loss", "above best", "± s.e.", "in halves"}, Left: 3, Name: 2}
	decimals := 4
	if se := slices.Max(s.SE); se > 0 {
		decimals = format.Decimals(se, 2, 3, 9)
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', decimals, 64) }
	add := func(k int, name, halves string, kept bool) {
		mark := ""
		switch k {
		case s.Keep:
			mark = "keep"
		case s.Best:
			mark = "best"
		}
		t.Rows = append(t.Rows, table.Row{
			Cells:  []string{mark, strconv.Itoa(k), name, number(s.Loss[k]), number(s.Above[k]), number(s.AboveSE[k]), halves},
			Strong: kept,
		})
	}
	add(0, "(none)", "", false)
	for _, v := range s.ranks()[:shown] {
		add(v.Rank, v.Name, fmt.Sprintf("%d of %d", v.KeptInHalves, s.Repeats), v.Kept)
	}
	return t
}

// forests is the work, in forests on all inputs.
func (s *Selection) forests() float64 {
	sum := 0.0
	for _, path := range append(slices.Clone(s.Halves), s.All) {
		sum += path.Forests
	}
	return sum
}

// verdict says what to keep.
func (s *Selection) verdict() string {
	if s.Keep == 0 {
		return "Keep nothing: no set of inputs predicts the " + s.About.Distribution() + " better than none, beyond chance."
	}
	return fmt.Sprintf("Keep %s: %s", format.Plural(s.Keep, "input"), strings.Join(s.kept(), ", "))
}

// testedOn says what the losses are means over.
func (s *Selection) testedOn() string {
	if s.Repeats == 1 {
		return "a random half"
	}
	return fmt.Sprintf("%d random halves", s.Repeats)
}

// rowsText says what the final elimination used.
func (s *Selection) rowsText() string {
	if s.Rows == s.About.N {
		return "all rows"
	}
	return fmt.Sprintf("%d of %d rows", s.Rows, s.About.N)
}

// forestsText says what the forests are and how importance was measured, where
// that was asked for.
func (s *Selection) forestsText() string {
	e := s.About
	text := fmt.Sprintf("%d trees", e.Trees)
	if e.SampleSize > 0 {
		text += fmt.Sprintf(" of %d rows", e.SampleSize)
	}
	if e.Method.UsesKernel && e.Evaluated > 0 {
		text += fmt.Sprintf(", importance on %d rows", e.Evaluated)
	}
	if e.Method.UsesKernel && e.Aggregation != "" {
		text += ", aggregation " + e.Aggregation
	}
	return text
}

// Picture is the loss against the number of variables.
func (s *Selection) Picture() chart.Picture {
	return chart.LossChart{
		Title: "Elimination for " + s.About.TargetNames() + " (" + s.About.Method.Name + ")",
		Loss:  s.Loss, SE: s.AboveSE, Keep: s.Keep, Method: s.About.Method.Name,
	}
}
