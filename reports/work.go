package reports

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// programText names the program that made records: "drfvi 0.1.0 (revision
// 1a2b3c4), go1.26".
func programText(e results.Environment) string {
	text := "drfvi " + e.Drfvi
	if e.Revision != "" {
		text += fmt.Sprintf(" (revision %.12s)", e.Revision)
	}
	return text + ", " + e.Go
}

// machineText names the kind of machine: "Some CPU, linux/amd64 v3, AVX2 FMA".
func machineText(e results.Environment) string {
	var parts []string
	if e.CPU != "" {
		parts = append(parts, e.CPU)
	}
	kind := e.OS + "/" + e.Arch
	if e.Level != "" {
		kind += " " + e.Level
	}
	parts = append(parts, kind)
	if len(e.Features) > 0 {
		parts = append(parts, strings.Join(e.Features, " "))
	}
	return strings.Join(parts, ", ")
}

// modulesText lists module versions, sorted by module.
func modulesText(e results.Environment) string {
	var parts []string
	for _, module := range slices.Sorted(maps.Keys(e.Modules)) {
		parts = append(parts, module+" "+e.Modules[module])
	}
	return strings.Join(parts, ", ")
}

// workTable lists what each cell cost and the seed it began with.
func workTable(summaries []summary.Summary) page.Table {
	t := page.Table{
		Label: "work", Caption: "Work", Long: true,
		Columns: []page.Column{
			{Name: "cell", Left: true, Wrap: true}, {Name: "repetitions"}, {Name: "first seed"}, {Name: "forests"},
			{Name: "bias I(0)"}, {Name: "V"}, {Name: "seconds"}, {Name: "in all"},
		},
		Notes: texts.Of("work table"),
	}
	for _, s := range summaries {
		cells := summary.MergeFrozen(s.Cells)
		if len(cells) == 0 {
			continue
		}
		t.Rows = append(t.Rows, page.Row{Heading: summary.Titled(s.Experiment, summary.Without(summary.Shared(cells), results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel))})
		labels := summary.PanelLabels(cells)
		for i, c := range cells {
			label := labels[i]
			if rest := summary.Describe(summary.Without(summary.Varying(cells, c), results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel)); rest != "" {
				label = rest + ", " + label
			}
			if variant := c.Cell[results.KeyVariant]; variant != "" {
				label = variant + ", " + label
			}
			row := page.Row{Cells: []string{label, fmt.Sprintf("%d of %d", c.Repetitions, c.Planned), format.None, format.None, format.None, format.None, format.None, format.None}}
			if c.Failed > 0 {
				row.Cells[1] += ", " + c.Missing()
			}
			if c.Repetitions > 0 {
				row.Cells[2] = fmt.Sprintf("%016x", c.Seed)
			}
			if c.Forests.N > 0 {
				row.Cells[3] = format.Fixed(c.Forests.Mean, 1)
			}
			row.Cells[4], row.Cells[5] = stat.Text(c.Bias, 0), stat.Text(c.Denominator, 0)
			if c.Seconds.N > 0 {
				row.Cells[6], row.Cells[7] = format.Fixed(c.Seconds.Mean, 2), format.Duration(c.TotalSeconds)
			}
			if !c.Complete() {
				row.Mark = page.Alarm
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// work lists what every cell cost, versions in full, and the records by their
// checksums.
func work(summaries []summary.Summary) []page.Block {
	blocks := []page.Block{page.Part("Work and versions"), workTable(summaries)}
	var versions, records page.Facts
	for _, s := range summaries {
		for i, of := range s.Sources() {
			for _, e := range of.Environments {
				text := [2]string{programText(e), machineText(e) + ". " + modulesText(e)}
				if !slices.Contains(versions, text) {
					versions = append(versions, text)
				}
			}
			if of.Digest != "" {
				records = append(records, [2]string{sourceName(s, i), of.Digest})
			}
		}
	}
	if len(versions) > 0 {
		blocks = append(blocks, page.Section("Versions"), versions)
	}
	if len(records) > 0 {
		blocks = append(blocks, page.Section("Records"), page.Paragraph(texts.Of("records")[0]), records)
	}
	return blocks
}
