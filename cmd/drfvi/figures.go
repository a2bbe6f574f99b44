package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/internal/chart"
	"drfvi/internal/durable"
	"drfvi/internal/mention"

	"github.com/spf13/cobra"
)

// figureOptions say where figures go.
type figureOptions struct {
	folder *flags.Output
	format *flags.Choice
}

// addFlags adds the flags to a command, into a group of its help.
func (o *figureOptions) addFlags(cmd *cobra.Command, title flags.Title, usage string) {
	formats := []string{"png", "svg", "pdf"}
	o.format = flags.AddChoice(cmd, "figure-format", "format", formats[0], "format of --figures: "+strings.Join(formats, ", "), formats)
	o.folder = flags.AddOutput(cmd, "figures", usage)
	flags.Group(cmd, title)
}

// given reports whether there are figures to draw.
func (o *figureOptions) given() bool { return o.folder.Given() }

// check returns an error if a figure of a name cannot be written into the folder, or that cannot be
// made, or if a table of the user's own is there under the name of one that goes beside the figures:
// tables gives how those begin.
func (o *figureOptions) check(name string, tables map[string][]string) error {
	if !o.given() {
		return nil
	}
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		if err := ownTable(o.folder.In(table+".csv"), tables[table]); err != nil {
			return err
		}
	}
	path := o.folder.In(name + "." + o.format.Value)
	for { // the first name that is to be made
		dir := filepath.Dir(path)
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			return durable.Writable(path)
		}
		path = dir
	}
}

// ownTable returns an error if there is a file at a path that does not begin as one of the program.
func ownTable(path string, beginnings []string) error {
	file, err := os.Open(path)
	if err != nil {
		return nil // nothing to lose, or to be told when it is written
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil
	}
	head, err := bufio.NewReader(io.LimitReader(file, longestList)).ReadString('\n')
	if err == nil && slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(head, b) }) {
		return nil
	}
	return fmt.Errorf("cannot write %s: it is there, and no earlier %v wrote it; expected another folder", path, mention.Figures)
}

// draw draws figures into the folder, which it makes.
func (o *figureOptions) draw(figures ...report.Figure) error {
	if err := os.MkdirAll(o.folder.Path(), 0o755); err != nil {
		return fmt.Errorf("cannot make the folder of %v: %w", mention.Figures, err)
	}
	return errors.Join(collect(figures, func(f report.Figure) error { return chart.Draw(o.folder.In(f.Name+"."+o.format.Value), f.Picture) })...)
}
