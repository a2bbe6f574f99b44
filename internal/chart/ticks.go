package chart

import (
	"math"
	"strconv"
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/format"
)

// Ticks are gonum's round ticks, with true minus signs and without unlabelled ones. Of axes too
// short or too long for them only the ends are named.
type Ticks struct{}

// fewTicks is the number of gonum's labelled ticks below which those between them have labels too.
const fewTicks = 3

func (Ticks) Ticks(low, high float64) (ticks []plot.Tick) {
	width, largest := high-low, max(math.Abs(low), math.Abs(high))
	if !(width > 0) {
		return nil
	}
	if width < 1e-9*largest || width < 1e-290 || width > 1e290 {
		for _, v := range []float64{low, high} {
			ticks = append(ticks, plot.Tick{Value: v, Label: format.TrueMinus(strconv.FormatFloat(v, 'g', 4, 64))})
		}
		return ticks
	}
	candidates := (plot.DefaultTicks{}).Ticks(low, high)
	majors := 0
	for _, tick := range candidates {
		if !tick.IsMinor() {
			majors++
		}
	}
	for _, tick := range candidates {
		if !tick.IsMinor() || majors < fewTicks { // gonum writes all of an axis with as many decimals: 2.50, 10.00
			tick.Label = format.TrueMinus(strconv.FormatFloat(math.Round(tick.Value/width*1e9)/1e9*width, 'g', 5, 64))
			ticks = append(ticks, tick)
		}
	}
	return ticks
}

// longestLabel is how many letters of a name stand in a figure.
const longestLabel = 40

// label is a name as figures have it.
func label(name string) string { return format.Shortened(format.VisibleLine(name), longestLabel) }

// mostLetters is more than a line of a figure has room for.
const mostLetters = 200

// fitted shortens a text to a width, if it has more than a few letters.
func fitted(words string, style text.Style, width vg.Length) string {
	const least = 8
	words = format.Shortened(format.VisibleLine(words), mostLetters)
	for letters := utf8.RuneCountInString(words); letters > least && style.Width(words) > width; {
		letters = max(least, int(0.95*float64(letters)))
		words = format.Shortened(words, letters)
	}
	return words
}

// namedTicks puts names at 0, 1, 2, …, or at 0, −1, −2, … for lists read from the top.
func namedTicks(names []string, sign float64) plot.ConstantTicks {
	ticks := make([]plot.Tick, len(names))
	for i, name := range names {
		ticks[i] = plot.Tick{Value: sign * float64(i), Label: name}
	}
	return ticks
}

// labels are names as figures have them.
func labels(names []string) []string {
	short := make([]string, len(names))
	for i, name := range names {
		short[i] = label(name)
	}
	return short
}

// logTicks are ticks of an axis of decimal logarithms, at powers of ten or, where those are fewer
// than three, at round multiples of them as well.
type logTicks struct{}

func (logTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	for _, multiples := range [][]float64{{1}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 7}} {
		ticks = nil
		for e := math.Floor(low); e <= high; e += max(1, math.Ceil((high-low)/10)) {
			for _, multiple := range multiples {
				if exponent := e + math.Log10(multiple); exponent >= low && exponent <= high {
					ticks = append(ticks, plot.Tick{Value: exponent, Label: format.Readable(math.Pow(10, exponent), 2)})
				}
			}
		}
		if len(ticks) >= 3 {
			break
		}
	}
	return ticks
}

// mostSizes is how many labels of sizes a figure has room for side by side.
const mostSizes = 16

// sizeTicks puts ticks at ascending sizes, with labels at every second one if they are many for
// one of so many panels side by side.
func sizeTicks(sizes []float64, across int) plot.ConstantTicks {
	ticks := make([]plot.Tick, len(sizes))
	for i, size := range sizes {
		ticks[i] = plot.Tick{Value: size, Label: strconv.FormatFloat(size, 'f', -1, 64)}
		if len(sizes)*across > mostSizes && i%2 == 1 {
			ticks[i].Label = ""
		}
	}
	return ticks
}
