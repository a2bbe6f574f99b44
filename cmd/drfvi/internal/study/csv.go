package study

import (
	"encoding/json"
	"fmt"
	"io"

	"drfvi/cmd/drfvi/internal/encode"
	"drfvi/internal/linalg"
)

// Tables returns what writes the numbers of pictures, by name of the file without
// extension.
func (s *Study) Tables() map[string]func(io.Writer) error {
	all := map[string]func(io.Writer) error{}
	if s.Aspects != nil {
		all["aspects"], all["curves"] = s.AspectsCSV, s.CurvesCSV
	}
	if s.Rows != nil {
		all["rows"] = func(w io.Writer) error { return s.Rows.CSV(w, s.Variables) }
	}
	return all
}

// AspectsCSV writes a row for each aspect and input.
func (s *Study) AspectsCSV(w io.Writer) error {
	out := encode.NewCSV(w, "aspect", "explained_share", "explained_p", "variable", "raw", "interval_low", "interval_high", "p", "p_adjusted", "area", "found")
	for _, a := range s.AspectsJSON() {
		for _, v := range a.Variables {
			var low, high *float64
			if v.Interval != nil {
				low, high = &v.Interval[0], &v.Interval[1]
			}
			out.Row(a.Aspect, a.Explained, a.P, v.Name, v.Raw, low, high, v.P, v.Adjusted, v.Area, v.Found)
		}
	}
	return out.End()
}

// CurvesCSV writes a row for each threshold and input.
func (s *Study) CurvesCSV(w io.Writer) error {
	out := encode.NewCSV(w, "target", "threshold", "variable", "lost")
	for _, c := range s.CurvesJSON() {
		for k, t := range c.Thresholds {
			for _, v := range c.Variables {
				out.Row(c.Target, t, v.Name, v.Lost[k])
			}
		}
	}
	return out.End()
}

// CSV writes the terms of the rows, one a line, the variables in columns.
func (r *Rows) CSV(w io.Writer, variables []string) error {
	head := []any{"row"}
	if r.Weights != nil {
		head = append(head, "weight")
	}
	out := encode.NewCSV(w, append(head, "explained", variables)...)
	for i, number := range r.Numbers {
		row := []any{number}
		if r.Weights != nil {
			row = append(row, r.Weights[i])
		}
		row = append(row, r.V[i])
		for j := range variables {
			row = append(row, r.U[j][i])
		}
		out.Row(row...)
	}
	return out.End()
}

// rowsJSON is the form of Rows for other programs.
type rowsJSON struct {
	Variables   []string  `json:"variables"`
	Denominator float64   `json:"denominator"` // sum over rows of explained, times weight
	Numerators  []float64 `json:"numerators"`  // sums over rows of the terms, times weight, by variable
	Rows        []rowJSON `json:"rows"`
}

type rowJSON struct {
	Row       int       `json:"row"`
	Weight    *float64  `json:"weight,omitempty"`
	Explained float64   `json:"explained"`
	Terms     []float64 `json:"terms"` // by variable
}

// sum adds up terms of the rows, times their weights.
func (r *Rows) sum(terms []float64) float64 {
	if r.Weights == nil {
		return linalg.Sum(terms)
	}
	return linalg.Dot(terms, r.Weights)
}

// mean is the weighted mean of terms of the rows.
func (r *Rows) mean(terms []float64) float64 {
	if r.Weights == nil {
		return linalg.Mean(terms)
	}
	return linalg.Dot(terms, r.Weights) / linalg.Sum(r.Weights)
}

// JSON writes the terms of the rows, with their sums.
func (r *Rows) JSON(w io.Writer, variables []string) error {
	j := rowsJSON{Variables: variables, Denominator: r.sum(r.V)}
	for _, terms := range r.U {
		j.Numerators = append(j.Numerators, r.sum(terms))
	}
	for i, number := range r.Numbers {
		row := rowJSON{Row: number, Weight: encode.At(r.Weights, i), Explained: r.V[i]}
		for _, terms := range r.U {
			row.Terms = append(row.Terms, terms[i])
		}
		j.Rows = append(j.Rows, row)
	}
	if err := json.NewEncoder(w).Encode(j); err != nil {
		return fmt.Errorf("cannot write the rows: %w", err)
	}
	return nil
}
