package study

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/exit"
	"drfvi/cmd/drfvi/internal/figures"
	"drfvi/cmd/drfvi/internal/files"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/internal/chart"
	"drfvi/methods"
)

// Flags say what the importance command tells beside importances.
type Flags struct {
	aspects bool
	rows    *files.Output
	along   []string
	figures *figures.Flags
}

// answering are the methods that tell more than importances.
var answering = []string{"stacked", "loco"}

// AddFlags adds the flags to a command.
func AddFlags(cmd *cobra.Command) *Flags {
	f := &Flags{figures: figures.Add(cmd, help.Explanation, "draw all figures into this `FOLDER`, with their numbers as CSV",
		"importance", "aspects", "curves", "rows", "dependence", "fan-*")}
	flags := cmd.Flags()
	flags.BoolVar(&f.aspects, "aspects", false, "tell what moves with each input: mean, spread, shape or tails of a target, or the dependence of two")
	f.rows = files.AddOutput(cmd, "rows", "write what each row tells of each input into this `FILE` (.csv or .json)")
	flags.StringSliceVar(&f.along, "along", nil, "`INPUTS` that --figures draws one by one, instead of the most important ones")
	help.Group(cmd, help.Explanation, "aspects", "rows", "along")
	return f
}

// Check returns what is wrong with the flags whatever the table, and makes the folder.
func (f *Flags) Check(method methods.Method, given func(string) bool) error {
	answers := slices.Contains(answering, method.Name)
	for name, wanted := range map[string]bool{"aspects": f.aspects, "rows": f.rows.Given(), "along": f.along != nil} {
		if wanted && !answers {
			return exit.UsageError(fmt.Errorf("method %s tells importances alone, --%s needs one of %s", method.Name, name, strings.Join(answering, ", ")))
		}
	}
	for _, name := range []string{"along", "figure-format"} {
		if given(name) && !f.figures.Given() {
			return exit.UsageError(fmt.Errorf("--%s is about figures, expected --figures FOLDER beside it", name))
		}
	}
	if f.rows.Given() {
		if extension := filepath.Ext(f.rows.Path()); extension != ".csv" && extension != ".json" {
			return exit.UsageError(fmt.Errorf("--rows: %s ends in %q, expected .csv or .json", f.rows.Path(), extension))
		}
		if err := f.rows.Writable(); err != nil {
			return err
		}
	}
	return f.figures.Check("importance")
}

// Wish is what the method is asked for.
func (f *Flags) Wish(method methods.Method) Wish {
	if f == nil || !slices.Contains(answering, method.Name) {
		return Wish{}
	}
	return Wish{Aspects: f.aspects, Rows: f.rows.Given() || f.figures.Given(), Along: f.along}
}

// Write writes the rows and the figures, with that of the importances.
func (f *Flags) Write(s *Study, bars chart.Picture) error {
	if f.rows.Given() {
		write := s.Rows.CSV
		if filepath.Ext(f.rows.Path()) == ".json" {
			write = s.Rows.JSON
		}
		var b strings.Builder
		if err := write(&b, s.Variables); err != nil {
			return err
		}
		if err := f.rows.Write([]byte(b.String())); err != nil {
			return err
		}
	}
	if !f.figures.Given() {
		return nil
	}
	errs := []error{f.figures.Draw(append([]figures.Picture{{Name: "importance", Of: bars}}, s.Pictures()...)...)}
	for name, write := range s.Tables() {
		var b strings.Builder
		errs = append(errs, write(&b), f.figures.WriteTable(name, b.String()))
	}
	return errors.Join(errs...)
}
