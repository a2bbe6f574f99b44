package spec

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"drfvi/internal/nearest"
	"drfvi/mmd"
)

// form is what a text must be like.
type form struct {
	// expected describes such a text.
	expected string
	// pattern and valid are conditions, and check is one with an error of its own; nil for none.
	pattern *regexp.Regexp
	valid   func(text string) bool
	check   func(text string) error
	// same returns one text for all that mean the same; nil if no two texts do.
	same func(text string) string
	// kind, of a choice of many words, is the kind that the documentation lists them under.
	kind string
	// repeats says that a list may have a text twice; verbatim texts are taken as they are written.
	repeats, verbatim bool
}

var (
	anyText   = form{expected: "text"}
	sentences = form{expected: "text", repeats: true}
	// word is valid in file names, of at most 255 letters, beside a few others.
	word = form{
		expected: "a word of at most 64 small letters, digits and -",
		pattern:  regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`),
		valid:    func(text string) bool { return len(text) <= 64 },
	}
	decimalNumber = form{
		expected: "a decimal number such as 0.68",
		pattern:  regexp.MustCompile(`^-?[0-9]{1,15}(\.[0-9]{1,15})?$`),
	}
	duration = form{
		expected: "a time from 1s to 168h, such as 90s, 10m or 2h",
		pattern:  regexp.MustCompile(`^([0-9.]+(h|m|s))+$`),
		valid: func(text string) bool {
			d, err := time.ParseDuration(text)
			return err == nil && d >= time.Second && d <= 7*24*time.Hour
		},
	}
	amount = form{
		expected: "an amount such as 500MB or 4GB",
		pattern:  regexp.MustCompile(`^([1-9][0-9]{0,5}) ?(MB|GB)$`),
	}
	kernel = form{
		expected: "text",
		check: func(text string) error {
			chosen, err := mmd.ParseKernel(text)
			if err == nil && chosen == mmd.Linear {
				err = fmt.Errorf("kernel %q is about means, and experiments are about distributions; "+
					"expected median, authors or a positive number", text)
			}
			return err
		},
		same: func(text string) string {
			if gamma, err := strconv.ParseFloat(text, 64); err == nil {
				return strconv.FormatFloat(gamma, 'g', -1, 64)
			}
			return text
		},
	}
)

// matches reports whether a text has the form but for check.
func (f form) matches(text string) bool {
	return (f.pattern == nil || f.pattern.MatchString(text)) && (f.valid == nil || f.valid(text))
}

// listed is the largest number of words that the documentation names at their key.
const listed = 15

// choice is the form of a word of a kind. The kind may end in a slash and a detail, which messages
// leave out.
func (r *reader) choice(kind string) form {
	words := r.words[kind]
	name, _, _ := strings.Cut(kind, "/")
	f := form{kind: kind, expected: "a word, see below", check: func(text string) error {
		if slices.Contains(words, text) {
			return nil
		}
		return nearest.Unknown(name, text, words)
	}}
	if len(words) <= listed {
		f.kind, f.expected = "", "one of `"+strings.Join(words, "`, `")+"`"
	}
	return f
}
