package reports

import (
	"context"
	"fmt"
	"slices"

	"drfvi/internal/chart"
	"drfvi/internal/durable"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
)

// Write writes the whole report into a folder, which is made if it does not exist: report.pdf
// and report.html; the numbers (<name>.csv) and figures (<name>….png and .pdf) of every
// experiment; work.csv and provenance.json; warnings.csv and claims.csv, where there are any;
// overview.csv and .txt, where there are claims or printed numbers; reproduction.png and .pdf,
// where there are printed numbers. Every file is whole at any time, and those that an earlier
// call left half-written when it was killed go, as do those of an earlier report, which its
// provenance.json lists, that this one has not. A file that is there is replaced only if it is
// as an earlier report wrote it; otherwise nothing is written. When ctx is cancelled before the
// files are made, it ends soon with the context's error, and nothing is written. It returns the
// overview. Experiments that were not run are marked as such, and have no figures.
func Write(ctx context.Context, dir string, source Source) (verdict.Overview, error) {
	summaries, err := summary.Load(source)
	if err != nil {
		return verdict.Overview{}, err
	}
	o := verdict.Verify(summaries)
	files, err := render(ctx, summaries, o)
	if err != nil {
		return o, err
	}
	before := readEarlier(dir)
	if err := replaceable(dir, files, before); err != nil {
		return o, err
	}
	if err := durable.MakeDir(dir); err != nil {
		return o, fmt.Errorf("the folder for the report cannot be made: %w", err)
	}
	if err := durable.Sweep(dir); err != nil {
		return o, fmt.Errorf("cannot write the report: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return o, err
	}
	return o, writeAll(dir, files, before, summaries)
}

// file is a file of the report.
type file struct {
	name string
	data []byte
}

// render makes all files of the report, those that tell of it as a whole last: where writing
// ends early none of them stands beside the tables of another time.
func render(ctx context.Context, summaries []summary.Summary, o verdict.Overview) ([]file, error) {
	var files []file
	text := func(name, content string) { files = append(files, file{name, []byte(content)}) }
	chaptersOfReport := chapters(summaries, o)
	d := newDocument(summaries, o, chaptersOfReport)
	var figures []chart.Figure
	for _, c := range chaptersOfReport {
		text(c.name+".csv", c.CSV)
		figures = append(figures, c.Figures...)
	}
	if slices.ContainsFunc(o.Cells, verdict.CellCheck.Tested) {
		figures = append(figures, reproduction(o))
	}
	for _, f := range figures {
		for _, extension := range []string{".png", ".pdf"} {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			data, err := f.Encode(extension)
			if err != nil {
				return nil, err
			}
			files = append(files, file{f.Name + extension, data})
		}
	}
	if len(o.Claims) > 0 {
		text("claims.csv", verdict.ClaimsCSV(o.Claims))
	}
	text("work.csv", workCSV(summaries))
	if warnings := warningsCSV(summaries); warnings != "" {
		text("warnings.csv", warnings)
	}
	if len(o.Cells)+len(o.Claims) > 0 {
		text("overview.csv", o.CSV())
		text("overview.txt", o.Text())
	}
	_, last := period(summaries)
	pdf, err := d.PDF(last)
	if err != nil {
		return nil, err
	}
	files = append(files, file{printName, pdf})
	files = append(files, file{pageName, d.HTML()})
	return files, nil
}
