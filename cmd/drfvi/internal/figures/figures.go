// Package figures draws the figures that a command makes into a folder of the user.
package figures

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/internal/chart"
	"drfvi/internal/durable"
)

// Flags say where figures go; Folder is "" for nowhere.
type Flags struct {
	Folder string
	format *flag.Choice
}

// Add adds the flags to a command, into a group of its help.
func Add(cmd *cobra.Command, title help.Title, usage string) *Flags {
	formats := []string{"png", "svg", "pdf"}
	f := &Flags{format: flag.AddChoice(cmd, "figure-format", "format", formats[0], "of --figures: "+strings.Join(formats, ", "), formats)}
	cmd.Flags().StringVar(&f.Folder, "figures", "", usage)
	help.Group(cmd, title, "figures", "figure-format")
	return f
}

// Check makes the folder and returns an error if a figure of a name cannot be written
// into it.
func (f *Flags) Check(name string) error {
	if f.Folder == "" {
		return nil
	}
	if err := os.MkdirAll(f.Folder, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder of --figures: %w", err)
	}
	return durable.Writable(filepath.Join(f.Folder, name+"."+f.format.Value))
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
		errs = append(errs, chart.Draw(filepath.Join(f.Folder, p.Name+"."+f.format.Value), p.Of))
	}
	return errors.Join(errs...)
}
