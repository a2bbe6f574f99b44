package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/internal/durable"
	"drfvi/internal/mention"
	"drfvi/methods"

	"github.com/spf13/cobra"
)

// answering are the methods that tell more than importances.
var answering = []string{"stacked", "loco"}

// figureTables are the tables that go beside the figures, with how they begin; see explanation.tables.
func (o *importanceOptions) figureTables() map[string][]string {
	all := map[string][]string{"rows": {"row,explained,", "row,weight,explained,"}}
	if o.asked.aspects {
		all["aspects"], all["curves"] = []string{"aspect,explained_share,"}, []string{"target,threshold,variable,lost\n"}
	}
	return all
}

// addExplanation adds the flags of what the command tells beside importances.
func (o *importanceOptions) addExplanation(cmd *cobra.Command) {
	o.figures.addFlags(cmd, flags.GroupExplanation, "draw all figures into `FOLDER`, with their numbers")
	set := cmd.Flags()
	set.BoolVar(&o.asked.aspects, "aspects", false, "what moves: mean, spread, shape, tails, dependence")
	set.StringSliceVar(&o.asked.along, "along", nil, "`INPUTS` to draw one by one with --figures")
	flags.Group(cmd, flags.GroupExplanation)
}

// checkExplanation returns what is wrong with these flags whatever the table.
func (o *importanceOptions) checkExplanation(method methods.Method) error {
	answers := slices.Contains(answering, method.Name)
	asked := cmp.Or(when(o.asked.aspects, "aspects"), when(o.asked.along != nil, "along"))
	if asked != "" && !answers {
		return flags.UsageError(fmt.Errorf("method %s estimates importances only, %v needs one of %s", method.Name, mention.Name(asked), strings.Join(answering, ", ")))
	}
	for _, name := range []string{"along", "figure-format"} {
		if o.given(name) && !o.figures.given() {
			return flags.UsageError(fmt.Errorf("%v is about figures, expected %v FOLDER beside it", mention.Name(name), mention.Figures))
		}
	}
	if !answers {
		return o.figures.check("importance", nil)
	}
	return o.figures.check("importance", o.figureTables())
}

// questions are what a method is asked. A page tells of directions, which are those of rows.
func (o *importanceOptions) questions(method methods.Method) questions {
	asked := o.asked
	asked.adjustment, asked.alone = o.adjust.Value, true
	asked.rows = slices.Contains(answering, method.Name) && (o.figures.given() || o.html.Given())
	return asked
}

// writeExplanation draws the figures, with that of the importances, and tells of them.
func (o *importanceOptions) writeExplanation(cmd *cobra.Command, e *analysis) error {
	if !o.figures.given() {
		return nil
	}
	x := e.Explained
	errs := []error{o.figures.draw(append([]report.Figure{{Name: "importance", Picture: e.chart()}}, x.figures(e.established)...)...)}
	for name, t := range x.tables() {
		_ = durable.SweepBeside(o.figures.folder.In(name + ".csv")) // what killed programs left
		errs = append(errs, durable.WriteFile(o.figures.folder.In(name+".csv"), []byte(t.CSV())))
	}
	err := errors.Join(errs...)
	if err == nil {
		o.wrote(cmd, "the figures to "+o.figures.folder.Path())
	}
	return err
}
