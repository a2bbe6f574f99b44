package document

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"drfvi/internal/chart"
)

// run is a part of a line in one type: of mathematics letters slant, and subscripts and
// superscripts are small and lower or higher.
type run struct {
	text   string
	slant  bool
	script int // −1 below the line, 1 above it
}

// formulas finds mathematics in a text: inputs and responses with their number (X1, Yi), the
// median heuristic (mh), powers (n^0.7), Greek letters, and single letters that are no words.
var formulas = regexp.MustCompile(`\b([XY])(\d{1,4}|[ij])\b|\b(m)(h)\b|\^(−?(?:\d+(?:\.\d+)?|[a-zα-ω]))|([α-ω])|\b(\d?)([b-df-gi-rt-zXYVK])\b|\b(I)\(|\((s)\b`)

// foreign tells whether a letter is one of words that the expression takes for their end.
func foreign(r rune) bool { return r > 0x7F && unicode.IsLetter(r) && !unicode.Is(unicode.Lm, r) }

// runs parts a line into runs.
func runs(text string) (list []run) {
	end := 0
	for _, m := range formulas.FindAllStringSubmatchIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:m[0]])
		after, _ := utf8.DecodeRuneInString(text[m[1]:])
		group := func(k int) string {
			if m[2*k] < 0 {
				return ""
			}
			return text[m[2*k]:m[2*k+1]]
		}
		// A letter of a word (don't, loco-t, i.e., a name with _) is none of a formula.
		if group(5)+group(6) == "" && (foreign(before) || foreign(after)) {
			continue // within a word
		}
		if group(8) != "" && (strings.ContainsRune("'’-./", before) || after == '’' || strings.HasPrefix(text[m[1]:], ".e")) || before == '_' || after == '_' {
			continue
		}
		list = append(list, run{text: text[end:m[0]]})
		end = m[1]
		switch {
		case group(1)+group(3) != "":
			sub := group(2) + group(4)
			list = append(list, run{text: group(1) + group(3), slant: true}, run{text: sub, slant: sub[0] > '9', script: -1})
		case group(5) != "":
			power := group(5)
			list = append(list, run{text: power, slant: strings.IndexAny(power, "0123456789") < 0, script: 1})
		case group(6) != "":
			list = append(list, run{text: group(6), slant: true})
		case group(8) != "":
			list = append(list, run{text: group(7)}, run{text: group(8), slant: true})
		case group(9) != "":
			list = append(list, run{text: group(9), slant: true}, run{text: "("})
		default:
			list = append(list, run{text: "("}, run{text: group(10), slant: true})
		}
	}
	return append(list, run{text: text[end:]})
}

// scriptSize is that of subscripts and superscripts as a share of the line's, and the shares
// by which they are lower and higher.
const (
	scriptSize = 0.7
	lower      = 0.16
	higher     = 0.36
)

// line sets text from x on, or only measures it, in the font at hand, and returns its width.
func (l *layout) line(text string, x, baseline float64, draw bool) (width float64) {
	family, style := l.GetFontFamily(), l.GetFontStyle()
	size, _ := l.GetFontSize()
	for _, r := range runs(text) {
		slanted, of, rise := style, size, 0.0
		if r.slant && style == "" {
			slanted = "I"
		}
		switch r.script {
		case -1:
			of, rise = scriptSize*size, -lower*size
		case 1:
			of, rise = scriptSize*size, higher*size
		}
		if r.text == "" {
			continue
		}
		l.Use(family, slanted, of)
		if draw {
			l.Text(x+width, baseline-rise, r.text)
		}
		width += l.GetStringWidth(r.text)
	}
	l.Use(family, style, size)
	return width
}

// write sets a line, and wide is how wide it is.
func (l *layout) write(x, baseline float64, text string) { l.line(text, x, baseline, true) }

func (l *layout) wide(text string) float64 {
	if !formulas.MatchString(text) {
		return l.GetStringWidth(text)
	}
	return l.line(text, 0, 0, false)
}

// equation sets a formula in the middle of a line, a quotient as a fraction.
func (l *layout) equation(text string) {
	const gap = 3
	l.Use(chart.Serif, "", bodySize+0.5)
	left, over, under := chart.Drawable(text), "", ""
	if equals := strings.Index(left, " = "); equals >= 0 {
		if at := strings.LastIndex(left, ") / "); at > equals {
			left, over, under = left[:equals+3], left[equals+3:at+1], left[at+4:]
		}
	}
	end := "" // punctuation stands beside the fraction
	if n := len(under); n > 0 && (under[n-1] == ',' || under[n-1] == ':') {
		under, end = under[:n-1], under[n-1:]
	}
	quotient := max(l.wide(over), l.wide(under))
	x := marginSide + max(0, (textWidth-l.wide(left)-quotient-l.wide(end))/2)
	height := bodyLead + 6.0
	if over != "" {
		height += bodyLead + gap
	}
	l.room(height)
	l.Use(chart.Serif, "", bodySize+0.5)
	l.colour(chart.Black)
	middle := l.y + height/2 + 1
	l.write(x, middle, left)
	x += l.wide(left)
	if over != "" {
		l.write(x+(quotient-l.wide(over))/2, middle-3.5-gap-2, over)
		l.write(x+(quotient-l.wide(under))/2, middle-3.5+bodySize+1.5, under)
		l.write(x+quotient+2, middle, end)
		l.rule(x, middle-3.5, quotient, 0.5, chart.Black)
	}
	l.y += height + 5
}
