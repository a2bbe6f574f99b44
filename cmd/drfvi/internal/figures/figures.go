// Package figures draws the figures that a command makes into a folder of the user.
package figures

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/files"
	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/internal/chart"
	"drfvi/internal/durable"
)

// Flags say where figures go.
type Flags struct {
	folder *files.Output
	format *flag.Choice
}

// Add adds the flags to a command, into a group of its help. The names are those of the
// figures, or patterns of them; tables have such names too.
func Add(cmd *cobra.Command, title help.Title, usage string, names ...string) *Flags {
	formats := []string{"png", "svg", "pdf"}
	var written []string
	for _, name := range names {
		for _, extension := range append(formats, "csv") {
			written = append(written, name+"."+extension)
		}
	}
	f := &Flags{format: flag.AddChoice(cmd, "figure-format", "format", formats[0], "of --figures: "+strings.Join(formats, ", "), formats)}
	f.folder = files.AddOutput(cmd, "figures", usage, written...)
	help.Group(cmd, title, "figures", "figure-format")
	return f
}

// Given tells whether there are figures to draw.
func (f *Flags) Given() bool { return f.folder.Given() }

// Check makes the folder and returns an error if a figure of a name cannot be written
// into it.
func (f *Flags) Check(name string) error {
	if !f.Given() {
		return nil
	}
	if err := os.MkdirAll(f.folder.Path(), 0o755); err != nil {
		return fmt.Errorf("cannot make the folder of --figures: %w", err)
	}
	return durable.Writable(f.folder.In(name + "." + f.format.Value))
}

// Picture is a picture with the name of its file, without extension, and what a page
// says under it.
type Picture struct {
	Name    string
	Of      chart.Picture
	Caption string
}

// Draw draws pictures into the folder.
func (f *Flags) Draw(pictures ...Picture) error {
	var errs []error
	for _, p := range pictures {
		errs = append(errs, chart.Draw(f.folder.In(p.Name+"."+f.format.Value), p.Of))
	}
	return errors.Join(errs...)
}

// WriteTable writes a table of a name into the folder, as CSV.
func (f *Flags) WriteTable(name, csv string) error {
	return durable.WriteFile(f.folder.In(name+".csv"), []byte(csv))
}
