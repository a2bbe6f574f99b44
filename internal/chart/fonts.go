package chart

import (
	"fmt"
	"image/color"
	"regexp"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansitalic"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-fonts/liberation/liberationserifregular"
	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"

	"drfvi/internal/format"
)

// Font families of PDF files.
const (
	Sans  = "sans"
	Serif = "serif"
)

// typefaces are the embedded fonts by family and style ("", "B" or "I").
var typefaces = map[string][]byte{
	Sans:       liberationsansregular.TTF,
	Sans + "B": liberationsansbold.TTF,
	Sans + "I": liberationsansitalic.TTF,
	Serif:      liberationserifregular.TTF,
}

// PDF is a PDF document measured in points whose fonts are embedded, as
// far as they are used, so that any letter can be searched for.
type PDF struct{ *fpdf.Fpdf }

// NewPDF returns an empty document. All that could differ between two runs is
// fixed: the date is the given one, or 1970 if that is zero.
func NewPDF(title string, width, height float64, date time.Time) *PDF {
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: width, Ht: height}})
	if date.IsZero() {
		date = time.Unix(0, 0)
	}
	doc.SetCreationDate(date.UTC())
	doc.SetModificationDate(date.UTC())
	doc.SetCatalogSort(true)
	doc.SetTitle(title, true)
	doc.SetCreator("drfvi", true)
	doc.SetMargins(0, 0, 0)
	doc.SetCellMargin(0)
	doc.SetAutoPageBreak(false, 0)
	return &PDF{doc}
}

// Use selects a font, which is embedded on first use.
func (d *PDF) Use(family, style string, size float64) {
	d.AddUTF8FontFromBytes(family, style, typefaces[family+style])
	d.SetFont(family, style, size)
}

// Colour sets the colour of text, lines and areas.
func (d *PDF) Colour(c color.NRGBA) {
	d.SetTextColor(int(c.R), int(c.G), int(c.B))
	d.SetDrawColor(int(c.R), int(c.G), int(c.B))
	d.SetFillColor(int(c.R), int(c.G), int(c.B))
}

// spellings replaces letters that the fonts lack by ones they have.
var spellings = strings.NewReplacer(
	"⁽", "^(", "⁾", ")", "ⱼ", "_j", "ₙ", "_n", "∈", "in", "ℝ", "R", "∼", "~", "∝", "proportional to",
	"⟨",
	"<",
	"⟩",
	">",
	"∣",
	"|", "∥", "‖", "≪", "much less than", "≫", "much greater than", "⇒", "→", "◆", "■", "◇", "□", "✓", "yes", "✗", "no",
	"\t", " ", "\n", " ",
)

// The fonts have superscript digits but for 0, and no superscript minus.
var (
	superscripts = regexp.MustCompile("[¹²³⁴⁵⁶⁷⁸⁹]*[⁰⁻][⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*")
	lowered      = strings.NewReplacer(
		"⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9", "⁻",
		"−",
	)
)

// covered reports whether the fonts have a letter; all that are used have the
// same ones.
var covered = sync.OnceValue(func() func(rune) bool {
	parsed, err := sfnt.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(fmt.Sprintf("chart: the embedded font cannot be read: %v", err))
	}
	return func(r rune) bool {
		var b sfnt.Buffer
		glyph, err := parsed.GlyphIndex(&b, r)
		return err == nil && glyph != 0
	}
})

// Drawable returns text in letters that the fonts have, with true minus signs;
// a letter without a spelling becomes a question mark.
func Drawable(text string) string {
	known := covered()
	text = superscripts.ReplaceAllStringFunc(text, func(run string) string { return "^" + lowered.Replace(run) })
	return strings.Map(func(r rune) rune {
		if r < 0x7F || known(r) {
			return r
		}
		return '?'
	}, spellings.Replace(format.TrueMinus(format.Visible(text))))
}
