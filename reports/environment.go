package reports

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"drfvi/results"
)

// sameEnvironment reports whether two records were made by the same program on
// the same kind of machine.
func sameEnvironment(a, b results.Environment) bool {
	return a.Drfvi == b.Drfvi && a.Revision == b.Revision && a.Go == b.Go && a.OS == b.OS && a.Arch == b.Arch &&
		a.Level == b.Level && a.CPU == b.CPU && slices.Equal(a.Features, b.Features) && maps.Equal(a.Modules, b.Modules)
}

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
