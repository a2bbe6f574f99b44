package browser

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// column reads the shown cells of a column of the first table.
func column(p *tab, k int) []string {
	p.t.Helper()
	return value[[]string](p, fmt.Sprintf(`[...document.querySelector("div.table").querySelectorAll("tbody tr:not([hidden])")].map(r => r.cells[%d].textContent.trim())`, k))
}

func TestSortAndFilter(t *testing.T) {
	p := open(t, "one")
	first := column(p, 0)
	if len(first) != 10 || first[0] != "x1" || first[1] != "x2" {
		t.Fatalf("inputs %q", first)
	}
	sorted := slices.Clone(first)
	slices.SortFunc(sorted, func(a, b string) int {
		var i, j int
		fmt.Sscanf(a, "x%d", &i)
		fmt.Sscanf(b, "x%d", &j)
		return i - j
	})
	button := `document.querySelector("div.table thead tr:last-child th:nth-child(%d) button").click()`
	click := func(k int) { p.eval(fmt.Sprintf(button, k)) }
	click(1)
	if got := column(p, 0); !slices.Equal(got, sorted) {
		t.Errorf("sorted by name %q, want %q", got, sorted)
	}
	click(1)
	slices.Reverse(sorted)
	if got := column(p, 0); !slices.Equal(got, sorted) {
		t.Errorf("sorted by name, descending: %q, want %q", got, sorted)
	}
	click(1)
	if got := column(p, 0); !slices.Equal(got, first) {
		t.Errorf("in the first order %q, want %q", got, first)
	}
	click(3) // behind the dots
	click(3)
	if got := column(p, 2); !slices.IsSorted(got) || got[9] < "0.5" {
		t.Errorf("importances from the least on: %q", got)
	}
	if got := value[string](p, `document.querySelector("th[aria-sort]").getAttribute("aria-sort")`); got != "ascending" {
		t.Errorf("aria-sort %q", got)
	}
	p.do(chromedp.SendKeys(chromedp.CSS(`input[type="search"]`), "x1"))
	got := column(p, 0)
	slices.Sort(got)
	if !slices.Equal(got, []string{"x1", "x10"}) {
		t.Errorf("filtered by x1: %q", got)
	}
	if got := value[string](p, `document.querySelector("[role=status]").textContent`); got != "2 of 10 rows" {
		t.Errorf("said %q", got)
	}
}

func TestCopy(t *testing.T) {
	p := open(t, "one")
	copied := func(of string) string {
		return value[string](p, `(async () => { let text = ""; navigator.clipboard.writeText = async (t) => { text = t; };
			[...document.querySelectorAll("div.table button")].find(b => b.textContent === "`+of+`").click();
			await new Promise(r => setTimeout(r, 50)); return text; })()`)
	}
	lines := strings.Split(copied("Copy as CSV"), "\n")
	if len(lines) != 12 || lines[0] != "input,importance,95 % interval,rank,p (Holm),alone,affects" || !strings.HasPrefix(lines[1], "x1,0.") || !strings.HasSuffix(lines[1], ",mean of y1") {
		t.Errorf("CSV %q", lines)
	}
	latex := copied("Copy as LaTeX")
	for _, want := range []string{`\begin{tabular}{lrrrrrl}`, "\\toprule\ninput & importance & 95 \\% interval & rank & p (Holm) & alone & affects \\\\\n\\midrule\n", ` & $<$ 0.0001 & `, ` & mean of y1 \\`, `\bottomrule`} {
		if !strings.Contains(latex, want) {
			t.Errorf("LaTeX lacks %q:\n%s", want, latex)
		}
	}
}

func TestFigures(t *testing.T) {
	p := open(t, "report")
	type counts struct{ Figures, Titled, Marks, Rows, Tables, Open int }
	got := value[counts](p, `(() => { const all = (s) => document.querySelectorAll(s).length;
		return {figures: all("figure"), titled: [...document.querySelectorAll("figure svg[role=img]")].filter(s => document.getElementById(s.getAttribute("aria-labelledby")).textContent.trim()).length,
			marks: all("circle.mark"), rows: all("figure tbody tr:not(:has([scope=rowgroup]))"), tables: all("figure details.table"), open: all("details[open]")}; })()`)
	if got.Figures < 10 || got.Titled != got.Figures || got.Tables != got.Figures || got.Marks > got.Rows || got.Marks < 1000 || got.Open != 0 {
		t.Errorf("%+v", got)
	}
	if tips := value[int](p, `[...document.querySelectorAll("circle.mark")].filter(m => !m.querySelector("title").textContent).length`); tips != 0 {
		t.Errorf("%d marks have no tooltip", tips)
	}
	if tip := value[string](p, `document.querySelector("#figure-2 circle.mark").textContent`); tip != "3, retrain, −0.457 ± 0.0052" {
		t.Errorf("tooltip %q", tip)
	}
	// A legend has each text once, in letters as large as those of captions at any width.
	for _, width := range []int64{390, 1280} {
		p.window(width)
		type legend struct {
			Twice int
			Size  float64
		}
		of := value[legend](p, `(() => { const all = [...document.querySelectorAll("ul.legend")];
			return {twice: all.filter(l => new Set([...l.children].map(e => e.textContent)).size < l.children.length).length,
				size: Math.min(...all.map(l => parseFloat(getComputedStyle(l).fontSize)))}; })()`)
		if of.Twice != 0 || of.Size < 12 {
			t.Errorf("at %d pixels: %d legends say a text twice, the smallest has %v pixels", width, of.Twice, of.Size)
		}
	}
}

// Where a table has no room, nothing of it is hidden: it goes sideways and says so.
func TestSideways(t *testing.T) {
	p := open(t, "one", func(p *tab) { p.window(390) })
	said := `(() => { const all = [...document.querySelectorAll("div.table .scroll")];
		const s = all.find(s => s.scrollWidth > s.clientWidth) ?? all[0];
		return getComputedStyle(s, "::before").content + [...s.querySelectorAll("thead th")].filter(h => h.offsetWidth === 0).length; })()`
	if got := value[string](p, said); !strings.Contains(got, "scroll sideways") || !strings.HasSuffix(got, "0") {
		t.Errorf("a narrow page says %q", got)
	}
	p.window(1280)
	if got := value[string](p, said); got != "none0" {
		t.Errorf("a wide page says %q", got)
	}
}

// views are the ways in which a page can be looked at.
var views = []struct {
	name  string
	width int64
	set   func(*tab)
}{
	{"wide", 1280, func(p *tab) { p.prefer("prefers-color-scheme", "light") }},
	{"narrow", 320, func(p *tab) { p.prefer("prefers-color-scheme", "light") }},
	{"dark", 1280, func(p *tab) { p.prefer("prefers-color-scheme", "dark") }},
	{"print", 700, (*tab).print},
	{"unscripted", 1280, func(p *tab) { p.scripts(false) }},
}

// Each page in each view: no text runs out of the window, and axe-core finds nothing.
func TestAccessible(t *testing.T) {
	axe := os.Getenv("AXE")
	var source []byte
	if axe != "" {
		var err error
		if source, err = os.ReadFile(axe); err != nil {
			t.Fatal(err)
		}
	}
	for name := range pages {
		for _, view := range views {
			t.Run(name+"-"+view.name, func(t *testing.T) {
				p := open(t, name, func(p *tab) { p.window(view.width); view.set(p) })
				if width := value[int64](p, `document.documentElement.scrollWidth`); width > view.width {
					t.Errorf("the page is %d pixels wide in a window of %d", width, view.width)
				}
				if dark := value[bool](p, `getComputedStyle(document.body).backgroundColor !== "rgb(255, 255, 255)"`); dark != (view.name == "dark") {
					t.Errorf("dark: %v", dark)
				}
				p.screenshot(name + "-" + view.name)
				p.eval(`document.querySelectorAll("details").forEach((d, i) => { if (i < 12) d.open = true; })`)
				if width := value[int64](p, `document.documentElement.scrollWidth`); width > view.width {
					t.Errorf("with tables open the page is %d pixels wide in a window of %d", width, view.width)
				}
				if source == nil {
					t.Skip("AXE names no file of axe-core")
				}
				p.scripts(true) // those of the page have had their chance; axe-core needs them
				p.eval(string(source))
				type violation struct{ ID, Impact, Help, Where string }
				type findings struct {
					Violations []violation
					Passes     int
				}
				found := value[findings](p, `axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r => ({passes: r.passes.length, violations: r.violations.map(v => ({id: v.id, impact: v.impact, help: v.help, where: v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" | ")}))}))`)
				for _, v := range found.Violations {
					t.Errorf("%s (%s): %s: %s", v.ID, v.Impact, v.Help, v.Where)
				}
				if found.Passes < 10 {
					t.Errorf("axe passed %d rules, want more to apply", found.Passes)
				}
			})
		}
	}
}

func TestKeyboard(t *testing.T) {
	p := open(t, "report")
	focused := `document.activeElement.textContent.trim()`
	p.do(chromedp.KeyEvent(kb.Tab))
	if got := value[string](p, focused); got != "Skip to the content" {
		t.Errorf("the first stop is %q", got)
	}
	p.do(chromedp.KeyEvent(kb.Enter))
	if got := value[string](p, `document.activeElement.id`); got != "main" {
		t.Errorf("the link skips to %q", got)
	}
	var order []string
	for range 5 {
		p.do(chromedp.KeyEvent(kb.Tab))
		order = append(order, value[string](p, `document.activeElement.tagName + " " + `+focused+`.slice(0, 30)`))
	}
	if !slices.ContainsFunc(order, func(stop string) bool { return strings.HasPrefix(stop, "SUMMARY Numbers of Figure S1") }) {
		t.Errorf("stops %q", order)
	}
	// A folded table opens from the keyboard, and comes next.
	p.eval(`document.querySelector("summary").focus()`)
	p.do(chromedp.KeyEvent(kb.Enter))
	if open := value[bool](p, `document.querySelector("details").open`); !open {
		t.Error("Enter leaves a table folded")
	}
}

func TestWithoutScript(t *testing.T) {
	for _, name := range []string{"one", "report"} {
		p := open(t, name, func(p *tab) { p.scripts(false) })
		text := value[string](p, `document.body.innerText`)
		buttons := value[[]string](p, `[...document.querySelectorAll("button")].map(b => b.textContent)`)
		if len(buttons) > 0 {
			t.Errorf("%s has buttons without a script: %q", name, buttons)
		}
		for _, want := range map[string][]string{"one": {"significant", "x10", "mean of y1", "Settings"}, "report": {"Figure 1."}}[name] {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q without a script", name, want)
			}
		}
		// What is folded opens all the same.
		p.do(chromedp.Click(chromedp.CSS("summary")))
		if shown := value[bool](p, `document.querySelector("details").open && document.querySelector("details").offsetHeight > 60`); !shown {
			t.Errorf("%s: what is folded does not open without a script", name)
		}
	}
}

func TestPrintAndMotion(t *testing.T) {
	p := open(t, "report", (*tab).print)
	if got := value[string](p, `getComputedStyle(document.querySelector("nav")).display + getComputedStyle(document.querySelector(".tools")).display + getComputedStyle(document.querySelector("figure .scroll")).overflowX`); got != "nonenonevisible" {
		t.Errorf("in print: %s", got)
	}
	for choice, want := range map[string]string{"reduce": "auto", "no-preference": "smooth"} {
		p.prefer("prefers-reduced-motion", choice)
		if got := value[string](p, `getComputedStyle(document.documentElement).scrollBehavior`); got != want {
			t.Errorf("motion %s: scrolling is %s, want %s", choice, got, want)
		}
	}
}
