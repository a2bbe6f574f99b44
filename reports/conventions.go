package reports

import (
	_ "embed"
	"strings"
	"text/template"

	"drfvi/reports/internal/page"
)

var (
	//go:embed text/about.md
	about string
	//go:embed text/conventions.md
	conventionsText string
)

// conventions explains methods, kernels, variants, estimates and tests.
func conventions(methods page.Facts) []page.Block {
	var b strings.Builder
	if err := template.Must(template.New("conventions").Parse(conventionsText)).Execute(&b, methods); err != nil {
		panic("reports: conventions: " + err.Error()) // into memory, of values that are there
	}
	return page.Parse(b.String())
}
