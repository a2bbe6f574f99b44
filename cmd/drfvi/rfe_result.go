package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/sampling"
	"drfvi/cmd/drfvi/internal/table"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets/scale"
	"drfvi/importance"
	"drfvi/internal/chart"
)

// selection is a finished selection of variables of a user's table.
type selection struct {
	importance.Selection
	about         *estimate // settings and names, without values
	rows, repeats int
	lossGamma     float64
	shortcuts     *shortcutFlags
	warnings      []string
}

// selectionJSON is the form of a selection for other programs.
type selectionJSON struct {
	sourceJSON
	Method    string      `json:"method"`
	Kernel    string      `json:"kernel"`
	LossGamma float64     `json:"loss_gamma"`
	Preset    string      `json:"preset"`
	Chosen    *chosenJSON `json:"chosen,omitempty"` // by preset auto
	N         int         `json:"n"`
	P         int         `json:"p"` // inputs
	D         int         `json:"d"`
	Rows      int         `json:"rows"`
	Repeats   int         `json:"repeats"`
	sampling.Sampled
	Trees          int            `json:"trees"`
	SampleSize     int            `json:"sample_size,omitempty"`    // if not the preset's
	EvaluatedRows  int            `json:"evaluated_rows,omitempty"` // if not all
	Aggregation    string         `json:"aggregation,omitempty"`    // of methods with a kernel
	Seed           uint64         `json:"seed"`
	Scale          string         `json:"scale"` // of numeric targets
	Best           int            `json:"best"`
	Keep           int            `json:"keep"`
	Kept           []string       `json:"kept"`
	Variables      []rankJSON     `json:"variables"`
	Path           []pathStepJSON `json:"path"`
	Forests        float64        `json:"forests"`
	ElapsedSeconds float64        `json:"elapsed_seconds"`
	Warnings       []string       `json:"warnings"`
}

// rankJSON is a variable of a selection, in the order in which they are kept.
type rankJSON struct {
	Name         string  `json:"name"`
	Rank         int     `json:"rank"` // number of variables left when it went, on all rows
	Importance   float64 `json:"importance_when_eliminated"`
	Kept         bool    `json:"kept"`
	KeptInHalves int     `json:"kept_in_halves"`
}

// pathStepJSON is the mean loss with a number of inputs, from none on.
type pathStepJSON struct {
	Variables int     `json:"variables"`
	Loss      float64 `json:"loss"`
	SE        float64 `json:"se"`
	Above     float64 `json:"above_best"`
	AboveSE   float64 `json:"above_best_se"` // of the difference
}

// kept returns the names of the variables to keep.
func (s *selection) kept() []string {
	names := []string{}
	for _, j := range s.Kept() {
		names = append(names, s.about.variables[j])
	}
	return names
}

// ranks returns the variables in the order in which they are kept.
func (s *selection) ranks() []rankJSON {
	agreement := s.Agreement()
	all := make([]rankJSON, len(s.about.variables))
	for step, j := range s.All.Eliminated {
		rank := len(all) - step
		all[rank-1] = rankJSON{s.about.variables[j], rank, s.All.Values[step], rank <= s.Keep, agreement[j]}
	}
	return all
}

func (s *selection) json() any {
	j := selectionJSON{
		sourceJSON: s.about.source(),
		Method:     s.about.method.Name, Kernel: s.about.kernel, LossGamma: s.lossGamma, Preset: s.about.preset,
		N: s.about.n, P: len(s.about.variables), D: len(s.about.targets), Rows: s.rows, Repeats: s.repeats, Sampled: s.about.rows, Trees: s.about.trees, Seed: s.about.seed, Scale: s.about.scale,
		Best: s.Best, Keep: s.Keep, Kept: s.kept(), Variables: s.ranks(),
		Forests: s.forests(), ElapsedSeconds: s.about.elapsed.Seconds(), Warnings: s.about.doubts(s.warnings),
	}
	if chosen := s.about.result.Chosen; chosen != nil {
		j.Chosen = newChosenJSON(*chosen)
	}
	j.SampleSize = s.shortcuts.sampleSize.Value
	if s.about.method.UsesKernel {
		j.EvaluatedRows, j.Aggregation = s.shortcuts.evaluate.Value, s.shortcuts.aggregation.String()
	}
	for k, loss := range s.Loss {
		j.Path = append(j.Path, pathStepJSON{k, loss, s.SE[k], s.Above[k], s.AboveSE[k]})
	}
	return j
}

// csv writes a row for no input at all, and one an input in the order in which they
// are kept; the loss is that of forests on as many inputs as the rank says.
func (s *selection) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"rank", "variable", "loss", "se", "above_best", "above_best_se", "kept", "kept_in_halves", "importance_when_eliminated"}) // Flush tells
	losses := func(k int) []string {
		return []string{exact(s.Loss[k]), exact(s.SE[k]), exact(s.Above[k]), exact(s.AboveSE[k])}
	}
	_ = out.Write(append(append([]string{"0", ""}, losses(0)...), "", "", ""))
	for _, v := range s.ranks() {
		_ = out.Write(append(append([]string{strconv.Itoa(v.Rank), v.Name}, losses(v.Rank)...),
			strconv.FormatBool(v.Kept), strconv.Itoa(v.KeptInHalves), exact(v.Importance)))
	}
	out.Flush()
	return out.Error()
}

// text returns the selection as a table for reading, the variable kept longest
// first.
func (s *selection) text(v view) string {
	var b strings.Builder
	p := len(s.about.variables)
	b.WriteString(v.Remark(fmt.Sprintf("Elimination of %s for %s (%s)", terminal.Counted(p, "input"), listed(s.about.targets), terminal.Counted(s.about.n, "row"))))
	if doubt := s.about.outdone(); doubt != "" {
		b.WriteString(v.Warning(doubt))
	}
	b.WriteString("\n" + v.Remark(s.verdict()) + "\n")
	shown := table.Shown(p, v.top)
	if v.top == 0 {
		shown = max(shown, s.Keep, s.Best)
	}
	s.table(shown).Write(&b, v.Screen)
	if p > shown {
		b.WriteString(v.Remark(table.LeftOut(p-shown, "")))
	}
	b.WriteByte('\n')
	b.WriteString(v.Sentence(fmt.Sprintf("Row k has the mean loss of forests on k inputs, on %s that they have not seen; (none) is the loss of predicting without any input. The inputs down to row k are those left by an elimination on %s. \"above best\" is the difference from the smallest loss, with the standard error of this difference: \"keep\" marks the smallest number of inputs that is within one of them, or none where all that inputs gain may be chance. \"in halves\" counts in how many halves an input was among that many left.",
		s.testedOn(), s.rowsText())))
	for _, warning := range s.warnings {
		b.WriteString(v.Warning(warning))
	}
	preset := ""
	if s.about.preset != none {
		preset = ", preset " + s.about.preset
	}
	scaled := ""
	if s.about.scale != string(scale.None) {
		scaled = ", scale " + s.about.scale
	}
	b.WriteString(v.Remark(fmt.Sprintf("method %s%s, kernel %s (γ = %.4g for the loss), %s, seed %d%s, %s",
		s.about.method.Name, preset, s.about.kernel, s.lossGamma, strings.Join(append(s.about.rows.Words(), s.forestsText()), ", "), s.about.seed, scaled, terminal.Duration(s.about.elapsed))))
	if chosen := s.about.result.Chosen; chosen != nil {
		b.WriteString(v.Remark("chosen: " + inWords(*chosen)))
	}
	if v.verbose {
		b.WriteString(v.Remark(computed(s.All.Aggregation, s.forests()) + "; losses by " + s.Halves[0].LossAggregation))
	}
	return b.String()
}

// table shows the first so many variables, after a row without any.
func (s *selection) table(shown int) table.Table {
	t := table.Table{Head: []string{"", "k", "variable", "loss", "above best", "± s.e.", "in halves"}, Left: 3, Name: 2}
	decimals := lossDecimals(slices.Max(s.SE))
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
		add(v.Rank, v.Name, fmt.Sprintf("%d of %d", v.KeptInHalves, s.repeats), v.Kept)
	}
	return t
}

// forests is the work, in forests on all inputs.
func (s *selection) forests() float64 {
	sum := 0.0
	for _, path := range append(slices.Clone(s.Halves), s.All) {
		sum += path.Forests
	}
	return sum
}

// verdict says what to keep.
func (s *selection) verdict() string {
	if s.Keep == 0 {
		return "Keep nothing: no set of inputs predicts the " + s.about.distribution() + " better than none, beyond chance."
	}
	return fmt.Sprintf("Keep %s: %s", terminal.Counted(s.Keep, "input"), strings.Join(s.kept(), ", "))
}

// lossDecimals returns how many decimals show two digits of the largest standard
// error, at least three and at most nine.
func lossDecimals(se float64) int {
	if !(se > 0) {
		return 4
	}
	return min(max(1-int(math.Floor(math.Log10(se))), 3), 9)
}

// testedOn says what the losses are means over.
func (s *selection) testedOn() string {
	if s.repeats == 1 {
		return "a random half"
	}
	return fmt.Sprintf("%d random halves", s.repeats)
}

// rowsText says what the final elimination used.
func (s *selection) rowsText() string {
	if s.rows == s.about.n {
		return "all rows"
	}
	return fmt.Sprintf("%d of %d rows", s.rows, s.about.n)
}

// forestsText says what the forests are and how importance was measured, where
// that was asked for.
func (s *selection) forestsText() string {
	text := fmt.Sprintf("%d trees", s.about.trees)
	if rows := s.shortcuts.sampleSize.Value; rows > 0 {
		text += fmt.Sprintf(" of %d rows", rows)
	}
	if !s.about.method.UsesKernel {
		return text
	}
	if rows := s.shortcuts.evaluate.Value; rows > 0 {
		text += fmt.Sprintf(", importance on %d rows", rows)
	}
	if s.shortcuts.aggregation.Features > 0 {
		text += ", aggregation " + s.shortcuts.aggregation.String()
	}
	return text
}

// plot draws the loss against the number of variables.
func (s *selection) plot(path string) error { return chart.Draw(path, s.chart()) }

func (s *selection) chart() chart.LossChart {
	return chart.LossChart{
		Title: "Elimination for " + listed(s.about.targets) + " (" + s.about.method.Name + ")",
		Loss:  s.Loss, SE: s.AboveSE, Keep: s.Keep, Method: s.about.method.Name,
	}
}
