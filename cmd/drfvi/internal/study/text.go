package study

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/table"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance/aspects"
)

// mostWords is the largest number of aspects in the words of an input.
const mostWords = 3

// nearlyAll of a mean is explained where its residuals are in large part the error of
// forests.
const nearlyAll = 0.95

// Words are those of the aspects that an input moves, for a table; "" if nothing is found.
func (s *Study) Words(input int) string {
	names := s.Aspects.Words(input)
	if left := len(names) - mostWords; left > 0 {
		names = append(names[:mostWords], fmt.Sprintf("%d more", left))
	}
	return strings.Join(names, ", ")
}

// Text lists the aspects of which something is explained, and what moves them.
func (s *Study) Text(screen terminal.Screen) string {
	t := table.Table{Head: []string{"aspect", "explained", "moved by"}, Left: 1, Words: true}
	var nothing, clear []string
	unmoved := false
	for _, f := range s.Aspects.Findings {
		name := f.Name(s.Aspects.Responses)
		if f.Nothing() {
			nothing = append(nothing, name)
			continue
		}
		movers := s.movers(f)
		unmoved = unmoved || movers == ""
		if f.Kind == aspects.Mean && f.Explained.Value > nearlyAll {
			clear = append(clear, s.Aspects.Responses[f.Of[0]].Name)
		}
		t.Add(name, percent(f.Explained.Value)+" %", movers)
	}
	var b strings.Builder
	if t.Rows != nil {
		t.Write(&b, screen)
	}
	if unmoved {
		b.WriteString(screen.Sentence("Where nothing is named, no single input was found to move the aspect: p-values are adjusted for all inputs and aspects."))
	}
	if clear != nil {
		b.WriteString(screen.Sentence(fmt.Sprintf("Nearly all of the mean of %s is explained: what is left to the other aspects is in large part the error of the forests.", strings.Join(clear, ", "))))
	}
	if nothing != nil {
		b.WriteString(screen.Sentence("Nothing is explained of: " + strings.Join(nothing, ", ") + "."))
	}
	return b.String()
}

// movers lists the inputs that an aspect was found to move with, with how much of it is
// lost without each.
func (s *Study) movers(f aspects.Finding) string {
	var names []string
	for j, name := range s.Variables {
		if f.Found(j) {
			names = append(names, fmt.Sprintf("%s (%s %%)", name, percent(f.Area[j])))
		}
	}
	return strings.Join(names, ", ")
}

// percent writes a share in percent with a digit or two that count.
func percent(share float64) string {
	decimals := 0
	if share < 0.0995 {
		decimals = 1
	}
	return strconv.FormatFloat(100*math.Max(share, 0), 'f', decimals, 64)
}
