package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/cmd/drfvi/internal/study"
	"drfvi/experiments"
	"drfvi/internal/chart"
	"drfvi/internal/durable"
)

// studyFlags say what the importance command tells beside importances.
type studyFlags struct {
	aspects       bool
	rows, figures string
	along         []string
	format        *flag.Choice
}

// answering are the methods that tell more than importances.
var answering = []string{"stacked", "loco"}

// addStudy adds the flags to a command.
func addStudy(cmd *cobra.Command) *studyFlags {
	f := new(studyFlags)
	formats := []string{"png", "svg", "pdf"}
	flags := cmd.Flags()
	flags.BoolVar(&f.aspects, "aspects", false, "tell what moves with each input: mean, spread, shape or tails of a target, or the dependence of two")
	flags.StringVar(&f.rows, "rows", "", "write what each row tells of each input into this `FILE` (.csv or .json)")
	flags.StringVar(&f.figures, "figures", "", "draw all figures into this `FOLDER`, with their numbers as CSV")
	flags.StringSliceVar(&f.along, "along", nil, "`INPUTS` that --figures draws one by one, instead of the most important ones")
	f.format = flag.AddChoice(cmd, "figure-format", "format", formats[0], "of --figures: "+strings.Join(formats, ", "), formats)
	help.Group(cmd, help.Explanation, "aspects", "rows", "figures", "figure-format", "along")
	return f
}

// check returns what is wrong with the flags whatever the table, and makes the folder.
func (f *studyFlags) check(method experiments.Method, given func(string) bool) error {
	answers := slices.Contains(answering, method.Name)
	for name, wanted := range map[string]bool{"aspects": f.aspects, "rows": f.rows != "", "along": f.along != nil} {
		if wanted && !answers {
			return usageError{fmt.Errorf("method %s tells importances alone, --%s needs one of %s", method.Name, name, strings.Join(answering, ", "))}
		}
	}
	for _, name := range []string{"along", "figure-format"} {
		if given(name) && f.figures == "" {
			return usageError{fmt.Errorf("--%s is about figures, expected --figures FOLDER beside it", name)}
		}
	}
	if f.rows != "" {
		if extension := filepath.Ext(f.rows); extension != ".csv" && extension != ".json" {
			return usageError{fmt.Errorf("--rows: %s ends in %q, expected .csv or .json", f.rows, extension)}
		}
		if err := checkWritable(f.rows); err != nil {
			return err
		}
	}
	if f.figures == "" {
		return nil
	}
	if err := os.MkdirAll(f.figures, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder of --figures: %w", err)
	}
	return checkWritable(filepath.Join(f.figures, "importance."+f.format.Value))
}

// wish is what the method is asked for.
func (f *studyFlags) wish(method experiments.Method) study.Wish {
	if !slices.Contains(answering, method.Name) {
		return study.Wish{}
	}
	return study.Wish{Aspects: f.aspects, Rows: f.rows != "" || f.figures != "", Along: f.along}
}

// write writes the rows and the figures, with that of the importances.
func (f *studyFlags) write(s *study.Study, bars chart.Picture) error {
	if f.rows != "" {
		write := s.Rows.CSV
		if filepath.Ext(f.rows) == ".json" {
			write = s.Rows.JSON
		}
		var b strings.Builder
		if err := write(&b, s.Variables); err != nil {
			return err
		}
		if err := durable.WriteFile(f.rows, []byte(b.String())); err != nil {
			return err
		}
	}
	if f.figures == "" {
		return nil
	}
	pictures := append([]study.Picture{{Name: "importance", Of: bars}}, s.Pictures()...)
	var errs []error
	for _, p := range pictures {
		errs = append(errs, chart.Draw(filepath.Join(f.figures, p.Name+"."+f.format.Value), p.Of))
	}
	for name, write := range s.Tables() {
		var b strings.Builder
		errs = append(errs, write(&b), durable.WriteFile(filepath.Join(f.figures, name+".csv"), []byte(b.String())))
	}
	return errors.Join(errs...)
}
