package external

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"drfvi/internal/nearest"
)

// Answer is a program's answer for the inputs, in their order.
type Answer struct {
	Values []float64
	// SE are standard errors over tables, P p-values of no effect, Low and High the ends of
	// 95 % intervals; nil if not given by the program.
	SE, P, Low, High []float64
	Software         map[string]string
	Warnings         []string
}

// answer is an Answer as printed.
type answer struct {
	Protocol    *int              `json:"protocol"`
	Importances []entry           `json:"importances"`
	Software    map[string]string `json:"software"`
	Warnings    texts             `json:"warnings"`
}

// entry is the printed answer for one input.
type entry struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value"`
	SE    *float64 `json:"se"`
	P     *float64 `json:"p"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// texts is a list of texts or a single one, as jsonlite of R writes a list of one.
type texts []string

func (t *texts) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*t = texts{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(t))
}

// Limits of an answer: values within results.Largest, and as many texts of such a length as
// somebody reads.
const (
	largest   = 1e75
	mostTexts = 20
	longest   = 500
)

// short cuts a text at the largest length.
func short(text string) string {
	if letters := []rune(text); len(letters) > longest {
		return string(letters[:longest-1]) + "…"
	}
	return text
}

// fewer returns the first warnings, cut if long, and counts the others.
func fewer(warnings []string) []string {
	var list []string
	for _, text := range warnings[:min(len(warnings), mostTexts)] {
		list = append(list, short(text))
	}
	if left := len(warnings) - len(list); left > 0 {
		list = append(list, fmt.Sprintf("and %d more warnings", left))
	}
	return list
}

// briefly returns the first entries of software by name.
func briefly(software map[string]string) map[string]string {
	if software == nil {
		return nil
	}
	few := make(map[string]string)
	for _, name := range slices.Sorted(maps.Keys(software))[:min(len(software), mostTexts)] {
		few[short(name)] = short(software[name])
	}
	return few
}

// readAnswer reads a program's answer about inputs. Errors are Failures.
func readAnswer(text []byte, inputs []string) (Answer, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return Answer{}, failed("printed nothing, expected one JSON object on standard output")
	}
	var a answer
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&a); err != nil {
		return Answer{}, failed("%v", describe(text, err))
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return Answer{}, failed("printed more than one JSON object on standard output; what is not the answer belongs on standard error")
	}
	switch {
	case a.Protocol == nil:
		return Answer{}, failed(`the answer has no "protocol", expected %d`, protocol)
	case *a.Protocol != protocol:
		return Answer{}, failed("the answer is of protocol %d, expected %d", *a.Protocol, protocol)
	}
	entries, err := inOrder(a.Importances, inputs)
	if err != nil {
		return Answer{}, err
	}
	r := Answer{Software: briefly(a.Software), Warnings: fewer(a.Warnings)}
	for _, c := range []struct {
		key       string
		of        func(entry) *float64
		low, high float64
		into      *[]float64
	}{
		{"value", func(e entry) *float64 { return e.Value }, -largest, largest, &r.Values},
		{"se", func(e entry) *float64 { return e.SE }, 0, largest, &r.SE},
		{"p", func(e entry) *float64 { return e.P }, 0, 1, &r.P},
		{"low", func(e entry) *float64 { return e.Low }, -largest, largest, &r.Low},
		{"high", func(e entry) *float64 { return e.High }, -largest, largest, &r.High},
	} {
		if *c.into, err = column(entries, c.key, c.of, c.low, c.high); err != nil {
			return Answer{}, err
		}
	}
	if (r.Low == nil) != (r.High == nil) {
		return Answer{}, failed(`the answer has only one of "low" and "high", expected both or none`)
	}
	for j := range r.Low {
		if r.Low[j] > r.High[j] {
			return Answer{}, failed(`"low" of input %q is %v, above its "high", %v`, inputs[j], r.Low[j], r.High[j])
		}
	}
	return r, nil
}

// column returns the numbers of all entries under a key, nil if no entry has the key, as is valid
// for those beside the value.
func column(entries []entry, key string, of func(entry) *float64, low, high float64) ([]float64, error) {
	without := func(e entry) bool { return of(e) == nil }
	lacks := slices.IndexFunc(entries, without)
	switch {
	case lacks >= 0 && key == "value":
		return nil, failed("input %q has no %q, expected a finite number (NaN, NA and null are none)", entries[lacks].Name, key)
	case !slices.ContainsFunc(entries, func(e entry) bool { return !without(e) }):
		return nil, nil
	case lacks >= 0:
		return nil, failed("input %q has no %q, which others have: expected a finite number for all inputs or for none", entries[lacks].Name, key)
	}
	values := make([]float64, len(entries))
	for j, e := range entries {
		if values[j] = *of(e); values[j] < low || values[j] > high {
			return nil, failed("%q of input %q is %v, expected %v to %v", key, e.Name, values[j], low, high)
		}
	}
	return values, nil
}

// inOrder returns the entries in the order of the inputs, exactly one for each.
func inOrder(entries []entry, inputs []string) ([]entry, error) {
	place := make(map[string]int, len(inputs))
	for j, name := range inputs {
		place[name] = j
	}
	ordered, seen := make([]entry, len(inputs)), make([]bool, len(inputs))
	for i, e := range entries {
		j, known := place[e.Name]
		switch {
		case e.Name == "":
			return nil, failed(`importance %d has no "name"`, i+1)
		case !known:
			return nil, failed("%v", nearest.Unknown("input", e.Name, inputs))
		case seen[j]:
			return nil, failed("input %q has two importances", e.Name)
		}
		ordered[j], seen[j] = e, true
	}
	if j := slices.Index(seen, false); j >= 0 {
		return nil, failed("input %q has no importance (found %d, expected %d)", inputs[j], len(entries), len(inputs))
	}
	return ordered, nil
}

// describe names the fault of text that is not the expected JSON.
func describe(text []byte, err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &kind):
		return fmt.Errorf("the answer has a JSON %s as %q, expected a %s", kind.Value, kind.Field, words[kind.Type.Kind().String()])
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the answer is cut short: the JSON object on standard output does not end")
	case !errors.As(err, &syntax):
		_, quoted, _ := strings.Cut(err.Error(), "unknown field ")
		return fmt.Errorf("the answer has an %w", nearest.Unknown("key", strings.Trim(quoted, `"`), keys))
	}
	from := max(0, min(int(syntax.Offset), len(text))-1)
	excerpt := text[from:min(from+20, len(text))]
	if number := bytes.TrimLeft(excerpt, "-+"); bytes.HasPrefix(number, []byte("N")) || bytes.HasPrefix(number, []byte("I")) {
		return fmt.Errorf("the answer is not JSON at byte %d, %q: NaN, NA and infinities are no numbers there", from+1, excerpt)
	}
	return fmt.Errorf("standard output is not JSON at byte %d, %q, expected one object and nothing else", from+1, excerpt)
}

// keys are those of an answer, and of its importances.
var keys = []string{"protocol", "importances", "software", "warnings", "name", "value", "se", "p", "low", "high"}

// words are the kinds of values in the words of JSON.
var words = map[string]string{
	"int": "whole number", "float64": "number", "string": "string", "slice": "list", "map": "mapping of names to strings", "struct": "mapping", "ptr": "number",
}
