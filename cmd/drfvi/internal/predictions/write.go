package predictions

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/encode"
	"drfvi/cmd/drfvi/internal/estimate"
	"drfvi/cmd/drfvi/internal/table"
	"drfvi/internal/format"
)

// column is a column of numbers, one for each row.
type column struct {
	name   string
	values func(row int) float64
}

// columns are those of all predictions.
func (p *Predictions) columns() []column {
	var all []column
	for _, t := range p.Targets {
		for k, category := range t.Categories {
			all = append(all, column{category, func(row int) float64 { return t.Probabilities[k][row] }})
		}
		if t.Means == nil {
			continue
		}
		all = append(all, column{t.Name + "_mean", func(row int) float64 { return t.Means[row] }})
		for k, level := range p.Levels {
			all = append(all, column{fmt.Sprintf("%s_q%v", t.Name, level), func(row int) float64 { return t.Quantiles.At(row, k) }})
		}
	}
	return all
}

// CSV writes a row for each predicted one.
func (p *Predictions) CSV(w io.Writer) error {
	head, columns := []any{"row"}, p.columns()
	for _, c := range columns {
		head = append(head, c.name)
	}
	out := encode.NewCSV(w, head...)
	for i := range p.Rows {
		row := []any{i + 1}
		for _, c := range columns {
			row = append(row, c.values(i))
		}
		out.Row(row...)
	}
	return out.End()
}

// WeightsCSV writes a row for each training row with a weight at a predicted one.
func (p *Predictions) WeightsCSV(w io.Writer) error {
	out := encode.NewCSV(w, "row", "training_row", "weight")
	for i, of := range p.Weights {
		for k, row := range of.Rows {
			out.Row(i+1, row+1, of.Values[k])
		}
	}
	return out.End()
}

// JSON is the form of predictions for other programs.
type JSON struct {
	estimate.Source
	estimate.Forests
	Trees      int         `json:"trees"`
	SampleSize int         `json:"sample_size"` // rows drawn for a tree
	Seed       uint64      `json:"seed"`
	Levels     []float64   `json:"levels"` // of the quantiles
	Rows       []RowJSON   `json:"rows"`
	Check      []CheckJSON `json:"check"`
	Warnings   []string    `json:"warnings"`
}

// JSON returns the predictions for other programs.
func (p *Predictions) JSON() any {
	e := p.About
	return JSON{
		Source: e.Source(), Forests: e.Forests(), Trees: e.Trees, SampleSize: e.SampleSize,
		Seed: e.Seed, Levels: p.Levels, Rows: p.rowsJSON(), Check: p.checksJSON(), Warnings: e.Doubts(e.Warnings),
	}
}

// RowJSON is a predicted row for other programs.
type RowJSON struct {
	Row     int          `json:"row"`
	Targets []TargetJSON `json:"targets"`
	Weights []WeightJSON `json:"weights,omitempty"`
}

// TargetJSON is a prediction of a target.
type TargetJSON struct {
	Name          string             `json:"name"`
	Mean          *float64           `json:"mean,omitempty"`
	Quantiles     []float64          `json:"quantiles,omitempty"` // in the order of the levels
	Probabilities map[string]float64 `json:"probabilities,omitempty"`
}

// WeightJSON is the weight of a training row.
type WeightJSON struct {
	Row    int32   `json:"training_row"`
	Weight float64 `json:"weight"`
}

// CheckJSON is a check for other programs.
type CheckJSON struct {
	Check
	Skill float64 `json:"crps_skill"`
}

func (p *Predictions) rowsJSON() []RowJSON {
	all := []RowJSON{}
	for i := range p.Rows {
		row := RowJSON{Row: i + 1}
		for _, t := range p.Targets {
			j := TargetJSON{Name: t.Name}
			if t.Means != nil {
				j.Mean, j.Quantiles = &t.Means[i], t.Quantiles.RawRowView(i)
			}
			for k, category := range t.Categories {
				if j.Probabilities == nil {
					j.Probabilities = map[string]float64{}
				}
				j.Probabilities[category] = t.Probabilities[k][i]
			}
			row.Targets = append(row.Targets, j)
		}
		if p.Weights != nil {
			for k, of := range p.Weights[i].Rows {
				row.Weights = append(row.Weights, WeightJSON{of + 1, p.Weights[i].Values[k]})
			}
		}
		all = append(all, row)
	}
	return all
}

func (p *Predictions) checksJSON() []CheckJSON {
	var all []CheckJSON
	for _, c := range p.Checks {
		all = append(all, CheckJSON{c, c.Skill()})
	}
	return all
}

// Text shows the first rows, and how far they can be believed.
func (p *Predictions) Text(s estimate.View) string {
	e := p.About
	var b strings.Builder
	b.WriteString(s.Remark(fmt.Sprintf("Predictions of %s from %s and %s", e.TargetNames(), format.Plural(len(e.Variables), "input"), format.Plural(e.N, "training row"))) + "\n")
	if p.Rows > 0 {
		t := table.Table{Head: []string{"row"}}
		columns := p.columns()
		for _, c := range columns {
			t.Head = append(t.Head, c.name)
		}
		shown := table.Shown(p.Rows, s.Top)
		for i := range shown {
			cells := []string{strconv.Itoa(i + 1)}
			for _, c := range columns {
				cells = append(cells, strconv.FormatFloat(c.values(i), 'g', 4, 64))
			}
			t.Add(cells...)
		}
		t.Write(&b, s.Screen)
		if left := p.Rows - shown; left > 0 {
			b.WriteString(s.Remark(fmt.Sprintf("and %s; --top all shows all, --format csv and json have them", format.Plural(left, "more row"))))
		}
		b.WriteByte('\n')
	}
	for _, c := range p.Checks {
		b.WriteString(s.Sentence(c.words()))
	}
	return b.String() + e.Remarks(s)
}

// words says how far predictions of a target can be believed.
func (c Check) words() string {
	var parts []string
	for _, v := range c.Intervals {
		parts = append(parts, fmt.Sprintf("%.0f %% hold %.1f %%", 100*v.Nominal, 100*v.Share))
	}
	text := fmt.Sprintf("Out-of-bag check of %s (%s): central intervals of %s of the rows. The score (CRPS) is %.3g, %.3g without inputs",
		c.Target, format.Plural(c.Rows, "row"), strings.Join(parts, ", "), c.CRPS, c.Unconditional)
	if skill := c.Skill(); skill > 0 {
		text += fmt.Sprintf(", %.0f %% less", 100*skill)
	}
	if math.IsNaN(c.CRPS) {
		return fmt.Sprintf("No row of %s is out-of-bag: there is no check.", c.Target)
	}
	return text + "."
}
