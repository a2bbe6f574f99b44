package browser

import (
	"bytes"
	"flag"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

var update = flag.Bool("update", false, "take the picture of a page in the documentation anew")

// The picture of a page in the documentation is what a browser shows of it, but for fonts.
func TestPicture(t *testing.T) {
	const width, height, most = 820, 950, 0.055
	p := open(t, "copula", func(p *tab) { p.window(width); p.prefer("prefers-color-scheme", "light") })
	p.eval(`document.querySelector(".subtitle").textContent = "copula.csv, 600 rows"`) // without its folder
	data, err := chromedp.Run(p, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	whole, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	seen := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(seen, seen.Bounds(), whole, image.Point{}, draw.Src)
	path := filepath.Join("..", "..", "docs", "images", "page.png")
	if *update {
		first := image.NewNRGBA(seen.Bounds())
		draw.Draw(first, first.Bounds(), whole, image.Point{}, draw.Src)
		var b bytes.Buffer
		if err := png.Encode(&b, first); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err = os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	shown, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if shown.Bounds() != seen.Bounds() {
		t.Fatalf("%s is of %v, want %v: go test -run TestPicture -update", path, shown.Bounds(), seen.Bounds())
	}
	kept := image.NewGray(seen.Bounds())
	draw.Draw(kept, kept.Bounds(), shown, image.Point{}, draw.Src)
	sum := 0
	for i, v := range seen.Pix {
		sum += max(int(v), int(kept.Pix[i])) - min(int(v), int(kept.Pix[i]))
	}
	if apart := float64(sum) / float64(255*len(seen.Pix)); apart > most {
		t.Errorf("%s is not what the page looks like: %.3f apart, at most %v: go test -run TestPicture -update", path, apart, most)
	}
}
