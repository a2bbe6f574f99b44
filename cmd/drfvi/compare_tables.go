package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/rank"
)

// savedImportances is what drfvi importance has saved as JSON, as far as tables are compared by it.
type savedImportances struct {
	File                          string // of the table, or its name
	Method, Kernel, Scale, Preset string
	Gamma                         float64 // of the kernel on the responses; 0 for none
	Targets                       []string
	N, Trees                      int
	Level                         importance.Coverage
	P                             *float64 `json:"explained_p"` // nil of methods without
	Variables                     []savedImportance
}

type savedImportance struct {
	Name       string
	Importance float64
	SE         *float64 // nil of methods without
}

// areFiles reports whether the first two names are those of files, not of folders.
func areFiles(names []string) (bool, error) {
	files, missing := 0, error(nil)
	for _, name := range names[:2] {
		if info, err := os.Stat(name); err != nil {
			missing = err
		} else if !info.IsDir() {
			files++
		}
	}
	if files == 1 && missing != nil {
		return false, missing
	}
	if files == 1 {
		return false, flags.UsageError(fmt.Errorf("one of %s and %s is a file and one a folder, expected two folders of results, or two files", names[0], names[1]))
	}
	return files == 2, nil
}

// longestSaved is the largest size of importances in JSON, in bytes.
const longestSaved = 256 << 20

// readFile reads a file of so many bytes at most: of a device, only the beginning. An error says what is
// expected.
func readFile(name string, most int, expected string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readAll(file, name, most, expected)
}

// readAll reads so many bytes at most from a file.
func readAll(in io.Reader, name string, most int, expected string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("%s has more than %d MiB, expected %s", name, most>>20, expected)
	}
	return text, err
}

// openSaved reads the JSON of drfvi importance.
func openSaved(cmd *cobra.Command, name string) (s savedImportances, err error) {
	var text []byte
	if asked, is := cmd.InOrStdin().(*askedInputs); is {
		text = asked.results[name]
	} else if text, err = readFile(name, longestSaved, "the output of drfvi importance --format json"); err != nil {
		return s, err
	}
	const expected = "expected the output of drfvi importance --format json"
	if json.Unmarshal(text, &s) != nil {
		return s, fmt.Errorf("%s is no JSON of importances; %s", name, expected)
	}
	if len(s.Variables) == 0 || s.N == 0 {
		return s, fmt.Errorf("%s has no importances of inputs; %s", name, expected)
	}
	if slices.ContainsFunc(s.Variables, func(v savedImportance) bool { return v.SE == nil }) {
		return s, fmt.Errorf("%s has no standard errors, since method %s gives none; expected stacked or loco", name, s.Method)
	}
	return s, nil
}

// compareTables compares the importances of the inputs that two saved results share.
func compareTables(cmd *cobra.Command, form string, files []string) error {
	if len(files) > 2 {
		return flags.UsageError(fmt.Errorf("%q follows two files, which are compared whole", files[2]))
	}
	one, err := openSaved(cmd, files[0])
	if err != nil {
		return err
	}
	other, err := openSaved(cmd, files[1])
	if err != nil {
		return err
	}
	for _, setting := range []struct{ name, one, other string }{
		{"targets", format.Enumerated(one.Targets), format.Enumerated(other.Targets)},
		{"methods", one.Method, other.Method},
		{"kernels", one.Kernel, other.Kernel},
		{fmt.Sprintf("scales (%v)", mention.Scale), one.Scale, other.Scale},
	} {
		if setting.one != setting.other {
			return fmt.Errorf("%s and %s have different %s, %s and %s; expected the same", files[0], files[1], setting.name, setting.one, setting.other)
		}
	}
	c := tableContrasts{files: files, one: one, other: other}
	if err := c.match(); err != nil {
		return err
	}
	return c.report().Write(cmd.OutOrStdout(), form, report.View{Screen: terminal.ScreenOf(cmd.OutOrStdout())})
}

// tableContrasts are the differences between the importances of the same inputs in two results.
type tableContrasts struct {
	files         []string
	one, other    savedImportances
	names         []string
	first, second []float64
	contrasts     []importance.Contrast
	unmatched     []string // inputs of one alone
}

// match pairs the inputs, in the order of the first result.
func (c *tableContrasts) match() error {
	var firstSE, secondSE []float64
	left := slices.Clone(c.other.Variables)
	for _, v := range c.one.Variables {
		at := slices.IndexFunc(left, func(w savedImportance) bool { return w.Name == v.Name })
		if at < 0 {
			c.unmatched = append(c.unmatched, v.Name)
			continue
		}
		c.names = append(c.names, v.Name)
		c.first, firstSE = append(c.first, v.Importance), append(firstSE, *v.SE)
		c.second, secondSE = append(c.second, left[at].Importance), append(secondSE, *left[at].SE)
		left = slices.Delete(left, at, at+1)
	}
	if c.names == nil {
		return fmt.Errorf("%s and %s share no input", c.files[0], c.files[1])
	}
	for _, v := range left {
		c.unmatched = append(c.unmatched, v.Name)
	}
	c.contrasts = importance.Across(c.one.Level, c.first, firstSE, c.second, secondSE)
	return nil
}

// report shows the differences, the least probable first.
func (c *tableContrasts) report() *report.Report {
	differences := collect(c.contrasts, func(d importance.Contrast) float64 { return d.Difference })
	improbable := collect(c.contrasts, func(d importance.Contrast) float64 { return -d.P })
	t := report.Table{Rows: len(c.names), Order: rank.Descending(improbable), Columns: []report.Column{
		report.Names(c.names),
		report.Each("first", c.first).Shown("first", report.Fixed(3)),
		report.Each("second", c.second).Shown("second", report.Fixed(3)),
		report.Each("difference", differences).Shown("difference", report.Fixed(3)),
		report.Intervals("interval", collect(c.contrasts, func(d importance.Contrast) importance.Interval { return d.Interval }), 3, nil),
		report.Computed("se", c.contrasts, func(d importance.Contrast) float64 { return d.SE }),
		report.Computed("p", c.contrasts, func(d importance.Contrast) float64 { return d.P }).Shown("p", report.Probability),
		report.Computed("p_adjusted", c.contrasts, func(d importance.Contrast) float64 { return d.Adjusted }).Shown("p (Holm)", report.Probability),
	}}
	warnings := c.warnings()
	return &report.Report{
		Title: fmt.Sprintf("Importance for %s in %s (first, %s) and %s (second, %s)", format.Enumerated(c.one.Targets),
			c.files[0], format.Plural(c.one.N, "row"), c.files[1], format.Plural(c.other.N, "row")),
		Headline: c.verdict(), Sections: []report.Section{{Table: t}}, Table: t, Warnings: warnings,
		Data: report.Object{{"first", c.files[0]}, {"second", c.files[1]}, {"targets", c.one.Targets}, {"method", c.one.Method}, {"level", c.one.Level}, {"variables", t}, {"warnings", report.Said(warnings)}},
	}
}

// verdict names the inputs whose importances differ.
func (c *tableContrasts) verdict() string {
	var more [2][]string
	for j, d := range c.contrasts {
		switch {
		case d.Adjusted > importance.Level:
		case d.Difference > 0:
			more[0] = append(more[0], inSentence(c.names[j]))
		default:
			more[1] = append(more[1], inSentence(c.names[j]))
		}
	}
	if more[0] == nil && more[1] == nil {
		return "No input is seen to be more important in one of them than in the other."
	}
	var sentences []string
	for side, names := range more {
		if names != nil {
			sentences = append(sentences, fmt.Sprintf("More important in %s: %s.", c.files[side], format.Enumerated(names)))
		}
	}
	if len(more[0])+len(more[1]) < len(c.names) {
		sentences = append(sentences, "For the other inputs a difference is not established.")
	}
	return strings.Join(append(sentences, "Importances are shares of what is explained in each: that of an input also changes where the effect of another one does."), " ")
}

// unlike is the ratio of numbers of rows above which forests on the fewer ones estimate other importances.
const unlike = 1.5

// sameRows reports whether the results are of the same rows, as far as can be told: a table of one name,
// with as many rows and as distant responses.
func (c *tableContrasts) sameRows() bool {
	one, other := c.one, c.other
	return one.N == other.N && (slices.Equal(c.first, c.second) || one.File == other.File && one.Gamma > 0 && one.Gamma == other.Gamma)
}

func (c *tableContrasts) warnings() []string {
	one, other := c.one, c.other
	var shares [2]string
	for side, saved := range []savedImportances{one, other} {
		if saved.P != nil && *saved.P > importance.Level {
			shares[side] = fmt.Sprintf("the inputs explain nothing that is established in %s (p %s): its importances are shares of nothing", c.files[side], report.Equality(*saved.P))
		}
	}
	n, m := float64(one.N), float64(other.N)
	return nonempty(
		when(c.sameRows(), "both results are of the same rows, as far as can be told; the comparison holds for different, independent rows"),
		when(c.unmatched != nil, fmt.Sprintf("%s %s only in one of the two: an importance is given all other inputs, so that those of the others differ for this alone", format.Enumerated(c.unmatched), verb(c.unmatched, "is an input", "are inputs"))),
		shares[0], shares[1],
		when(one.Preset != other.Preset || one.Trees != other.Trees, fmt.Sprintf("the forests differ: preset %s with %d trees, and preset %s with %d", one.Preset, one.Trees, other.Preset, other.Trees)),
		when(max(n, m) > unlike*min(n, m), fmt.Sprintf("the results have %d and %d rows, and forests on fewer rows estimate other importances; compare about as many", one.N, other.N)))
}
