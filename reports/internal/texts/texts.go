// Package texts holds the notes under the tables of reports and the captions of their
// figures: prose that needs no compiler.
package texts

import (
	_ "embed"

	"drfvi/internal/page"
)

//go:embed notes.md
var file string

var texts = page.ParseTexts(file)

// Of returns the lines of a text. It panics if there are none.
func Of(name string) []string { return texts.Of(name) }
