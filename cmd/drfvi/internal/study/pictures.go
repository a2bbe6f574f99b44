package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/cmd/drfvi/internal/figures"
	"drfvi/importance"
	"drfvi/internal/chart"
	"drfvi/internal/rank"
)

// Pictures returns all pictures of the study: of the aspects, of the rows, and along
// inputs. Those that there are no data for are left out.
func (s *Study) Pictures() []figures.Picture { return append(s.ofAspects(), s.ofRows()...) }

func (s *Study) ofAspects() []figures.Picture {
	if s.Aspects == nil {
		return nil
	}
	all := []figures.Picture{{Name: "aspects", Of: s.Map(), Caption: "The area of a square is the share of the aspect's variation that is lost without the input."}}
	if len(s.Aspects.Curves) > 0 {
		all = append(all, figures.Picture{Name: "curves", Of: s.Curves(), Caption: "What is lost without an input of the mean squared distance between distribution functions, threshold by threshold."})
	}
	return all
}

func (s *Study) ofRows() []figures.Picture {
	if s.Rows == nil {
		return nil
	}
	all := []figures.Picture{{Name: "rows", Of: s.Swarm(), Caption: "Each dot is a row of the table: its term of the importance as a share of what is explained in the mean."}}
	if len(s.Rows.Along) == 0 {
		return all
	}
	all = append(all, figures.Picture{Name: "dependence", Of: s.Dependence(), Caption: "The terms of the rows on the value of the input, with their running mean. Grounds of another colour are places without data."})
	for _, f := range s.Rows.Fans {
		all = append(all, figures.Picture{Name: "fan-" + fileName(f.Target), Of: s.Fan(f), Caption: "Predicted quantiles of " + f.Target + " along inputs, running means of those of the rows."})
	}
	return all
}

// fileName returns a name without letters that files may not have.
func fileName(name string) string {
	letters := []rune(name)
	for i, r := range letters {
		if r < ' ' || slices.Contains([]rune(`/\:*?"<>|`), r) {
			letters[i] = '_'
		}
	}
	return string(letters)
}

// Map is the picture of what moves with which input.
func (s *Study) Map() chart.HeatMap {
	m := chart.HeatMap{
		Title: "What moves with which input", FoundName: fmt.Sprintf("found: adjusted p at most %v", importance.Level),
		Amount: "variation lost without the input",
	}
	for j, name := range s.Variables {
		m.Rows = append(m.Rows, chart.HeatLabel{Name: name})
		var amounts []float64
		var found []bool
		for _, f := range s.Aspects.Findings {
			amounts, found = append(amounts, f.Area[j]), append(found, f.Found(j))
			if f.Adjusted == nil {
				m.FoundName = "found: interval does not hold 0"
			}
		}
		m.Amounts, m.Found = append(m.Amounts, amounts), append(m.Found, found)
	}
	for _, f := range s.Aspects.Findings {
		m.Columns = append(m.Columns, chart.HeatLabel{Name: f.Name(s.Aspects.Responses), Nothing: f.Nothing()})
	}
	return m
}

// mostLines is the largest number of inputs with a line in a panel.
const mostLines = 6

// Curves is the picture of where along the targets inputs matter, those that matter most
// for each.
func (s *Study) Curves() chart.Planes {
	all := chart.Planes{Title: "Where along the distribution inputs matter", Across: 2, Shared: true}
	most := make([]float64, len(s.Variables))
	for j := range most {
		for _, c := range s.Aspects.Curves {
			most[j] = max(most[j], c.CRPS[j]/(c.At[len(c.At)-1]-c.At[0]))
		}
	}
	order := rank.Descending(most)
	zero := 0.0
	for _, c := range s.Aspects.Curves {
		panel := chart.Plane{X: s.Aspects.Responses[c.Response].Name, Y: "lost without the input", Level: &zero}
		for _, j := range order[:min(len(order), mostLines)] {
			panel.Lines = append(panel.Lines, chart.PlaneLine{Name: s.Variables[j], X: c.At, Y: c.Lost[j]})
		}
		all.Panels = append(all.Panels, panel)
	}
	return all
}

// mostSwarms is the largest number of inputs of a swarm.
const mostSwarms = 20

// Swarm is the picture of what single rows tell, one row of dots for each input.
func (s *Study) Swarm() chart.Swarm {
	r := s.Rows
	swarm := chart.Swarm{
		Title: "What single rows tell", Axis: "term of a row / mean explained variation: the mean is the importance",
		Shaded: [2]string{"low value of the input", "high value"},
	}
	mean := r.mean(r.V)
	for _, j := range r.Order[:min(len(r.Order), mostSwarms)] {
		values := make([]float64, len(r.V))
		for i, u := range r.U[j] {
			values[i] = u / mean
		}
		shades := slices.Repeat([]float64{-1}, len(values))
		if r.Values[j] != nil && r.Levels[j] == nil {
			shades = ranks(r.Values[j])
		}
		swarm.Names, swarm.Values, swarm.Shades = append(swarm.Names, s.Variables[j]), append(swarm.Values, values), append(swarm.Shades, shades)
	}
	if left := len(r.Order) - len(swarm.Names); left > 0 {
		swarm.Axis += fmt.Sprintf(" (the first %d of %d inputs)", len(swarm.Names), len(r.Order))
	}
	return swarm
}

// aside is how far dots of equal levels stand beside each other.
const aside = 0.3

// Dependence is the picture of the rows' terms on the values of inputs.
func (s *Study) Dependence() chart.Planes {
	r := s.Rows
	all := chart.Planes{Title: "Where inputs matter", Across: 2, Shared: true}
	mean, zero := r.mean(r.V), 0.0
	for _, j := range r.Along {
		x, y := r.Values[j], make([]float64, len(r.V))
		for i, u := range r.U[j] {
			y[i] = u / mean
		}
		panel := chart.Plane{X: s.Variables[j], Y: "term / mean explained", Level: &zero, Levels: shown(r.Levels[j])}
		for i, v := range x {
			if math.IsNaN(v) {
				continue
			}
			if r.Levels[j] != nil {
				v += aside * (2*math.Mod(float64(i)*0.618034, 1) - 1)
			}
			panel.Dots = append(panel.Dots, chart.PlaneDot{X: v, Y: y[i], Shade: -1})
		}
		panel.Lines, panel.Gaps = lines(chart.PlaneLine{Name: "running mean"}, x, y, r.Levels[j])
		all.Panels = append(all.Panels, panel)
	}
	return all
}

// mostLevels is the largest number of levels that are named.
const mostLevels = 12

// shown returns the names of levels, every one of few and none of many.
func shown(levels []string) []string {
	if len(levels) <= mostLevels {
		return levels
	}
	return make([]string, len(levels))
}

// lines returns the running means of y along x in pieces like a given one, and the gaps
// between them; of levels a piece for each.
func lines(like chart.PlaneLine, x, y []float64, levels []string) (pieces []chart.PlaneLine, gaps []chart.Interval) {
	if levels != nil {
		for k, mean := range byLevel(x, y, len(levels)) {
			if !math.IsNaN(mean) {
				at := float64(k)
				like.X, like.Y = []float64{at - 1.2*aside, at + 1.2*aside}, []float64{mean, mean}
				pieces = append(pieces, like)
			}
		}
		return pieces, nil
	}
	all, gaps := stretches(x)
	for _, s := range all {
		like.X, like.Y = s.smooth(x, y, len(x))
		pieces = append(pieces, like)
	}
	return pieces, gaps
}

// Fan is the picture of predicted quantiles along inputs: running means of those of the
// rows.
func (s *Study) Fan(f Fan) chart.Planes {
	r := s.Rows
	all := chart.Planes{Title: "Predicted quantiles of " + f.Target, Across: 2, Shared: true}
	for _, j := range r.Along {
		var rows []int
		for i, q := range f.Quantiles[0] {
			if !math.IsNaN(q) && !math.IsNaN(f.Values[j][i]) {
				rows = append(rows, i)
			}
		}
		x := chosen(f.Values[j], rows)
		panel := chart.Plane{X: s.Variables[j], Y: f.Target, Levels: shown(r.Levels[j])}
		if len(x) > 0 && r.Levels[j] == nil {
			panel.Low, panel.High = floats.Min(x), floats.Max(x)
		}
		low, gaps := lines(chart.PlaneLine{}, x, chosen(f.Quantiles[0], rows), r.Levels[j])
		high, _ := lines(chart.PlaneLine{}, x, chosen(f.Quantiles[2], rows), r.Levels[j])
		for k := range low {
			panel.Bands = append(panel.Bands, chart.PlaneBand{Name: "10 to 90 %", X: low[k].X, Low: low[k].Y, High: high[k].Y})
		}
		panel.Lines, _ = lines(chart.PlaneLine{Name: "median"}, x, chosen(f.Quantiles[1], rows), r.Levels[j])
		panel.Gaps = gaps
		all.Panels = append(all.Panels, panel)
	}
	return all
}

// chosen returns the numbers of some rows.
func chosen(values []float64, rows []int) []float64 {
	some := make([]float64, len(rows))
	for k, i := range rows {
		some[k] = values[i]
	}
	return some
}
