package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/durable"
	"drfvi/internal/mention"

	"github.com/spf13/cobra"
)

// figureOptions say where figures go.
type figureOptions struct {
	folder *flags.Output
	format *flags.Choice
}

// addFlags adds the flags to a command, into a group of its help. The names are those of
// the figures, or patterns of them; tables have such names too.
func (o *figureOptions) addFlags(cmd *cobra.Command, title flags.Title, usage string, names ...string) {
	formats := []string{"png", "svg", "pdf"}
	var written []string
	for _, name := range names {
		for _, extension := range append(formats, "csv") {
			written = append(written, name+"."+extension)
		}
	}
	o.format = flags.AddChoice(cmd, "figure-format", "format", formats[0], "format of --figures: "+strings.Join(formats, ", "), formats)
	o.folder = flags.AddOutput(cmd, "figures", usage, written...)
	flags.Group(cmd, title)
}

// given reports whether there are figures to draw.
func (o *figureOptions) given() bool { return o.folder.Given() }

// check returns an error if a figure of a name cannot be written into the folder, or that cannot be made.
func (o *figureOptions) check(name string) error {
	if !o.given() {
		return nil
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

// figure is a picture with the name of its file, without extension, and what a page
// says under it.
type figure struct {
	name    string
	picture chart.Picture
	caption string
}

// block is the figure as a part of a page.
func (f figure) block() document.FigureBlock {
	drawn := f.picture.Figure()
	drawn.Caption = f.caption
	return document.FigureBlock(drawn)
}

// draw draws figures into the folder, which it makes.
func (o *figureOptions) draw(figures ...figure) error {
	if err := os.MkdirAll(o.folder.Path(), 0o755); err != nil {
		return fmt.Errorf("cannot make the folder of %v: %w", mention.Figures, err)
	}
	return errors.Join(collect(figures, func(f figure) error { return chart.Draw(o.folder.In(f.name+"."+o.format.Value), f.picture) })...)
}
