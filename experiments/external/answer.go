package external

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

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

// entry is the printed answer for one input.
type entry struct {
	Name                    string
	Value, SE, P, Low, High *float64
}

// texts is a list of texts or a single one, as jsonlite of R writes a list of one.
type texts []string

func (t *texts) UnmarshalJSON(data []byte) error {
	var single string
	if json.Unmarshal(data, &single) == nil {
		*t = texts{single}
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
	if dropped := len(warnings) - len(list); dropped > 0 {
		list = append(list, fmt.Sprintf("and %d more warnings", dropped))
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
	var version *int
	var printed []json.RawMessage
	var software map[string]string
	var warnings texts
	err := nearest.Object(
		"the answer", text,
		map[string]any{"protocol": &version, "importances": &printed, "software": &software, "warnings": &warnings},
	)
	entries := make([]entry, len(printed))
	for i, text := range printed {
		if e := &entries[i]; err == nil {
			err = nearest.Object(
				fmt.Sprintf("the answer, importance %d", i+1), text,
				map[string]any{"name": &e.Name, "value": &e.Value, "se": &e.SE, "p": &e.P, "low": &e.Low, "high": &e.High},
			)
		}
	}
	switch {
	case errors.As(err, new(*json.SyntaxError)):
		return Answer{}, failed("%v: one object and nothing else on standard output; NaN, NA and infinities are "+
			"no numbers there", err)
	case err != nil:
		return Answer{}, failed("%v", err)
	case version == nil:
		return Answer{}, failed(`the answer has no "protocol", expected %d`, protocol)
	case *version != protocol:
		return Answer{}, failed("the answer is of protocol %d, expected %d", *version, protocol)
	}
	entries, err = inOrder(entries, inputs)
	if err != nil {
		return Answer{}, err
	}
	r := Answer{Software: briefly(software), Warnings: fewer(warnings)}
	for _, c := range []struct {
		key       string
		number    func(entry) *float64
		low, high float64
		into      *[]float64
	}{
		{"value", func(e entry) *float64 { return e.Value }, -largest, largest, &r.Values},
		{"se", func(e entry) *float64 { return e.SE }, 0, largest, &r.SE},
		{"p", func(e entry) *float64 { return e.P }, 0, 1, &r.P},
		{"low", func(e entry) *float64 { return e.Low }, -largest, largest, &r.Low},
		{"high", func(e entry) *float64 { return e.High }, -largest, largest, &r.High},
	} {
		if *c.into, err = column(entries, c.key, c.number, c.low, c.high); err != nil {
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
func column(entries []entry, key string, number func(entry) *float64, low, high float64) ([]float64, error) {
	absent := func(e entry) bool { return number(e) == nil }
	lacks := slices.IndexFunc(entries, absent)
	switch {
	case lacks >= 0 && key == "value":
		return nil, failed(
			"input %q has no %q, expected a finite number (NaN, NA and null are none)", entries[lacks].Name, key,
		)
	case !slices.ContainsFunc(entries, func(e entry) bool { return !absent(e) }):
		return nil, nil
	case lacks >= 0:
		return nil, failed("input %q has no %q, which others have: expected a finite number for all inputs or "+
			"for none", entries[lacks].Name, key)
	}
	values := make([]float64, len(entries))
	for j, e := range entries {
		if values[j] = *number(e); values[j] < low || values[j] > high {
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
	ordered, answered := make([]entry, len(inputs)), make([]bool, len(inputs))
	for i, e := range entries {
		j, known := place[e.Name]
		switch {
		case e.Name == "":
			return nil, failed(`importance %d has no "name"`, i+1)
		case !known:
			return nil, failed("%v", nearest.Unknown("input", e.Name, inputs))
		case answered[j]:
			return nil, failed("input %q has two importances", e.Name)
		}
		ordered[j], answered[j] = e, true
	}
	if j := slices.Index(answered, false); j >= 0 {
		return nil, failed("input %q has no importance (found %d, expected %d)", inputs[j], len(entries), len(inputs))
	}
	return ordered, nil
}
