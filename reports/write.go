package reports

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"drfvi/internal/chart"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
)

// Beside is a source of leaderboards with the name of its folder, for messages.
type Beside struct {
	Folder string
	Source
}

// Write writes the whole report into a folder, which is made if it does not
// exist: report.pdf and report.md; overview.csv, .md, .tex and .txt; tables
// (<name>.csv, .md, .tex) and figures (<name>….png and .pdf) of every
// experiment; reproduction.png and .pdf; survival.csv, .md and .tex, where claims
// can be judged under both conventions; and where retrained and coupled
// importances can be compared, retrained-coupled.csv, .md, .tex, .png and .pdf.
// Every file is whole at any time. It returns the overview. Experiments that were
// not run are marked as such, and have no figures. What other sources have of
// leaderboards is set beside that of the first.
func Write(dir string, source summary.Source, beside ...Beside) (verdict.Overview, error) {
	summaries, err := summary.Load(source)
	if err != nil {
		return verdict.Overview{}, err
	}
	for _, b := range beside {
		others, err := summary.Load(b.Source)
		if err == nil {
			err = summary.Beside(summaries, others)
		}
		if err != nil {
			return verdict.Overview{}, fmt.Errorf("%s: %w", b.Folder, err)
		}
	}
	o := verdict.Verify(summaries)
	files, err := render(summaries, o)
	if err != nil {
		return o, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return o, fmt.Errorf("the folder for the report cannot be made: %w", err)
	}
	for _, f := range files {
		if err := chart.WriteFile(filepath.Join(dir, f.name), f.data); err != nil {
			return o, err
		}
	}
	return o, nil
}

// file is a file of the report.
type file struct {
	name string
	data []byte
}

// render makes all files of the report.
func render(summaries []summary.Summary, o verdict.Overview) ([]file, error) {
	var files []file
	text := func(name, content string) { files = append(files, file{name, []byte(content)}) }
	all := chapters(summaries, o)
	figures := []chart.Figure{reproduction(o)}
	for _, c := range all {
		var markdown, latex []string
		for _, t := range slices.Concat(c.tables, c.further) {
			markdown, latex = append(markdown, t.Markdown()), append(latex, t.LaTeX())
		}
		text(c.name+".csv", c.csv)
		text(c.name+".md", strings.Join(markdown, "\n"))
		text(c.name+".tex", strings.Join(latex, "\n"))
		figures = append(figures, c.figures...)
	}
	for _, f := range figures {
		for _, extension := range []string{".png", ".pdf"} {
			data, err := f.Encode(extension)
			if err != nil {
				return nil, err
			}
			files = append(files, file{f.Name + extension, data})
		}
	}
	text("overview.csv", o.CSV())
	text("overview.md", o.Markdown())
	text("overview.tex", o.LaTeX())
	text("overview.txt", o.Text())
	d := newDocument(summaries, o, all)
	var last time.Time
	for _, s := range summaries {
		if s.Last.After(last) {
			last = s.Last
		}
	}
	pdf, err := d.PDF(last)
	if err != nil {
		return nil, err
	}
	files = append(files, file{"report.pdf", pdf})
	text("report.md", d.Markdown())
	return files, nil
}
