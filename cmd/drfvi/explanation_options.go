package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/internal/durable"
	"drfvi/methods"

	"github.com/spf13/cobra"
)

// explanationOptions say what the importance command tells beside importances.
type explanationOptions struct {
	asked   questions
	rows    *flags.Output
	figures figureOptions
	given   func(flag string) bool
}

// answering are the methods that tell more than importances.
var answering = []string{"stacked", "loco"}

func (o *explanationOptions) addFlags(cmd *cobra.Command) {
	o.figures.addFlags(cmd, flags.GroupExplanation, "draw all figures into `FOLDER`, with their numbers",
		"importance", "aspects", "curves", "rows", "dependence", "fan-*")
	set := cmd.Flags()
	set.BoolVar(&o.asked.aspects, "aspects", false, "what moves: mean, spread, shape, tails, dependence")
	o.rows = flags.AddOutput(cmd, "rows", "write the terms of all rows to `FILE` (.csv, .json)")
	set.StringSliceVar(&o.asked.along, "along", nil, "`INPUTS` to draw one by one with --figures")
	o.given = set.Changed
	flags.Group(cmd, flags.GroupExplanation)
}

// check returns what is wrong with the flags whatever the table, and makes the folder.
func (o *explanationOptions) check(method methods.Method) error {
	answers := slices.Contains(answering, method.Name)
	asked := cmp.Or(when(o.asked.aspects, "aspects"), when(o.rows.Given(), "rows"), when(o.asked.along != nil, "along"))
	if asked != "" && !answers {
		return flags.UsageError(fmt.Errorf("method %s estimates importances only, --%s needs one of %s", method.Name, asked, strings.Join(answering, ", ")))
	}
	for _, name := range []string{"along", "figure-format"} {
		if o.given(name) && !o.figures.given() {
			return flags.UsageError(fmt.Errorf("--%s is about figures, expected --figures FOLDER beside it", name))
		}
	}
	if o.rows.Given() {
		if extension := filepath.Ext(o.rows.Path()); extension != ".csv" && extension != ".json" {
			return flags.UsageError(fmt.Errorf("--rows: %s ends in %q, expected .csv or .json", o.rows.Path(), extension))
		}
		if err := o.rows.Writable(); err != nil {
			return err
		}
	}
	return o.figures.check("importance")
}

// questions are what a method is asked. A page tells of directions, which are those of rows.
func (o *explanationOptions) questions(method methods.Method, page bool) questions {
	asked := o.asked
	asked.rows = slices.Contains(answering, method.Name) && (o.rows.Given() || o.figures.given() || page)
	return asked
}

// write writes the rows and the figures, with that of the importances, and tells of each.
func (o *explanationOptions) write(e *analysis, wrote func(path string)) error {
	x := e.Explained
	if o.rows.Given() {
		text := []byte(x.Rows.table(x.Variables).CSV())
		if filepath.Ext(o.rows.Path()) == ".json" {
			var err error
			if text, err = x.Rows.json(x.Variables); err != nil {
				return err
			}
		}
		if err := o.rows.Write(text); err != nil {
			return err
		}
		wrote(o.rows.Path())
	}
	if !o.figures.given() {
		return nil
	}
	errs := []error{o.figures.draw(append([]figure{{name: "importance", picture: e.chart()}}, x.figures(e.established)...)...)}
	for name, t := range x.tables() {
		errs = append(errs, durable.WriteFile(o.figures.folder.In(name+".csv"), []byte(t.CSV())))
	}
	err := errors.Join(errs...)
	if err == nil {
		wrote("the figures to " + o.figures.folder.Path())
	}
	return err
}
