package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/importance/answer"
	"drfvi/internal/chart"
	"drfvi/internal/durable"
	"drfvi/internal/mention"
	"drfvi/methods"
	"drfvi/mmd"

	"github.com/spf13/cobra"
)

// answering are the methods that tell more than importances.
var answering = []string{"stacked", "loco"}

// addExplanation adds the flags of what the command tells beside importances.
func (o *importanceOptions) addExplanation(cmd *cobra.Command) {
	set, formats := cmd.Flags(), []string{"png", "svg", "pdf"}
	o.figures = flags.AddOutput(cmd, "figures", "plot all figures into `FOLDER`, with the rows' terms")
	o.figureFormat = flags.AddChoice(
		cmd, "figure-format", "format", formats[0], "format of --figures: "+strings.Join(formats, ", "), formats,
	)
	set.BoolVar(&o.flags.aspects, "aspects", false, "test which aspects are affected: mean, spread, …")
	set.BoolVar(&o.flags.Interactions, "interactions", false, "test which pairs of inputs act together")
	set.StringSliceVar(&o.flags.along, "along", nil, "`INPUTS` to plot one by one with --figures")
	flags.Group(cmd, flags.GroupExplanation)
}

// checkExplanation returns what is wrong with these flags whatever the table.
func (o *importanceOptions) checkExplanation(method methods.Method) error {
	answers := slices.Contains(answering, method.Name)
	flag := cmp.Or(textIf(o.flags.aspects, "aspects"), textIf(o.flags.along != nil, "along"))
	if flag != "" && !answers {
		return flags.UsageError(
			fmt.Errorf(
				"method %s estimates importances only, %v needs one of %s", method.Name, mention.Name(flag),
				strings.Join(answering, ", "),
			),
		)
	}
	if o.flags.aspects && o.isLinear() {
		return flags.UsageError(
			fmt.Errorf(
				"%v is about means alone, expected no %v beside it", mention.Kernel.To(mmd.Linear.String()),
				mention.Name("aspects"),
			),
		)
	}
	if o.flags.Interactions && method.Name != interacting {
		return flags.UsageError(
			fmt.Errorf("%v needs method %s, found %s", mention.Interactions, interacting, method.Name),
		)
	}
	if o.flags.Interactions && o.flags.untested {
		return flags.UsageError(
			fmt.Errorf("%v are tests, expected no %v beside it", mention.Interactions, mention.Name("no-test")),
		)
	}
	for _, name := range []string{"along", "figure-format"} {
		if o.isSet(name) && !o.figures.Given() {
			return flags.UsageError(
				fmt.Errorf("%v is about figures, expected %v FOLDER beside it", mention.Name(name), mention.Figures),
			)
		}
	}
	if !o.figures.Given() {
		return nil
	}
	if answers {
		if err := ownTable(o.figures.In(rowsFile)); err != nil {
			return err
		}
	}
	path := o.figures.In("importance." + o.figureFormat.Value)
	for { // the first name that is to be made
		dir := filepath.Dir(path)
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			return durable.Writable(path)
		}
		path = dir
	}
}

// rowsFile is the name of the table of the terms of rows beside the figures.
const rowsFile = "rows.csv"

// ownTable returns an error if there is a file at a path that does not begin as the table of
// rows does.
func ownTable(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return nil // nothing to lose, or to be told when it is written
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil
	}
	head, err := bufio.NewReader(io.LimitReader(file, longestList)).ReadString('\n')
	if err == nil && (strings.HasPrefix(head, "row,explained,") || strings.HasPrefix(head, "row,weight,explained,")) {
		return nil
	}
	return fmt.Errorf(
		"cannot write %s: it is there, and no earlier %v wrote it; expected another folder", path,
		mention.Figures,
	)
}

// questions are what a method is asked. A page tells of directions, which are those of rows.
func (o *importanceOptions) questions(method methods.Method) questions {
	q := o.flags
	q.Adjustment, q.Alone = answer.Adjustment(o.adjust.Value), true
	q.Rows = slices.Contains(answering, method.Name) && (o.figures.Given() || o.html.Given())
	return q
}

// writeExplanation draws the figures, with that of the importances, into a folder that it
// makes, and writes the terms of rows beside them.
func (o *importanceOptions) writeExplanation(cmd *cobra.Command, e *analysis) error {
	if !o.figures.Given() {
		return nil
	}
	if err := os.MkdirAll(o.figures.Path(), 0o755); err != nil {
		return fmt.Errorf("cannot make the folder of %v: %w", mention.Figures, err)
	}
	x := e.Explained
	var errs []error
	for _, f := range append([]report.Figure{{Name: "importance", Picture: e.chart()}}, x.figures(e.significant)...) {
		errs = append(errs, chart.Draw(o.figures.In(f.Name+"."+o.figureFormat.Value), f.Picture))
	}
	if x.Rows != nil {
		_ = durable.SweepBeside(o.figures.In(rowsFile)) // what killed programs left
		errs = append(errs, durable.WriteFile(o.figures.In(rowsFile), []byte(x.Rows.table(x.Variables).CSV())))
	}
	err := errors.Join(errs...)
	if err == nil {
		o.wrote(cmd, "the figures to "+o.figures.Path())
	}
	return err
}
