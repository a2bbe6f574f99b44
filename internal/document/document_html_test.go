package document

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"drfvi/internal/chart"
)

// hostile is text that must arrive as text.
const hostile = `</script><img src=x onerror="alert(1)"> & −3`

func htmlDocument() Document {
	d := Document{Title: "A title " + hostile, Subtitle: hostile, Data: map[string]string{"name": hostile}}
	d.Add(
		Lead("x1 matters "+hostile), Lead("29 % explained (95 %: 26 to 33 %)"), Contents{}, Part{Title: "First"}, Paragraph("One.\n\nTwo "+hostile), Section("Below"),
		Bullets{"a " + hostile}, Facts{{"name", hostile}},
		Table{Caption: "Inputs " + hostile, Open: true, Columns: append([]Column{{Name: "variable", Left: true}}, Column{Group: "group", Name: "a"}, Column{Group: "group", Name: "b"}), Rows: []Row{
			{Heading: "some"}, {Cells: []string{"x1", "0.5", "-1"}, Mark: Relevant, Dot: Dot{Value: 0.5, Low: 0.4, High: 1}}, {Cells: []string{hostile, "2", "differs"}, Mark: Alarm, Dot: Dot{Value: 0.25}},
		}, Notes: []string{"A note."}},
		Table{Caption: "Folded", Columns: []Column{{Name: "a"}}, Rows: []Row{{Cells: []string{"1"}}}},
		Part{Title: "Second"}, FigureBlock(chart.DotChart{Title: hostile, Axis: "importance", Names: []string{"x1", hostile}, Series: []chart.DotSeries{{Name: "importance", Values: chart.Numbers([]float64{0.2, 0.1}), Shape: chart.Shapes[0]}}}.Figure()),
		Part{Title: "Third", Folded: true}, Paragraph("p < 0.0001"),
	)
	return d
}

func TestHTML(t *testing.T) {
	text := string(htmlDocument().HTML())
	if text != string(htmlDocument().HTML()) {
		t.Error("the same document gives another page")
	}
	for tag, directive := range map[string]string{"style": "style-src", "script": "script-src"} {
		inside := regexp.MustCompile(`(?s)<`+tag+`>(.*?)</`+tag+`>`).FindAllStringSubmatch(text, -1)
		if len(inside) != 1 {
			t.Fatalf("%d elements %s without attributes, want 1", len(inside), tag)
		}
		sum := sha256.Sum256([]byte(inside[0][1]))
		want := directive + " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		if !strings.Contains(strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(text), want) {
			t.Errorf("the policy lacks %s", want)
		}
	}
	if len(pageJS) > 20_000 {
		t.Errorf("the script has %d bytes, want at most 20 000", len(pageJS))
	}
	if found := regexp.MustCompile(`<img|\sstyle=|\son\w+="|(src|href)="(https?:)?//|url\(|@import`).FindString(text); found != "" {
		t.Errorf("the page has %q", found)
	}
	for _, want := range []string{
		"<title>A title &lt;/script&gt;", `<h2 id="part-2">Second</h2>`, `<a href="#part-2">Second</a>`, "<p>One.</p>", "<h3>Below</h3>",
		`<p class="lead">x1 matters &lt;/script&gt;`, "<p class=\"lead\">29\u00a0% explained (95\u00a0%: 26 to 33\u00a0%)",
		`<div class="table"><p class="caption">Table 1. Inputs &lt;/script&gt;`, `<th scope="colgroup" colspan="2">group</th>`,
		`<details class="table"><summary>Table 2. Folded</summary>`, `<details class="part"><summary><h2 id="part-3">Third</h2></summary>`, "<p>p\u00a0&lt;\u00a00.0001</p>\n</details>",
		`<th scope="rowgroup" colspan="4">some</th>`, `<tr class="found"><th scope="row">x1</th><td class="plot"><svg aria-hidden="true"><line x1="4.0%" x2="4.0%" y2="100%"/>`,
		`<line class="interval" x1="40.8%" x2="96.0%" y1="50%" y2="50%"/><circle cx="50.0%" cy="50%" r="4.5"/></svg></td><td>0.5</td><td>−1</td>`,
		`<th scope="col" class="plot"><span class="status">plotted</span><svg aria-hidden="true"><text x="4.0%" y="100%" dy="-4">0</text>`, `<th scope="col">b</th>`,
		`<tr class="alarm">`, `<p class="note">A note.</p>`, `role="img" aria-labelledby="figure-1-drawing-title"`, `<summary>Numbers of Figure 1</summary>`,
		`<td>0.200</td>`, `<script type="application/json" id="data">{"name":"\u003c/script\u003e`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if marks := strings.Count(text, `class="mark"`); marks != 2 {
		t.Errorf("%d marks, want 2", marks)
	}
}

// The table beside a figure has its marks in their order, below their panels.
func TestNumbers(t *testing.T) {
	table := numbers([]chart.Mark{{Panel: "p", Name: "a", Value: "1"}, {Panel: "p", Series: "s", Name: "b", Value: "2"}, {Panel: "q", Name: "c", Value: "3"}})
	want := "of  series  value\np\na               1\nb   s           2\n\nq\nc               3\n"
	if got := table.Text(Screen{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// No level of headings is left out where sections come before parts.
func TestSectionsBeforeParts(t *testing.T) {
	var d Document
	d.Add(Section("early"), Part{Title: "part"}, Section("late"))
	for _, want := range []string{`<h2 class="section">early</h2>`, "<h3>late</h3>"} {
		if text := string(d.HTML()); !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
