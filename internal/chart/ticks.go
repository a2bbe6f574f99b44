package chart

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/format"
)

// RoundTicks puts at most so many ticks on round numbers (1, 2 or 5 times a
// power of ten).
type RoundTicks struct{ Most int }

func (r RoundTicks) Ticks(lower, upper float64) []plot.Tick {
	if !(upper > lower) {
		return nil
	}
	step, decimals := roundStep(lower, upper, r.Most)
	var ticks []plot.Tick
	first := math.Ceil(lower/step - 1e-9)
	for i := range r.Most { // not by k++, which stands still where whole numbers are not exact
		k := first + float64(i)
		if k*step > upper+1e-9*step || len(ticks) > 0 && k*step == ticks[len(ticks)-1].Value {
			break
		}
		ticks = append(ticks, plot.Tick{Value: k * step, Label: roundLabel(k*step, step, decimals)})
	}
	return ticks
}

// roundLabel writes a tick, very small and very large ones in powers of ten.
func roundLabel(v, step float64, decimals int) string {
	const most, many, digits = 6, 1e7, 5
	if v == 0 {
		return "0"
	}
	count := 1 + int(math.Floor(math.Log10(math.Abs(v))+1e-9)-math.Floor(math.Log10(step)+1e-9))
	if (decimals > most || math.Abs(v) >= many) && count <= digits {
		return format.TrueMinus(strconv.FormatFloat(v, 'g', max(1, count), 64))
	}
	return format.TrueMinus(format.Fixed(v, decimals))
}

// roundStep returns the smallest round step that needs at most so many ticks
// between lower and upper, and the decimals it is written with.
func roundStep(lower, upper float64, most int) (step float64, decimals int) {
	most = max(most, 1)
	// Parted first: the difference of finite numbers need not be finite.
	power := math.Floor(math.Log10(upper/float64(most) - lower/float64(most)))
	exponent := int(min(max(power, smallestPower), largestPower))
	for ; exponent <= largestPower; exponent++ {
		for _, digit := range []float64{1, 2, 5} {
			step = digit * math.Pow10(exponent)
			if math.Floor(upper/step+1e-9)-math.Ceil(lower/step-1e-9)+1 <= float64(most) {
				return step, max(0, -exponent)
			}
		}
	}
	return math.Pow10(largestPower), 0
}

// largestPower is that of ten which a number can be; smallestPower of those that are
// known to full precision.
const smallestPower, largestPower = -307, 308

// longestLabel is how many letters of a name stand in a figure.
const longestLabel = 40

// label is a name as figures have it.
func label(name string) string { return format.Shortened(format.VisibleLine(name), longestLabel) }

// fitted shortens a text to a width, if it has more than a few letters.
func fitted(words string, style text.Style, width vg.Length) string {
	const least = 8
	letters := utf8.RuneCountInString(words)
	for words = format.VisibleLine(words); letters > least && style.Width(words) > width; {
		letters = max(least, int(0.95*float64(letters)))
		words = format.Shortened(words, letters)
	}
	return words
}

// namedTicks puts names at 0, 1, 2, …, or at 0, −1, −2, … for lists read from the top.
func namedTicks(names []string, sign float64) plot.ConstantTicks {
	ticks := make([]plot.Tick, len(names))
	for i, name := range names {
		ticks[i] = plot.Tick{Value: sign * float64(i), Label: label(name)}
	}
	return ticks
}

// PowersOfTen puts ticks of a logarithmic axis at powers of ten or, where those are fewer
// than four, at round multiples of them as well.
type PowersOfTen struct{}

func (PowersOfTen) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for _, multiples := range [][]float64{{1}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 7}} {
		ticks = nil
		for e := max(smallestPower, math.Floor(math.Log10(low))); e <= min(largestPower, math.Log10(high)); e++ {
			for _, multiple := range multiples {
				if v := multiple * math.Pow(10, e); v >= low && v <= high {
					ticks = append(ticks, plot.Tick{Value: v, Label: powerLabel(multiple, int(e))})
				}
			}
		}
		if len(ticks) >= 4 {
			break
		}
	}
	return ticks
}

// powerLabel writes a multiple of a power of ten.
func powerLabel(multiple float64, e int) string {
	const most = 6 // zeros
	if e < -most || e > most {
		return strconv.FormatFloat(multiple, 'f', -1, 64) + fmt.Sprintf("e%+03d", e)
	}
	decimals := max(0, -e)
	if multiple != math.Floor(multiple) && e <= 0 {
		decimals++
	}
	return strconv.FormatFloat(multiple*math.Pow(10, float64(e)), 'f', decimals, 64)
}

// logTicks puts the ticks of PowersOfTen on an axis of decimal logarithms.
type logTicks struct{}

func (logTicks) Ticks(low, high float64) []plot.Tick {
	ticks := PowersOfTen{}.Ticks(math.Pow(10, low), math.Pow(10, high))
	for i := range ticks {
		ticks[i].Value = math.Log10(ticks[i].Value)
	}
	return ticks
}

// mostSizes is how many labels of sizes a figure has room for side by side.
const mostSizes = 16

// sizeTicks puts ticks at ascending sizes, with labels at every second one if they are many for one of so
// many panels side by side.
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
