package section

import (
	_ "embed"

	"drfvi/internal/page"
)

//go:embed notes.md
var notesFile string

// texts are notes under tables and captions of figures.
var texts = page.ParseTexts(notesFile)
