package results

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"drfvi/internal/nearest"
)

// EarlierClaim is a claim in the form of version 1.0.0, of a kind with its own keys.
type EarlierClaim struct {
	Text   string            `json:"text"`
	Cell   map[string]string `json:"cell"`
	Kind   string            `json:"kind"`
	Above  []string          `json:"above,omitempty"`
	Below  []string          `json:"below,omitempty"`
	Than   map[string]string `json:"than,omitempty"`
	Source string            `json:"source"`
	Factor float64           `json:"factor,omitempty"`
	Within float64           `json:"within,omitempty"`
	Left   int               `json:"left,omitempty"`
	Most   bool              `json:"most,omitempty"`
	Level  float64           `json:"level,omitempty"`
	Bound  float64           `json:"bound,omitempty"`
	Worst  float64           `json:"worst,omitempty"`
	Low    float64           `json:"low,omitempty"`
	High   float64           `json:"high,omitempty"`
	Says   string            `json:"says,omitempty"`
	Fails  bool              `json:"fails,omitempty"`
}

// earlierKinds are the kinds of version 1.0.0 as expressions of their keys.
var earlierKinds = map[string]string{
	"greater":     "importance(ABOVE) > FACTOR importance(BELOW)",
	"not-greater": "not importance(ABOVE) > importance(BELOW)",
	"negative":    "importance(ABOVE) < 0",
	"higher":      "importance(ABOVE) > importance(THAN)",
	"lower":       "importance(ABOVE) < importance(THAN)",
	"steady":      "importance(ABOVE) = importance(THAN) ± WITHIN",
	"lower-loss":  "loss(LEFT) < loss(LEFT, THAN)",
	"close-loss":  "loss = loss(THAN)",
	"flat-loss":   "loss(LEFT..) = loss(left: all) ± WITHIN",
	"disjoint":    "overlap(LEFT, THAN) < 0.5",
	"converges":   "error_slope < 0",
	"error-ratio": "error_ratio(THAN) < BOUND and worst_error_ratio(THAN) < WORST",
	"size":        "found(NULL, level: LEVEL) < BOUND",
	"mean-size":   "mean_found(level: LEVEL) > LOW and mean_found(level: LEVEL) < HIGH",
	"found":       "found(ABOVE, level: LEVEL) > BOUND",
	"named":       "named(ABOVE) > BOUND",
	"warned":      "warned(says: SAYS) > BOUND",
	"near":        "error(ABOVE) < BOUND",
	"family-wise": "any_found(level: LEVEL) < BOUND",
	"coverage":    "covered(low: LOW, high: HIGH) > BOUND",
	"nothing":     "nothing_open(level: LEVEL) > BOUND",
	"power":       "as_often_found(level: LEVEL, THAN) > BOUND",
	"leak":        "area < BOUND",
	"moved":       "moved > BOUND",
	"unmoved":     "unmoved < BOUND",
	"within":      "within(THAN) > BOUND",
}

// EarlierKinds lists the kinds of claims of version 1.0.0.
func EarlierKinds() []string { return slices.Sorted(maps.Keys(earlierKinds)) }

// Claim returns the claim in the present form.
func (c EarlierClaim) Claim() (Claim, error) {
	form, known := earlierKinds[c.Kind]
	if !known {
		return Claim{}, nearest.Unknown("kind of claim", c.Kind, EarlierKinds())
	}
	var than []string
	for _, key := range slices.Sorted(maps.Keys(c.Than)) {
		than = append(than, key+": "+c.Than[key])
	}
	number := func(v float64) string { return fmt.Sprint(v) }
	left, factor, inputs := "", "", Null
	if c.Left > 0 {
		left = fmt.Sprint("left: ", c.Left)
	}
	if c.Factor > 0 {
		factor = number(c.Factor) + " "
	}
	if len(c.Above) > 0 {
		inputs = strings.Join(c.Above, ", ")
	}
	text := strings.NewReplacer(
		"ABOVE", strings.Join(c.Above, ", "), "BELOW", strings.Join(c.Below, ", "), "NULL", inputs, "THAN", strings.Join(than, ", "),
		"FACTOR ", factor, "WITHIN", number(c.Within), "LEFT", left, "LEVEL", number(c.Level), "BOUND", number(c.Bound),
		"WORST", number(c.Worst), "LOW", number(c.Low), "HIGH", number(c.High), "SAYS", `"`+c.Says+`"`,
	).Replace(form)
	text = strings.NewReplacer("(, ", "(", "()", "").Replace(text)
	if c.Fails {
		text = "not " + text
	}
	_, err := ParseExpression(text)
	return Claim{Text: c.Text, Cell: c.Cell, Holds: text, Source: c.Source, Most: c.Most, earlier: &c}, err
}
