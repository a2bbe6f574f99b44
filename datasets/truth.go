package datasets

import (
	"strconv"
	"strings"
)

// truths and falsehoods are the spellings of truth values by which columns are known to hold them,
// in upper or lower case, and assents and refusals those that such columns may have too.
var (
	truths, falsehoods = []string{"true", "t", "1"}, []string{"false", "f", "0"}
	assents, refusals  = []string{"yes", "y"}, []string{"no", "n"}
)

// truthOf returns the truth value that a cell is, 0 or 1 as a number included.
func truthOf(cell string) (value float64, is bool) {
	switch {
	case anyCase(cell, truths), anyCase(cell, assents):
		return 1, true
	case anyCase(cell, falsehoods), anyCase(cell, refusals):
		return 0, true
	case cell == "" || !isDigit(rune(cell[0])):
		return 0, false
	}
	v, err := strconv.ParseFloat(cell, 64)
	return v, err == nil && (v == 0 || v == 1)
}

// severalSpellings reports whether all cells are truth values, in more spellings than one for
// each: TRUE and yes, 0 and False. Two words alone may be two categories. A single letter counts
// where its opposite, or the word that it abbreviates, occurs too: T and N alone may be anything.
func severalSpellings(cells []string) bool {
	spellings, words := map[string]bool{}, map[string]bool{}
	values := map[float64]bool{}
	for _, cell := range cells {
		if spellings[cell] {
			continue
		}
		value, is := truthOf(cell)
		if !is {
			return false
		}
		spellings[cell], words[strings.ToLower(cell)], values[value] = true, true, true
	}
	for _, pair := range [][2]string{{"true", "false"}, {"yes", "no"}} {
		letters := [2]bool{words[pair[0][:1]], words[pair[1][:1]]}
		if letters[0] != letters[1] && !words[pair[0]] && !words[pair[1]] {
			return false
		}
	}
	return len(spellings) > 2 && len(values) == 2
}

// spelt returns a column of text as truth values, if all its levels are spellings of these; as it is
// otherwise.
func (c Column) spelt() Column {
	truth := make([]float64, len(c.Levels))
	for k, level := range c.Levels {
		value, is := truthOf(level)
		if !is {
			return c
		}
		truth[k] = value
	}
	return c.valued(Logical, truth)
}
